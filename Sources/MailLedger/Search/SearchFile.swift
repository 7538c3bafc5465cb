internal import EventLog
internal import Glibc
internal import SQLite

/// The name `search.sqlite`, and how a new file takes it while others have the old one open.
///
/// A file is never written over: the old one loses its name, and whoever has it open goes on with it. SQLite deletes no
/// journal of a file that has lost its name, so that the new file keeps its own (`databaseIsUnmoved` in SQLite's pager).
struct SearchFile: Sendable {
    let path: String

    /// Where a build is written; what a killed one left is carried on by the next.
    var newPath: String { path + ".new" }
    /// Where an index without text is made.
    var emptyPath: String { path + ".empty" }

    /// Tells one file from the next of the same name.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    /// Nil when there is no file.
    var identity: Identity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    // MARK: Locks

    /// Keeps others from opening or replacing the file, for a moment: a file and its journal must be opened together.
    func withNameLocked<Output>(_ body: () throws -> Output) throws -> Output {
        try withLock(path + ".lock", body)
    }

    /// Keeps others from building an index, for as long as that takes.
    func withBuildLocked<Output>(_ body: () throws -> Output) throws -> Output {
        try withLock(path + ".build", body)
    }

    private func withLock<Output>(_ path: String, _ body: () throws -> Output) throws -> Output {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw EventLogError.readOnly(path: path) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw EventLogError.readOnly(path: path) }
        }
        return try body()
    }

    // MARK: Files

    /// Makes an index without text beside the live one, for its owner only; false where no file can be made.
    func makeEmpty(for ledger: LedgerID) throws -> Bool {
        guard let connection = try Self.create(emptyPath, for: ledger) else { return false }
        do {
            try Self.finish(connection)
            return true
        } catch {
            Self.remove(emptyPath)
            throw error
        }
    }

    /// Makes a file with the tables in place of what may be there; nil where none can be made.
    private static func create(_ path: String, for ledger: LedgerID) throws -> Connection? {
        remove(path)
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.run("PRAGMA page_size = 8192")
        try configure(connection)
        try SearchSchema.create(on: connection, in: "main", ledger: ledger.description)
        return connection
    }

    // With a journal, so that a killed process leaves it as of its last batch; nobody waits for the disk before it is whole.
    private static func configure(_ connection: Connection) throws {
        _ = try connection.first("PRAGMA journal_mode = PERSIST") { $0.text(0) }
        try connection.run("PRAGMA synchronous = OFF")
    }

    private static func finish(_ connection: Connection) throws {
        try connection.run("PRAGMA synchronous = FULL")
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    }

    // MARK: A build that may be stopped

    /// Fills a new index, or the one that a build before left unfinished; where the closure throws, it stays for the next.
    ///
    /// What a power cut may have taken from it is not used, and what turns out to be damaged is begun anew.
    ///
    /// - Parameter fits: Tells whether what was left belongs to the log.
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
        guard unsafe access(newPath, F_OK) == 0 else { return nil }
        do {
            let connection = try Connection(path: newPath, mode: .readWrite)
            try Self.configure(connection)
            let boot = try connection.first("SELECT boot FROM built") { $0.optionalText(0) }
            guard let boot, let boot, boot == BuildOrigin.boot(), try fits(connection) else { return nil }
            return connection
        } catch let error as SQLiteError where !error.isFull && !error.isInterrupted {
            return nil
        }
    }

    private func begin(for ledger: LedgerID) throws -> Connection {
        guard let connection = try Self.create(newPath, for: ledger) else {
            throw EventLogError.readOnly(path: newPath)
        }
        try connection.transaction(.immediate) {
            try connection.run("CREATE TABLE built (boot TEXT) STRICT")
            try connection.run("INSERT INTO built VALUES (\(bind: BuildOrigin.boot()))")
        }
        return connection
    }

    /// Gives the name to a file that nobody has open; to be called with the name locked.
    func replace(by new: String) throws {
        let descriptor = unsafe open(new, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        Self.remove(path)
        guard unsafe rename(new, path) == 0 else {
            throw LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno)))
        }
    }

    /// Takes away what a killed build left behind.
    func removeUnfinished() {
        for path in [newPath, emptyPath] { Self.remove(path) }
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    }
}
