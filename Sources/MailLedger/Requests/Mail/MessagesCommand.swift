internal import EventLog
internal import Mail
internal import Projections

/// A command on each of the messages that a query takes.
protocol MessagesCommand: LedgerCommand where Answer == OutcomeForm {
    var filter: MessageQuery { get }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision
}

/// What is decided of messages.
struct MessagesDecision {
    var events: [ProposedEvent]
    /// The paths of the folders of kind label that stood for labels.
    var folders: Set<String> = []
}

extension MessagesCommand {
    public func perform(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<OutcomeForm> {
        var folders: Set<String> = []
        let outcome = try ledger.changeMessages(ledger.filter(ofCommand: filter), call.context, call.isDryRun) {
            reader, messages in
            let decision = try decide(messages, reader)
            folders = decision.folders
            return decision.events
        }
        return CommandResult(outcome, folders: folders.sorted(), in: call)
    }
}

extension LedgerReader {
    /// Decides for each account on its messages, a folder of it, and the folders of it that live.
    ///
    /// - Parameter account: Whose folder is meant; nil for the folder of that name in each message's own account.
    func decide(
        on messages: [MessageState], at folder: String, in account: String?,
        _ decide: ([MessageState], FolderState, Set<FolderID>) throws -> [ProposedEvent]
    ) throws -> MessagesDecision {
        let accounts = try account.map { [try self.account($0).stream] } ?? Set(messages.map(\.accountStream))
        if accounts.isEmpty { _ = try folders().first { $0.path == folder } ?? self.folder(folder) }
        return MessagesDecision(
            events: try accounts.sorted().flatMap { stream in
                try decide(
                    messages.filter { account != nil || $0.accountStream == stream },
                    self.folder(folder, in: stream).state, Set(folders(of: stream).map(\.id)))
            })
    }
}

extension Ledger {
    /// Decides on the messages that a filter takes and appends, or only decides.
    func changeMessages(
        _ filter: MessageFilter, _ context: OperationContext, _ dryRun: Bool,
        _ decide: (LedgerReader, [MessageState]) throws -> [ProposedEvent]
    ) throws -> MessagesOutcome {
        var matched = 0
        var changed = 0
        func decideOnce(_ reader: LedgerReader) throws -> [ProposedEvent] {
            let messages = try reader.states(matching: filter)
            let events = try decide(reader, messages)
            (matched, changed) = (messages.count, Set(events.map(\.existingStream)).count)
            return events
        }
        if dryRun { try prepareSearch(for: filter) }
        let receipt = try change(context, dryRun: dryRun) { reader in
            // Under the lock nothing comes in any more: an index at the head knows every message that the filter could mean.
            if !dryRun, filter.readsFullText { try requireSearchAtHead() }
            return try decideOnce(reader)
        }
        return MessagesOutcome(matched: matched, changed: changed, receipt: receipt)
    }
}
