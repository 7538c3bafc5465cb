public import JSONCoding

/// A field that an event changed.
public struct FieldChange: Sendable, Hashable {
    /// The name of the field; a full stop joins a field inside another one to it.
    public let field: String
    public let old: JSONValue
    public let new: JSONValue
    /// A change of a part of a value, as the event has it; nil for a change of the whole value.
    ///
    /// It has the members of a list (``ListChange``), keywords (``KeywordChange``), or a piece of a text
    /// (``TextChange/Part``).
    let part: JSONValue?

    package init(field: String, old: JSONValue, new: JSONValue, part: JSONValue? = nil) {
        self.field = field
        self.old = old
        self.new = new
        self.part = part
    }

    /// Whether ``old`` and ``new`` are only what left the value and what came into it.
    public var isPart: Bool { part != nil }

    /// Whether its values are microseconds since 1970.
    public var isTime: Bool { Self.times.contains(field) }

    package static let times: Set<String> = [
        "date", "received_at", "pruned_by.before", "created_at", "updated_at", "last_attempt", "last_synced",
        "scheduled_date", "scheduled_end_date", "expires_at",
    ]
}
