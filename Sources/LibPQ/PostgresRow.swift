/// One row of an answer, whose columns are read from the first to the last.
package struct PostgresRow {
    private let result: PostgresResult
    private let number: Int
    private var column = 0

    init(of result: PostgresResult, _ number: Int) {
        self.result = result
        self.number = number
    }

    /// Reads the next column.
    ///
    /// - Throws: ``PostgresRowError`` if it does not hold such a value.
    package mutating func next<Value: PostgresReadable>(_ type: Value.Type = Value.self) throws -> Value {
        defer { column += 1 }
        return try result.withBytes(row: number, column: column) { bytes in
            guard let value = Value(binary: bytes) else { throw PostgresRowError(column: column) }
            return value
        }
    }

    /// Lends the bytes of the next column without copying them; nil for NULL.
    package mutating func nextBytes<Output>(_ body: (Span<UInt8>?) throws -> Output) throws -> Output {
        defer { column += 1 }
        return try result.withBytes(row: number, column: column, body)
    }
}

/// A column that holds no value of the type that was asked for; columns are numbered from 0.
package struct PostgresRowError: Error, Hashable, CustomStringConvertible {
    let column: Int
    package var description: String { "column \(column) of the server's answer is not of the expected type" }
}

/// A type that is made of one column in the server's binary form.
package protocol PostgresReadable {
    /// - Parameter bytes: Nil for NULL.
    init?(binary bytes: Span<UInt8>?)
}

extension Int64: PostgresReadable {
    /// Reads an integer of two, four or eight bytes.
    package init?(binary bytes: Span<UInt8>?) {
        guard let bytes, [2, 4, 8].contains(bytes.count) else { return nil }
        // The sign is in the first byte.
        self = (0..<bytes.count).reduce(bytes[0] & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int64(bytes[$1]) }
    }
}

extension Int: PostgresReadable {
    package init?(binary bytes: Span<UInt8>?) {
        guard let value = Int64(binary: bytes) else { return nil }
        self.init(value)
    }
}

extension Bool: PostgresReadable {
    package init?(binary bytes: Span<UInt8>?) {
        guard let bytes, bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension Array: PostgresReadable where Element == UInt8 {
    package init?(binary bytes: Span<UInt8>?) {
        guard let bytes else { return nil }
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension String: PostgresReadable {
    package init?(binary bytes: Span<UInt8>?) {
        guard let bytes = [UInt8](binary: bytes) else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Optional: PostgresReadable where Wrapped: PostgresReadable {
    package init?(binary bytes: Span<UInt8>?) {
        guard bytes != nil else {
            self = .none
            return
        }
        guard let value = Wrapped(binary: bytes) else { return nil }
        self = .some(value)
    }
}
