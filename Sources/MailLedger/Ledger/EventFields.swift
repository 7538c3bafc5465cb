internal import Domain
internal import EventLog
internal import JSONCoding

/// The names of the fields of events that a program brings: none may be that of a secret.
enum EventFields {
    /// Refuses a type of event whose decoder reads a field for a secret.
    ///
    /// It decodes the type from nothing, and records the keys that the decoder reads. A decoder that needs a value
    /// which cannot be made up stops there; its later keys are found when the first event is recorded
    /// (``refuseSecrets(in:)``).
    static func refuseSecrets(of event: any Event.Type) throws {
        let asked = AskedKeys()
        _ = try? event.init(from: AskingDecoder(asked: asked, codingPath: []))
        try refuse(asked.names, of: event.type)
    }

    /// Refuses an event that holds a secret, before it is recorded.
    static func refuseSecrets(in event: any Event) throws {
        let payload = try JSONBytesDecoder().decode(JSONValue.self, from: event.encodedPayload())
        var names: [String] = []
        func collect(_ value: JSONValue) {
            switch value {
            case .object(let object):
                names += object.keys
                object.members.forEach { collect($0.value) }
            case .array(let values): values.forEach(collect)
            default: break
            }
        }
        collect(payload)
        try refuse(names, of: type(of: event).type)
    }

    private static func refuse(_ names: [String], of type: EventType) throws(ContextError) {
        if let secret = names.first(where: SecretFieldPolicy.isSecret) {
            throw ContextError.secretField(secret, of: type)
        }
    }
}

/// The keys that a type asked for, in the order of asking.
private final class AskedKeys {
    var names: [String] = []
}

/// Values that texts are made up of until a type takes one: an id, nothing, a digest, a word, an address.
private let madeUpTexts = [
    "00000000-0000-4000-8000-000000000000", "", String(repeating: "0", count: 64), "a", "a@example.org",
]

/// Decodes from nothing: notes each key, and makes values up.
private struct AskingDecoder: Decoder {
    let asked: AskedKeys
    var codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var text = ""

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(AskingKeyed<Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { AskingUnkeyed(decoder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { AskingSingle(decoder: self) }

    fileprivate func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
        var decoder = self
        for text in madeUpTexts.dropLast() {
            decoder.text = text
            if let value = try? Value(from: decoder) { return value }
        }
        decoder.text = madeUpTexts[madeUpTexts.count - 1]
        return try Value(from: decoder)
    }
}

private struct AskingKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: AskingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { [] }

    private func note(_ key: any CodingKey) { decoder.asked.names.append(key.stringValue) }

    func contains(_ key: Key) -> Bool {
        note(key)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool {
        note(key)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        note(key)
        return try decoder.make(type)
    }

    // The type of an optional value is decoded, too, for the keys that it reads.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        note(key)
        return try? decoder.make(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        note(key)
        return decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        note(key)
        return decoder.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) -> any Decoder {
        note(key)
        return decoder
    }
}

/// A list of one element.
private struct AskingUnkeyed: UnkeyedDecodingContainer {
    let decoder: AskingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { 1 }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(decoder: AskingDecoder) {
        self.decoder = decoder
    }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        return try decoder.make(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return decoder.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return decoder.unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { decoder }
}

private struct AskingSingle: SingleValueDecodingContainer {
    let decoder: AskingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { false }
    func decode(_ type: String.Type) -> String { decoder.text }
    func decode(_ type: Double.Type) -> Double { 0 }
    func decode(_ type: Float.Type) -> Float { 0 }
    func decode(_ type: Int.Type) -> Int { 0 }
    func decode(_ type: Int8.Type) -> Int8 { 0 }
    func decode(_ type: Int16.Type) -> Int16 { 0 }
    func decode(_ type: Int32.Type) -> Int32 { 0 }
    func decode(_ type: Int64.Type) -> Int64 { 0 }
    func decode(_ type: UInt.Type) -> UInt { 0 }
    func decode(_ type: UInt8.Type) -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) -> UInt64 { 0 }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.make(type) }
}
