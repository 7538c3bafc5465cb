public import EventLog
public import Mail

/// The result of exporting tags.
public struct TagExport: Sendable {
    /// The number of messages in the dump.
    public internal(set) var messages = 0
    /// Messages that notmuch cannot find by an id of their own.
    public internal(set) var withoutID: [MessageID] = []
}

/// The result of importing a dump of tags, or of a dry run.
public struct TagImport: Sendable {
    /// The number of the account's messages in the dump.
    public internal(set) var matched = 0
    public internal(set) var changed = 0
    /// Message-IDs that no message of the account has, in the order of the dump.
    public internal(set) var unknown: [String] = []
    /// Tags that no label can be, sorted.
    public internal(set) var unusable: [String] = []
    /// Tags that became labels of another spelling, sorted.
    public internal(set) var respelled: [RespelledTag] = []
    /// Nil if there was nothing to change, or for a dry run.
    public internal(set) var receipt: Receipt?

    /// Whether something of the dump has no place here.
    public var isPartial: Bool { !unknown.isEmpty || !unusable.isEmpty }
}

/// A tag with its label.
public struct RespelledTag: Sendable, Hashable {
    public let tag: String
    public let label: String
}
