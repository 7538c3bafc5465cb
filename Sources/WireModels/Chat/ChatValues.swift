public import Assist
public import Chat
public import Mail

/// The delivery status of a message in a conversation.
public typealias MessageStatus = DeliveryStatus

/// The category of a message.
public typealias MessageCategory = Assist.MessageCategory

/// In what mood a message is.
public typealias MessageSentiment = Sentiment

/// The strength of a mood.
public typealias SentimentIntensity = Assist.SentimentIntensity

/// The subject of a canned answer.
public typealias FAQCategory = AnswerCategory

/// The kind of an attachment.
public typealias AttachmentType = AttachmentKind

/// The progress of an attachment's upload.
public typealias UploadStatus = TransferStatus

/// The features that a user may switch on and off.
public enum AIFeature: String, Codable, Hashable, Sendable, CaseIterable {
    case categorization
    case smartReply = "smart_reply"
    case faq
    case sentiment
    case opportunityScoring = "opportunity_scoring"
    /// Whether messages may be kept by a service that remembers them.
    case supermemoryStorage = "supermemory_storage"
}
