import Assist
import Chat
import EventLog
import Mail
import MailLedger
import Projections

/// Requests about the profile, canned answers and claims.
extension Ledger {
    @discardableResult
    func setProfile(_ command: SetProfile, context: OperationContext) throws -> Requested<SettingsChangeForm> {
        try request(SetProfileRequest(command), context)
    }

    @discardableResult
    func switchFeature(_ command: SwitchFeature, context: OperationContext) throws -> Requested<SettingsChangeForm> {
        try request(SwitchFeatureRequest(feature: command.feature, isEnabled: command.isEnabled), context)
    }

    @discardableResult
    func switchService(_ command: SwitchService, context: OperationContext) throws -> Requested<SettingsChangeForm> {
        try request(SwitchServiceRequest(service: command.service, isConnected: command.isConnected), context)
    }

    @discardableResult
    func deleteProfile(context: OperationContext) throws -> Requested<OutcomeForm> {
        try request(DeleteProfileRequest(), context)
    }

    @discardableResult
    func addAnswer(_ command: AddAnswer, context: OperationContext) throws -> AnswerRow {
        let done = try request(
            AddAnswerRequest(
                id: command.id, category: command.category, questionPattern: command.questionPattern,
                text: command.text, isEnabled: command.isEnabled), context)
        guard case .done(let form) = done.answer else { throw DomainError.conflict("nothing was added") }
        return try read { try $0.answer(form.id) }
    }

    @discardableResult
    func changeAnswer(
        _ name: String, _ command: ChangeAnswer, context: OperationContext
    ) throws -> Requested<SettingsChangeForm> {
        try request(ChangeAnswerRequest(answer: name, changes: command), context)
    }

    @discardableResult
    func deleteAnswer(_ name: String, context: OperationContext) throws -> Recorded? {
        try request(DeleteAnswerRequest(answer: name), context).receipt
    }

    @discardableResult
    func recordUse(ofAnswer name: String, context: OperationContext) throws -> Recorded? {
        try request(RecordAnswerUseRequest(answer: name), context).receipt
    }

    @discardableResult
    func useAnswer(
        _ name: String, for message: String, context: OperationContext
    ) throws -> (row: MessageRow, receipt: Recorded?) {
        let done = try request(UseAnswerRequest(answer: name, message: message), context)
        guard case .done(let form) = done.answer else { throw DomainError.conflict("no draft was made") }
        return (form.row, done.receipt)
    }

    @discardableResult
    func classify(_ line: ClassificationLine, context: OperationContext) throws -> Requested<OutcomeForm> {
        do {
            return try request(ClassifyRequest(claims: [line]), context)
        } catch let fault as ClassificationFault {
            throw fault.error
        }
    }

    @discardableResult
    func classify(
        jsonLines text: [UInt8], by claimant: String, context: OperationContext, dryRun: Bool = false
    ) throws -> Requested<OutcomeForm> {
        try request(ClassifyRequest(jsonLines: text, by: claimant), context, dryRun: dryRun)
    }
}

/// Requests about conversations.
extension Ledger {
    @discardableResult
    func openConversation(
        _ name: String? = nil, facts: ConversationFacts, account: String, context: OperationContext
    ) throws -> ConversationRow {
        let done = try request(
            OpenConversationRequest(
                account: account, conversation: name, displayName: facts.displayName, avatarURL: facts.avatarURL,
                participants: facts.participants, isGroup: facts.isGroup), context)
        return done.answer.row
    }

    @discardableResult
    func changeConversation(
        _ name: String, _ command: ChangeConversation, context: OperationContext
    ) throws -> Requested<OutcomeForm> {
        try request(
            ChangeConversationRequest(
                conversation: name, displayName: command.displayName, avatarURL: command.avatarURL,
                participants: command.participants, isGroup: command.isGroup), context)
    }

    @discardableResult
    func deleteConversation(_ name: String, context: OperationContext) throws -> Requested<OutcomeForm> {
        try request(DeleteConversationRequest(conversation: name), context)
    }

    @discardableResult
    func postChat(
        _ text: String, to name: String, sender: String? = nil, context: OperationContext
    ) throws -> MessageRow {
        try request(PostChatRequest(conversation: name, text: text, sender: sender), context).answer.row
    }

    @discardableResult
    func advanceDelivery(
        of filter: MessageFilter, _ command: AdvanceDelivery, context: OperationContext
    ) throws -> Requested<OutcomeForm> {
        try request(AdvanceDeliveryRequest(filter: .of(filter), status: command.status), context)
    }

    @discardableResult
    func noteReaders(
        of filter: MessageFilter, _ command: NoteReaders, context: OperationContext
    ) throws -> Requested<OutcomeForm> {
        try request(NoteReadersRequest(filter: .of(filter), readers: command.readers), context)
    }
}

extension Requested<OutcomeForm> {
    var changed: Int { answer.changed }
    var matched: Int { answer.matched }
}
