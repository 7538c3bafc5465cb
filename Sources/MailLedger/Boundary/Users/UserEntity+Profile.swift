public import Assist
internal import EventLog
public import Projections
public import WireModels

extension UserEntity {
    /// Makes the form of the owner with the canned answers.
    ///
    /// The id is the one that another system gave, where there is one; the name is the address where there is none.
    public init(_ profile: ProfileRow, answers: [AnswerRow]) {
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

    /// The command that makes the profile like it, but for its features.
    public var command: SetProfile {
        var command = SetProfile()
        command.externalID = id
        command.email = email
        command.displayName = displayName
        command.photoURL = photoURL ?? ""
        return command
    }

    /// The commands that make the features like those of the profile.
    public var features: [SwitchFeature] {
        AIFeature.allCases.map { SwitchFeature($0.assistFeature, isEnabled: isEnabled($0)) }
    }
}

extension AIFeature {
    /// What the ledger calls it.
    public var assistFeature: AssistFeature {
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

extension LedgerReader {
    /// Returns the owner of the ledger.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)`` where there is no profile.
    public func userResponse() throws -> UserResponse { UserResponse(try requireProfile()) }

    /// Returns the owner of the ledger with the canned answers.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)`` where there is no profile.
    public func userEntity() throws -> UserEntity {
        let profile = try requireProfile()
        return UserEntity(profile, answers: try answers().filter { $0.profile == profile.id })
    }
}
