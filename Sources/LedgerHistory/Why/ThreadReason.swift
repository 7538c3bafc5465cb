public import Mail

/// Why some messages are one thread: the references that joined them.
public struct ThreadReason: Sendable {
    /// The id of its first-recorded message.
    public let thread: MessageID
    /// Its messages in the order of recording, deleted ones too.
    public let members: [ThreadJoin]
    /// Message-IDs that its messages name, and no message of the account has: they never came in.
    public let missing: [MissingParent]
    /// The number of its messages; more than `members` if these were limited.
    public let count: Int
}

/// A message of a thread, and the references that joined it to earlier messages.
public struct ThreadJoin: Sendable {
    public let message: MessageID
    public let subject: String?
    /// The `Message-ID` header field without its angle brackets.
    public let messageID: String?
    /// Whether some list shows it.
    public let isLive: Bool
    /// The event that brought it.
    public let event: HistoryEntry
    /// The references that joined it to earlier messages: one for each part that had been a thread of its own.
    public let links: [ThreadLink]
}

/// A Message-ID that two messages share, the one by having it, or both by naming it.
public struct ThreadLink: Sendable, Hashable {
    /// The field of the later message that has it.
    public enum Field: String, Sendable, Hashable {
        case inReplyTo = "in_reply_to"
        case references
        /// It is its own, and the other one names it.
        case messageID = "message_id"
    }

    public let field: Field
    public let messageID: String
    /// The message that came earlier and has or names it.
    public let other: MessageID
    /// Whether the other one has it; else both name what never came in, or the other one names this message.
    public let isOwnOfOther: Bool
}

/// A message that others name, and that never came in.
public struct MissingParent: Sendable, Hashable {
    public let messageID: String
    public let namedBy: [MessageID]
}
