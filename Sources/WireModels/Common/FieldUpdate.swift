/// The part of a request about a field that may be empty: no change, emptying it, or a new value.
///
/// In JSON the key is absent, null, or has a value.
public enum FieldUpdate<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
    /// The field stays unchanged.
    case keep
    /// The field becomes empty.
    case clear
    /// The field becomes the value.
    case set(Value)

    /// Sets a value, and clears the field where it is nil.
    public init(_ value: Value?) {
        self = value.map(FieldUpdate.set) ?? .clear
    }

    /// The value of the field afterwards.
    public func applied(to old: Value?) -> Value? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let value): value
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a field that may be absent, null or a value; a synthesised `init(from:)` calls this.
    public func decode<Value>(_ type: FieldUpdate<Value>.Type, forKey key: Key) throws -> FieldUpdate<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .clear : .set(decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes nothing, null or the value; a synthesised `encode(to:)` calls this.
    public mutating func encode<Value>(_ update: FieldUpdate<Value>, forKey key: Key) throws {
        switch update {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}

extension FieldUpdate: Codable {
    /// Reads null or a value; where the key may be absent a keyed container is asked.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .clear : .set(try container.decode(Value.self))
    }

    /// Writes null or the value; ``keep`` is null, too, where there is no key that could be left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}
