/// A key of an entity whose fields another program names in camel case.
///
/// The raw value is the name in JSON here, in snake case. The guide's own name is read as well, and never written.
protocol GuideKey: CodingKey, RawRepresentable<String>, CaseIterable {}

extension GuideKey {
    /// The name in the guide: `participant_ids` is `participantIDs` there, `enable_faq` is `enableFAQ`.
    var guideName: String {
        let words = rawValue.split(separator: "_").map(String.init)
        return words.dropFirst().reduce(words[0]) { name, word in
            switch word {
            case "id", "url", "faq": name + word.uppercased()
            case "ids": name + "IDs"
            default: name + word.prefix(1).uppercased() + word.dropFirst()
            }
        }
    }
}

/// The fields of an entity under either of their names.
struct GuideFields<Key: GuideKey> {
    private let container: KeyedDecodingContainer<Name>

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(_ decoder: any Decoder, _ keys: Key.Type = Key.self) throws {
        container = try decoder.container(keyedBy: Name.self)
    }

    private func name(_ key: Key) -> Name {
        let guide = Name(stringValue: key.guideName)
        return container.contains(guide) ? guide : Name(stringValue: key.rawValue)
    }

    /// Reads a field that has to be there.
    func required<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws -> Value {
        try container.decode(Value.self, forKey: name(key))
    }

    /// Reads a field that may be missing or null.
    func optional<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: name(key))
    }

    /// Reads a field that has a value where it is missing.
    func field<Value: Decodable>(_ key: Key, default value: Value) throws -> Value {
        try optional(key) ?? value
    }
}
