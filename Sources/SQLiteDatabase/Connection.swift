internal import CSQLite
public import DiskFiles

/// One connection to one database, used by one thread at a time.
///
/// ```swift
/// let connection = try Connection(path: "/tmp/a.sqlite", mode: .create)
/// try connection.run("INSERT INTO folder (name) VALUES (\(bind: name))")
/// ```
///
/// Double-quoted string literals are off, the schema is not trusted, and triggers fire on REPLACE too.
@safe
public final class Connection {
    /// The access that a connection has to its file.
    public enum Mode: Sendable {
        case readOnly
        case readWrite
        /// Reads and writes a file, which is made if it does not exist.
        case create
    }

    /// The path that opens a database in memory.
    public static let inMemory = ":memory:"

    let handle: ConnectionHandle
    private var cache: [String: Statement] = [:]
    private var cacheAge = 0
    var hasTextFunctions = false
    var textFunctions: Set<String> = []
    /// The rows that statements see; nil for all.
    var confinement: RowConfinement? {
        // A statement is compiled for what it sees.
        didSet {
            cache = [:]
            cacheAge += 1
        }
    }
    /// Refuses all that is not confined.
    var guardian: ReadGuard?

    /// The number of statements kept by ``run(_:)`` and its like; beyond it the cache is emptied.
    private static let cacheLimit = 128

    /// Opens a database; `timeout` is how long a call waits for another connection's lock, in milliseconds.
    public init(
        path: String, mode: Mode, timeout: Int32 = 10_000, on files: any Files = KernelFiles.shared
    ) throws {
        let flags =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        handle = try ConnectionHandle(
            path: path, flags: flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, files: files)
        try configure(timeout: timeout)
    }

    /// Opens a file that nobody can change, without its locks (<https://www.sqlite.org/uri.html#uriimmutable>).
    public convenience init(immutablePath path: String, on files: any Files = KernelFiles.shared) throws {
        try self.init(uri: Self.uri(path, "immutable=1"), flags: SQLITE_OPEN_READONLY, timeout: 0, files: files)
    }

    init(uri: String, flags: Int32, timeout: Int32, files: any Files) throws {
        handle = try ConnectionHandle(
            path: uri, flags: flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, files: files)
        try configure(timeout: timeout)
    }

    /// The disk of its files.
    public var files: any Files { handle.files }

    /// Writes a path as a URI with parameters, for ATTACH (<https://www.sqlite.org/uri.html>, section 3).
    package static func uri(_ path: String, _ parameters: StaticString) -> String {
        let escaped = path.map { character in
            switch character {
            case "%": "%25"
            case "?": "%3f"
            case "#": "%23"
            default: String(character)
            }
        }
        return "file:\(escaped.joined())?\(parameters)"
    }

    private func configure(timeout: Int32) throws {
        unsafe sqlite3_busy_timeout(handle.pointer, timeout)
        for (option, value) in [
            (SQLITE_DBCONFIG_DQS_DML, Int32(0)), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_DEFENSIVE, 1),
        ] {
            unsafe _ = mailledger_db_config_int(handle.pointer, option, value)
        }
        // Otherwise REPLACE would delete a row without firing its triggers (sqlite.org/lang_conflict.html).
        try run("PRAGMA recursive_triggers = ON")
    }

    typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Registers a deterministic SQL function of two values.
    func add(_ name: StaticString, _ function: Function) throws {
        let code = unsafe sqlite3_create_function_v2(
            handle.pointer, name.description, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, function,
            nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.error(code, in: nil) }
    }

    /// Waits this long, in milliseconds, for another connection's lock.
    public func setTimeout(_ milliseconds: Int32) {
        unsafe sqlite3_busy_timeout(handle.pointer, milliseconds)
    }

    // MARK: Statements

    /// Compiles a statement that its owner runs many times.
    public func prepare(_ text: StaticString) throws -> Statement {
        try compile(text.description, isPersistent: true)
    }

    /// A view has no index to hint at.
    private func compile(_ text: String, isPersistent: Bool) throws -> Statement {
        let isHinting = confinement != nil && text.contains("INDEXED BY")
        return try Statement(
            isHinting ? text.replacing(/\ INDEXED BY [a-z_]+/, with: "") : text, on: handle, isPersistent: isPersistent)
    }

    /// Compiles a statement with its values filled in, for a cursor that outlives a call.
    package func cursor(_ sql: SQL) throws -> Statement {
        let statement = try compile(sql.text, isPersistent: false)
        try statement.bind(values: sql.values)
        return statement
    }

    /// Runs a statement, and returns the number of rows that it changed.
    @discardableResult
    public func run(_ sql: SQL) throws -> Int {
        try withCached(sql) { statement in
            while try statement.step() {}
            return unsafe Int(sqlite3_changes64(handle.pointer))
        }
    }

    /// Runs several statements without values, separated by semicolons.
    public func runScript(_ script: StaticString) throws(SQLiteError) {
        try execute(script.description)
    }

    func execute(_ script: String) throws(SQLiteError) {
        let code = unsafe sqlite3_exec(handle.pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.error(code, in: script) }
    }

    /// Lends each row in turn; the closure returns false to stop early.
    public func forEach(_ sql: SQL, row body: (inout RowReader) throws -> Bool) throws {
        try withCached(sql) { statement in
            while try statement.step() {
                guard try statement.withRow(body) else { return }
            }
        }
    }

    /// Returns the closure's result for each row.
    public func rows<Output>(_ sql: SQL, row body: (inout RowReader) throws -> Output) throws -> [Output] {
        try withCached(sql) { statement in
            var outputs: [Output] = []
            while try statement.step() { outputs.append(try statement.withRow(body)) }
            return outputs
        }
    }

    /// Returns the closure's result for the first row, or nil if there is none.
    public func first<Output>(_ sql: SQL, row body: (inout RowReader) throws -> Output) throws -> Output? {
        try withCached(sql) { statement in
            try statement.step() ? try statement.withRow(body) : nil
        }
    }

    /// Lends the value made of each row to a closure that may run the same query meanwhile; it returns false to stop
    /// early.
    package func lend<Made>(
        _ sql: SQL, as make: (inout RowReader) throws -> Made, to body: (Made) throws -> Bool
    ) throws {
        try withCached(sql) { statement in
            while try statement.step() {
                guard try body(statement.withRow(make)) else { return }
            }
        }
    }

    // A statement leaves the cache while it runs, because a closure may run the same text again.
    private func withCached<Output>(_ sql: SQL, _ body: (Statement) throws -> Output) throws -> Output {
        let statement =
            try cache.removeValue(forKey: sql.text) ?? compile(sql.text, isPersistent: true)
        let age = cacheAge
        defer {
            statement.reset()
            if cache.count >= Self.cacheLimit { cache.removeAll() }
            if age == cacheAge { cache[sql.text] = statement }
        }
        try statement.bind(values: sql.values)
        return try body(statement)
    }

    // MARK: State

    /// The row id of the last insert.
    public var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle.pointer) }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

    /// A handle by which another thread stops what runs here.
    public var interrupter: Interrupter { Interrupter(handle) }
}

/// Stops the statement that a connection runs, from any thread (<https://www.sqlite.org/c3ref/interrupt.html>).
@safe
public struct Interrupter: Sendable {
    // sqlite3_interrupt is the one call that SQLite allows from another thread; the handle is kept open by this reference.
    private nonisolated(unsafe) let handle: ConnectionHandle

    init(_ handle: ConnectionHandle) {
        unsafe self.handle = handle
    }

    /// Makes the running statement fail with `SQLITE_INTERRUPT`.
    public func interrupt() {
        unsafe handle.interrupt()
    }
}
