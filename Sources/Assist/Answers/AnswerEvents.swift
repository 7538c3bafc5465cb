package import Domain
public import EventLog

/// A canned answer is there.
public struct AnswerAdded: Event, Hashable {
    public static let type = EventType("assist.answer-added", schema: 1)

    public let id: AnswerID
    /// The profile that owns it and whose end ends it; nil if the ledger had none.
    public let profile: ProfileID?
    public let category: AnswerCategory
    public let questionPattern: String
    public let text: String
    public let isEnabled: Bool

    enum CodingKeys: String, CodingKey {
        case id, profile, category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    public init(id: AnswerID, profile: ProfileID?, settings: AnswerSettings) {
        self.id = id
        self.profile = profile
        category = settings.category
        questionPattern = settings.questionPattern
        text = settings.text
        isEnabled = settings.isEnabled
    }
}

/// Fields of a canned answer changed; each changed field has its old and its new value.
public struct AnswerChanged: Event, Hashable {
    public static let type = EventType("assist.answer-changed", schema: 1)

    public let answer: AnswerID
    public package(set) var category: Change<AnswerCategory>?
    public package(set) var questionPattern: Change<String>?
    public package(set) var text: Change<String>?
    public package(set) var isEnabled: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case answer, category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    /// Makes an event whose fields the closure sets, for events that no settings lead to.
    package init(answer: AnswerID, _ say: (inout AnswerChanged) throws -> Void) rethrows {
        self.answer = answer
        try say(&self)
    }

    /// The change that leads from some settings to others; nil if they are equal.
    public init?(answer: AnswerID, from old: AnswerSettings, to new: AnswerSettings) {
        guard old != new else { return nil }
        self.answer = answer
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<AnswerSettings, AnswerChanged>] = [
        .init("category", \.category, \.category),
        .init("question_pattern", \.questionPattern, \.questionPattern),
        .init("text", \.text, \.text),
        .init("is_enabled", \.isEnabled, \.isEnabled),
    ]
}

/// A canned answer was used.
public struct AnswerUsed: Event, Hashable {
    public static let type = EventType("assist.answer-used", schema: 1)

    public let answer: AnswerID
    /// The answered message; nil if the answer was used elsewhere.
    public let message: MessageID?
    /// The draft that was made of it.
    public let draft: MessageID?

    public init(answer: AnswerID, message: MessageID? = nil, draft: MessageID? = nil) {
        self.answer = answer
        self.message = message
        self.draft = draft
    }
}

/// The use of a canned answer was undone, and does not count any more.
public struct AnswerUseCancelled: Event, Hashable {
    public static let type = EventType("assist.answer-use-cancelled", schema: 1)

    public let answer: AnswerID
    /// The position of the event that recorded the use.
    public let use: Int64

    public init(answer: AnswerID, use: Int64) {
        self.answer = answer
        self.use = use
    }
}

/// A use that had been undone counts again.
public struct AnswerUseRestored: Event, Hashable {
    public static let type = EventType("assist.answer-use-restored", schema: 1)

    public let answer: AnswerID
    /// The position of the event that recorded the use.
    public let use: Int64

    public init(answer: AnswerID, use: Int64) {
        self.answer = answer
        self.use = use
    }
}

/// A canned answer ended.
public struct AnswerDeleted: Event, Hashable {
    public static let type = EventType("assist.answer-deleted", schema: 1)

    public let answer: AnswerID

    public init(answer: AnswerID) {
        self.answer = answer
    }
}

/// A deleted answer was restored.
public struct AnswerRestored: Event, Hashable {
    public static let type = EventType("assist.answer-restored", schema: 1)

    public let answer: AnswerID

    public init(answer: AnswerID) {
        self.answer = answer
    }
}

/// The erasure of a canned answer, whose events were blanked in the log.
public struct AnswerErased: Event, Hashable {
    public static let type = EventType("assist.answer-erased", schema: 1)

    public let answer: AnswerID
    /// The number of blanked events in its stream.
    public let events: Int

    public init(answer: AnswerID, events: Int) {
        self.answer = answer
        self.events = events
    }
}

extension AnswerErased: ErasingEvent {
    public static let kind = "answer"
    public var erasedID: UniqueID { answer.uniqueID }
    public var erasedFrom: AccountID? { nil }
}
