public import Hashing

/// The first thing in a log that does not hold.
public struct LogFault: Error, Hashable, Sendable {
    /// The event at fault, or the first event of the transaction at fault; ``Position/start`` where it is no event's.
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

/// What a log that holds was found to be.
public struct LogReport: Hashable, Sendable {
    public let events: Int64
    public let transactions: Int64
    public let root: SHA256Digest
    /// How many events were read; all of them unless only the last ones were asked for.
    public let eventsRead: Int64
    /// How many checkpoints the log kept, all of which hold.
    public let checkpoints: Int
}
