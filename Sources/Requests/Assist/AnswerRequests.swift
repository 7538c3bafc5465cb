public import Assist
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Projections

/// Adds a canned answer, which belongs to the profile if there is one.
public struct AddAnswerRequest: LedgerCommand {
    public static let name = "add-answer"
    public typealias Answer = Made<AnswerForm>
    /// The id of an answer that another system made; nil for a new one.
    public var id: AnswerID?
    /// ``AnswerCategory/other`` if it is nil.
    public var category: AnswerCategory?
    public var questionPattern: String
    public var text: String
    /// True if it is nil.
    public var isEnabled: Bool?

    enum CodingKeys: String, CodingKey {
        case id, category
        case questionPattern = "question_pattern"
        case text
        case isEnabled = "is_enabled"
    }

    public init(
        id: AnswerID? = nil, category: AnswerCategory? = nil, questionPattern: String, text: String,
        isEnabled: Bool? = nil
    ) {
        self.id = id
        self.category = category
        self.questionPattern = questionPattern
        self.text = text
        self.isEnabled = isEnabled
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let command = AddAnswer(
            id: id, category: category ?? .other, questionPattern: questionPattern, text: text,
            isEnabled: isEnabled ?? true)
        let events = try reader.events(adding: command)
        guard let added = events.first?.event as? AnswerAdded else { preconditionFailure("an answer is added") }
        return .made(events) { reader in
            guard let row = try AnswersQuery(on: reader.connection).answer(withID: added.id) else {
                throw DomainError.notFound(kind: "answer", name: added.id.description)
            }
            return AnswerForm(row)
        }
    }
}

/// Changes a canned answer; omitted values stay unchanged.
public struct ChangeAnswerRequest: LedgerCommand {
    public static let name = "change-answer"
    public typealias Answer = SettingsChangeForm
    /// The first digits of its id, or its question.
    public var answer: String
    public var changes: ChangeAnswer

    private enum CodingKeys: CodingKey { case answer }

    public init(answer: String, changes: ChangeAnswer) {
        self.answer = answer
        self.changes = changes
    }

    public init(from decoder: any Decoder) throws {
        answer = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .answer)
        changes = try ChangeAnswer(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(answer, forKey: .answer)
        try changes.encode(to: encoder)
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try changes.decide(reader.answer(answer).state))
    }
}

/// Ends a canned answer.
public struct DeleteAnswerRequest: LedgerCommand {
    public static let name = "delete-answer"
    public typealias Answer = OutcomeForm
    public var answer: String

    public init(answer: String) {
        self.answer = answer
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .outcome(of: 1, DeleteAnswer().decide(try reader.answer(answer).state))
    }
}

/// Answers a message by a canned answer, and records the use, in one transaction.
///
/// The answer becomes a draft in the drafts folder of the message's account, a reply in the same thread. A message of a
/// conversation whose writer has no mail address is refused (``DomainError/conflict(_:hint:)``).
public struct UseAnswerRequest: LedgerWork {
    public static let name = "use-answer"
    public typealias Answer = Made<MessageForm>
    public var answer: String
    /// The first digits of the id of the message to answer.
    public var message: String

    public init(answer: String, message: String) {
        self.answer = answer
        self.message = message
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let (id, date) = (ledger.writing.newID(), ledger.environment.log.now())
        let outcome = try ledger.mail.saveDraft(
            call,
            compose: { reader in
                let row = try reader.message(message)
                let text = try reader.answer(answer).settings.text
                let draft = try ledger.mail.reply(to: row, id: id, text: text, at: date, reader)
                try reader.requireRecipient(of: draft, to: row)
                return (row.account, draft)
            },
            also: { reader, draft in
                try UseAnswer(message: reader.message(message).id, draft: draft)
                    .decide(reader.answer(answer).state, features: reader.features())
            })
        return CommandResult(
            try outcome.made(in: ledger, isDryRun: call.isDryRun), operation: outcome.receipt?.operation)
    }
}

/// Counts a use of a canned answer that happened elsewhere.
public struct RecordAnswerUseRequest: LedgerCommand {
    public static let name = "record-answer-use"
    public typealias Answer = OutcomeForm
    public var answer: String

    public init(answer: String) {
        self.answer = answer
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .outcome(of: 1, try UseAnswer().decide(reader.answer(answer).state, features: reader.features()))
    }
}

extension LedgerReader {
    /// Decides on a new canned answer, which belongs to the profile if there is one.
    ///
    /// - Throws: ``DomainError/alreadyExists(kind:name:)`` for an id that an answer has or had.
    func events(adding command: AddAnswer) throws -> [ProposedEvent] {
        let existing = try command.id.flatMap { try AnswersQuery(on: connection).answer(withID: $0) }
        return try command.decide(profile: profile()?.state, existing: existing?.state, newID: environment.newID)
    }
}
