internal import CSQLite

/// One row of a result by the numbers of its columns, from 0; ``RowReader`` is how rows are read.
///
/// Conversions are SQLite's own (<https://www.sqlite.org/c3ref/column_blob.html>): NULL reads as 0 and as empty.
@safe
public struct Row: ~Copyable {
    private let statement: OpaquePointer

    @unsafe
    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    /// The number of its columns.
    public var count: Int {
        unsafe Int(sqlite3_column_count(statement))
    }

    /// Whether a column is NULL.
    public func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    public func integer(_ column: Int) -> Int64 {
        unsafe sqlite3_column_int64(statement, Int32(column))
    }

    public func real(_ column: Int) -> Double {
        unsafe sqlite3_column_double(statement, Int32(column))
    }

    public func bool(_ column: Int) -> Bool {
        integer(column) != 0
    }

    /// Reads text by its count of bytes, so that a NUL in it ends nothing.
    public func text(_ column: Int) -> String {
        guard let start = unsafe sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public func blob(_ column: Int) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(statement, Int32(column)) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Lends the bytes of a column without copying them.
    public func withBytes<Output>(_ column: Int, _ body: (borrowing Span<UInt8>) throws -> Output) rethrows -> Output {
        let start = unsafe sqlite3_column_blob(statement, Int32(column))
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        let buffer = unsafe UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
        return try body(unsafe buffer.span)
    }

    /// Reads a column in the storage class that it has.
    public func value(_ column: Int) -> Value {
        switch unsafe sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    /// The error for a column that makes no value of a type.
    public func malformed<Value>(_ column: Int, _ type: Value.Type) -> RowError {
        let name = unsafe sqlite3_column_name(statement, Int32(column)).map { unsafe String(cString: $0) }
        return .malformed(column: name ?? String(column), type: "\(type)")
    }
}
