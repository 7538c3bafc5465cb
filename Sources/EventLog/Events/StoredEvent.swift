public import CivilTime
public import Cryptography

/// An event as the log keeps it, byte for byte.
public struct StoredEvent: Sendable {
    public let position: Position
    /// The stream that it belongs to, and its number there, counted from 1.
    public let stream: StreamID
    public let version: Int
    public let type: EventType
    /// The number of the transaction that brought it.
    public let transaction: Int64
    /// The stream of the account that it concerns, or ``StreamID/none``.
    public let account: StreamID
    /// The JSON as it was encoded; nil once it is erased.
    public let payload: [UInt8]?
    /// Sixteen random bytes that keep an erased payload from being guessed; nil once it is erased.
    public let salt: [UInt8]?
    /// SHA-256 of the salt and the payload, which erasure keeps.
    public let digest: SHA256Digest

    package init(
        position: Position, stream: StreamID, version: Int, type: EventType, transaction: Int64, account: StreamID,
        payload: [UInt8]?, salt: [UInt8]?, digest: SHA256Digest
    ) {
        self.position = position
        self.stream = stream
        self.version = version
        self.type = type
        self.transaction = transaction
        self.account = account
        self.payload = payload
        self.salt = salt
        self.digest = digest
    }
}

/// A transaction as the log keeps it.
public struct StoredTransaction: Sendable {
    public let number: Int64
    public let firstPosition: Position
    public let eventCount: Int
    public let operation: OperationID
    public let recordedAt: Timestamp
    /// The JSON of ``TransactionHeader`` as it was encoded; nil once it is erased.
    public let header: [UInt8]?
    public let salt: [UInt8]?
    /// SHA-256 of the salt and the header, which erasure keeps.
    public let digest: SHA256Digest
    /// SHA-256 of the idempotency key; nil if it was appended without one.
    public let idempotency: SHA256Digest?

    package init(
        number: Int64, firstPosition: Position, eventCount: Int, operation: OperationID, recordedAt: Timestamp,
        header: [UInt8]?, salt: [UInt8]?, digest: SHA256Digest, idempotency: SHA256Digest?
    ) {
        self.number = number
        self.firstPosition = firstPosition
        self.eventCount = eventCount
        self.operation = operation
        self.recordedAt = recordedAt
        self.header = header
        self.salt = salt
        self.digest = digest
        self.idempotency = idempotency
    }

    /// The position of its last event.
    public var lastPosition: Position { firstPosition.advanced(by: eventCount - 1) }
}

/// An event as today's program reads it.
public struct RecordedEvent: Sendable {
    /// The readable contents.
    public enum Content: Sendable {
        case event(any Event)
        /// The payload was erased: only its type and its place are known.
        case erased
        /// This program has no context of that name: only the type, the place and the bytes are known.
        case ofNoContext
    }

    public let position: Position
    public let stream: StreamID
    public let version: Int
    public let type: EventType
    public let transaction: Int64
    public let account: StreamID
    public let recordedAt: Timestamp
    public let content: Content

    /// The name of its type as today's program reads it; the stored one if it was erased.
    var typeName: String {
        switch content {
        case .event(let event): Swift.type(of: event).type.name
        case .erased, .ofNoContext: type.name
        }
    }
}
