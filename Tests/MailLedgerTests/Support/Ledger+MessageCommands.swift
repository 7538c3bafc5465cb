import EventLog
import Mail
import MailLedger
import Projections

/// What a command on messages did.
struct MessageOutcome: Equatable {
    let matched: Int
    let changed: Int
    /// Nil where nothing was to be changed, or was only looked at.
    let operation: OperationID?
}

/// The requests that change messages, for tests that have a filter and not its text.
extension Ledger {
    @discardableResult
    func mark(
        _ filter: MessageFilter, _ command: MarkMessages, context: OperationContext, dryRun: Bool = false
    ) throws -> MessageOutcome {
        try outcome(of: context, dryRun) {
            MarkMessagesRequest(filter: .of(filter), adding: command.adding, removing: command.removing)
        }
    }

    @discardableResult
    func move(
        _ filter: MessageFilter, to folder: String, in account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessageOutcome {
        try outcome(of: context, dryRun) {
            MoveMessagesRequest(filter: .of(filter), folder: folder, account: account)
        }
    }

    @discardableResult
    func file(
        _ filter: MessageFilter, to folder: String, in account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessageOutcome {
        try outcome(of: context, dryRun) {
            FileMessagesRequest(filter: .of(filter), folder: folder, account: account)
        }
    }

    @discardableResult
    func unfile(
        _ filter: MessageFilter, from folder: String, in account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessageOutcome {
        try outcome(of: context, dryRun) {
            UnfileMessagesRequest(filter: .of(filter), folder: folder, account: account)
        }
    }

    @discardableResult
    func delete(
        _ filter: MessageFilter, context: OperationContext, dryRun: Bool = false
    ) throws -> MessageOutcome {
        try outcome(of: context, dryRun) { DeleteMessagesRequest(filter: .of(filter)) }
    }

    @discardableResult
    func markThreads(
        _ filter: MessageFilter, _ command: MarkThreads, context: OperationContext, dryRun: Bool = false
    ) throws -> MessageOutcome {
        try outcome(of: context, dryRun) {
            MarkThreadsRequest(
                filter: .of(filter), isPinned: command.isPinned, isMuted: command.isMuted,
                isArchived: command.isArchived)
        }
    }

    private func outcome<Command: LedgerWork>(
        of context: OperationContext, _ dryRun: Bool, _ command: () -> Command
    ) throws -> MessageOutcome where Command.Answer == OutcomeForm {
        let call = Call(actor: context.actor, reason: context.reason, command: context.command, isDryRun: dryRun)
        let done = try perform(command(), call)
        return MessageOutcome(
            matched: done.answer?.matched ?? 0, changed: done.answer?.changed ?? 0, operation: done.operation)
    }
}

extension MessageQuery {
    /// The messages that a filter takes.
    static func of(_ filter: MessageFilter) -> MessageQuery { MessageQuery("a filter", readAs: filter) }
}
