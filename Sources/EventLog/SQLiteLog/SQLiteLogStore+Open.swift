internal import CivilTime
package import DiskFiles
internal import SQLiteDatabase

extension SQLiteLogStore {
    /// Makes a new log; the file must not exist yet.
    package static func create(
        at path: String, origin: String, environment: LogEnvironment = .system, on files: any Files = KernelFiles.shared
    ) throws -> SQLiteLogStore {
        try makeFile(at: path, on: files) { connection, _ in
            try initialize(connection, as: .new(origin: origin, environment: environment))
        }
        return try open(at: path, access: .readWrite, environment: environment, on: files)
    }

    /// Makes the file of a log, which gets its name after the closure has filled it.
    static func makeFile(
        at path: String, on files: any Files, _ fill: (_ connection: Connection, _ unnamed: String) throws -> Void
    ) throws {
        // A log is complete when it gets its name: a file that a full disk or a kill leaves behind is no ledger.
        let unnamed = path + unnamedSuffix + String(files.uniqueNumber(), radix: 16)
        defer { for suffix in ["", "-journal"] { try? files.remove(unnamed + suffix) } }
        // The file is created here, so that nobody else can read it even for a moment, whatever the umask is.
        do throws(FileError) {
            _ = try File(files, unnamed, .createNew)
        } catch {
            throw EventLogError.readOnly(path: path)
        }
        // Lent for the call: the file is closed when it gets its name.
        try fill(makeConnection(to: unnamed, on: files), unnamed)
        do throws(FileError) {
            try files.link(unnamed, to: path)
        } catch {
            throw error.code == .taken ? EventLogError.alreadyExists(path: path) : EventLogError.readOnly(path: path)
        }
    }

    private static func makeConnection(to path: String, on files: any Files) throws -> Connection {
        let connection = try Connection(path: path, mode: .readWrite, on: files)
        // Of pages of 4 kB many would have room for one event: Docs/Decisions/0060.
        try connection.run("PRAGMA page_size = 8192")
        return connection
    }

    /// The suffix of the path of a log that is being made and has no name yet.
    package static let unnamedSuffix = "-new-"

    /// Makes a log that lives in memory only, for tests and previews.
    package static func inMemory(environment: LogEnvironment = .system) throws -> SQLiteLogStore {
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        try initialize(connection, as: .new(origin: "memory", environment: environment))
        return try SQLiteLogStore(connection: connection, path: Connection.inMemory, environment: environment)
    }

    /// Opens the log at a path.
    ///
    /// - Throws: ``EventLogError/newerFormat(_:)`` and ``EventLogError/olderFormat(_:)``; the file is left as it is then.
    package static func open(
        at path: String, access: LogAccess, environment: LogEnvironment = .system,
        on files: any Files = KernelFiles.shared
    ) throws -> SQLiteLogStore {
        let store = try openAny(at: path, access: access, isCopy: false, environment: environment, on: files)
        guard store.identity.format >= LedgerIdentity.newestFormat else {
            throw EventLogError.olderFormat(store.identity.format)
        }
        return store
    }

    /// Opens the log at a path, even one of an older format.
    ///
    /// - Parameter isCopy: Whether it is opened to copy from or to. Then its kind of journal stays, and damage leaves
    ///   no mark beside the log.
    static func openAny(
        at path: String, access: LogAccess, isCopy: Bool, environment: LogEnvironment = .system, on files: any Files
    ) throws -> SQLiteLogStore {
        guard let status = try? files.status(of: path), status.isRegular else {
            throw EventLogError.notALedger(path: path)
        }
        // SQLite removes the write-ahead log beside an empty file, with the events in it.
        guard status.size > 0 else { throw EventLogError.notALedger(path: path) }
        do {
            let connection = try openConnection(path: path, access: access, on: files)
            try checkApplication(connection, path: path)
            let format = try readIdentity(connection, path: path).format
            guard format <= LedgerIdentity.newestFormat else { throw EventLogError.newerFormat(format) }
            if access == .readWrite, !isCopy, connection.obstacle == nil { try configure(connection) }
            return try SQLiteLogStore(
                connection: connection, path: path, environment: environment,
                damageMark: isCopy ? nil : DamageMark(besideLog: path, on: files),
                moveMark: isCopy ? nil : MoveMark(besideLog: path, on: files))
        } catch let error as SQLiteError where error.isCorrupt {
            // Either a file that is no database at all, or a log with damaged pages.
            throw error.isNotADatabase ? EventLogError.notALedger(path: path) : EventLogError.corrupt(error.message)
        } catch let error as SQLiteError where error.isOfOtherSchema {
            // It is a log, as its application id says, and the names of its tables are damaged.
            throw EventLogError.corrupt(error.message)
        } catch let error as SQLiteError where error.isReadOnly || error.isForbidden {
            throw EventLogError.readOnly(path: path)
        } catch let error as SQLiteError where error.isBusy {
            throw EventLogError.busy(holder: LockHolder.ofWriterLock(databasePath: path, on: files))
        }
    }

    private static func openConnection(
        path: String, access: LogAccess, on files: any Files
    ) throws -> Connection {
        do {
            return try Connection.standing(at: path, mode: access == .readOnly ? .readOnly : .readWrite, on: files)
        } catch let error as SQLiteError where error.isCannotOpen || error.isReadOnly {
            guard access == .readOnly, UnmergedJournal.isHot(beside: path, on: files) else { throw error }
            return try takingBack(path, on: files)
        }
    }

    // A process that was killed during a commit leaves a journal, and rolling it back takes write permission
    // (sqlite.org/lockingv3.html, section 4.2). Without the journal the file is half of that commit.
    private static func takingBack(_ path: String, on files: any Files) throws -> Connection {
        do {
            let writer = try Connection(path: path, mode: .readWrite, on: files)
            _ = try writer.first("SELECT count(*) FROM sqlite_schema") { try $0.next(Int64.self) }
        } catch let error as SQLiteError where error.isCannotOpen || error.isReadOnly {
            throw UnmergedJournal(path: path)
        }
        return try Connection(path: path, mode: .readOnly, on: files)
    }

    /// Returns a closure that opens the file once more, for another thread to read.
    func anotherConnection() -> @Sendable () throws -> Connection {
        { [filePath, files] in try Self.openConnection(path: filePath, access: .readOnly, on: files) }
    }

    package func makeReader() -> (@Sendable () throws -> any LogReading)? {
        // Another connection does not see what this one has not committed.
        guard path != Connection.inMemory, lockDepth == 0 else { return nil }
        return { [filePath, environment, files] in
            try Self.open(at: filePath, access: .readOnly, environment: environment, on: files)
        }
    }

    private static func configure(_ connection: Connection) throws {
        _ = try connection.first("PRAGMA journal_mode = WAL") { _ in }
        // Durable when a commit returns (sqlite.org/pragma.html#pragma_synchronous).
        try connection.run("PRAGMA synchronous = FULL")
    }

    /// Creates the tables of a log, and stores the identity of its ledger.
    static func initialize(_ connection: Connection, as identity: LedgerIdentity) throws {
        try connection.transaction(.immediate) {
            try connection.run("PRAGMA application_id = \(LogSchema.applicationIDLiteral)")
            try LogSchema.create(on: connection)
            try connection.run(
                """
                INSERT INTO ledger VALUES (
                    1, \(bind: identity.id.description), \(bind: identity.origin), \(bind: identity.format),
                    \(bind: identity.createdAt.microseconds), NULL)
                """)
        }
    }

    private static func checkApplication(_ connection: Connection, path: String) throws {
        let id = try connection.first("PRAGMA application_id") { try $0.next(Int64.self) }
        guard id == LogSchema.applicationID else { throw EventLogError.notALedger(path: path) }
    }

    static func readIdentity(_ connection: Connection, path: String) throws -> LedgerIdentity {
        let identity = try connection.first("SELECT uuid, origin, format, created_at FROM ledger") { row in
            let id = try LedgerID(row.next(String.self))
            let (origin, format, time) = try (row.next(String.self), row.next(Int.self), row.next(Timestamp.self))
            return id.map { LedgerIdentity(id: $0, origin: origin, format: format, createdAt: time) }
        }
        guard let identity, let identity else { throw EventLogError.notALedger(path: path) }
        return identity
    }
}
