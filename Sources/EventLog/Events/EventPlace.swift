/// The place of an event, without its contents.
public struct EventPlace: Hashable, Sendable {
    public let position: Position
    public let stream: StreamID
    public let type: String
    public let transaction: Int64
    public let account: StreamID

    public init(position: Position, stream: StreamID, type: String, transaction: Int64, account: StreamID) {
        self.position = position
        self.stream = stream
        self.type = type
        self.transaction = transaction
        self.account = account
    }
}

extension StoredEvent {
    /// Its place.
    public var place: EventPlace {
        EventPlace(position: position, stream: stream, type: type.name, transaction: transaction, account: account)
    }
}
