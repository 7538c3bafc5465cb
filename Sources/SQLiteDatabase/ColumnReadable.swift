/// A Swift type that is made of one column of a row; the counterpart of ``Bindable``.
public protocol ColumnReadable {
    /// Reads a column, numbered from 0; NULL reads as 0 and as empty, as SQLite converts it, where the type is not optional.
    init(column: Int, of row: borrowing Row) throws
}

extension Int64: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self = row.integer(column)
    }
}

extension Int: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self.init(row.integer(column))
    }
}

extension Double: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self = row.real(column)
    }
}

extension Bool: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self = row.bool(column)
    }
}

extension String: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self = row.text(column)
    }
}

extension Array: ColumnReadable where Element == UInt8 {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self = row.blob(column)
    }
}

extension Optional: ColumnReadable where Wrapped: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) throws {
        self = try row.isNull(column) ? nil : Wrapped(column: column, of: row)
    }
}

extension Value: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self = row.value(column)
    }
}

/// Reads a raw value, and throws where none of the type has it. A type that is to be read so says that it is `ColumnReadable`.
extension ColumnReadable where Self: RawRepresentable, RawValue: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) throws {
        guard let value = Self(rawValue: try RawValue(column: column, of: row)) else {
            throw row.malformed(column, Self.self)
        }
        self = value
    }
}
