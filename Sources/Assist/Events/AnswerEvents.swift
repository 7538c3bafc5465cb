public import EventLog

/// A canned answer is there.
public struct AnswerAdded: Event, Hashable {
    public static let type = EventType("assist.answer-added", schema: 1)

    public let id: AnswerID
    /// Whose it is: it ends with the profile; nil where the ledger had none.
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

    public var settings: AnswerSettings {
        AnswerSettings(category: category, questionPattern: questionPattern, text: text, isEnabled: isEnabled)
    }
}

/// A canned answer says something else; each field that changed has its old and its new value.
public struct AnswerChanged: Event, Hashable {
    public static let type = EventType("assist.answer-changed", schema: 1)

    public let answer: AnswerID
    public let category: Change<AnswerCategory>?
    public let questionPattern: Change<String>?
    public let text: Change<String>?
    public let isEnabled: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case answer, category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    public init(
        answer: AnswerID, category: Change<AnswerCategory>? = nil, questionPattern: Change<String>? = nil,
        text: Change<String>? = nil, isEnabled: Change<Bool>? = nil
    ) {
        self.answer = answer
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    /// What leads from some settings to others; nil where they are equal.
    public init?(answer: AnswerID, from old: AnswerSettings, to new: AnswerSettings) {
        guard old != new else { return nil }
        self.init(
            answer: answer, category: Change(from: old.category, to: new.category),
            questionPattern: Change(from: old.questionPattern, to: new.questionPattern),
            text: Change(from: old.text, to: new.text), isEnabled: Change(from: old.isEnabled, to: new.isEnabled))
    }
}

/// A canned answer was used.
public struct AnswerUsed: Event, Hashable {
    public static let type = EventType("assist.answer-used", schema: 1)

    public let answer: AnswerID
    /// What was answered; nil where it was used elsewhere.
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

/// A deleted answer came back as it was.
public struct AnswerRestored: Event, Hashable {
    public static let type = EventType("assist.answer-restored", schema: 1)

    public let answer: AnswerID

    public init(answer: AnswerID) {
        self.answer = answer
    }
}

/// A canned answer was erased: what the events of its stream said is gone from the log.
public struct AnswerErased: Event, Hashable {
    public static let type = EventType("assist.answer-erased", schema: 1)

    public let answer: AnswerID
    /// How many events of its stream were blanked.
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
