public import Assist
internal import EventLog
internal import Projections

/// Adds a canned answer, which belongs to the profile where there is one.
public struct AddAnswerRequest: LedgerWork {
    public static let name = "add-answer"
    public typealias Answer = Made<AnswerForm>
    /// ``AnswerCategory/other`` where nothing is said.
    public var category: AnswerCategory?
    public var questionPattern: String
    public var text: String
    /// True where nothing is said.
    public var isEnabled: Bool?

    enum CodingKeys: String, CodingKey {
        case category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    public init(category: AnswerCategory? = nil, questionPattern: String, text: String, isEnabled: Bool? = nil) {
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let command = AddAnswer(
            category: category ?? .other, questionPattern: questionPattern, text: text, isEnabled: isEnabled ?? true)
        guard let row = try ledger.addAnswer(command, context: call.context, dryRun: call.isDryRun) else {
            return .looked(changed: 1)
        }
        return CommandResult(.done(AnswerForm(row)), operation: call.context.operation)
    }
}

/// Changes a canned answer; what is left out stays.
public struct ChangeAnswerRequest: LedgerWork {
    public static let name = "change-answer"
    public typealias Answer = SettingsChangeForm
    /// The first digits of its id, or its question.
    public var answer: String
    public var category: AnswerCategory?
    public var questionPattern: String?
    public var text: String?
    public var isEnabled: Bool?

    enum CodingKeys: String, CodingKey {
        case answer, category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    public init(
        answer: String, category: AnswerCategory? = nil, questionPattern: String? = nil, text: String? = nil,
        isEnabled: Bool? = nil
    ) {
        self.answer = answer
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let command = ChangeAnswer(
            category: category, questionPattern: questionPattern, text: text, isEnabled: isEnabled)
        return try CommandResult(
            ledger.changeAnswer(answer, command, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Ends a canned answer.
public struct DeleteAnswerRequest: LedgerWork {
    public static let name = "delete-answer"
    public typealias Answer = OutcomeForm
    public var answer: String

    public init(answer: String) {
        self.answer = answer
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            of: 1, try ledger.deleteAnswer(answer, context: call.context, dryRun: call.isDryRun), in: call)
    }
}

/// Answers a message by a canned answer: makes a draft of it, and counts the use.
public struct UseAnswerRequest: LedgerWork {
    public static let name = "use-answer"
    public typealias Answer = Made<MessageForm>
    public var answer: String
    /// The first digits of the id of the message that is answered.
    public var message: String

    public init(answer: String, message: String) {
        self.answer = answer
        self.message = message
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let outcome = try ledger.useAnswer(answer, for: message, context: call.context, dryRun: call.isDryRun)
        guard !call.isDryRun else { return .looked(changed: outcome.changed, of: 1) }
        guard let row = try ledger.read({ try $0.message(withID: outcome.ids[0]) }) else {
            throw DomainError.notFound(kind: "message", name: outcome.ids[0].description)
        }
        return CommandResult(.done(MessageForm(row)), operation: outcome.receipt?.operation)
    }
}

/// Counts a use of a canned answer that was made elsewhere.
public struct RecordAnswerUseRequest: LedgerWork {
    public static let name = "record-answer-use"
    public typealias Answer = OutcomeForm
    public var answer: String

    public init(answer: String) {
        self.answer = answer
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let receipt = try ledger.recordUse(ofAnswer: answer, context: call.context, dryRun: call.isDryRun)
        return CommandResult(of: 1, receipt, in: call)
    }
}
