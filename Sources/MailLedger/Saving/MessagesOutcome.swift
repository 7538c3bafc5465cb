public import EventLog

/// The result of a command on messages, or of a dry run.
public struct MessagesOutcome: Sendable, Hashable {
    /// The number of messages that matched the filter.
    public let matched: Int
    /// The number of them that changed.
    public let changed: Int
    /// Nil when nothing was to be changed, or only looked at.
    public let receipt: Receipt?
}
