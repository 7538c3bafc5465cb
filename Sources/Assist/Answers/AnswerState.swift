public import EventLog

/// A canned answer as a decision sees it.
public struct AnswerState: Hashable, Sendable {
    public let id: AnswerID
    public let stream: StreamID
    /// The profile that owns it; nil if it has no owner.
    public let profile: ProfileID?
    public var settings: AnswerSettings
    /// Whether it was deleted itself.
    public var isDeleted: Bool
    /// Whether the profile that it belongs to was.
    public let endedWithProfile: Bool

    public var isLive: Bool { !isDeleted && !endedWithProfile }

    public init(
        id: AnswerID, stream: StreamID, profile: ProfileID?, settings: AnswerSettings, isDeleted: Bool = false,
        endedWithProfile: Bool = false
    ) {
        self.id = id
        self.stream = stream
        self.profile = profile
        self.settings = settings
        self.isDeleted = isDeleted
        self.endedWithProfile = endedWithProfile
    }

    /// An event at the end of the answer's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }
}
