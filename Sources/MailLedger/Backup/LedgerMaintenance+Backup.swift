internal import CivilTime
public import Content
internal import DiskFiles
internal import EventLog
internal import Hashing
internal import Mailboxes
internal import SQLite
internal import Signing

/// Which part of a backup or a restore is being done.
public enum BackupPart: Sendable {
    /// The messages that a former backup copied are read again.
    case check
    case contents
    case events
}

/// What a backup did.
public struct BackupReport: Sendable {
    public let manifest: BackupManifest
    /// Whether nothing was in the folder before.
    public let isFirst: Bool
    /// How many events, and how many contents of how many bytes as they are stored, came to it.
    public let events: Int64
    public let contents: Int
    public let storedBytes: Int64
    /// How many events of the former backup went blank, since the ledger has erased them.
    public let erased: Int
    /// How many contents of the former backup were damaged or gone, and were copied anew.
    public let repaired: Int
    /// Contents that are damaged or missing in the ledger, and were left out.
    public let faults: [ContentFinding]
    /// Whether the key was there to sign it.
    public let isSigned: Bool
    /// Whether it was not signed since the key stayed locked.
    public let isKeyLocked: Bool

    public var isPartial: Bool { !faults.isEmpty }
}

extension LedgerMaintenance {
    public typealias BackupProgress = (_ part: BackupPart, _ done: Int, _ total: Int) -> Void

    /// Copies the log and the contents into a folder, or what is new of them where the folder holds a backup of this ledger.
    ///
    /// Others read and write meanwhile. The contents come first, then the events up to where the log ended at the
    /// start, in one atomic step: killed at any moment, the folder holds the former backup or the new one. Every event and every
    /// new content is checked against its digest on the way. What the ledger has erased since the former backup is erased
    /// there too; killed while it is cleaned away, the next backup goes on.
    ///
    /// What a former backup copied is read again: contents that are damaged there are copied anew, and a log that is damaged is refused.
    ///
    /// - Parameters:
    ///   - withKeys: Whether the keys are to go along: who has the backup can sign for the ledger then, and tell with a mail at
    ///     hand whether it was erased here.
    ///   - onlyNew: Whether what was copied before is taken for sound.
    /// - Throws: ``BackupError``; ``LogFault`` where the log of this ledger does not hold.
    /// - Complexity: Linear in the backup; with `onlyNew`, in what is new, and a look-up for each content, unless something was erased.
    public func backUp(
        to path: String, withKeys: Bool = false, onlyNew: Bool = false, progress: BackupProgress = { _, _, _ in }
    ) throws -> BackupReport {
        guard ledger.unit == nil else { throw LedgerError.insideUnitOfWork }
        let folder = BackupFolder(path, on: ledger.files)
        let lock = try folder.prepare()
        defer { withExtendedLifetime(lock) {} }
        let former = try folder.reading { try folder.manifest() }
        guard former == nil || former?.ledger == ledger.store.identity.id else {
            throw BackupError.otherLedger(path: folder.path, former?.ledger ?? ledger.store.identity.id)
        }
        let copied = try copiedHead(in: folder, onlyNew: onlyNew)
        if ledger.content.isStandIn { throw ContentError.lost(path: folder.path) }
        // Asked for before the work begins.
        let signer = try signerIfHere()
        if signer == nil { try requireCheckpoint(in: folder) }
        let damaged = onlyNew ? DamagedCopies() : try takeDamagedContents(out: folder, progress)
        // One state of the log, of before the contents are looked at: all that its events name is there then, and what
        // is blank in it is erased by one of them.
        let (head, contents, erased) = try ledger.store.withSnapshot {
            let head = try ledger.store.head()
            let contents = try backUpContents(to: folder, progress)
            return try blamingCopy(in: folder) {
                let erased = try backUpEvents(after: copied, through: head, to: folder, progress)
                try cleanErased(in: folder)
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
            isSigned: checkpoint != nil, isKeyLocked: try checkpoint == nil && ledger.keys.isLocked())
    }

    /// Returns what signs the backup; nil where the key is not here, as in a ledger that was restored without it, or stays locked.
    private func signerIfHere() throws -> NoteSigner? {
        guard try ledger.canWrite || ledger.store.verifier() != nil else { return nil }
        do {
            return try ledger.proofs.signer()
        } catch let error as SigningKeyError {
            // Who gives a passphrase wants a signature.
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

    /// Returns how many events went blank that the backup had.
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

    /// Does away with the contents that went with what is blank, and with the pages that were freed.
    private func cleanErased(in folder: BackupFolder) throws {
        let copy = try folder.openLog(.readWrite)
        // What another process keeps an erasure from taking out of the content store came along with the rest.
        var gone = Set(try ledger.store.erasureContents())
        guard try copy.erasureWork() != nil || !gone.isEmpty else { return }
        let contents = try folder.openContents()
        // What is damaged or lost in the ledger, and whole here, some event names.
        var copied: Set<SHA256Digest> = []
        try contents.forEach { digest, _ in copied.insert(digest) }
        gone.formUnion(copied.subtracting(try ledger.content.stored(among: copied)))
        try contents.remove(ledger.unnamed(among: gone))
        try contents.removeLeftovers()
        _ = try contents.purge()
        try copy.purge()
        try copy.endErasureStep(.all)
    }
}
