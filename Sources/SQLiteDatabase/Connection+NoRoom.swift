internal import CSQLite
public import DiskFiles
internal import Glibc

// A WAL database is read through a file of shared memory, its -shm (sqlite.org/wal.html, section 2.2). The last process
// to close the database removes that, and the next to read it makes it again. If it cannot be made, because the disk is
// full or the folder is not writable, SQLite opens nothing.
extension Connection {
    /// Opens an existing database, even if there is no room for the files that SQLite keeps beside it.
    ///
    /// It then reads everything that is committed, including the write-ahead log, and makes no file. Writing fails as
    /// on any full disk or read-only medium.
    public static func standing(
        at path: String, mode: Mode, timeout: Int32 = 10_000, on files: any Files = KernelFiles.shared
    ) throws -> Connection {
        guard isFull(beside: path, on: files) else {
            let connection = try Connection(path: path, mode: mode, timeout: timeout, on: files)
            do {
                // The first read is what asks for the file.
                _ = try connection.first("SELECT count(*) FROM sqlite_schema") { _ in }
                return connection
            } catch let error as SQLiteError where error.meansNoRoom && !files.holdsAnything(path + "-journal") {
                return try Connection(at: path, without: error, timeout: timeout, files)
            } catch let error as SQLiteError where error.isCannotOpen && isReadOnly(beside: path, on: files) {
                return try Connection(at: path, without: .readOnly, timeout: timeout, files)
            }
        }
        return try Connection(at: path, without: .full, timeout: timeout, files)
    }

    /// Opens an existing database that nobody writes meanwhile, and makes or changes no file beside it.
    ///
    /// A transaction that was cut off and has to be taken back first is the exception: it needs ``standing(at:mode:timeout:on:)``.
    package static func untouched(at path: String, on files: any Files = KernelFiles.shared) throws -> Connection {
        let place = Place(of: path, on: files)
        // Only the system's own disk can be read in another way than by its locks.
        guard !files.holdsAnything(path + "-journal"), place == .whole || files.databaseSystem == nil else {
            return try standing(at: path, mode: .readOnly, on: files)
        }
        return try Connection(at: path, without: .readOnly, at: place == .whole ? .whole : .unlocked, timeout: 0, files)
    }

    /// Attaches an existing database under a name, for reading only, in the way of ``standing(at:mode:timeout:)``.
    package func attachStanding(_ path: String, as name: StaticString) throws {
        func attach(_ uri: String, _ place: Place?) throws {
            let statement: SQL = "ATTACH \(bind: uri) AS \(SQL.identifier(name.description))"
            do {
                try run(statement)
            } catch let error as SQLiteError where error.isCorrupt {
                // A failed attachment is discarded with the system's error. Opening the file alone reveals the reason.
                _ = try Connection.standing(at: path, mode: .readOnly, on: files)
                try run(statement)
            }
            do {
                if place == .unlocked { try run("PRAGMA \(SQL.identifier(name.description)).locking_mode = EXCLUSIVE") }
                _ = try first("SELECT count(*) FROM \(SQL.identifier(name.description)).sqlite_schema") { _ in }
            } catch {
                _ = try? run("DETACH \(SQL.identifier(name.description))")
                throw error
            }
        }
        if !Self.isFull(beside: path, on: files) {
            do {
                return try attach(Self.uri(path, "mode=ro"), nil)
            } catch let error as SQLiteError
                where (error.meansNoRoom || error.isCannotOpen && Self.isReadOnly(beside: path, on: files))
                && !files.holdsAnything(path + "-journal")
            {}
        }
        let place = Place(of: path, on: files)
        try attach(Self.uri(path, place.parameters), place)
    }

    /// Lets SQLite check a file, and returns its first finding in one line; nil if there is no fault.
    ///
    /// - Parameter check: `PRAGMA integrity_check` or `quick_check`
    ///   (<https://www.sqlite.org/pragma.html#pragma_integrity_check>).
    /// - Throws: `SQLiteError` if a page could not be read: that is no finding about the file.
    package func fault(by check: SQL) throws -> String? {
        let answer = try first(check) { try $0.next(String.self) }
        guard answer != "ok" else { return nil }
        if let systemCode = handle.readFault() { throw SQLiteError.unread(systemCode) }
        // Some versions of SQLite begin with a line that names the database.
        return answer?.split(separator: "\n").first { !$0.hasPrefix("***") }.map(String.init) ?? ""
    }

    /// The way of reading a database without a file of shared memory beside it.
    private enum Place {
        /// Nothing waits in its write-ahead log: its own pages are all there is.
        case whole
        /// By memory of this process, with all others kept out.
        case locked
        /// With memory of this process, because nobody can write here.
        case unlocked

        init(of path: String, on files: any Files) {
            if !files.holdsAnything(path + "-wal") {
                self = .whole
            } else {
                self = files.allows(.write, of: path) && files.allows(.write, of: path + "-wal") ? .locked : .unlocked
            }
        }

        // sqlite.org/uri.html, section 3.3, and sqlite.org/vfs.html, section 2.2: "unix-excl" and "unix-none".
        var parameters: StaticString {
            switch self {
            case .whole: "immutable=1"
            case .locked: "mode=rw&vfs=unix-excl"
            case .unlocked: "mode=ro&vfs=unix-none"
            }
        }
    }

    private convenience init(
        at path: String, without obstacle: SQLiteError, at known: Place? = nil, timeout: Int32, _ files: any Files
    ) throws {
        let place = known ?? Place(of: path, on: files)
        let access = place == .locked ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        try self.init(uri: Self.uri(path, place.parameters), flags: access, timeout: timeout, files: files)
        handle.obstacle = obstacle
        // Else the last one to close would write the log back into the file.
        unsafe _ = mailledger_db_config_int(handle.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        // A sort that is too large for its cache would need a file as well.
        try run("PRAGMA temp_store = MEMORY")
        // Without the file that processes share, SQLite asks for this first (sqlite.org/wal.html, section 8).
        if place == .unlocked { try run("PRAGMA locking_mode = EXCLUSIVE") }
        _ = try first("SELECT count(*) FROM sqlite_schema") { _ in }
    }

    /// Why this connection reads without a file that processes share; nil for most.
    public var obstacle: SQLiteError? { handle.obstacle }

    // SQLite asks for the file to be there then, and says that there is none.
    private static func isReadOnly(beside path: String, on files: any Files) -> Bool {
        !files.allows(.write, of: folder(of: path)) && !files.holdsAnything(path + "-journal")
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    // Trying would leave an empty file behind. If the file exists, another process has the database open.
    private static func isFull(beside path: String, on files: any Files) -> Bool {
        guard !files.exists(path + "-shm"), let room = try? files.room(at: FilePath(path)), room < sharedMemorySize
        else { return false }
        guard files === KernelFiles.shared else { return true }
        // A file system's report of its room may be wrong, and some of it may be reserved for this user: open(2),
        // O_TMPFILE.
        let descriptor = unsafe open(folder(of: path), O_RDWR | O_CLOEXEC | __O_TMPFILE | O_DIRECTORY, 0o600)
        guard descriptor >= 0 else { return errno == ENOSPC || errno == EDQUOT }
        defer { close(descriptor) }
        let code = posix_fallocate(descriptor, 0, off_t(sharedMemorySize))
        return code == ENOSPC || code == EDQUOT
    }

    // One block of the index of a write-ahead log (sqlite.org/walformat.html, section 2.2).
    private static let sharedMemorySize: Int64 = 32_768
}

extension Files {
    fileprivate func holdsAnything(_ path: String) -> Bool { size(of: path) ?? 0 > 0 }
}

extension SQLiteError {
    fileprivate static let readOnly = SQLiteError(
        extendedCode: SQLITE_READONLY, message: "attempt to write a readonly database")
    fileprivate static let full = SQLiteError(extendedCode: SQLITE_FULL, message: "database or disk is full")
}
