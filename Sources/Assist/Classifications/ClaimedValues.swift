// What may be claimed of a message. The raw values are stored, and stand in JSON.

/// What a message is to its reader.
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

/// How strong a mood is.
public enum SentimentIntensity: String, Codable, Hashable, Sendable, CaseIterable {
    case low
    case medium
    case high
}
