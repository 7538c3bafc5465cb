public import Assist

/// A line of an outside classifier about a message: a JSON object.
///
/// An absent key keeps a claim, and null removes it.
///
/// ```json
/// {"message": "3f2a", "category": "urgent", "confidence": 0.93, "opportunity_score": null, "by": "model-x"}
/// ```
public struct ClassificationLine: Hashable, Sendable {
    /// The first digits of the message's id.
    public var message: String
    /// The claims, except the canned answer.
    public var claims: ClassifyMessage
    /// The first digits of the id of the canned answer that fits.
    public var answer: Patch<String>

    public init(message: String, claims: ClassifyMessage, answer: Patch<String> = .keep) {
        self.message = message
        self.claims = claims
        self.answer = answer
    }

    /// Whether it has no claim about its message.
    public var isEmpty: Bool { claims.isEmpty && answer == .keep }
}

extension ClassificationLine: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case message, category, confidence, sentiment, intensity
        case opportunityScore = "opportunity_score"
        case answer
        case answerConfidence = "answer_confidence"
        case replyDraft = "reply_draft"
        case memory, conversation, by
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads such an object; `by` is empty if it does not say who claims it.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for a key or a word that is none of those that there are.
    public init(from decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys
        where CodingKeys(rawValue: key.stringValue) == nil {
            let known = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
            throw DomainError.invalid(field: key.stringValue, reason: "there is no such key; there are \(known)")
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let message = try values.decodeIfPresent(String.self, forKey: .message) else {
            throw DomainError.invalid(field: "message", reason: ValueError.Reason.isMissing.rawValue)
        }
        var claims = ClassifyMessage(by: try values.decodeIfPresent(String.self, forKey: .by) ?? "")
        claims.category = try Self.word(values, .category)
        claims.confidence = try values.decodeIfPresent(Double.self, forKey: .confidence)
        claims.sentiment = try Self.word(values, .sentiment)
        let intensity: Patch<SentimentIntensity> = try Self.word(values, .intensity)
        if case .set(let intensity) = intensity { claims.intensity = intensity }
        claims.opportunityScore = try values.decodePatch(Int.self, forKey: .opportunityScore)
        claims.answerConfidence = try values.decodeIfPresent(Double.self, forKey: .answerConfidence)
        claims.replyDraft = try values.decodePatch(String.self, forKey: .replyDraft)
        claims.memory = try values.decodePatch(String.self, forKey: .memory)
        claims.conversation = try values.decodePatch(String.self, forKey: .conversation)
        self.init(
            message: message, claims: claims, answer: try values.decodePatch(String.self, forKey: .answer))
    }

    /// Writes such an object; an unchanged claim is omitted, and a removed one is null.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(message, forKey: .message)
        try values.encodePatch(claims.category, forKey: .category)
        try values.encodeIfPresent(claims.confidence, forKey: .confidence)
        try values.encodePatch(claims.sentiment, forKey: .sentiment)
        try values.encodeIfPresent(claims.intensity, forKey: .intensity)
        try values.encodePatch(claims.opportunityScore, forKey: .opportunityScore)
        try values.encodePatch(answer, forKey: .answer)
        try values.encodeIfPresent(claims.answerConfidence, forKey: .answerConfidence)
        try values.encodePatch(claims.replyDraft, forKey: .replyDraft)
        try values.encodePatch(claims.memory, forKey: .memory)
        try values.encodePatch(claims.conversation, forKey: .conversation)
        if !claims.by.isEmpty { try values.encode(claims.by, forKey: .by) }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
        _ values: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> Patch<Word> {
        switch try values.decodePatch(String.self, forKey: key) {
        case .keep: return .keep
        case .clear: return .clear
        case .set(let text):
            guard let word = Word(rawValue: text) else {
                let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw DomainError.invalid(field: key.rawValue, reason: "\"\(text)\" is none of \(known)")
            }
            return .set(word)
        }
    }
}
