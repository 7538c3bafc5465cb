internal import Assist
internal import Chat
public import Mail
public import WireModels

extension AttachmentEntity {
    public static func sample(status: UploadStatus = .completed) -> AttachmentEntity {
        AttachmentEntity(
            id: "att-1", type: .image, url: "https://files.example.org/1.png", localURL: "file:///tmp/1.png",
            thumbnailURL: "https://files.example.org/1s.png", fileSize: 5_000_000_000, mimeType: "image/png",
            fileName: "1.png", uploadStatus: status, uploadProgress: 0.5, uploadError: "too large")
    }
}

extension MessageEntity {
    public static func sample(
        id: String = "msg-1", text: String = "Where is the spanner?", minutes: Int64 = 0,
        syncStatus: SyncStatus = .failed, retryCount: Int = 2
    ) -> MessageEntity {
        MessageEntity(
            id: id, conversationID: "conv-1", senderID: "Zk3vQ9", text: text,
            createdAt: WireSample.time(minutes: minutes), updatedAt: WireSample.time(minutes: minutes + 1),
            status: .delivered, syncStatus: syncStatus, retryCount: retryCount,
            lastSyncAttempt: WireSample.time(minutes: minutes + 1), syncError: "timeout", readBy: ["Zk3vQ9", "u2"],
            metadata: MessageMetadata(
                category: .business, categoryConfidence: 0.75, sentiment: .neutral, sentimentIntensity: .low,
                opportunityScore: 80, faqMatchID: "faq-1", faqConfidence: 0.5, smartReplyDraft: "In the box.",
                supermemoryID: "mem-1"),
            attachments: [.sample()])
    }
}

extension ConversationListResponse {
    public static func sample() -> ConversationListResponse {
        ConversationListResponse(items: [.sample()], total: 21, page: 2, perPage: 20)
    }
}

extension ConversationEntity {
    public static func sample(messages: [MessageEntity] = [.sample()]) -> ConversationEntity {
        ConversationEntity(
            id: "conv-1", participantIDs: ["Zk3vQ9", "u2"], displayName: "Workshop",
            avatarURL: "https://files.example.org/w.png", isGroup: true, createdAt: WireSample.time(), isPinned: true,
            supermemoryConversationID: "mem-c1", messages: messages)
    }
}

extension FAQEntity {
    public static func sample() -> FAQEntity {
        FAQEntity(
            id: "faq-1", category: .equipment, questionPattern: "where is the spanner", answer: "In the box.",
            usageCount: 3, lastUsedAt: WireSample.time(minutes: 8), createdAt: WireSample.time(),
            updatedAt: WireSample.time(minutes: 4))
    }
}

extension UserEntity {
    public static func sample() -> UserEntity {
        UserEntity(
            id: "Zk3vQ9", email: "ada@example.org", displayName: "Ada Lovelace",
            photoURL: "https://files.example.org/ada.png", createdAt: WireSample.time(), faqs: [.sample()])
    }
}
