public import Mail

/// How far a message of a conversation has come.
public enum MessageStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case sending
    case sent
    case delivered
    case read
}

/// What kind of message somebody takes one for.
public enum MessageCategory: String, Codable, Hashable, Sendable, CaseIterable {
    case fan
    case business
    case spam
    case urgent
}

/// In what mood a message is.
public enum MessageSentiment: String, Codable, Hashable, Sendable, CaseIterable {
    case positive
    case negative
    case urgent
    case neutral
}

/// How strong a mood is.
public enum SentimentIntensity: String, Codable, Hashable, Sendable, CaseIterable {
    case low
    case medium
    case high
}

/// What a canned answer is about.
public enum FAQCategory: String, Codable, Hashable, Sendable, CaseIterable {
    case equipment = "Equipment"
    case software = "Software"
    case business = "Business"
    case personal = "Personal"
    case career = "Career"
    case other = "Other"
}

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
