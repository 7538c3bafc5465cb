public import EventLog

// What decisions are made from: plain values of the moment, read under the writer's lock.

/// A message as this context knows it: what is claimed of it.
public struct ClassifiedMessage: Hashable, Sendable {
    public let id: MessageID
    public let stream: StreamID
    public let accountStream: StreamID
    public var classification: Classification
    public var memory: MemoryReference

    public init(
        id: MessageID, stream: StreamID, accountStream: StreamID, classification: Classification = Classification(),
        memory: MemoryReference = MemoryReference()
    ) {
        self.id = id
        self.stream = stream
        self.accountStream = accountStream
        self.classification = classification
        self.memory = memory
    }

    /// An event at the end of the message's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(accountStream)))
    }
}

/// A canned answer as a decision sees it.
public struct AnswerState: Hashable, Sendable {
    public let id: AnswerID
    public let stream: StreamID
    /// Whose it is; nil for nobody's.
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
    /// What is switched on where nobody has said anything: all.
    public static let standard = Set(allCases)

    /// Refuses what a feature is for while it is switched off.
    public func require(in enabled: Set<AssistFeature>) throws {
        guard !enabled.contains(self) else { return }
        throw DomainError.forbidden(
            "\(rawValue) is switched off; 'mailledger profile feature \(rawValue) on' switches it on")
    }
}
