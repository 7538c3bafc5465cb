public import CivilTime
public import EventLog

/// The membership of a message in a conversation, in the message's stream.
public struct ChatMessageJoined: Event, Hashable {
    public static let type = EventType("chat.message-joined", schema: 2)

    public let message: MessageID
    public let conversation: ConversationID
    /// The author, by the id at the source.
    public let sender: String
    /// The time of writing, according to the source.
    public let createdAt: Timestamp
    /// When the source last changed it.
    public let updatedAt: Timestamp
    /// Nil if the source does not state it.
    public let status: DeliveryStatus?
    /// The readers, by their ids at the source, in the order in which they first read it.
    public let readBy: [String]

    enum CodingKeys: String, CodingKey {
        case message, conversation, sender
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case status
        case readBy = "read_by"
    }

    public init(
        message: MessageID, conversation: ConversationID, sender: String, createdAt: Timestamp, updatedAt: Timestamp,
        status: DeliveryStatus?, readBy: [String]
    ) {
        self.message = message
        self.conversation = conversation
        self.sender = sender
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.status = status
        self.readBy = readBy
    }
}

/// A chat message came further to those that it was written to; an undo takes it back.
public struct ChatDeliveryChanged: Event, Hashable {
    public static let type = EventType("chat.message-delivery-changed", schema: 1)

    public let message: MessageID
    public let status: Change<DeliveryStatus?>

    public init(message: MessageID, status: Change<DeliveryStatus?>) {
        self.message = message
        self.status = status
    }
}

/// It became known who else has read a chat message; an undo takes that back.
public struct ChatReadersChanged: Event, Hashable {
    public static let type = EventType("chat.message-readers-changed", schema: 2)

    public let message: MessageID
    /// The readers, in the order in which they first read it.
    public let readBy: ListChange<String>

    enum CodingKeys: String, CodingKey {
        case message
        case readBy = "read_by"
    }

    public init(message: MessageID, readBy: ListChange<String>) {
        self.message = message
        self.readBy = readBy
    }
}
