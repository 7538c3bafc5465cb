/// A claim about a message: a value and the claimant, a model or a person.
public struct Claim<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public let value: Value
    /// The name of the model or the person.
    public let by: String

    public init(_ value: Value, by: String) {
        self.value = value
        self.by = by
    }
}

/// A claim with how sure its claimant is.
public struct RatedClaim<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public let value: Value
    /// From 0 to 1; nil if it is not stated.
    public let confidence: Double?
    /// The name of the model or the person.
    public let by: String

    public init(_ value: Value, confidence: Double? = nil, by: String) {
        self.value = value
        self.confidence = confidence
        self.by = by
    }
}

/// A claim of a mood, with how strong it is.
public struct SentimentClaim: Codable, Hashable, Sendable {
    public let value: Sentiment
    /// Nil if it is not stated.
    public let intensity: SentimentIntensity?
    /// The name of the model or the person.
    public let by: String

    public init(_ value: Sentiment, intensity: SentimentIntensity? = nil, by: String) {
        self.value = value
        self.intensity = intensity
        self.by = by
    }
}
