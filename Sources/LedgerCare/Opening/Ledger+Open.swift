internal import Content
public import Cryptography
internal import DiskFiles
public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import SQLiteDatabase

extension Ledger {
    /// Makes a ledger in a new or an empty folder, for its owner only.
    ///
    /// A ledger that got no key, because its making was stopped, is finished.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase for its signing key; nil for none.
    ///   - additions: The program's additions, as in ``open(at:access:environment:adding:)``.
    public static func create(
        at location: LedgerLocation, environment: LedgerEnvironment = .current(),
        keyUnder passphrase: Passphrase? = nil,
        adding additions: [any LedgerAddition.Type] = []
    ) throws -> Ledger {
        // Before anything is made, so that a refused program leaves the folder as it was.
        let contexts = try Contexts(adding: additions)
        func opened() throws -> Ledger {
            let ledger = try environment.timed(.open) {
                try openUntimed(at: location, access: .readWrite, environment: environment, contexts: contexts)
            }
            try ledger.proofs.makeKeyIfNeeded(under: passphrase, isNew: true)
            return ledger
        }
        guard !location.lacksFirstKey else {
            // Before the folder gets the mode of a ledger's: what others could put there is not finished.
            try location.requireOthersKeptOut()
            return try location.makingLedger {
                // Its maker may have been at work a moment ago.
                guard location.lacksFirstKey else { throw EventLogError.alreadyExists(path: location.directory) }
                return try opened()
            }
        }
        let place = try NewLedger(at: location)
        return try place.lockingFolder {
            try place.removeRemains()
            let content = try ContentStore(directory: location.directory, mode: .create, on: location.files)
            // The mail of a ledger that lost its log is not for another one.
            guard try content.lastNumber() == 0 else { throw LedgerError.directoryNotEmpty(path: location.directory) }
            // A folder without the log is no ledger, and `init` can be tried again; the key needs its origin.
            try location.log.create(origin: environment.newOrigin(), environment: environment.log)
            return try opened()
        }
    }

    /// Opens the ledger in a folder.
    ///
    /// If the folder or `access` forbids writing, commands are refused and the views are read as they are. A ledger
    /// opens even without its content store: lists work, contents are missing, and imports are refused.
    ///
    /// - Parameter additions: The program's additions. Contexts (``LedgerContext``) add their read models to those of
    ///   the ledger. ``read(_:)`` updates separate read models (`Projection`) to the log, and a query reads their
    ///   tables under their names, as in `senders.sender`.
    /// - Throws: ``ContextError`` for a context that cannot be used.
    public static func open(
        at location: LedgerLocation, access: LogAccess, environment: LedgerEnvironment = .current(),
        adding additions: [any LedgerAddition.Type] = []
    ) throws -> Ledger {
        try location.open(access, environment: environment, adding: additions)
    }

    fileprivate static func openUntimed(
        at place: any LedgerPlace, access: LogAccess, environment: LedgerEnvironment, contexts: Contexts
    ) throws -> Ledger {
        let canWrite = try place.prepareToOpen(access)
        do {
            let ledger = try LedgerStores.ledger(
                at: place, canWrite: canWrite, environment: environment, contexts: contexts)
            _ = try place.forgetErased(in: ledger)
            // An interrupted erasure must not wait for the next erasure; if something prevents it now, the next command
            // retries.
            if canWrite { ledger.writing.hasResumedErasure = (try? ledger.erasure.resumeErasure()) ?? false }
            return ledger
        } catch EventLogError.notALedger {
            // The error names the folder as the ledger, whichever file in it is none.
            if let folder = place.folder, folder.hasLog { throw folder.refusalWithoutLog }
            throw EventLogError.notALedger(path: place.name)
        }
    }

    /// Makes a ledger in memory, for tests and previews; it behaves like one on disk.
    public static func inMemory(
        environment: LedgerEnvironment = .current(), adding additions: [any LedgerAddition.Type] = []
    ) throws -> Ledger {
        try create(at: MemoryPlace(), environment: environment, adding: additions)
    }

    /// Makes a ledger in a place of this process's memory.
    package static func create(
        at place: MemoryPlace, environment: LedgerEnvironment = .current(),
        adding additions: [any LedgerAddition.Type] = []
    ) throws -> Ledger {
        let contexts = try Contexts(adding: additions)
        try place.log.create(origin: "memory", environment: environment.log)
        return try LedgerStores.ledger(at: place, canWrite: true, environment: environment, contexts: contexts)
    }
}

extension LedgerPlace {
    /// Opens the ledger in this place.
    package func open(
        _ access: LogAccess, environment: LedgerEnvironment = .current(),
        adding additions: [any LedgerAddition.Type] = []
    ) throws -> Ledger {
        try environment.timed(.open) {
            try Ledger.openUntimed(
                at: self, access: access, environment: environment, contexts: Contexts(adding: additions))
        }
    }
}

extension LedgerEnvironment {
    /// Draws the name under which a new ledger signs its checkpoints.
    ///
    /// It should be unique and contain no personal data (<https://c2sp.org/tlog-checkpoint>).
    package func newOrigin() -> String { "mailledger/\(UniqueID.random(from: log.randomBytes))" }
}

extension LedgerLocation {
    /// The reason why a folder is not opened that has no file that begins as a log does.
    ///
    /// The rest of a ledger may be there.
    var refusalWithoutLog: any Error {
        guard hasRemains else { return EventLogError.notALedger(path: directory) }
        guard let size = (try? files.status(of: logPath))?.size, size > 0 else {
            return LedgerError.logGone(path: directory)
        }
        return EventLogError.corrupt("its file does not begin as a log does")
    }

    /// Opens the log to salvage it, as far as it can be read.
    ///
    /// - Throws: ``EventLogError/corrupt(_:)`` if no whole transaction can be read.
    func openDamagedLog() throws -> DamagedLog {
        do {
            return try LogFile(logPath, on: files).openDamaged()
        } catch EventLogError.notALedger {
            throw refusalWithoutLog
        }
    }

    /// Refuses a folder that contains a ledger, is inside one, or is not empty; a refused folder stays as it was, with
    /// its mode.
    func requireRoomForLedger() throws {
        if hasLog { throw EventLogError.alreadyExists(path: directory) }
        try Self.requireOutside(directory, on: files)
        if isDirectory { try requireReadable() }
        if exists, !isEmpty { throw LedgerError.directoryNotEmpty(path: directory) }
        try requireLocalFileSystem()
    }

    /// Whether the making of a ledger was stopped behind its log: nothing is recorded, and the log names no key.
    var lacksFirstKey: Bool {
        guard hasLog, !isUnfinished, movedTo == nil, let log = try? openLog(.readOnly) else { return false }
        return (try? log.head().position == .start && log.firstVerifier() == nil) ?? false
    }

    // The remains of an interrupted `init` do not count.
    private var isEmpty: Bool {
        guard let names = try? files.names(in: directory) else { return false }
        return names.allSatisfy { name in
            name == "content" || name == "keys" || name.hasPrefix("content.sqlite")
                || name.hasPrefix(Self.unfinishedName)
                || name.hasPrefix(MoveMark.fileName)
                || LogFile(logPath, on: files).isLeftover(name)
                || Views.isOfFirst(name, for: viewsDirectory, on: files)
        }
    }
}
