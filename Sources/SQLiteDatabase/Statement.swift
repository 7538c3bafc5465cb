internal import CSQLite
internal import Glibc

/// A compiled statement, to be run any number of times with new values.
///
/// ```swift
/// let insert = try connection.prepare("INSERT INTO keyword VALUES (?, ?)")
/// for name in names { try insert.run(message, name) }
/// ```
///
/// It belongs to its connection's thread, and is finalised with its last owner.
@safe
public final class Statement {
    // Both `sqlite3 *` and `sqlite3_stmt *` import as OpaquePointer: this one leaves this file only inside a Row.
    private let handle: OpaquePointer
    private let connection: ConnectionHandle

    init(_ text: String, on connection: ConnectionHandle, isPersistent: Bool) throws(SQLiteError) {
        guard let handle = unsafe try Self.compile(text, on: connection, isPersistent: isPersistent) else {
            throw connection.error(SQLITE_OK, in: text)
        }
        unsafe self.handle = handle
        self.connection = connection
    }

    /// Compiles the first statement of a text; nil if it has only blanks and comments.
    init?(firstOf text: String, on connection: ConnectionHandle) throws(SQLiteError) {
        guard let handle = unsafe try Self.compile(text, on: connection, isPersistent: false) else { return nil }
        unsafe self.handle = handle
        self.connection = connection
    }

    private static func compile(
        _ text: String, on connection: ConnectionHandle, isPersistent: Bool
    ) throws(SQLiteError) -> OpaquePointer? {
        var handle: OpaquePointer?
        var text = text
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = text.withUTF8 { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_prepare_v3(
                    connection.pointer, characters.baseAddress, Int32(characters.count), flags, &handle, nil)
            }
        }
        guard code == SQLITE_OK else { throw connection.error(code, in: text) }
        connection.noteCompiled()
        return unsafe handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs a statement that returns no rows, and returns how many rows it changed.
    @discardableResult
    public func run<each Input: Bindable>(_ inputs: repeat each Input) throws -> Int {
        defer { reset() }
        try bind(repeat each inputs)
        while try step() {}
        return changedRows
    }

    /// How many rows the last run changed.
    var changedRows: Int { unsafe Int(sqlite3_changes64(connection.pointer)) }

    /// Lends each row in turn; the closure returns false to stop early.
    public func forEach<each Input: Bindable>(
        _ inputs: repeat each Input, row body: (inout RowReader) throws -> Bool
    ) throws {
        defer { reset() }
        try bind(repeat each inputs)
        while try step() {
            guard try withRow(body) else { return }
        }
    }

    /// Returns the closure's result for the first row, or nil if there is none.
    public func first<each Input: Bindable, Output>(
        _ inputs: repeat each Input, row body: (inout RowReader) throws -> Output
    ) throws -> Output? {
        defer { reset() }
        try bind(repeat each inputs)
        return try step() ? try withRow(body) : nil
    }

    /// Returns the closure's result for each row.
    public func rows<each Input: Bindable, Output>(
        _ inputs: repeat each Input, row body: (inout RowReader) throws -> Output
    ) throws -> [Output] {
        defer { reset() }
        try bind(repeat each inputs)
        var outputs: [Output] = []
        while try step() { outputs.append(try withRow(body)) }
        return outputs
    }

    // MARK: One step at a time, for cursors that outlive a call

    /// Fills every placeholder.
    package func bind<each Input: Bindable>(_ inputs: repeat each Input) throws {
        var index: Int32 = 0
        func following() -> Int32 {
            index += 1
            return index
        }
        // A loop over the pack would ask the runtime for the type of a tuple each time.
        repeat try (each inputs).bind(to: self, at: following())
    }

    func bind(values: [Value]) throws {
        for (offset, value) in values.enumerated() { try value.bind(to: self, at: Int32(offset + 1)) }
    }

    /// Moves to the next row, and is false after the last.
    package func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(code)
        }
    }

    /// Lends the row that the last step moved to.
    package func withRow<Output>(_ body: (inout RowReader) throws -> Output) throws -> Output {
        var row = unsafe RowReader(Row(handle))
        let output = try body(&row)
        try row.requireWhole()
        return output
    }

    /// Ends the run and forgets the values, which may be large.
    package func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// The names of the columns of its rows.
    public var columnNames: [String] {
        unsafe (0..<sqlite3_column_count(handle)).map { index in
            unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// Whether it changes no database directly (<https://www.sqlite.org/c3ref/stmt_readonly.html>).
    var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    /// The number of bytes of the text that it was compiled from, up to its own end.
    var length: Int { unsafe sqlite3_sql(handle).map { unsafe strlen($0) } ?? 0 }

    // MARK: Placeholders

    func bindNull(at index: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_null(handle, index))
    }

    package func bind(integer: Int64, at index: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_int64(handle, index, integer))
    }

    func bind(real: Double, at index: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_double(handle, index, real))
    }

    // Text is bound with its count of bytes: with −1 SQLite would stop at the first NUL
    // (sqlite.org/c3ref/bind_blob.html).
    package func bind(text: String, at index: Int32) throws(SQLiteError) {
        var text = text
        let code = text.withUTF8 { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_bind_text64(
                    handle, index, characters.baseAddress, UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
            }
        }
        try check(code)
    }

    func bind(utf8 bytes: [UInt8], at index: Int32) throws(SQLiteError) {
        guard !bytes.isEmpty else { return try bind(text: "", at: index) }
        let code = unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_text64(
                handle, index, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(buffer.count), transient,
                UInt8(SQLITE_UTF8))
        }
        try check(code)
    }

    func bind(blob: [UInt8], at index: Int32) throws(SQLiteError) {
        // An empty array has no address, and SQLite reads a null address as NULL rather than as an empty blob.
        guard !blob.isEmpty else { return try check(unsafe sqlite3_bind_zeroblob(handle, index, 0)) }
        let code = unsafe blob.withUnsafeBytes { bytes in
            unsafe sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), transient)
        }
        try check(code)
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLiteError {
        let text = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) }
        return connection.error(code, in: text)
    }

    /// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
    private var transient: sqlite3_destructor_type {
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
