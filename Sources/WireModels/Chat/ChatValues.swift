public import Assist
public import Chat
public import Mail

/// How far a message of a conversation has come.
public typealias MessageStatus = DeliveryStatus

/// What kind of message somebody takes one for.
public typealias MessageCategory = Assist.MessageCategory

/// In what mood a message is.
public typealias MessageSentiment = Sentiment

/// How strong a mood is.
public typealias SentimentIntensity = Assist.SentimentIntensity

/// What a canned answer is about.
public typealias FAQCategory = AnswerCategory

/// What kind of thing an attachment is.
public typealias AttachmentType = AttachmentKind

/// How far an attachment has come.
public typealias UploadStatus = TransferStatus

/// What a user may switch on and off.
public enum AIFeature: String, Codable, Hashable, Sendable, CaseIterable {
    case categorization
    case smartReply = "smart_reply"
    case faq
    case sentiment
    case opportunityScoring = "opportunity_scoring"
    /// Whether messages may be kept by a service that remembers them.
    case supermemoryStorage = "supermemory_storage"
}
