internal import Assist
internal import EventLog
internal import Projections
internal import WireModels

extension UserEntity {
    /// Makes the form of the owner with the canned answers.
    ///
    /// The id comes from another system, if it has one; without a name, the name is the address.
    init(_ profile: ProfileRow, answers: [AnswerRow]) {
        let settings = profile.settings
        self.init(
            id: settings.externalID ?? profile.id.description, email: settings.email,
            displayName: settings.displayName ?? settings.email, photoURL: settings.photoURL,
            createdAt: WireTime(profile.createdAt), faqs: answers.map { FAQEntity($0) })
        for feature in AIFeature.allCases {
            setAIFeature(
                feature, enabled: settings.features.contains(feature.assistFeature), at: WireTime(profile.updatedAt))
        }
    }
}

extension AIFeature {
    /// The ledger's name of it.
    var assistFeature: AssistFeature {
        switch self {
        case .categorization: .categorization
        case .smartReply: .smartReply
        case .faq: .cannedAnswers
        case .sentiment: .sentiment
        case .opportunityScoring: .opportunityScoring
        case .supermemoryStorage: .memoryStorage
        }
    }
}
