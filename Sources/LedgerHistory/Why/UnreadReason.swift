public import Mail

/// The reason for a count of unread messages: the events that brought them or marked them unread.
public struct UnreadReason: Sendable {
    /// The address of the account; nil for all accounts.
    public let account: String?
    /// The path of the folder; nil for all of the account.
    public let folder: String?
    public let unread: Int
    /// Those that the same operation made unread in the same way, the largest group first.
    public let groups: [UnreadGroup]
}

/// Messages that one operation made part of a count.
public struct UnreadGroup: Sendable {
    /// The number of messages.
    public let count: Int
    /// The first of the events that did it.
    public let event: HistoryEntry
    /// The latest of the messages; fewer than `count` where they were limited.
    public let messages: [UnreadMessage]
}

/// An unread message.
public struct UnreadMessage: Sendable, Hashable {
    public let id: MessageID
    public let subject: String?
}
