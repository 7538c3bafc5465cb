public import Chat
public import CivilTime
internal import EventLog

/// A line of a file of chats.
public enum ChatLine: Hashable, Sendable {
    case conversation(ConversationLine)
    case message(MessageLine)

    /// A conversation; it precedes its messages.
    public struct ConversationLine: Hashable, Sendable {
        /// Its id at the source.
        public var id: String
        public var facts: ConversationFacts

        public init(id: String, facts: ConversationFacts = ConversationFacts()) {
            self.id = id
            self.facts = facts
        }
    }

    /// A message of a conversation.
    public struct MessageLine: Hashable, Sendable {
        /// Its id at the source.
        public var id: String
        /// Its conversation's id at the source.
        public var conversation: String
        /// The author, by the id at the source.
        public var sender: String
        /// The name of the author; nil if the source does not state it.
        public var senderName: String?
        public var text: String
        public var createdAt: Timestamp
        /// When the source last changed it; nil for never.
        public var updatedAt: Timestamp?
        public var status: DeliveryStatus?
        /// The readers, by their ids, in the order in which they first read it.
        public var readBy: [String]
        /// Whether the account's owner has read it; nil if the list of readers decides.
        public var isRead: Bool?

        public init(
            id: String, conversation: String, sender: String, senderName: String? = nil, text: String,
            createdAt: Timestamp, updatedAt: Timestamp? = nil, status: DeliveryStatus? = nil, readBy: [String] = [],
            isRead: Bool? = nil
        ) {
            self.id = id
            self.conversation = conversation
            self.sender = sender
            self.senderName = senderName
            self.text = text
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.status = status
            self.readBy = readBy.eachOnce
            self.isRead = isRead
        }
    }
}

extension ChatLine {
    /// Returns the line if it can be stored.
    ///
    /// - Throws: ``ValueError`` if it cannot.
    package func checked() throws(ValueError) -> ChatLine {
        switch self {
        case .conversation(let line):
            try ChatRules.checkID(line.id, "id")
            try line.facts.check()
            return self
        case .message(let line):
            try ChatRules.checkID(line.id, "id")
            try ChatRules.checkID(line.conversation, "conversation_id")
            try ChatRules.checkID(line.sender, "sender_id")
            for reader in line.readBy { try ChatRules.checkID(reader, "read_by") }
            if let name = line.senderName { try ChatRules.checkID(name, "sender_name") }
            try ChatRules.checkText(line.text)
            return self
        }
    }
}
