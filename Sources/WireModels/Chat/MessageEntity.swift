public import Chat

/// A message of a conversation; its ids come from other programs and are not checked.
public struct MessageEntity: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var conversationID: String
    public var senderID: String
    public var text: String
    public var createdAt: WireTime
    public var updatedAt: WireTime
    public var status: MessageStatus
    public var syncStatus: SyncStatus
    public var retryCount: Int
    public var lastSyncAttempt: WireTime?
    public var syncError: String?
    /// The people who have read it, each once, in the order in which they did.
    public var readBy: [String]
    /// The result of its classification.
    public var metadata: MessageMetadata
    public var attachments: [AttachmentEntity]

    enum CodingKeys: String, GuideKey {
        case id
        case conversationID = "conversation_id"
        case senderID = "sender_id"
        case text
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case status
        case syncStatus = "sync_status"
        case retryCount = "retry_count"
        case lastSyncAttempt = "last_sync_attempt"
        case syncError = "sync_error"
        case readBy = "read_by"
        case attachments
    }

    public init(
        id: String, conversationID: String, senderID: String, text: String, createdAt: WireTime,
        updatedAt: WireTime? = nil, status: MessageStatus = .sending, syncStatus: SyncStatus = .pending,
        retryCount: Int = 0, lastSyncAttempt: WireTime? = nil, syncError: String? = nil, readBy: [String] = [],
        metadata: MessageMetadata = MessageMetadata(), attachments: [AttachmentEntity] = []
    ) {
        self.id = id
        self.conversationID = conversationID
        self.senderID = senderID
        self.text = text
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
        self.status = status
        self.syncStatus = syncStatus
        self.retryCount = retryCount
        self.lastSyncAttempt = lastSyncAttempt
        self.syncError = syncError
        self.readBy = readBy
        self.metadata = metadata
        self.attachments = attachments
    }

    public init(from decoder: any Decoder) throws {
        let fields = try GuideFields<CodingKeys>(decoder)
        id = try fields.required(.id)
        conversationID = try fields.required(.conversationID)
        senderID = try fields.required(.senderID)
        text = try fields.required(.text)
        createdAt = try fields.required(.createdAt)
        updatedAt = try fields.field(.updatedAt, default: createdAt)
        status = try fields.field(.status, default: .sending)
        syncStatus = try fields.field(.syncStatus, default: .pending)
        retryCount = try fields.field(.retryCount, default: 0)
        lastSyncAttempt = try fields.optional(.lastSyncAttempt)
        syncError = try fields.optional(.syncError)
        readBy = try fields.field(.readBy, default: [])
        metadata = try MessageMetadata(from: decoder)
        attachments = try fields.field(.attachments, default: [])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(conversationID, forKey: .conversationID)
        try container.encode(senderID, forKey: .senderID)
        try container.encode(text, forKey: .text)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
        try container.encode(status, forKey: .status)
        try container.encode(syncStatus, forKey: .syncStatus)
        try container.encode(retryCount, forKey: .retryCount)
        try container.encodeIfPresent(lastSyncAttempt, forKey: .lastSyncAttempt)
        try container.encodeIfPresent(syncError, forKey: .syncError)
        try container.encode(readBy, forKey: .readBy)
        try metadata.encode(to: encoder)
        try container.encode(attachments, forKey: .attachments)
    }
}

extension MessageEntity {
    /// The number of times that sending a message is retried.
    public static let mostRetries = 3

    /// Whether sending it failed and may be retried.
    public var shouldRetry: Bool { syncStatus == .failed && retryCount < Self.mostRetries }
    public var isPendingSync: Bool { syncStatus == .pending }

    /// Records that the server has it.
    public mutating func markAsSynced(at time: WireTime) {
        syncStatus = .synced
        syncError = nil
        updatedAt = time
    }

    /// Records that sending to the server failed, and why.
    public mutating func markAsFailed(error: String, at time: WireTime) {
        syncStatus = .failed
        syncError = error
        retryCount += 1
        lastSyncAttempt = time
    }
}
