import EventLog
import Mail
import MailLedger
import Projections

/// What tests ask of the read models in one call.
extension Ledger {
    // MARK: The log

    func history(of name: String?, _ options: HistoryOptions = HistoryOptions()) throws -> [HistoryEntry] {
        try read { try $0.history(of: name, options) }
    }

    func historyPlan(of name: String) throws -> [String] { try read { try $0.historyPlan(of: name) } }

    func operations(
        matching filter: LogFilter = LogFilter(), limit: Int?, offset: Int = 0, unfolds: Bool = false
    ) throws -> [OperationRow] {
        try read { try $0.operations(matching: filter, limit: limit, offset: offset, unfolds: unfolds) }
    }

    func erasures() throws -> [ErasureRow] { try read { try $0.erasures() } }

    func erasures(ofMessageID id: String) throws -> [ErasureRow] { try read { try $0.erasures(ofMessageID: id) } }

    func statistics() throws -> LedgerStatistics { try read { try $0.statistics() } }

    func rates() throws -> LedgerRates { try read { try $0.rates() } }

    /// Gives a message just these ids.
    @discardableResult
    func link(_ message: MessageID, to external: ExternalIDs) throws -> Envelope<OutcomeForm> {
        try perform(
            LinkMessageRequest(
                message: message.description, externalID: external.id ?? "", externalThread: external.thread ?? "",
                draftID: external.draft ?? ""))
    }

    func holds(includingRemoved: Bool = false) throws -> [HoldRow] {
        try read { try $0.holds(includingRemoved: includingRemoved) }
    }

    func outbox(
        includingHeldUp: Bool = false, account: String? = nil, limit: Int? = nil
    ) throws -> [OutboxItem] {
        try read { try $0.outbox(includingHeldUp: includingHeldUp, account: account, limit: limit) }
    }

    // MARK: Undo

    func planUndo(_ target: UndoTarget) throws -> UndoPlan { try read { try $0.planUndo(target) } }

    func describe(_ plan: UndoPlan, limit: Int? = nil) throws -> (changes: [PlannedChange], count: Int) {
        try read { try $0.describe(plan, limit: limit) }
    }

    @discardableResult
    func undo(
        _ target: UndoTarget, partially: Bool = false, reason: String? = nil
    ) throws -> (plan: UndoPlan, receipt: Receipt?) {
        guard let form = try perform(UndoRequest(target, partially: partially), Call(reason: reason)).answer else {
            preconditionFailure("an undo without a key is no repetition")
        }
        return (form.plan, form.receipt)
    }

    // MARK: Why

    func why(message: String, field: String? = nil) throws -> [ValueReason] {
        try read { try $0.why(message: message, field: field) }
    }

    func why(folder: String, in account: String? = nil, field: String? = nil) throws -> [ValueReason] {
        try read { try $0.why(folder: folder, in: account, field: field) }
    }

    func why(account: String, field: String? = nil) throws -> [ValueReason] {
        try read { try $0.why(account: account, field: field) }
    }

    func why(note: String, field: String? = nil) throws -> [ValueReason] {
        try read { try $0.why(note: note, field: field) }
    }

    func why(action: String, field: String? = nil) throws -> [ValueReason] {
        try read { try $0.why(action: action, field: field) }
    }

    func why(thread: String, limit: Int? = nil) throws -> ThreadReason {
        try read { try $0.why(thread: thread, limit: limit) }
    }

    func whyUnread(folder: String? = nil, account: String? = nil, limit: Int? = nil) throws -> UnreadReason {
        try read { try $0.whyUnread(folder: folder, account: account, limit: limit) }
    }

    func whyMissing(_ name: String) throws -> Absence { try read { try $0.whyMissing(name) } }

    // MARK: Messages

    func show(_ prefix: String) throws -> ShownMessage { try read { try $0.show(prefix) } }

    func conversation(with prefix: String) throws -> Conversation { try read { try $0.conversation(with: prefix) } }

    func text(of row: MessageRow) throws -> String? { try read { try $0.text(of: row) } }

    func html(of prefix: String) throws -> String { try read { try $0.html(of: prefix) } }

    func rawMessage(_ prefix: String, limit: Int) throws -> (bytes: [UInt8], isCut: Bool) {
        try read { try $0.rawMessage(prefix, limit: limit) }
    }

    func messages(
        withAllWords words: String, account: String? = nil, limit: Int = MessageSearch.maximum, offset: Int = 0
    ) throws -> [MessageRow] {
        try read { try $0.messages(withAllWords: words, account: account, limit: limit, offset: offset) }
    }

    func search(_ words: String, limit: Int = MessageSearch.maximum) throws -> SearchFindings {
        try read { try $0.search(words, limit: limit) }
    }

    func suggestAnswers(for message: String, limit: Int = 5) throws -> [AnswerSuggestion] {
        try read { try $0.suggestAnswers(for: message, limit: limit) }
    }
}
