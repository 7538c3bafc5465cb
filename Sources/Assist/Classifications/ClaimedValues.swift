// The values that a claim about a message may have. The raw values are stored, and appear in JSON.

/// The importance of a message to its reader, as a category.
public enum MessageCategory: String, Codable, Hashable, Sendable, CaseIterable {
    case fan
    case business
    case spam
    case urgent
}

/// The mood in which a message is written.
public enum Sentiment: String, Codable, Hashable, Sendable, CaseIterable {
    case positive
    case negative
    case urgent
    case neutral
}

/// The strength of a mood.
public enum SentimentIntensity: String, Codable, Hashable, Sendable, CaseIterable {
    case low
    case medium
    case high
}
