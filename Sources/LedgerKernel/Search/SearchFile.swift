internal import DiskFiles
internal import EventLog
internal import SQLiteDatabase

/// The name `search.sqlite`, and the way in which a new file gets it while others have the old one open.
///
/// A file is never overwritten: the old one loses its name, and a process that has it open keeps using it. SQLite
/// deletes no journal of a file that has lost its name, so the new file keeps its own (`databaseIsUnmoved` in SQLite's
/// pager).
struct SearchFile: Sendable {
    let path: String
    let files: any Files

    /// The path of a build; the next build continues one that was killed.
    var newPath: String { path + ".new" }
    /// The path for making an index without text.
    var emptyPath: String { path + ".empty" }

    /// Distinguishes one file from the next of the same name; nil if there is no file.
    var identity: FileIdentity? { (try? files.status(of: path))?.identity }

    // MARK: Locks

    /// Keeps others from opening or replacing the file for a moment: a file and its journal must be opened together.
    func withNameLocked<Output>(_ body: () throws -> Output) throws -> Output {
        try withLock(path + ".lock", body)
    }

    /// Keeps others from building an index meanwhile.
    func withBuildLocked<Output>(_ body: () throws -> Output) throws -> Output {
        try withLock(path + ".build", body)
    }

    private func withLock<Output>(_ path: String, _ body: () throws -> Output) throws -> Output {
        let file: SharedFile
        do throws(FileError) {
            file = try SharedFile(files, FilePath(path), .create)
            _ = try file.lock(.exclusive, waits: true)
        } catch {
            throw EventLogError.readOnly(path: path)
        }
        return try withExtendedLifetime(file, body)
    }

    // MARK: Files

    /// Makes an index without text beside the live one, for its owner only; false if no file can be made.
    func makeEmpty(for ledger: LedgerID) throws -> Bool {
        guard let connection = try create(emptyPath, for: ledger) else { return false }
        do {
            try Self.finish(connection)
            return true
        } catch {
            remove(emptyPath)
            throw error
        }
    }

    /// Makes a file with the tables, replacing any other; nil if none can be made.
    private func create(_ path: String, for ledger: LedgerID) throws -> Connection? {
        remove(path)
        do throws(FileError) { _ = try File(files, path, .createNew, links: .refused) } catch { return nil }
        let connection = try Connection(path: path, mode: .readWrite, on: files)
        try connection.run("PRAGMA page_size = 8192")
        try Self.configure(connection)
        try SearchSchema.create(on: connection, in: "main", ledger: ledger.description)
        return connection
    }

    // With a journal, so that a killed process leaves it as of its last batch; nobody waits for the disk before it is
    // complete.
    private static func configure(_ connection: Connection) throws {
        _ = try connection.first("PRAGMA journal_mode = PERSIST") { _ in }
        try connection.run("PRAGMA synchronous = OFF")
    }

    private static func finish(_ connection: Connection) throws {
        try connection.run("PRAGMA synchronous = FULL")
        _ = try connection.first("PRAGMA journal_mode = WAL") { _ in }
    }

    // MARK: A build that may be stopped

    /// Fills a new index, or the one that an earlier build left unfinished; if the closure throws, it stays for the
    /// next build.
    ///
    /// An index of which a power cut may have lost a part is not used, and a damaged one is replaced.
    ///
    /// - Parameter fits: Whether an unfinished index belongs to the log.
    func build(
        for ledger: LedgerID, if fits: (Connection) throws -> Bool, filling fill: (Connection) throws -> Void
    ) throws {
        if let begun = try unfinished(if: fits) {
            do {
                return try Self.complete(begun, fill)
            } catch let error as SQLiteError where error.isCorrupt {}
        }
        try Self.complete(begin(for: ledger), fill)
    }

    private static func complete(_ connection: Connection, _ fill: (Connection) throws -> Void) throws {
        try fill(connection)
        try connection.run("DROP TABLE built")
        try finish(connection)
    }

    private func unfinished(if fits: (Connection) throws -> Bool) throws -> Connection? {
        guard files.exists(newPath) else { return nil }
        do {
            let connection = try Connection(path: newPath, mode: .readWrite, on: files)
            try Self.configure(connection)
            let boot = try connection.first("SELECT boot FROM built") { try $0.next(String?.self) }
            guard let boot, let boot, boot == files.startOfSystem, try fits(connection) else { return nil }
            return connection
        } catch let error as SQLiteError where !error.isFull && !error.isInterrupted {
            return nil
        }
    }

    private func begin(for ledger: LedgerID) throws -> Connection {
        guard let connection = try create(newPath, for: ledger) else {
            throw EventLogError.readOnly(path: newPath)
        }
        try connection.transaction(.immediate) {
            try connection.run("CREATE TABLE built (boot TEXT) STRICT")
            try connection.run("INSERT INTO built VALUES (\(bind: files.startOfSystem))")
        }
        return connection
    }

    /// Gives the name to a file that nobody has open; call it with the name locked.
    func replace(by new: String) throws {
        try onDisk { () throws(FileError) in try File(files, new, .read).sync() }
        remove(path)
        try onDisk(path) { () throws(FileError) in try files.rename(new, to: path) }
    }

    /// Removes the files of a killed build.
    func removeUnfinished() {
        for path in [newPath, emptyPath] { remove(path) }
    }

    private func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? files.remove(path + suffix) }
    }
}

extension LedgerLocation {
    var searchFile: SearchFile { SearchFile(path: searchPath, files: files) }
}
