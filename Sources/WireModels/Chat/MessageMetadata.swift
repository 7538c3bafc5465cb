/// The claims of a person or a program about a message; in JSON its fields are among the message's own.
public struct MessageMetadata: Codable, Hashable, Sendable {
    public var category: MessageCategory?
    /// From 0 to 1.
    public var categoryConfidence: Double?
    public var sentiment: MessageSentiment?
    public var sentimentIntensity: SentimentIntensity?
    /// From 0 to 100.
    public var opportunityScore: Int?
    public var faqMatchID: String?
    /// From 0 to 1.
    public var faqConfidence: Double?
    public var smartReplyDraft: String?
    /// Its id in a service that remembers messages.
    public var supermemoryID: String?

    enum CodingKeys: String, GuideKey {
        case category
        case categoryConfidence = "category_confidence"
        case sentiment
        case sentimentIntensity = "sentiment_intensity"
        case opportunityScore = "opportunity_score"
        case faqMatchID = "faq_match_id"
        case faqConfidence = "faq_confidence"
        case smartReplyDraft = "smart_reply_draft"
        case supermemoryID = "supermemory_id"
    }

    public init(
        category: MessageCategory? = nil, categoryConfidence: Double? = nil, sentiment: MessageSentiment? = nil,
        sentimentIntensity: SentimentIntensity? = nil, opportunityScore: Int? = nil, faqMatchID: String? = nil,
        faqConfidence: Double? = nil, smartReplyDraft: String? = nil, supermemoryID: String? = nil
    ) {
        self.category = category
        self.categoryConfidence = categoryConfidence
        self.sentiment = sentiment
        self.sentimentIntensity = sentimentIntensity
        self.opportunityScore = opportunityScore
        self.faqMatchID = faqMatchID
        self.faqConfidence = faqConfidence
        self.smartReplyDraft = smartReplyDraft
        self.supermemoryID = supermemoryID
    }

    public init(from decoder: any Decoder) throws {
        let fields = try GuideFields<CodingKeys>(decoder)
        category = try fields.optional(.category)
        categoryConfidence = try fields.optional(.categoryConfidence)
        sentiment = try fields.optional(.sentiment)
        sentimentIntensity = try fields.optional(.sentimentIntensity)
        opportunityScore = try fields.optional(.opportunityScore)
        faqMatchID = try fields.optional(.faqMatchID)
        faqConfidence = try fields.optional(.faqConfidence)
        smartReplyDraft = try fields.optional(.smartReplyDraft)
        supermemoryID = try fields.optional(.supermemoryID)
    }
}
