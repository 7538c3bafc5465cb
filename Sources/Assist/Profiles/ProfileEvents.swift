package import Domain
public import EventLog

/// The ledger got an owner.
public struct ProfileCreated: Event, Hashable {
    public static let type = EventType("assist.profile-created", schema: 1)

    public let id: ProfileID
    public let externalID: String?
    public let email: String
    public let displayName: String?
    public let photoURL: String?
    public let timeZone: String?
    public let autoTranscribe: Bool
    public let autoCreateActions: Bool
    /// The features that are switched on, in alphabetical order.
    public let features: [AssistFeature]
    /// The connected services, in alphabetical order.
    public let services: [ConnectedService]

    enum CodingKeys: String, CodingKey {
        case id
        case externalID = "external_id"
        case email
        case displayName = "display_name"
        case photoURL = "photo_url"
        case timeZone = "time_zone"
        case autoTranscribe = "auto_transcribe"
        case autoCreateActions = "auto_create_actions"
        case features, services
    }

    public init(id: ProfileID, settings: ProfileSettings) {
        self.id = id
        externalID = settings.externalID
        email = settings.email
        displayName = settings.displayName
        photoURL = settings.photoURL
        timeZone = settings.timeZone
        autoTranscribe = settings.transcribesAutomatically
        autoCreateActions = settings.createsActionsAutomatically
        features = settings.features.sorted { $0.rawValue < $1.rawValue }
        services = settings.services.sorted { $0.rawValue < $1.rawValue }
    }
}

/// Fields of the owner's profile changed; each changed field has its old and its new value.
public struct ProfileChanged: Event, Hashable {
    public static let type = EventType("assist.profile-changed", schema: 1)

    public let profile: ProfileID
    public package(set) var externalID: Change<String?>?
    public package(set) var email: Change<String>?
    public package(set) var displayName: Change<String?>?
    public package(set) var photoURL: Change<String?>?
    public package(set) var timeZone: Change<String?>?
    public package(set) var autoTranscribe: Change<Bool>?
    public package(set) var autoCreateActions: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case profile
        case externalID = "external_id"
        case email
        case displayName = "display_name"
        case photoURL = "photo_url"
        case timeZone = "time_zone"
        case autoTranscribe = "auto_transcribe"
        case autoCreateActions = "auto_create_actions"
    }

    /// Makes an event whose fields the closure sets, for events that no settings lead to.
    package init(profile: ProfileID, _ say: (inout ProfileChanged) throws -> Void) rethrows {
        self.profile = profile
        try say(&self)
    }

    /// The change that leads from some settings to others, without features and services; nil if they are equal.
    public init?(profile: ProfileID, from old: ProfileSettings, to new: ProfileSettings) {
        self.profile = profile
        let none = self
        Self.fields.record(from: old, to: new, in: &self)
        guard self != none else { return nil }
    }

    package static let fields: [FieldPair<ProfileSettings, ProfileChanged>] = [
        .init("external_id", \.externalID, \.externalID),
        .init("email", \.email, \.email),
        .init("display_name", \.displayName, \.displayName),
        .init("photo_url", \.photoURL, \.photoURL),
        .init("time_zone", \.timeZone, \.timeZone),
        .init("auto_transcribe", \.transcribesAutomatically, \.autoTranscribe),
        .init("auto_create_actions", \.createsActionsAutomatically, \.autoCreateActions),
    ]
}

/// Features were switched on or off; each that was has its old and its new state.
public struct ProfileFeatureSwitched: Event, Hashable {
    public static let type = EventType("assist.profile-feature-switched", schema: 1)

    public let profile: ProfileID
    public let categorization: Change<Bool>?
    public let smartReply: Change<Bool>?
    public let cannedAnswers: Change<Bool>?
    public let sentiment: Change<Bool>?
    public let opportunityScoring: Change<Bool>?
    public let memoryStorage: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case profile, categorization
        case smartReply = "smart_reply"
        case cannedAnswers = "canned_answers"
        case sentiment
        case opportunityScoring = "opportunity_scoring"
        case memoryStorage = "memory_storage"
    }

    public init(profile: ProfileID, changes: [AssistFeature: Change<Bool>]) {
        self.profile = profile
        categorization = changes[.categorization]
        smartReply = changes[.smartReply]
        cannedAnswers = changes[.cannedAnswers]
        sentiment = changes[.sentiment]
        opportunityScoring = changes[.opportunityScoring]
        memoryStorage = changes[.memoryStorage]
    }

    /// The switched features.
    public var changes: [AssistFeature: Change<Bool>] {
        let all: [(AssistFeature, Change<Bool>?)] = [
            (.categorization, categorization), (.smartReply, smartReply), (.cannedAnswers, cannedAnswers),
            (.sentiment, sentiment), (.opportunityScoring, opportunityScoring), (.memoryStorage, memoryStorage),
        ]
        return Dictionary(uniqueKeysWithValues: all.compactMap { feature, change in change.map { (feature, $0) } })
    }
}

/// Services were connected or disconnected; each that was has its old and its new state.
public struct ProfileServiceSwitched: Event, Hashable {
    public static let type = EventType("assist.profile-service-switched", schema: 1)

    public let profile: ProfileID
    public let google: Change<Bool>?
    public let apple: Change<Bool>?

    public init(profile: ProfileID, changes: [ConnectedService: Change<Bool>]) {
        self.profile = profile
        google = changes[.google]
        apple = changes[.apple]
    }

    /// The connected or disconnected services.
    public var changes: [ConnectedService: Change<Bool>] {
        let all: [(ConnectedService, Change<Bool>?)] = [(.google, google), (.apple, apple)]
        return Dictionary(uniqueKeysWithValues: all.compactMap { service, change in change.map { (service, $0) } })
    }
}

/// A profile ended, and its canned answers with it.
public struct ProfileDeleted: Event, Hashable {
    public static let type = EventType("assist.profile-deleted", schema: 1)

    public let profile: ProfileID

    public init(profile: ProfileID) {
        self.profile = profile
    }
}

/// A deleted profile was restored, with the answers that were deleted with it.
public struct ProfileRestored: Event, Hashable {
    public static let type = EventType("assist.profile-restored", schema: 1)

    public let profile: ProfileID

    public init(profile: ProfileID) {
        self.profile = profile
    }
}

/// The erasure of a profile, whose events were blanked in the log.
public struct ProfileErased: Event, Hashable {
    public static let type = EventType("assist.profile-erased", schema: 1)

    public let profile: ProfileID
    /// The number of blanked events in its stream.
    public let events: Int

    public init(profile: ProfileID, events: Int) {
        self.profile = profile
        self.events = events
    }
}

extension ProfileErased: ErasingEvent {
    public static let kind = "profile"
    public var erasedID: UniqueID { profile.uniqueID }
    public var erasedFrom: AccountID? { nil }
}
