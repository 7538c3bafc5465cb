/// Reads the elements of one array.
///
/// Three words, which an existential holds without a box.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
    private let tape: JSONTape
    private let array: JSONTape.Index
    private var next: JSONTape.Index
    private var read: UInt32 = 0

    init(tape: JSONTape, array: JSONTape.Index) {
        self.tape = tape
        self.array = array
        next = array + 1
    }

    var codingPath: [any CodingKey] { tape.path(to: array) }
    var currentIndex: Int { Int(read) }
    var count: Int? { Int(tape[array].length) }
    var isAtEnd: Bool { next >= tape[array].next }

    /// Reads the current element; the array advances only if that succeeds.
    @inline(__always) private mutating func element<T>(_ make: (JSONTape, JSONTape.Index) throws -> T) throws -> T {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(T.self, tape.context("no further element in the array", at: array))
        }
        let value = try make(tape, next)
        next = tape[next].next
        read += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(Never.self, tape.context("no further element in the array", at: array))
        }
        guard tape[next].kind == .null else { return false }
        return try element { _, _ in true }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try element { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try element { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try element { try $0.number(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try element { try $0.number(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element { try $0.integer(at: $1) } }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try element { try $0.value(type, at: $1) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try element { try ValueDecoder(tape: $0, index: $1).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element { try ValueDecoder(tape: $0, index: $1).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try element { ValueDecoder(tape: $0, index: $1) }
    }
}
