import Assist
import Chat
import JSONCoding
import Mail
import MailLedgerTesting
import Notes
import TestSupport
import Testing
import WireModels

@Suite struct `Conversations as programs exchange them` {
    @Test(.requirement(134)) func `the eight enumerations have these words`() {
        #expect(MessageStatus.allCases.map(\.rawValue) == ["sending", "sent", "delivered", "read"])
        #expect(SyncStatus.allCases.map(\.rawValue) == ["synced", "pending", "conflict", "failed"])
        #expect(MessageCategory.allCases.map(\.rawValue) == ["fan", "business", "spam", "urgent"])
        #expect(MessageSentiment.allCases.map(\.rawValue) == ["positive", "negative", "urgent", "neutral"])
        #expect(SentimentIntensity.allCases.map(\.rawValue) == ["low", "medium", "high"])
        #expect(AttachmentType.allCases.map(\.rawValue) == ["image", "video", "audio", "document"])
        #expect(UploadStatus.allCases.map(\.rawValue) == ["pending", "uploading", "completed", "failed"])
        #expect(
            FAQCategory.allCases.map(\.rawValue)
                == ["Equipment", "Software", "Business", "Personal", "Career", "Other"])
    }

    @Test(.requirement(135)) func `ids are texts, taken as they are`() throws {
        var message = MessageEntity.sample(id: "Zk3vQ9xUuB  ÆØ", text: "x")
        message.senderID = "FIREBASE-Uid"
        let read: MessageEntity = try Wire.read(Wire.write(message))
        #expect(read.id == "Zk3vQ9xUuB  ÆØ" && read.senderID == "FIREBASE-Uid")
    }

    /// The names of the guide, in its words.
    private static let guide: [(form: String, names: [String])] = [
        (
            "message",
            [
                "id", "conversationID", "senderID", "text", "createdAt", "updatedAt", "status", "syncStatus",
                "retryCount",
                "lastSyncAttempt", "syncError", "readBy", "category", "categoryConfidence", "sentiment",
                "sentimentIntensity", "opportunityScore", "faqMatchID", "faqConfidence", "smartReplyDraft",
                "supermemoryID", "attachments",
            ]
        ),
        (
            "conversation",
            [
                "id", "participantIDs", "displayName", "avatarURL", "isGroup", "createdAt", "updatedAt", "isPinned",
                "isMuted", "isArchived", "unreadCount", "lastMessageText", "lastMessageAt", "lastMessageSenderID",
                "supermemoryConversationID", "messages",
            ]
        ),
        (
            "user",
            [
                "id", "email", "displayName", "photoURL", "createdAt", "updatedAt", "enableCategorization",
                "enableSmartReply", "enableFAQ", "enableSentiment", "enableOpportunityScoring",
                "allowSupermemoryStorage", "faqs",
            ]
        ),
        (
            "attachment",
            [
                "id", "type", "url", "localURL", "thumbnailURL", "fileSize", "mimeType", "fileName", "uploadStatus",
                "uploadProgress", "uploadError",
            ]
        ),
        (
            "faq",
            [
                "id", "category", "questionPattern", "answer", "usageCount", "lastUsedAt", "isEnabled", "createdAt",
                "updatedAt",
            ]
        ),
    ]

    /// Gives the keys of an object the names of the guide, which stand in the same order.
    private func renamed(_ json: String, _ names: [String]) throws -> String {
        guard case .object(let object) = try Wire.read(json, as: JSONValue.self) else { return json }
        try #require(object.members.count == names.count)
        var renamed = JSONObject()
        for (member, name) in zip(object.members, names) { renamed[name] = member.value }
        return try Wire.write(renamed)
    }

    @Test(.requirement(138)) func `the names of the guide are read as the names here`() throws {
        let names = Dictionary(uniqueKeysWithValues: Self.guide.map { ($0.form, $0.names) })
        func isRead<Form: Codable & Equatable>(_ form: Form, _ kind: String) throws -> Bool {
            let (json, guide) = (try Wire.write(form), try renamed(Wire.write(form), names[kind] ?? []))
            return try json != guide && Wire.read(guide) == form && Wire.read(json) == form
        }
        #expect(try isRead(MessageEntity.sample(), "message"))
        #expect(try isRead(ConversationEntity.sample(), "conversation"))
        #expect(try isRead(UserEntity.sample(), "user"))
        #expect(try isRead(AttachmentEntity.sample(), "attachment"))
        #expect(try isRead(FAQEntity.sample(), "faq"))
    }

    @Test(.requirement(138)) func `what a program leaves out has its default`() throws {
        let message: MessageEntity = try Wire.read(
            #"{"id":"1","conversationID":"c","senderID":"s","text":"t","createdAt":"2026-02-11T18:04:05Z"}"#)
        #expect(message.status == .sending && message.syncStatus == .pending && message.updatedAt == message.createdAt)
        let user: UserEntity = try Wire.read(
            #"{"id":"1","email":"a@b.c","displayName":"A","createdAt":"2026-02-11T18:04:05Z","enableFAQ":false}"#)
        #expect(AIFeature.allCases.filter { !user.isEnabled($0) } == [.faq])
        #expect(throws: DecodingError.self) { try Wire.read(#"{"id":"1"}"#, as: FAQEntity.self) }
    }

    @Test(.requirement(82, 83, 84), arguments: 0...4) func `a message is tried again three times`(retries: Int) {
        var message = MessageEntity.sample(syncStatus: .pending, retryCount: retries)
        #expect(message.isPendingSync && !message.shouldRetry)
        let time = WireSample.time(minutes: 30)
        message.markAsFailed(error: "timeout", at: time)
        #expect(message.syncStatus == .failed && message.retryCount == retries + 1 && message.lastSyncAttempt == time)
        #expect(message.shouldRetry == (retries < 2) && !message.isPendingSync && message.syncError == "timeout")
        message.markAsSynced(at: time)
        #expect(message.syncStatus == .synced && message.syncError == nil && message.updatedAt == time)
        #expect(!message.shouldRetry)
    }

    @Test(.requirement(97, 98, 100, 136)) func `the last message is the last by its time, whenever it comes`() {
        let messages = [5, 1, 3].map { minutes in
            MessageEntity.sample(
                id: "m\(minutes)", text: "at \(minutes)", minutes: Int64(minutes),
                syncStatus: minutes == 3 ? .synced : .pending)
        }
        var conversation = ConversationEntity.sample(messages: messages)
        #expect(conversation.lastMessageText == "at 5" && conversation.lastMessageAt == WireSample.time(minutes: 5))
        #expect(conversation.sortedMessages.map(\.id) == ["m5", "m3", "m1"])
        #expect(conversation.pendingSyncMessages.map(\.id) == ["m1", "m5"])
        conversation.updateWithMessage(messages[1])
        #expect(conversation.messages.count == 3 && conversation.lastMessageText == "at 5")
        conversation.incrementUnreadCount()
        conversation.incrementUnreadCount()
        #expect(conversation.unreadCount == 2)
        conversation.markAsRead()
        #expect(conversation.unreadCount == 0)
    }

    @Test(.requirement(124, 125)) func `a profile is changed in part, and features one by one`() {
        var user = UserEntity.sample()
        user.updateProfile(displayName: "Ada King", at: WireSample.time(minutes: 4))
        #expect(user.displayName == "Ada King" && user.photoURL == UserEntity.sample().photoURL)
        #expect(user.updatedAt == WireSample.time(minutes: 4))
        for feature in AIFeature.allCases {
            user.setAIFeature(feature, enabled: false, at: WireSample.time(minutes: 5))
            #expect(AIFeature.allCases.filter { !user.isEnabled($0) } == [feature])
            user.setAIFeature(feature, enabled: true, at: WireSample.time(minutes: 5))
        }
    }

    @Test(.requirement(143, 144, 145)) func `an upload goes from nothing to all, or fails`() {
        var attachment = AttachmentEntity(
            id: "1", type: .audio, fileSize: 3, mimeType: "audio/mp4", fileName: "a.m4a")
        for (progress, expected) in [(0.5, 0.5), (1.5, 1), (-1, 0), (Double.nan, 0)] {
            attachment.updateUploadProgress(progress)
            #expect(attachment.uploadProgress == expected && attachment.uploadStatus == .uploading)
        }
        attachment.markAsFailed(error: "too large")
        #expect(attachment.uploadStatus == .failed && attachment.uploadError == "too large" && !attachment.isAvailable)
        attachment.markAsUploaded(url: "https://a.b", thumbnailURL: "https://a.b/s")
        #expect(attachment.isAvailable && attachment.uploadError == nil && attachment.thumbnailURL == "https://a.b/s")
    }

    @Test(.requirement(118, 119)) func `an answer counts its uses, and is changed in part`() {
        var answer = FAQEntity.sample()
        answer.recordUsage(at: WireSample.time(minutes: 9))
        #expect(answer.usageCount == 4 && answer.lastUsedAt == WireSample.time(minutes: 9))
        answer.update(answer: "On the bench.", at: WireSample.time(minutes: 10))
        #expect(answer.answer == "On the bench." && answer.questionPattern == FAQEntity.sample().questionPattern)
        #expect(answer.updatedAt == WireSample.time(minutes: 10))
    }
}
