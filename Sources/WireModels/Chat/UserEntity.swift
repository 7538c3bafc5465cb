/// The owner of the ledger, in the form that a program of conversations uses.
public struct UserEntity: Codable, Hashable, Sendable, Identifiable {
    /// The id from the service that authenticates users, unchanged.
    public var id: String
    public var email: String
    public var displayName: String
    public var photoURL: String?
    public var createdAt: WireTime
    public var updatedAt: WireTime
    public var enableCategorization: Bool
    public var enableSmartReply: Bool
    public var enableFAQ: Bool
    public var enableSentiment: Bool
    public var enableOpportunityScoring: Bool
    public var allowSupermemoryStorage: Bool
    public var faqs: [FAQEntity]

    enum CodingKeys: String, GuideKey {
        case id, email
        case displayName = "display_name"
        case photoURL = "photo_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case enableCategorization = "enable_categorization"
        case enableSmartReply = "enable_smart_reply"
        case enableFAQ = "enable_faq"
        case enableSentiment = "enable_sentiment"
        case enableOpportunityScoring = "enable_opportunity_scoring"
        case allowSupermemoryStorage = "allow_supermemory_storage"
        case faqs
    }

    /// Makes a user with every feature switched on.
    public init(
        id: String, email: String, displayName: String, photoURL: String? = nil, createdAt: WireTime,
        faqs: [FAQEntity] = []
    ) {
        self.id = id
        self.email = email
        self.displayName = displayName
        self.photoURL = photoURL
        self.createdAt = createdAt
        updatedAt = createdAt
        enableCategorization = true
        enableSmartReply = true
        enableFAQ = true
        enableSentiment = true
        enableOpportunityScoring = true
        allowSupermemoryStorage = true
        self.faqs = faqs
    }

    public init(from decoder: any Decoder) throws {
        let fields = try GuideFields<CodingKeys>(decoder)
        id = try fields.required(.id)
        email = try fields.required(.email)
        displayName = try fields.required(.displayName)
        photoURL = try fields.optional(.photoURL)
        createdAt = try fields.required(.createdAt)
        updatedAt = try fields.field(.updatedAt, default: createdAt)
        enableCategorization = try fields.field(.enableCategorization, default: true)
        enableSmartReply = try fields.field(.enableSmartReply, default: true)
        enableFAQ = try fields.field(.enableFAQ, default: true)
        enableSentiment = try fields.field(.enableSentiment, default: true)
        enableOpportunityScoring = try fields.field(.enableOpportunityScoring, default: true)
        allowSupermemoryStorage = try fields.field(.allowSupermemoryStorage, default: true)
        faqs = try fields.field(.faqs, default: [])
    }
}

extension UserEntity {
    /// Changes the profile; values that are nil stay unchanged.
    public mutating func updateProfile(displayName: String? = nil, photoURL: String? = nil, at time: WireTime) {
        if let displayName { self.displayName = displayName }
        if let photoURL { self.photoURL = photoURL }
        updatedAt = time
    }

    /// Switches a feature on or off.
    public mutating func setAIFeature(_ feature: AIFeature, enabled: Bool, at time: WireTime) {
        self[keyPath: Self.field(of: feature)] = enabled
        updatedAt = time
    }

    /// Whether a feature is switched on.
    public func isEnabled(_ feature: AIFeature) -> Bool { self[keyPath: Self.field(of: feature)] }

    private static func field(of feature: AIFeature) -> WritableKeyPath<UserEntity, Bool> {
        switch feature {
        case .categorization: \.enableCategorization
        case .smartReply: \.enableSmartReply
        case .faq: \.enableFAQ
        case .sentiment: \.enableSentiment
        case .opportunityScoring: \.enableOpportunityScoring
        case .supermemoryStorage: \.allowSupermemoryStorage
        }
    }
}
