public import EventLog

/// A message as this context knows it: with the claims about it.
public struct ClassifiedMessage: Hashable, Sendable {
    public let id: MessageID
    public let stream: StreamID
    public let accountStream: StreamID
    public var classification: Classification
    public var memory: MemoryReference

    public init(
        id: MessageID, stream: StreamID, accountStream: StreamID, classification: Classification = Classification(),
        memory: MemoryReference = MemoryReference()
    ) {
        self.id = id
        self.stream = stream
        self.accountStream = accountStream
        self.classification = classification
        self.memory = memory
    }

    /// An event at the end of the message's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(accountStream)))
    }
}
