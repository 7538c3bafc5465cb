/// One row of a result, lent for the length of a closure, whose columns are read from the first to the last.
///
/// ```swift
/// let names = try connection.rows("SELECT id, name FROM folder") { row in
///     try FolderName(id: row.next(), name: row.next())
/// }
/// ```
///
/// A debug build throws ``RowError/columns(read:of:)`` after a closure that reads some of the columns and not all of them.
public struct RowReader: ~Copyable {
    /// The same row by the numbers of its columns: where the code does not know them, and where a loop needs every cycle.
    public let numbered: Row
    @usableFromInline var column = 0

    init(_ row: consuming Row) {
        numbered = row
    }

    // Inlined, or each call would ask the runtime which type it reads, which costs a quarter of the time of a row.
    /// Reads the next column.
    @inlinable
    public mutating func next<Value: ColumnReadable>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(column: following(), of: numbered)
    }

    /// Lends the bytes of the next column without copying them.
    public mutating func nextBytes<Output>(_ body: (borrowing Span<UInt8>) throws -> Output) throws -> Output {
        try numbered.withBytes(try following(), body)
    }

    /// Whether the next column is NULL; skips it.
    public mutating func nextIsNull() throws -> Bool {
        numbered.isNull(try following())
    }

    /// Skips columns.
    public mutating func skip(_ count: Int) {
        column += count
    }

    @inlinable
    mutating func following() throws -> Int {
        let following = column
        column = following + 1
        #if DEBUG
            guard following < numbered.count else { throw RowError.columns(read: column, of: numbered.count) }
        #endif
        return following
    }

    /// Throws if some columns were read and not all; a reader of none only checks whether there is a row.
    func requireWhole() throws(RowError) {
        #if DEBUG
            guard column == 0 || column == numbered.count else {
                throw RowError.columns(read: column, of: numbered.count)
            }
        #endif
    }
}

/// A row that is not what its reader takes it for.
public enum RowError: Error, Hashable, Sendable {
    /// Fewer columns were read than there are, or more. Thrown by debug builds only.
    case columns(read: Int, of: Int)
    /// A column, by its name, has a value that cannot become a value of the type.
    case malformed(column: String, type: String)
}

extension RowError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .columns(let read, let count): "\(read) columns were read of a row of \(count)"
        case .malformed(let column, let type): "the column \(column) holds no \(type)"
        }
    }
}
