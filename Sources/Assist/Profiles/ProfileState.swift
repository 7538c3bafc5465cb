public import EventLog

/// A profile as a decision sees it.
public struct ProfileState: Hashable, Sendable {
    public let id: ProfileID
    public let stream: StreamID
    public var settings: ProfileSettings
    public var isDeleted: Bool

    public init(id: ProfileID, stream: StreamID, settings: ProfileSettings, isDeleted: Bool = false) {
        self.id = id
        self.stream = stream
        self.settings = settings
        self.isDeleted = isDeleted
    }

    /// An event at the end of the profile's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }
}

extension AssistFeature {
    /// The features that are switched on by default: all.
    public static let standard = Set(allCases)

    /// Refuses the use of a feature while it is switched off.
    public func require(in enabled: Set<AssistFeature>) throws {
        guard !enabled.contains(self) else { return }
        throw DomainError.forbidden("\(rawValue) is switched off", hint: .switchOn(feature: rawValue))
    }
}
