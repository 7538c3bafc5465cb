internal import CivilTime
public import Content
internal import Cryptography
internal import DiskFiles
internal import EventLog
public import LedgerKernel
internal import Mailboxes
internal import SQLiteDatabase

/// The current part of a backup or a restore.
public enum BackupPart: Sendable {
    /// The messages from a former backup are read again.
    case check
    case contents
    case events
}

/// The result of a backup.
public struct BackupReport: Sendable {
    public let manifest: BackupManifest
    /// Whether the folder was empty before.
    public let isFirst: Bool
    /// The number of new events, the number of new contents, and their size as stored, in bytes.
    public let events: Int64
    public let contents: Int
    public let storedBytes: Int64
    /// The number of events of the former backup that went blank, because the ledger has erased them.
    public let erased: Int
    /// The number of contents of the former backup that were damaged or missing, and were copied again.
    public let repaired: Int
    /// Contents that are damaged or missing in the ledger, and were left out.
    public let faults: [ContentFinding]
    /// Whether the key was available to sign it.
    public let isSigned: Bool
    /// Whether it was not signed because the key stayed locked.
    public let isKeyLocked: Bool

    public var isPartial: Bool { !faults.isEmpty }
}

extension LedgerMaintenance {
    public typealias BackupProgress = (_ part: BackupPart, _ done: Int, _ total: Int) -> Void

    /// Copies the log and the contents into a folder, or only what is new if it has a backup of this ledger.
    ///
    /// Others may read and write meanwhile. The contents come first, then, in one atomic step, the events up to the
    /// log's end at the start. So if it is killed, the folder has either the former backup or the new one. Every event
    /// and every new content is checked by its digest on the way. Events that the ledger has erased since the former
    /// backup are erased there, too; if the cleaning is interrupted, the next backup continues it.
    ///
    /// It also reads again what a former backup copied: damaged contents are replaced, and a damaged log is refused.
    ///
    /// - Parameters:
    ///   - withKeys: Whether to copy the keys, too. The owner of the backup can then sign for the ledger, and can find
    ///     out whether a given mail was erased here.
    ///   - onlyNew: Whether to trust what was copied before, apart from the blank places of its log.
    /// - Throws: ``BackupError``; ``LogFault`` if the log of this ledger is faulty.
    /// - Complexity: Linear in the backup; with `onlyNew`, in what is new, and a look-up for each content and each
    ///   erased event, unless something was erased since.
    public func backUp(
        to path: String, withKeys: Bool = false, onlyNew: Bool = false, progress: BackupProgress = { _, _, _ in }
    ) throws -> BackupReport {
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        let folder = BackupFolder(path, on: ledger.files)
        let lock = try folder.prepare()
        defer { withExtendedLifetime(lock) {} }
        let former = try folder.reading { try folder.manifest() }
        guard former == nil || former?.ledger == ledger.store.identity.id else {
            throw BackupError.otherLedger(path: folder.path, former?.ledger ?? ledger.store.identity.id)
        }
        let copied = try copiedHead(in: folder, onlyNew: onlyNew)
        if ledger.content.isStandIn { throw ContentError.lost(path: ledger.location?.directory ?? folder.path) }
        // Asks for the key before the work begins.
        let signer = try signerIfHere()
        if signer == nil { try requireCheckpoint(in: folder) }
        let damaged = onlyNew ? DamagedCopies() : try takeDamagedContents(out: folder, progress)
        // One state of the log, from before the contents are copied: so all contents of its events exist then, and each
        // blank place in it has an erasure among its events.
        let (head, contents, erased) = try ledger.store.withSnapshot {
            let head = try ledger.store.head()
            let contents = try backUpContents(to: folder, progress)
            return try blamingCopy(in: folder) {
                let erased = try backUpEvents(after: copied, through: head, to: folder, progress)
                try cleanErased(in: folder, behind: contents)
                return (head, contents, erased)
            }
        }
        let checkpoint = try signer.map { SignedCheckpoint(try ledger.store.checkpoint(at: head.position), by: $0) }
        if let checkpoint { try folder.write(checkpoint) }
        let hasKeys = try backUpKeys(to: folder, asked: withKeys)
        let manifest = BackupManifest(
            ledger: ledger.store.identity.id, origin: ledger.store.identity.origin,
            format: ledger.store.identity.format,
            position: head.position, transaction: head.transaction,
            root: try ledger.store.root(at: head.position),
            recordedAt: try ledger.store.transaction(head.transaction)?.recordedAt.iso8601,
            finishedAt: ledger.environment.log.now().iso8601, program: ledger.environment.program,
            contents: contents.present + contents.copied, hasKeys: hasKeys)
        try folder.write(manifest)
        return BackupReport(
            manifest: manifest, isFirst: copied == nil, events: head.position.rawValue - (copied?.rawValue ?? 0),
            contents: contents.copied, storedBytes: contents.storedBytes, erased: erased,
            repaired: damaged.removed, faults: contents.faults + damaged.lost,
            isSigned: checkpoint != nil, isKeyLocked: try checkpoint == nil && ledger.stores.keys.isLocked())
    }

    /// Returns the signer of the backup; nil if the key is missing, as in a ledger restored without it, or stays
    /// locked.
    private func signerIfHere() throws -> NoteSigner? {
        guard try ledger.canWrite || ledger.store.verifier() != nil else { return nil }
        do {
            return try ledger.proofs.signer()
        } catch let error as SigningKeyError {
            // A caller that gives a passphrase wants a signature.
            if case .wrongPassphrase = error { throw error }
            return nil
        }
    }

    private func backUpKeys(to folder: BackupFolder, asked: Bool) throws -> Bool {
        guard asked, let location = ledger.location else {
            return ledger.files.exists(folder.keysPath + "/signing.key")
        }
        return try folder.takeKeys(from: location.keysDirectory)
    }

    private func backUpContents(to folder: BackupFolder, _ progress: BackupProgress) throws -> ContentCopy {
        let copy = try folder.reading { try folder.openContents() }
        do {
            return try copy.copyContents(from: ledger.content) { done, total in
                progress(.contents, done, total)
                return true
            }
        } catch let error as ContentError where error.isDamage {
            _ = try folder.reading { try copy.damaged { _, _ in } }
            throw error
        }
    }

    /// Returns the number of events of the former backup that went blank.
    private func backUpEvents(
        after start: Position?, through head: LogHead, to folder: BackupFolder, _ progress: BackupProgress
    ) throws -> Int {
        var erased = 0
        func fill(_ copy: any LogStore) throws {
            try copy.withWriterLock {
                let root = try copy.receive { receiver in
                    try receiver.takeAll(of: ledger.store, after: start ?? .start, through: head.position) {
                        progress(.events, $0, $1)
                    }
                }
                guard try root == ledger.store.root(at: head.position) else {
                    throw BackupError.diverged(path: folder.path, at: head.position)
                }
                erased = try copy.takeErasures(of: ledger.store)
            }
            try copy.takeSignatures(of: ledger.store, through: head.position)
        }
        if start == nil {
            try folder.log.makeCopy(of: ledger.store.identity, environment: ledger.environment.log, fill)
        } else {
            try fill(folder.openLog(.readWrite))
        }
        return erased
    }

    /// Removes the contents of erased events, and the pages that were freed.
    private func cleanErased(in folder: BackupFolder, behind copied: ContentCopy) throws {
        let copy = try folder.openLog(.readWrite)
        // While another process delayed removing erased contents from the content store, they were copied with the
        // rest.
        var gone = Set(try ledger.store.erasureContents())
        let contents = try folder.openContents()
        // A backup that was killed may have copied what was erased before the next one: its log never had those events.
        let hasOthers = try contents.stats().count > copied.present + copied.copied
        let isDue = try copy.erasureWork() != nil || !gone.isEmpty
        guard isDue || hasOthers else { return }
        // A content that is damaged or lost in the ledger but intact here still has an event that refers to it.
        var stored: Set<SHA256Digest> = []
        try contents.forEach { digest, _ in stored.insert(digest) }
        gone.formUnion(stored.subtracting(try ledger.content.stored(among: stored)))
        let unnamed = try ledger.stores.unnamed(among: gone)
        guard isDue || !unnamed.isEmpty else { return }
        try contents.remove(unnamed)
        try contents.removeLeftovers()
        _ = try contents.purge()
        try copy.purge()
        try copy.endErasureStep(.all)
    }
}
