/// Makes a command from parsed values through its synthesised `init(from:)`: each wrapper finds its own value.
struct ParsedValuesDecoder: Decoder {
    let values: ParsedValues
    /// The commands above, decoded already.
    let decoded: [any ParsableArguments]
    /// The type whose properties are being decoded.
    let type: any ParsableArguments.Type
    var key = InputKey.root

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns the value parsed for the property that is being decoded.
    func value<Value>(_ type: Value.Type) -> Value? {
        values.value(type, for: key)
    }

    func decoding(_ type: any ParsableArguments.Type) -> ParsedValuesDecoder {
        ParsedValuesDecoder(values: values, decoded: decoded, type: type, key: key)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ParsedValuesContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Self.notACommandLine(self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw Self.notACommandLine(self)
    }

    static func notACommandLine(_ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "arguments are read from command lines only")
        )
    }
}

private final class ParsedValuesContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ParsedValuesDecoder
    /// Found by reflection, and only for a type that has any.
    private lazy var plainProperties = decoder.type.plainProperties()

    init(decoder: ParsedValuesDecoder) {
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        guard let plain = plainValue(key) else { return false }
        let mirror = Mirror(reflecting: plain)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if type is any ArgumentDeclaring.Type {
            var nested = decoder
            nested.key = decoder.key.appending(key.stringValue)
            return try T(from: nested)
        }
        guard let plain = plainValue(key) as? T else { throw ParsedValuesDecoder.notACommandLine(decoder) }
        return plain
    }

    private func plainValue(_ key: Key) -> Any? {
        plainProperties.first { $0.0 == key.stringValue }?.1
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw ParsedValuesDecoder.notACommandLine(decoder)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw ParsedValuesDecoder.notACommandLine(decoder)
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}
