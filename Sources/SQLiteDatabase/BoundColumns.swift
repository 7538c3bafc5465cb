/// Fills the placeholders of a statement one after the other.
package struct BoundColumns {
    private let statement: Statement
    private var count: Int32 = 0

    fileprivate init(_ statement: Statement) {
        self.statement = statement
    }

    private mutating func next() -> Int32 {
        count += 1
        return count
    }

    package mutating func appendNull() throws { try statement.bindNull(at: next()) }
    package mutating func append(_ integer: Int64) throws { try statement.bind(integer: integer, at: next()) }
    package mutating func append(_ bool: Bool) throws { try append(bool ? 1 : 0) }
    package mutating func append(_ text: String) throws { try statement.bind(text: text, at: next()) }
    package mutating func append(text: [UInt8]) throws { try statement.bind(utf8: text, at: next()) }
    package mutating func append(blob: [UInt8]) throws { try statement.bind(blob: blob, at: next()) }
}

extension Statement {
    /// Runs a statement that returns no rows, with values that are bound one after the other, and returns how many rows it
    /// changed.
    @discardableResult
    package func run(with columns: (inout BoundColumns) throws -> Void) throws -> Int {
        defer { reset() }
        var bound = BoundColumns(self)
        try columns(&bound)
        while try step() {}
        return changedRows
    }
}
