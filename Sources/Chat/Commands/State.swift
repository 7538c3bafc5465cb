public import EventLog

// The inputs of decisions: plain values at one moment, read under the writer's lock.

/// A conversation as a decision sees it.
public struct ConversationState: Hashable, Sendable {
    public let id: ConversationID
    public let stream: StreamID
    public let accountStream: StreamID
    public let name: String
    public let facts: ConversationFacts
    public let isDeleted: Bool

    public init(
        id: ConversationID, stream: StreamID, accountStream: StreamID, name: String, facts: ConversationFacts,
        isDeleted: Bool
    ) {
        self.id = id
        self.stream = stream
        self.accountStream = accountStream
        self.name = name
        self.facts = facts
        self.isDeleted = isDeleted
    }

    /// An event at the end of the conversation's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(accountStream)))
    }

    /// Returns the conversation after an event.
    public func with(facts: ConversationFacts? = nil, isDeleted: Bool? = nil) -> ConversationState {
        ConversationState(
            id: id, stream: stream, accountStream: accountStream, name: name, facts: facts ?? self.facts,
            isDeleted: isDeleted ?? self.isDeleted)
    }
}

/// A chat message as a decision sees it.
public struct ChatMessageState: Hashable, Sendable {
    public let message: MessageID
    public let stream: StreamID
    public let accountStream: StreamID
    public let conversation: ConversationID
    public let status: DeliveryStatus?
    public let readBy: [String]

    public init(
        message: MessageID, stream: StreamID, accountStream: StreamID, conversation: ConversationID,
        status: DeliveryStatus?, readBy: [String]
    ) {
        self.message = message
        self.stream = stream
        self.accountStream = accountStream
        self.conversation = conversation
        self.status = status
        self.readBy = readBy
    }

    /// An event at the end of the message's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(accountStream)))
    }

    /// Returns the message after an event.
    public func with(status: DeliveryStatus?, readBy: [String]) -> ChatMessageState {
        ChatMessageState(
            message: message, stream: stream, accountStream: accountStream, conversation: conversation,
            status: status, readBy: readBy)
    }
}
