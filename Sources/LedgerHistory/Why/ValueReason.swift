public import JSONCoding

/// Why a field of a thing has its value: the events that set it.
public struct ValueReason: Sendable {
    /// The name of the field in JSON.
    public let field: String
    public let value: JSONValue
    /// Each change of it, the latest first, down to the value that it had at the beginning; never empty, unless the event that
    /// made the thing was erased.
    public let changes: [ValueChange]

    /// Whether no event ever set it: it has the value of a new thing.
    public var isDefault: Bool { changes.count == 1 && changes.first?.isDefault == true }
}

/// An event that gave a field another value.
public struct ValueChange: Sendable {
    public let old: JSONValue
    public let new: JSONValue
    public let event: HistoryEntry
    /// Whether the event made the thing without setting this field.
    public let isDefault: Bool
}
