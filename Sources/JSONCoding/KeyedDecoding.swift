/// Reads the members of one object.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let tape: JSONTape
    let object: JSONTape.Index

    var codingPath: [any CodingKey] { tape.path(to: object) }
    var allKeys: [Key] { tape.keys(of: object).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        tape.find(key.stringValue, in: object, advancing: false) != nil
    }

    @inline(__always) private func index(_ key: Key, advancing: Bool = true) throws -> JSONTape.Index {
        guard let index = tape.find(key.stringValue, in: object, advancing: advancing) else { throw missing(key) }
        return index
    }

    @inline(never) private func missing(_ key: any CodingKey) -> DecodingError {
        .keyNotFound(key, tape.context("a key is missing in the object", at: object))
    }

    /// Returns the place of a value that is there and not null.
    @inline(__always) private func present(_ key: Key) -> JSONTape.Index? {
        guard let index = tape.find(key.stringValue, in: object, advancing: true) else { return nil }
        return tape[index].kind == .null ? nil : index
    }

    // MARK: Values that must be there

    func decodeNil(forKey key: Key) throws -> Bool { tape[try index(key, advancing: false)].kind == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try tape.bool(at: index(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try tape.string(at: index(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try tape.number(at: index(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try tape.number(at: index(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try tape.integer(at: index(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try tape.integer(at: index(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try tape.integer(at: index(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try tape.integer(at: index(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try tape.integer(at: index(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try tape.integer(at: index(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try tape.integer(at: index(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try tape.integer(at: index(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try tape.integer(at: index(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try tape.integer(at: index(key)) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try tape.value(type, at: index(key))
    }

    // MARK: Values that may be absent or null

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try tape.bool(at: $0) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try tape.string(at: $0) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { try tape.number(at: $0) }
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try present(key).map { try tape.number(at: $0) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try present(key).map { try tape.integer(at: $0) }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try present(key).map { try tape.value(type, at: $0) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try ValueDecoder(tape: tape, index: index(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(tape: tape, index: index(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = PathKey.superclass
        guard let index = tape.find(key.stringValue, in: object, advancing: true) else { throw missing(key) }
        return ValueDecoder(tape: tape, index: index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoder(tape: tape, index: try index(key))
    }
}
