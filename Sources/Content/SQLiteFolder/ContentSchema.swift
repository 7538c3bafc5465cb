import Cryptography
import DiskFiles
import SQLiteDatabase

/// The database of a store: a table of contents, one index that answers all but the bytes, and the dictionary.
///
/// Format 1 had no dictionary. Such a store is read and written as it is.
enum ContentSchema {
    /// "MLco": identifies the database to file(1) and this program (sqlite.org/pragma.html#pragma_application_id).
    private static let applicationID: Int64 = 0x4d4c_636f
    private static let formats: ClosedRange<Int64> = 1...2

    /// SQLITE_NOTADB.
    static let notADatabase: Int32 = 26

    /// Connects to a database; for reading even without write permission, and on a full disk.
    static func connect(
        to path: String, mode: Connection.Mode, timeout: Int32, isAlone: Bool, on files: any Files
    ) throws -> Connection {
        if mode == .readOnly, isAlone { return try Connection.untouched(at: path, on: files) }
        // A sole user declares that before the first read (sqlite.org/wal.html, section 8).
        return mode == .create || isAlone
            ? try Connection(path: path, mode: mode, timeout: timeout, on: files)
            : try Connection.standing(at: path, mode: mode, timeout: timeout, on: files)
    }

    /// Brings a connection into the store's settings, and its file into the store's shape.
    ///
    /// - Returns: Whether the store has a dictionary.
    static func open(on connection: Connection, mode: Connection.Mode, path: String, timeout: Int32) throws -> Bool {
        if mode == .create { try create(on: connection, timeout: timeout) }
        guard try read(on: connection, "PRAGMA application_id") == applicationID else {
            throw ContentError.notAStore(path: path)
        }
        let found = try read(on: connection, "PRAGMA user_version")
        guard formats.contains(found) else { throw ContentError.unsupportedFormat(Int(found)) }
        // "Commits content, then log" holds only if a commit lasts when it returns.
        try connection.run("PRAGMA synchronous = FULL")
        // A checkpoint writes the pages of the index again, which digests spread evenly: 32 MiB between two of them. A
        // PRAGMA takes no placeholder, but a quoted number.
        let pages = try (32 << 20) / max(read(on: connection, "PRAGMA page_size"), 1)
        try connection.run("PRAGMA wal_autocheckpoint = \(SQL.identifier(String(pages)))")
        try connection.run("PRAGMA cache_size = -8192")
        return found == formats.upperBound
    }

    private static func create(on connection: Connection, timeout: Int32) throws {
        // A database of another program stays unchanged, down to its journal mode.
        guard try isEmpty(connection) else { return }
        // More rows stay whole in a page: Docs/Decisions/0060.
        try connection.run("PRAGMA page_size = 32768")
        try enterWAL(on: connection, timeout: timeout)
        try connection.transaction(.immediate) {
            guard try isEmpty(connection) else { return }
            try connection.runScript(
                """
                CREATE TABLE content (
                    id INTEGER PRIMARY KEY,
                    digest BLOB NOT NULL CHECK (length(digest) = 32),
                    size INTEGER NOT NULL,
                    stored_size INTEGER NOT NULL,
                    data BLOB
                ) STRICT;
                CREATE UNIQUE INDEX content_digest ON content (digest, size, stored_size);
                PRAGMA application_id = 0x4d4c636f;
                PRAGMA user_version = 2;
                """)
            try insert(.mail, on: connection)
        }
    }

    /// Leaves a dictionary alone in its table, which may be lost.
    static func replaceDictionary(by dictionary: ContentDictionary, on connection: Connection) throws {
        try connection.transaction(.immediate) {
            try connection.run("DROP TABLE IF EXISTS dictionary")
            try insert(dictionary, on: connection)
        }
    }

    private static func insert(_ dictionary: ContentDictionary, on connection: Connection) throws {
        try connection.run(
            """
            CREATE TABLE dictionary (
                number INTEGER PRIMARY KEY,
                digest BLOB NOT NULL CHECK (length(digest) = 32),
                bytes BLOB NOT NULL
            ) STRICT
            """)
        try connection.run(
            """
            INSERT INTO dictionary (number, digest, bytes)
            VALUES (\(bind: Int64(dictionary.number)), \(bind: dictionary.digest.bytes), \(bind: dictionary.bytes))
            """)
    }

    // Two processes that make the store together: the change to WAL does not wait for a lock as other calls do.
    private static func enterWAL(on connection: Connection, timeout: Int32) throws {
        var waited: Int32 = 0
        while true {
            do {
                try connection.run("PRAGMA journal_mode = WAL")
                return
            } catch let error as SQLiteError where error.isBusy && waited < timeout {
                connection.files.pause(10_000)
                waited += 10
            }
        }
    }

    private static func isEmpty(_ connection: Connection) throws -> Bool {
        try read(on: connection, "SELECT count(*) FROM sqlite_schema") == 0
    }

    private static func read(on connection: Connection, _ query: SQL) throws -> Int64 {
        try connection.first(query) { try $0.next() } ?? 0
    }
}
