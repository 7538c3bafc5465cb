/// An event to append, and its stream.
public struct ProposedEvent: Sendable {
    /// A stream that is there already, or that an earlier event of the same transaction starts.
    public enum StreamReference: Hashable, Sendable {
        case existing(StreamID)
        /// The stream that the event at this offset of the transaction starts.
        case started(Int)
    }

    /// The stream of the event, and the version expected there.
    public enum Target: Hashable, Sendable {
        /// A new stream starts with this event.
        case noStream
        /// The event follows the last event of the stream, whichever that is.
        case any(StreamReference)
        /// After exactly this many events of the stream, else ``EventLogError/conflict(expected:actual:)``.
        case exact(StreamReference, version: Int)
    }

    /// The account that an event concerns.
    public enum AccountReference: Hashable, Sendable {
        case none
        /// The account whose stream this is; an account's first event names its own stream by ``own``.
        case stream(StreamReference)
        case own
    }

    public let event: any Event
    public let target: Target
    public let account: AccountReference

    public init(_ event: any Event, target: Target, account: AccountReference) {
        self.event = event
        self.target = target
        self.account = account
    }
}

/// The events of one atomic append.
public struct ProposedTransaction: Sendable {
    public var context: OperationContext
    public var events: [ProposedEvent]
    /// The same key again returns the first receipt and appends nothing.
    public var idempotencyKey: String?

    public init(_ events: [ProposedEvent], context: OperationContext, idempotencyKey: String? = nil) {
        self.events = events
        self.context = context
        self.idempotencyKey = idempotencyKey
    }
}

/// The result of an append.
public struct Receipt: Hashable, Sendable {
    public let transaction: Int64
    public let operation: OperationID
    public let firstPosition: Position
    public let eventCount: Int
    /// Whether an earlier append with the same idempotency key did it.
    public let isRepeat: Bool

    package init(
        transaction: Int64, operation: OperationID, firstPosition: Position, eventCount: Int, isRepeat: Bool
    ) {
        self.transaction = transaction
        self.operation = operation
        self.firstPosition = firstPosition
        self.eventCount = eventCount
        self.isRepeat = isRepeat
    }

    /// The position of its last event.
    public var lastPosition: Position { firstPosition.advanced(by: eventCount - 1) }
}
