internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections
internal import QueryLanguage

/// A command on each of the messages that a query takes.
protocol MessagesCommand: LedgerCommand where Answer == OutcomeForm {
    var filter: MessageQuery { get }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision
}

/// A decision about messages.
struct MessagesDecision {
    var events: [ProposedEvent]
    /// The paths of the folders of kind label that stood for labels.
    var folders: Set<String> = []
}

extension MessagesCommand {
    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<OutcomeForm> {
        let taken = try reader.filter(ofCommand: filter)
        let messages = try reader.states(matching: taken)
        let decision = try decide(messages, reader)
        return try Decision.outcome(
            of: messages.count, changed: Set(decision.events.map(\.existingStream)).count,
            decision.events, told: .init(folders: decision.folders.sorted())
        ).because(reader.cause(of: filter, readAs: taken))
    }
}

extension LedgerReader {
    /// Decides for each account on its messages, one of its folders, and its live folders.
    ///
    /// - Parameter account: The account of the folder; nil for the folder of that name in each message's own account.
    func decide(
        on messages: [MessageState], at folder: String, in account: String?,
        _ decide: ([MessageState], FolderState, Set<FolderID>) throws -> [ProposedEvent]
    ) throws -> MessagesDecision {
        let accounts = try account.map { [try self.account($0).stream] } ?? Set(messages.map(\.accountStream))
        if accounts.isEmpty { _ = try folders().first { $0.path == folder } ?? self.folder(folder) }
        return MessagesDecision(
            events: try accounts.sorted().flatMap { stream in
                let target = try self.folder(folder, in: stream)
                guard target.kind != FolderKind.notebook.rawValue else {
                    throw DomainError.invalid(field: "folder", reason: "\(target.path) is for notes, not for mail")
                }
                return try decide(
                    messages.filter { account != nil || $0.accountStream == stream },
                    target.state, Set(folders(of: stream).map(\.id)))
            })
    }
}
