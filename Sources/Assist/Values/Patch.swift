/// A change of an existing value: none, its removal, or a new value.
///
/// In JSON an absent key, `null` and a value.
public enum Patch<Value: Hashable & Sendable>: Hashable, Sendable {
    case keep
    case clear
    case set(Value)

    /// Whether a value is given.
    public var isSet: Bool { if case .set = self { true } else { false } }

    /// The new state of a value, where the closure converts a given one.
    func over<Old>(_ old: Old?, _ make: (Value) throws -> Old) rethrows -> Old? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let value): try make(value)
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads the change of a value from an object.
    public func decodePatch<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Patch<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .clear : .set(decode(type, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes the change of a value into an object: nothing, null or the value.
    public mutating func encodePatch<Value: Encodable>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
