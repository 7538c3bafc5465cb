/// A canned answer, and how often it was used.
public struct FAQEntity: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var category: FAQCategory
    public var questionPattern: String
    public var answer: String
    public private(set) var usageCount: Int
    public private(set) var lastUsedAt: WireTime?
    public var isEnabled: Bool
    public var createdAt: WireTime
    public var updatedAt: WireTime

    enum CodingKeys: String, GuideKey {
        case id, category
        case questionPattern = "question_pattern"
        case answer
        case usageCount = "usage_count"
        case lastUsedAt = "last_used_at"
        case isEnabled = "is_enabled"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    public init(
        id: String, category: FAQCategory, questionPattern: String, answer: String, usageCount: Int = 0,
        lastUsedAt: WireTime? = nil, isEnabled: Bool = true, createdAt: WireTime, updatedAt: WireTime? = nil
    ) {
        self.id = id
        self.category = category
        self.questionPattern = questionPattern
        self.answer = answer
        self.usageCount = usageCount
        self.lastUsedAt = lastUsedAt
        self.isEnabled = isEnabled
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }

    public init(from decoder: any Decoder) throws {
        let fields = try GuideFields<CodingKeys>(decoder)
        let createdAt: WireTime = try fields.required(.createdAt)
        self.init(
            id: try fields.required(.id), category: try fields.required(.category),
            questionPattern: try fields.required(.questionPattern), answer: try fields.required(.answer),
            usageCount: try fields.field(.usageCount, default: 0), lastUsedAt: try fields.optional(.lastUsedAt),
            isEnabled: try fields.field(.isEnabled, default: true), createdAt: createdAt,
            updatedAt: try fields.optional(.updatedAt))
    }
}

extension FAQEntity {
    /// Notes that it was used once more.
    public mutating func recordUsage(at time: WireTime) {
        usageCount += 1
        lastUsedAt = time
    }

    /// Changes it; values that are nil stay unchanged.
    public mutating func update(questionPattern: String? = nil, answer: String? = nil, at time: WireTime) {
        if let questionPattern { self.questionPattern = questionPattern }
        if let answer { self.answer = answer }
        updatedAt = time
    }
}
