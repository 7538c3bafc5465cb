internal import EventLog

/// All that is claimed of a message; nil if nothing is.
public struct Classification: Hashable, Sendable {
    public var category: RatedClaim<MessageCategory>?
    public var sentiment: SentimentClaim?
    /// The opportunity in it, from 0 to 100.
    public var opportunityScore: Claim<Int>?
    /// The canned answer that fits.
    public var answer: RatedClaim<AnswerID>?
    /// A reply that is proposed.
    public var replyDraft: Claim<String>?

    public init() {}
}

/// The ids of a message in a memory outside of the ledger: opaque texts.
public struct MemoryReference: Hashable, Sendable {
    /// The memory's id of the message.
    public var memory: String?
    /// The memory's id of the message's conversation.
    public var conversation: String?

    public init(memory: String? = nil, conversation: String? = nil) {
        self.memory = memory
        self.conversation = conversation
    }
}

extension Classification {
    /// Returns the claims after an event.
    public func applying(_ event: MessageClassified) -> Classification {
        var new = self
        if let category = event.category { new.category = category.new }
        if let sentiment = event.sentiment { new.sentiment = sentiment.new }
        if let score = event.opportunityScore { new.opportunityScore = score.new }
        if let answer = event.answer { new.answer = answer.new }
        if let draft = event.replyDraft { new.replyDraft = draft.new }
        return new
    }

    /// Returns the claims with a change undone, and names those that no longer have the value it gave them.
    public func undoing(_ event: MessageClassified) -> (classification: Classification, stale: [String]) {
        var (new, stale) = (self, [String]())
        takeBack(event.category, in: &new.category, named: "category", &stale)
        takeBack(event.sentiment, in: &new.sentiment, named: "sentiment", &stale)
        takeBack(event.opportunityScore, in: &new.opportunityScore, named: "opportunity_score", &stale)
        takeBack(event.answer, in: &new.answer, named: "answer", &stale)
        takeBack(event.replyDraft, in: &new.replyDraft, named: "reply_draft", &stale)
        return (new, stale)
    }
}

extension MemoryReference {
    /// Returns the reference behind an event.
    public func applying(_ event: MemoryLinked) -> MemoryReference {
        MemoryReference(
            memory: event.memory.map(\.new) ?? memory, conversation: event.conversation.map(\.new) ?? conversation)
    }

    /// Returns the reference with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ event: MemoryLinked) -> (reference: MemoryReference, stale: [String]) {
        var (new, stale) = (self, [String]())
        takeBack(event.memory, in: &new.memory, named: "memory", &stale)
        takeBack(event.conversation, in: &new.conversation, named: "conversation", &stale)
        return (new, stale)
    }
}
