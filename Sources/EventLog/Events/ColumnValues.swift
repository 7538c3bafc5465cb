public import CivilTime
public import Cryptography
public import SQLiteDatabase

extension Position: ColumnReadable {}

extension StreamID: ColumnReadable {}

extension Timestamp: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) {
        self.init(microseconds: row.integer(column))
    }
}

extension SHA256Digest: ColumnReadable {
    /// Reads 32 bytes.
    public init(column: Int, of row: borrowing Row) throws {
        guard let digest = row.withBytes(column, { SHA256Digest(span: $0) }) else {
            throw row.malformed(column, Self.self)
        }
        self = digest
    }
}
