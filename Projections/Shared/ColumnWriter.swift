internal import SQLiteDatabase

/// Takes the columns of a row in their order: for a statement that inserts it, or for a tree that is written as a whole.
protocol ColumnWriter {
    mutating func appendNull() throws
    mutating func append(_ integer: Int64) throws
    mutating func append(_ bool: Bool) throws
    mutating func append(_ text: String) throws
    mutating func append(text: [UInt8]) throws
    mutating func append(blob: [UInt8]) throws
    /// Appends the column that is the row's number.
    mutating func append(rowID: Int64) throws
}

extension ColumnWriter {
    mutating func append(_ integer: Int64?) throws {
        if let integer { try append(integer) } else { try appendNull() }
    }

    mutating func append(_ text: String?) throws {
        if let text { try append(text) } else { try appendNull() }
    }
}

extension BoundColumns: ColumnWriter {
    mutating func append(rowID: Int64) throws { try append(rowID) }
}

extension RecordBuilder: ColumnWriter {
    // The number stands beside the record.
    mutating func append(rowID: Int64) { appendNull() }
}

extension SortedRows {
    /// Appends a row of integers, by a key whose bytes are used again.
    func append(_ columns: Int64?..., by key: inout SortKey) throws {
        key.removeAll()
        for column in columns { key.append(column) }
        try append(key)
    }
}
