public import Assist
public import EventLog
public import Projections

extension Ledger {
    /// Adds a canned answer, which belongs to the profile where there is one.
    ///
    /// - Throws: ``DomainError/alreadyExists(kind:name:)`` for an id that an answer has or had.
    public func addAnswer(_ command: AddAnswer, context: OperationContext, dryRun: Bool = false) throws -> AnswerRow? {
        var added: AnswerID?
        let receipt = try change(context, dryRun: dryRun) { reader in
            let existing = try command.id.flatMap { try AnswersQuery(on: reader.connection).answer(withID: $0) }
            let events = try command.decide(
                profile: reader.profile()?.state, existing: existing?.state, newID: newID)
            added = (events.first?.event as? AnswerAdded)?.id
            return events
        }
        guard receipt != nil, let added else { return nil }
        return try read { try AnswersQuery(on: $0.connection).answer(withID: added) }
    }

    /// Changes a canned answer; what is nil stays as it is.
    public func changeAnswer(
        _ name: String, _ command: ChangeAnswer, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { try command.decide($0.answer(name).state) }
    }

    /// Ends a canned answer; an undo brings it back.
    public func deleteAnswer(_ name: String, context: OperationContext, dryRun: Bool = false) throws -> Receipt? {
        try change(context, dryRun: dryRun) { DeleteAnswer().decide(try $0.answer(name).state) }
    }

    /// Records that a canned answer was used somewhere; ``useAnswer(_:for:context:dryRun:)`` makes a draft of it.
    public func recordUse(
        ofAnswer name: String, context: OperationContext, dryRun: Bool = false
    ) throws -> Receipt? {
        try change(context, dryRun: dryRun) { try UseAnswer().decide($0.answer(name).state, features: $0.features()) }
    }

    /// Answers a message by a canned answer: makes a draft in the drafts folder of the message's account, a reply in the
    /// same thread, and records the use, in one transaction.
    ///
    /// - Parameter message: The first digits of the message's id.
    /// - Returns: The draft; its ids mean nothing in a dry run.
    public func useAnswer(
        _ name: String, for message: String, context: OperationContext, dryRun: Bool = false
    ) throws -> SaveOutcome {
        let (id, date) = (newID(), environment.log.now())
        return try saveDraft(
            context: context, dryRun: dryRun,
            compose: { reader in
                let row = try reader.message(message)
                let answer = try reader.answer(name)
                return (row.account, try reply(to: row, id: id, text: answer.settings.text, at: date, reader))
            },
            also: { reader, draft in
                try UseAnswer(message: reader.message(message).id, draft: draft)
                    .decide(reader.answer(name).state, features: reader.features())
            })
    }

    /// Ranks the enabled canned answers by how many words of their patterns a message has.
    ///
    /// - Throws: ``DomainError/forbidden(_:)`` where canned answers are switched off.
    /// - Complexity: O(the text of the message + all patterns).
    public func suggestAnswers(for message: String, limit: Int = 5) throws -> [AnswerSuggestion] {
        try read { reader in
            try AssistFeature.cannedAnswers.require(in: reader.features())
            let row = try reader.message(message)
            let words = AnswerRanking.words(of: [row.subject ?? "", try text(of: row) ?? ""])
            return AnswerRanking.suggestions(
                among: try reader.answers().filter(\.settings.isEnabled), forWords: words, limit: limit)
        }
    }
}
