public import Content
public import Cryptography
internal import DiskFiles
public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import SQLiteDatabase

/// The result of a restore.
public struct RestoreReport: Sendable {
    public let manifest: BackupManifest
    public let events: Int64
    public let root: SHA256Digest
    public let contents: Int
    /// Contents that are damaged in the backup, or that its events name and it lacks.
    public let faults: [ContentFinding]
    /// The checkpoint from the last backup that was signed, with which the log was compared.
    public let checkpoint: SignedCheckpoint?

    public var isPartial: Bool { !faults.isEmpty }
    /// The number of events that the checkpoint vouches for.
    public var signedEvents: Int64 { checkpoint?.checkpoint.size ?? 0 }
    /// The number of events behind those: they were compared with the manifest alone.
    public var unsignedEvents: Int64 { events - signedEvents }
}

extension LedgerMaintenance {
    /// Makes a ledger from a backup in a new or an empty folder.
    ///
    /// Every event and every content is checked by its digest on the way, and the root by the manifest. If the log has
    /// a fault, or a blank place without an erasure, nothing is made; damaged and missing contents are named. The first
    /// opening of the ledger builds the views. The backup may be on a medium that nobody can write: no file of it
    /// changes, and none is added.
    ///
    /// - Parameter isUnfinished: Whether mail has still to be erased in it: until the caller has marked it as finished, it
    ///   is opened by the caller alone.
    /// - Throws: ``BackupError``.
    public static func restore(
        from path: String, to location: LedgerLocation, environment: LedgerEnvironment = .current(),
        leaving isUnfinished: Bool = false, progress: BackupProgress = { _, _, _ in }
    ) throws -> RestoreReport {
        let folder = BackupFolder(path, on: location.files)
        let lock = try folder.keepingWritersOut()
        defer { if let lock { lock.files.unlock(lock.handle) } }
        guard let manifest = try folder.manifest() else { throw folder.refusalWithoutManifest }
        return try folder.blamingItself {
            guard location.isUnfinished, location.hasLog else {
                return try restore(folder, as: manifest, to: location, environment, isUnfinished, progress)
            }
            // A restore that erases nothing again would show what the one before was to erase.
            guard isUnfinished else { throw LedgerError.unfinished(path: location.directory) }
            return try resume(folder, as: manifest, at: location)
        }
    }

    /// Takes over the ledger of a restore that was stopped behind its copy.
    private static func resume(
        _ folder: BackupFolder, as manifest: BackupManifest, at location: LedgerLocation
    ) throws -> RestoreReport {
        let (source, log) = (try folder.openLog(), try location.log.openCopy(.readOnly))
        let head = try source.head().position
        // Erasures may have been recorded behind it already.
        guard log.identity.id == manifest.ledger, try log.head().position >= head,
            try log.root(at: head) == source.root(at: head)
        else { throw LedgerError.directoryNotEmpty(path: location.directory) }
        let contents = try ContentStore(directory: location.directory, mode: .readOnly, on: location.files)
        return RestoreReport(
            manifest: manifest, events: head.rawValue, root: try log.root(at: head),
            contents: try contents.stats().count, faults: try contents.lost(by: log),
            checkpoint: try folder.checkpoint())
    }

    private static func restore(
        _ folder: BackupFolder, as manifest: BackupManifest, to location: LedgerLocation,
        _ environment: LedgerEnvironment, _ isUnfinished: Bool, _ progress: BackupProgress
    ) throws -> RestoreReport {
        let log = try folder.openLog()
        // A backup that was stopped between the log and its manifest has more events than the manifest says.
        let head = try log.head()
        guard log.identity.id == manifest.ledger, head.position >= manifest.position,
            try log.root(at: manifest.position) == manifest.root
        else {
            throw BackupError.damaged(
                path: folder.path, reason: "the events are not those that its manifest names")
        }
        let checkpoint = try folder.checkpoint()
        var (contents, lost) = (ContentCopy(), [ContentFinding]())
        try NewLedger(at: location).make(as: log.identity, environment: environment) { store, content in
            let source = try ContentStore(directory: folder.path, mode: .readOnly, isAlone: true, on: folder.files)
            contents = try content.copyContents(from: source) { done, total in
                progress(.contents, done, total)
                return true
            }
            let root = try store.receive(readableBy: Contexts.builtIn.catalogue) { receiver in
                try receiver.takeAll(of: log, after: .start, through: head.position) { progress(.events, $0, $1) }
            }
            guard try root == log.root(at: head.position) else {
                throw BackupError.damaged(path: folder.path, reason: "the events do not have the root that it names")
            }
            // A copy lists each blank place as it came: only an erasure in the log shows that it is lawful.
            try store.verifyErasures()
            lost = try content.lost(by: store, besides: contents.faults)
            try store.takeSignatures(of: log, through: head.position)
            if let checkpoint { try store.check(checkpoint, in: folder) }
            try store.setRestored(true)
            try location.takeKeys(from: folder.keysPath, on: folder.files)
            if isUnfinished { try location.markUnfinished() } else { try location.markFinished() }
        }
        return RestoreReport(
            manifest: manifest, events: head.position.rawValue, root: try log.root(at: head.position),
            contents: contents.present + contents.copied, faults: contents.faults + lost, checkpoint: checkpoint)
    }
}

extension ContentStore {
    /// The contents that the events of a log name and this store lacks, except those with a known fault.
    fileprivate func lost(
        by log: any LogReading, besides known: [ContentFinding] = []
    ) throws -> [ContentFinding] {
        var named: Set<SHA256Digest> = []
        try log.forEachNamedContent(by: .builtIn, lendingUnknown: false) { named.insert($0) }
        for finding in known {
            switch finding {
            case .corrupt(let digest, _), .missing(let digest): named.remove(digest)
            case .sound, .leftover, .dictionary, .index: break
            }
        }
        return try named.subtracting(stored(among: named)).sorted().map { .missing($0) }
    }
}

extension LogReading {
    /// Compares the log with the checkpoint of its backup, which one of its keys must have signed.
    func check(_ signed: SignedCheckpoint, in folder: BackupFolder) throws {
        let size = signed.checkpoint.size
        guard try size <= head().position.rawValue, try signed.checkpoint == checkpoint(at: Position(size)) else {
            throw BackupError.damaged(
                path: folder.checkpointPath, reason: "it is of another log than the events beside it")
        }
        guard try allVerifiers().contains(where: { signed.isSigned(by: $0) }) else {
            throw BackupError.damaged(path: folder.checkpointPath, reason: "no key of the ledger signed it")
        }
    }

    /// Every key that signed for the ledger.
    private func allVerifiers() throws -> [NoteVerifier] {
        let rotated = try keyRotations().compactMap { NoteVerifier($0.rotation.verifier.new) }
        return try (firstVerifier().map { [$0] } ?? []) + rotated
    }
}
