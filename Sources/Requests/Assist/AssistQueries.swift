public import Assist
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Projections

/// The canned answers, in the order of recording.
public struct ListAnswers: LedgerQuery {
    public static let name = "list-answers"
    public typealias Answer = [AnswerForm]
    public var category: AnswerCategory?
    public var isEnabled: Bool?

    enum CodingKeys: String, CodingKey {
        case category
        case isEnabled = "is_enabled"
    }

    public init(category: AnswerCategory? = nil, isEnabled: Bool? = nil) {
        self.category = category
        self.isEnabled = isEnabled
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.answers().filter { row in
            (category ?? row.settings.category) == row.settings.category
                && (isEnabled ?? row.settings.isEnabled) == row.settings.isEnabled
        }.map(AnswerForm.init)
    }
}

/// A canned answer.
public struct ShowAnswer: LedgerQuery {
    public static let name = "show-answer"
    public typealias Answer = AnswerForm
    /// The first digits of its id, or its question.
    public var answer: String

    public init(answer: String) {
        self.answer = answer
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        AnswerForm(try reader.answer(answer))
    }
}

/// The enabled canned answers that may fit a message, the best first.
public struct SuggestAnswers: LedgerQuery {
    public static let name = "suggest-answers"
    public typealias Answer = [SuggestionForm]
    public var message: String
    public var limit: PageLimit

    public init(message: String, limit: Int? = nil) {
        self.message = message
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.suggestAnswers(for: message, limit: limit.rows ?? .max).map(SuggestionForm.init)
    }
}

/// The owner of the ledger, and the features that are switched on.
public struct ShowProfile: LedgerQuery {
    public static let name = "show-profile"
    public typealias Answer = ProfileForm

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer {
        ProfileForm(try reader.requireProfile())
    }
}
