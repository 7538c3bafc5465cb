/// What is said of a value that is there already: nothing, that it goes, or what it becomes.
///
/// In JSON an absent key, `null` and a value.
public enum Patch<Value: Hashable & Sendable>: Hashable, Sendable {
    case keep
    case clear
    case set(Value)

    /// Whether a value is given.
    public var isSet: Bool { if case .set = self { true } else { false } }

    /// What becomes of a value, where one that is given is made of it so.
    func over<Old>(_ old: Old?, _ make: (Value) throws -> Old) rethrows -> Old? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let value): try make(value)
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads what an object says of a value.
    public func decodePatch<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Patch<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .clear : .set(decode(type, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes what an object says of a value: nothing, null or the value.
    public mutating func encodePatch<Value: Encodable>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
