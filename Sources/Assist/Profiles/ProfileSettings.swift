internal import EventLog

/// A feature that the owner of a ledger may switch off. The raw values are stored, and JSON has them.
public enum AssistFeature: String, Codable, Hashable, Sendable, CaseIterable {
    /// Claims of a category.
    case categorization
    /// Replies that are proposed.
    case smartReply = "smart_reply"
    /// Canned answers: which fits, and their use.
    case cannedAnswers = "canned_answers"
    /// Claims of a mood.
    case sentiment
    /// Claims about the opportunity in a message.
    case opportunityScoring = "opportunity_scoring"
    /// References to a memory outside of the ledger.
    case memoryStorage = "memory_storage"
}

/// A service that the owner of a ledger has connected. The raw values are stored, and JSON has them.
public enum ConnectedService: String, Codable, Hashable, Sendable, CaseIterable {
    case google
    case apple
}

/// The settings of a ledger's owner: those that are shown, and that a command may change.
///
/// It contains no password and no token, and has no place for one.
public struct ProfileSettings: Hashable, Sendable {
    /// The owner's id in another system; an opaque text.
    public var externalID: String?
    public var email: String
    public var displayName: String?
    public var photoURL: String?
    /// The name of a time zone, as in `Europe/Berlin`.
    public var timeZone: String?
    /// Whether recorded speech is written down by itself.
    public var transcribesAutomatically: Bool
    /// Whether actions are made of notes by themselves.
    public var createsActionsAutomatically: Bool
    /// The features that are switched on.
    public var features: Set<AssistFeature>
    public var services: Set<ConnectedService>

    public init(
        externalID: String? = nil, email: String, displayName: String? = nil, photoURL: String? = nil,
        timeZone: String? = nil, transcribesAutomatically: Bool = false, createsActionsAutomatically: Bool = false,
        features: Set<AssistFeature> = Set(AssistFeature.allCases), services: Set<ConnectedService> = []
    ) {
        self.externalID = externalID
        self.email = email
        self.displayName = displayName
        self.photoURL = photoURL
        self.timeZone = timeZone
        self.transcribesAutomatically = transcribesAutomatically
        self.createsActionsAutomatically = createsActionsAutomatically
        self.features = features
        self.services = services
    }

    /// Returns the settings with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: ProfileChanged) -> (settings: ProfileSettings, stale: [String]) {
        let (settings, stale) = ProfileChanged.fields.takingBack(changed, in: self)
        return (settings, stale)
    }
}
