public import Cryptography

/// The first fault in a log.
public struct LogFault: Error, Hashable, Sendable {
    /// The event at fault, or the first event of the transaction at fault; ``Position/start`` if it is no event's.
    public let position: Position
    public let reason: String

    package init(position: Position, reason: String) {
        self.position = position
        self.reason = reason
    }
}

extension LogFault: CustomStringConvertible {
    public var description: String { position == .start ? reason : "position \(position): \(reason)" }
}

/// The result of verifying a sound log.
public struct LogReport: Hashable, Sendable {
    public let events: Int64
    public let transactions: Int64
    public let root: SHA256Digest
    /// The number of events that were read; all of them unless only the last ones were requested.
    public let eventsRead: Int64
    /// The number of checkpoints that the log kept, all of which agree with it.
    public let checkpoints: Int
}
