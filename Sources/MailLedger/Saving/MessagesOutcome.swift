public import EventLog

/// What a command on messages did, or would do.
public struct MessagesOutcome: Sendable, Hashable {
    /// How many messages the filter took.
    public let matched: Int
    /// How many of them changed.
    public let changed: Int
    /// Nil when nothing was to be changed, or only looked at.
    public let receipt: Receipt?
}
