/// A conversation, with a summary of its last message.
public struct ConversationEntity: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var participantIDs: [String]
    public var displayName: String?
    public var avatarURL: String?
    public var isGroup: Bool
    public var createdAt: WireTime
    public var updatedAt: WireTime
    public var isPinned: Bool
    public var isMuted: Bool
    public var isArchived: Bool
    public var unreadCount: Int
    public var lastMessageText: String?
    public var lastMessageAt: WireTime?
    public var lastMessageSenderID: String?
    /// Its id in a service that remembers conversations.
    public var supermemoryConversationID: String?
    public var messages: [MessageEntity]

    enum CodingKeys: String, GuideKey {
        case id
        case participantIDs = "participant_ids"
        case displayName = "display_name"
        case avatarURL = "avatar_url"
        case isGroup = "is_group"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case isPinned = "is_pinned"
        case isMuted = "is_muted"
        case isArchived = "is_archived"
        case unreadCount = "unread_count"
        case lastMessageText = "last_message_text"
        case lastMessageAt = "last_message_at"
        case lastMessageSenderID = "last_message_sender_id"
        case supermemoryConversationID = "supermemory_conversation_id"
        case messages
    }

    public init(
        id: String, participantIDs: [String], displayName: String? = nil, avatarURL: String? = nil,
        isGroup: Bool = false, createdAt: WireTime, isPinned: Bool = false, isMuted: Bool = false,
        isArchived: Bool = false, supermemoryConversationID: String? = nil, messages: [MessageEntity] = []
    ) {
        self.id = id
        self.participantIDs = participantIDs
        self.displayName = displayName
        self.avatarURL = avatarURL
        self.isGroup = isGroup
        self.createdAt = createdAt
        updatedAt = createdAt
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
        unreadCount = 0
        self.supermemoryConversationID = supermemoryConversationID
        self.messages = []
        for message in messages { updateWithMessage(message) }
    }

    public init(from decoder: any Decoder) throws {
        let fields = try GuideFields<CodingKeys>(decoder)
        id = try fields.required(.id)
        participantIDs = try fields.required(.participantIDs)
        displayName = try fields.optional(.displayName)
        avatarURL = try fields.optional(.avatarURL)
        isGroup = try fields.field(.isGroup, default: participantIDs.count > 2)
        createdAt = try fields.required(.createdAt)
        updatedAt = try fields.field(.updatedAt, default: createdAt)
        isPinned = try fields.field(.isPinned, default: false)
        isMuted = try fields.field(.isMuted, default: false)
        isArchived = try fields.field(.isArchived, default: false)
        unreadCount = try fields.field(.unreadCount, default: 0)
        lastMessageText = try fields.optional(.lastMessageText)
        lastMessageAt = try fields.optional(.lastMessageAt)
        lastMessageSenderID = try fields.optional(.lastMessageSenderID)
        supermemoryConversationID = try fields.optional(.supermemoryConversationID)
        messages = try fields.field(.messages, default: [])
    }
}

extension ConversationEntity {
    /// Adds or replaces a message; the summary of the last message changes only if this one is the latest.
    public mutating func updateWithMessage(_ message: MessageEntity) {
        if let place = messages.firstIndex(where: { $0.id == message.id }) {
            messages[place] = message
        } else {
            messages.append(message)
        }
        updatedAt = max(updatedAt, message.createdAt)
        if let lastMessageAt, message.createdAt < lastMessageAt { return }
        lastMessageText = message.text
        lastMessageAt = message.createdAt
        lastMessageSenderID = message.senderID
    }

    public mutating func incrementUnreadCount() { unreadCount += 1 }

    /// Marks the whole conversation as read.
    public mutating func markAsRead() { unreadCount = 0 }

    /// The messages, the newest first; those of the same time in the order of their ids.
    public var sortedMessages: [MessageEntity] {
        messages.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
    }

    /// The messages that still have to be sent to the server, the oldest first.
    public var pendingSyncMessages: [MessageEntity] {
        messages.filter(\.isPendingSync).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }
}

/// A page of a list of conversations.
public typealias ConversationListResponse = Page<ConversationEntity>
