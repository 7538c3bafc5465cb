public import EventLog

/// New or removed claims about a message, in the message's stream.
///
/// Each claim that changed has its old and its new form, with the claimant of each.
public struct MessageClassified: Event, Hashable {
    public static let type = EventType("assist.message-classified", schema: 1)

    public let message: MessageID
    public let category: Change<RatedClaim<MessageCategory>?>?
    public let sentiment: Change<SentimentClaim?>?
    public let opportunityScore: Change<Claim<Int>?>?
    public let answer: Change<RatedClaim<AnswerID>?>?
    public let replyDraft: Change<Claim<String>?>?

    enum CodingKeys: String, CodingKey {
        case message, category, sentiment
        case opportunityScore = "opportunity_score"
        case answer
        case replyDraft = "reply_draft"
    }

    public init(
        message: MessageID, category: Change<RatedClaim<MessageCategory>?>? = nil,
        sentiment: Change<SentimentClaim?>? = nil, opportunityScore: Change<Claim<Int>?>? = nil,
        answer: Change<RatedClaim<AnswerID>?>? = nil, replyDraft: Change<Claim<String>?>? = nil
    ) {
        self.message = message
        self.category = category
        self.sentiment = sentiment
        self.opportunityScore = opportunityScore
        self.answer = answer
        self.replyDraft = replyDraft
    }

    /// The change that leads from some claims to others; nil if they are equal.
    public init?(message: MessageID, from old: Classification, to new: Classification) {
        guard old != new else { return nil }
        self.init(
            message: message, category: Change(from: old.category, to: new.category),
            sentiment: Change(from: old.sentiment, to: new.sentiment),
            opportunityScore: Change(from: old.opportunityScore, to: new.opportunityScore),
            answer: Change(from: old.answer, to: new.answer),
            replyDraft: Change(from: old.replyDraft, to: new.replyDraft))
    }
}

/// The ids of a message in a memory outside of the ledger, in the message's stream.
public struct MemoryLinked: Event, Hashable {
    public static let type = EventType("assist.memory-linked", schema: 1)

    public let message: MessageID
    public let memory: Change<String?>?
    public let conversation: Change<String?>?

    public init(message: MessageID, memory: Change<String?>? = nil, conversation: Change<String?>? = nil) {
        self.message = message
        self.memory = memory
        self.conversation = conversation
    }

    /// The change that leads from one reference to another; nil if they are equal.
    public init?(message: MessageID, from old: MemoryReference, to new: MemoryReference) {
        guard old != new else { return nil }
        self.init(
            message: message, memory: Change(from: old.memory, to: new.memory),
            conversation: Change(from: old.conversation, to: new.conversation))
    }
}
