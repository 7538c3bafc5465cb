public import EventLog

/// Claims something about a message, or removes a claim.
///
/// A claim is given as a whole: the facts beside a value, such as its confidence, belong to it.
public struct ClassifyMessage: Hashable, Sendable {
    /// The model or the person that makes the claims.
    public var by: String
    public var category: Patch<MessageCategory> = .keep
    /// The confidence of the category, from 0 to 1.
    public var confidence: Double?
    public var sentiment: Patch<Sentiment> = .keep
    public var intensity: SentimentIntensity?
    /// From 0 to 100.
    public var opportunityScore: Patch<Int> = .keep
    /// The canned answer that fits.
    public var answer: Patch<AnswerID> = .keep
    /// The confidence of the answer, from 0 to 1.
    public var answerConfidence: Double?
    public var replyDraft: Patch<String> = .keep
    /// The ids of the message and of its conversation in a memory outside of the ledger.
    public var memory: Patch<String> = .keep
    public var conversation: Patch<String> = .keep

    public init(by: String) {
        self.by = by
    }

    /// Whether it makes and removes no claim.
    public var isEmpty: Bool { self == ClassifyMessage(by: by) }

    /// Decides on one event with every claim that changes, and on none if the same source makes the same claims
    /// already.
    ///
    /// A claim is removed even if its feature is switched off.
    ///
    /// - Parameters:
    ///   - features: The features that are switched on.
    ///   - answer: The canned answer with the given id; nil if there is none.
    /// - Throws: ``DomainError/forbidden(_:hint:)`` for a claim of a feature that is switched off.
    public func decide(
        _ message: ClassifiedMessage, features: Set<AssistFeature>, answer known: AnswerState? = nil
    ) throws -> [ProposedEvent] {
        try checkCompanions()
        try requireFeatures(features)
        if case .set(let id) = answer { try requireAnswer(id, known) }
        let new = try claims(over: message.classification)
        let reference = MemoryReference(
            memory: try memory.over(message.memory.memory) { try TextRules.name($0, "memory", maximum: 1_000) },
            conversation: try conversation.over(message.memory.conversation) {
                try TextRules.name($0, "conversation", maximum: 1_000)
            })
        let events: [(any Event)?] = [
            MessageClassified(message: message.id, from: message.classification, to: new),
            MemoryLinked(message: message.id, from: message.memory, to: reference),
        ]
        return events.compactMap { $0 }.map(message.event)
    }

    private func claims(over old: Classification) throws -> Classification {
        let by = try TextRules.name(by, "by")
        var new = Classification()
        new.category = try category.over(old.category) {
            RatedClaim($0, confidence: try TextRules.confidence(confidence, "confidence"), by: by)
        }
        new.sentiment = sentiment.over(old.sentiment) { SentimentClaim($0, intensity: intensity, by: by) }
        new.opportunityScore = try opportunityScore.over(old.opportunityScore) { score in
            try TextRules.refuse("opportunity_score", (0...100).contains(score) ? nil : .isOutOfRange)
            return Claim(score, by: by)
        }
        new.answer = try answer.over(old.answer) {
            RatedClaim($0, confidence: try TextRules.confidence(answerConfidence, "answer_confidence"), by: by)
        }
        new.replyDraft = try replyDraft.over(old.replyDraft) {
            Claim(try TextRules.text($0, "reply_draft"), by: by)
        }
        return new
    }

    private func checkCompanions() throws {
        for (field, isGiven, leader, isLed) in [
            ("confidence", confidence != nil, "category", category.isSet),
            ("intensity", intensity != nil, "sentiment", sentiment.isSet),
            ("answer_confidence", answerConfidence != nil, "answer", answer.isSet),
        ] where isGiven && !isLed {
            throw DomainError.invalid(field: field, reason: "it goes with a \(leader), and none is given")
        }
    }

    private func requireFeatures(_ enabled: Set<AssistFeature>) throws {
        if category.isSet { try AssistFeature.categorization.require(in: enabled) }
        if sentiment.isSet { try AssistFeature.sentiment.require(in: enabled) }
        if opportunityScore.isSet { try AssistFeature.opportunityScoring.require(in: enabled) }
        if answer.isSet { try AssistFeature.cannedAnswers.require(in: enabled) }
        if replyDraft.isSet { try AssistFeature.smartReply.require(in: enabled) }
        if memory.isSet || conversation.isSet { try AssistFeature.memoryStorage.require(in: enabled) }
    }

    private func requireAnswer(_ id: AnswerID, _ known: AnswerState?) throws {
        guard let known, known.id == id, known.isLive else {
            throw DomainError.notFound(kind: "answer", name: id.description)
        }
        try known.requireEnabled()
    }
}
