public import EventLog

/// Adds a canned answer.
public struct AddAnswer: Hashable, Sendable {
    /// Nil for a new one.
    public var id: AnswerID?
    public var category: AnswerCategory
    public var questionPattern: String
    public var text: String
    public var isEnabled: Bool

    public init(
        id: AnswerID? = nil, category: AnswerCategory, questionPattern: String, text: String, isEnabled: Bool = true
    ) {
        self.id = id
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    /// Refuses an id that any answer has or had.
    ///
    /// - Parameters:
    ///   - profile: The live profile that will own it.
    ///   - existing: The answer with the given id.
    public func decide(
        profile: ProfileState?, existing: AnswerState? = nil, newID: () -> UniqueID
    ) throws -> [ProposedEvent] {
        if let existing { throw DomainError.alreadyExists(kind: "answer", name: existing.id.description) }
        let settings = AnswerSettings(
            category: category, questionPattern: try AnswerSettings.pattern(questionPattern),
            text: try AnswerSettings.text(text), isEnabled: isEnabled)
        let added = AnswerAdded(id: id ?? AnswerID(newID()), profile: profile?.id, settings: settings)
        return [ProposedEvent(added, target: .noStream, account: .none)]
    }
}

/// Changes a canned answer; values that are nil stay unchanged.
public struct ChangeAnswer: Codable, Hashable, Sendable {
    public var category: AnswerCategory?
    public var questionPattern: String?
    public var text: String?
    public var isEnabled: Bool?

    enum CodingKeys: String, CodingKey {
        case category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    public init(
        category: AnswerCategory? = nil, questionPattern: String? = nil, text: String? = nil, isEnabled: Bool? = nil
    ) {
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    /// Decides on one event with every field that changes, and on none if all is so already.
    public func decide(_ answer: AnswerState) throws -> [ProposedEvent] {
        var new = answer.settings
        if let category { new.category = category }
        if let questionPattern { new.questionPattern = try AnswerSettings.pattern(questionPattern) }
        if let text { new.text = try AnswerSettings.text(text) }
        if let isEnabled { new.isEnabled = isEnabled }
        return AnswerChanged(answer: answer.id, from: answer.settings, to: new).map { [answer.event($0)] } ?? []
    }
}

/// Records that a canned answer was used.
public struct UseAnswer: Hashable, Sendable {
    /// The answered message; nil if the answer was used elsewhere.
    public var message: MessageID?
    /// The draft that was made of it.
    public var draft: MessageID?

    public init(message: MessageID? = nil, draft: MessageID? = nil) {
        self.message = message
        self.draft = draft
    }

    /// Every use counts, the same once more too.
    public func decide(_ answer: AnswerState, features: Set<AssistFeature>) throws -> [ProposedEvent] {
        try AssistFeature.cannedAnswers.require(in: features)
        try answer.requireEnabled()
        return [answer.event(AnswerUsed(answer: answer.id, message: message, draft: draft))]
    }
}

/// Ends a canned answer.
public struct DeleteAnswer: Hashable, Sendable {
    public init() {}

    public func decide(_ answer: AnswerState) -> [ProposedEvent] {
        answer.isDeleted ? [] : [answer.event(AnswerDeleted(answer: answer.id))]
    }
}

/// Restores a deleted answer.
public struct RestoreAnswer: Hashable, Sendable {
    public init() {}

    public func decide(_ answer: AnswerState) -> [ProposedEvent] {
        answer.isDeleted ? [answer.event(AnswerRestored(answer: answer.id))] : []
    }
}

extension AnswerState {
    /// Throws if the answer is not enabled.
    public func requireEnabled() throws {
        guard settings.isEnabled else {
            throw DomainError.conflict("the answer \(id.description.prefix(8)) is disabled", hint: .enableAnswer)
        }
    }
}

extension AnswerSettings {
    fileprivate static func pattern(_ text: String) throws -> String {
        try TextRules.name(text, "question_pattern", maximum: 1_000)
    }

    fileprivate static func text(_ text: String) throws -> String {
        try TextRules.text(text, "text")
    }
}
