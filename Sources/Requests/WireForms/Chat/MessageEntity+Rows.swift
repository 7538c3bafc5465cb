internal import Assist
internal import Chat
internal import EventLog
public import LedgerContexts
internal import Mail
internal import Outbox
public import Projections
public import WireModels

extension MessageEntity {
    /// Makes the form of a message of a conversation.
    ///
    /// Ids are those of its source. If its source does not state a delivery status, the server has it, because it came
    /// from there.
    ///
    /// - Parameter text: Its text.
    public init(
        _ row: MessageRow, _ facts: ChatFacts, text: String, claims: ClassificationRow? = nil,
        attachments: [AttachmentRow] = []
    ) {
        let (chat, sync) = (facts.row, facts.sync)
        let id = row.external.id ?? row.id.description
        self.init(
            id: id, conversationID: chat.conversationName ?? chat.conversation.description, senderID: chat.sender,
            text: text, createdAt: WireTime(chat.createdAt), updatedAt: WireTime(facts.updatedAt),
            status: chat.status ?? .sent, syncStatus: sync.status.map(SyncStatus.init(_:)) ?? .synced,
            retryCount: sync.retryCount, lastSyncAttempt: sync.lastAttempt.map(WireTime.init(_:)),
            syncError: sync.error, readBy: chat.readBy,
            metadata: claims.map { MessageMetadata($0) } ?? MessageMetadata(),
            attachments: attachments.map { AttachmentEntity($0, of: id) })
    }

    /// The line that imports it; claims and the delivery status are events of their own.
    public var line: ChatLine {
        .message(
            ChatLine.MessageLine(
                id: id, conversation: conversationID, sender: senderID, text: text, createdAt: createdAt.timestamp,
                updatedAt: updatedAt == createdAt ? nil : updatedAt.timestamp, status: status, readBy: readBy))
    }
}

extension MessageMetadata {
    /// Makes the claims about a message, without their claimants.
    public init(_ claims: ClassificationRow) {
        let all = claims.classification
        self.init(
            category: all.category?.value, categoryConfidence: all.category?.confidence,
            sentiment: all.sentiment?.value, sentimentIntensity: all.sentiment?.intensity,
            opportunityScore: all.opportunityScore?.value, faqMatchID: all.answer?.value.description,
            faqConfidence: all.answer?.confidence, smartReplyDraft: all.replyDraft?.value,
            supermemoryID: claims.memory.memory)
    }

    /// Its claims about the message; a missing claim is removed.
    ///
    /// - Parameters:
    ///   - message: The first digits of the message's id here.
    ///   - claimant: The model or the person who makes the claims.
    public func claims(of message: String, by claimant: String) -> ClassificationLine {
        func patch<Value: Hashable & Sendable>(_ value: Value?) -> Patch<Value> { value.map { .set($0) } ?? .clear }
        var claims = ClassifyMessage(by: claimant)
        claims.category = patch(category)
        claims.confidence = categoryConfidence
        claims.sentiment = patch(sentiment)
        claims.intensity = sentimentIntensity
        claims.opportunityScore = patch(opportunityScore)
        claims.answerConfidence = faqConfidence
        claims.replyDraft = patch(smartReplyDraft)
        claims.memory = patch(supermemoryID)
        return ClassificationLine(message: message, claims: claims, answer: patch(faqMatchID))
    }
}

extension AttachmentEntity {
    /// Makes the form of an attachment; one that came with its message has arrived.
    ///
    /// - Parameter message: The message's id for programs.
    public init(_ row: AttachmentRow, of message: String) {
        let transfer = row.transfer
        self.init(
            id: "\(message)/\(row.number)", type: AttachmentType(mimeType: row.mimeType), url: transfer.url,
            localURL: transfer.localURL, thumbnailURL: transfer.thumbnailURL, fileSize: row.size,
            mimeType: row.mimeType, fileName: row.fileName ?? "", uploadStatus: transfer.status ?? .completed,
            uploadProgress: row.progress?.fraction ?? 1, uploadError: transfer.error)
    }
}
