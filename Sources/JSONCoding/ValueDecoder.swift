/// The decoder that a value is given, which is its single-value container as well.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let tape: JSONTape
    let index: JSONTape.Index

    var codingPath: [any CodingKey] { tape.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard tape[index].kind == .object else { throw tape.mismatch([String: Any].self, at: index) }
        tape.open(object: index, by: type)
        return KeyedDecodingContainer(KeyedDecoding<Key>(tape: tape, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard tape[index].kind == .array else { throw tape.mismatch([Any].self, at: index) }
        return UnkeyedDecoding(tape: tape, array: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        self
    }

    func decodeNil() -> Bool { tape[index].kind == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try tape.bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try tape.string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try tape.number(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try tape.number(at: index) }
    func decode(_ type: Int.Type) throws -> Int { try tape.integer(at: index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try tape.integer(at: index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try tape.integer(at: index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try tape.integer(at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try tape.integer(at: index) }
    func decode(_ type: UInt.Type) throws -> UInt { try tape.integer(at: index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try tape.integer(at: index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try tape.integer(at: index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try tape.integer(at: index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try tape.integer(at: index) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try tape.value(type, at: index) }
}
