public import EventLog

/// The result of a command on messages, or of a dry run.
public struct MessagesOutcome: Sendable, Hashable {
    /// The number of messages that matched the filter.
    public let matched: Int
    /// The number of them that changed.
    public let changed: Int
    /// Nil if there was nothing to change, or for a dry run.
    public let receipt: Receipt?
}
