public import EventLog
public import Mail
public import Projections

extension Ledger {
    /// Labels the messages that a filter takes, or takes labels off them.
    ///
    /// Where a message's account has a folder of kind label with a label's name as its path, the message is filed there, or
    /// taken off it; a label that no folder stands for is a keyword. What both are is taken off both.
    public func label(
        _ filter: MessageFilter, adding: KeywordSet, removing: KeywordSet, context: OperationContext,
        dryRun: Bool = false
    ) throws -> MessagesOutcome {
        var used: Set<String> = []
        let hasLabels = adding.union(removing).contains { !$0.isReserved }
        var outcome = try changeMessages(filter, context, dryRun) { reader, messages in
            used = []
            var spellings = LabelSpellings(reader)
            let adding = try spellings.known(adding)
            var events: [ProposedEvent] = []
            let byAccount = Dictionary(grouping: messages, by: \.accountStream)
            for (account, messages) in byAccount.sorted(by: { $0.key < $1.key }) {
                let folders = try hasLabels ? reader.folders(of: account) : []
                var labelling = AccountLabelling(messages, folders: folders)
                try labelling.label(adding: adding, removing: removing)
                events += labelling.events
                used.formUnion(labelling.used)
            }
            return events
        }
        outcome.folders = used.sorted()
        return outcome
    }
}

/// Labels messages of one account, by its folders of kind label and by keywords.
private struct AccountLabelling {
    private var messages: [MessageState]
    private let labels: [String: FolderRow]
    private let live: Set<FolderID>
    private(set) var events: [ProposedEvent] = []
    /// The paths of the folders that stood for a label.
    private(set) var used: Set<String> = []

    init(_ messages: [MessageState], folders: [FolderRow]) {
        self.messages = messages
        live = Set(folders.map(\.id))
        labels = Dictionary(
            folders.filter { $0.kind == FolderKind.label.rawValue }.map { (Keyword.key(of: $0.path), $0) }
        ) { first, _ in first }
    }

    /// Adds before it removes, so that a message may go from one label to another.
    mutating func label(adding: KeywordSet, removing: KeywordSet) throws {
        for folder in folders(adding) { take(try FileMessages().decide(messages, to: folder, live: live)) }
        for folder in folders(removing) { take(try UnfileMessages().decide(messages, from: folder, live: live)) }
        let keywords = KeywordSet(adding.filter { labels[$0.key] == nil })
        take(MarkMessages(adding: keywords, removing: removing).decide(messages))
    }

    private mutating func folders(_ keywords: KeywordSet) -> [FolderState] {
        let rows = keywords.compactMap { labels[$0.key] }
        used.formUnion(rows.map(\.path))
        return rows.map(\.state)
    }

    private mutating func take(_ decided: [ProposedEvent]) {
        guard !decided.isEmpty else { return }
        let byStream = Dictionary(grouping: decided, by: \.existingStream)
        messages = messages.map { message in
            (byStream[message.stream] ?? []).reduce(message) { $0.applying($1.event) }
        }
        events += decided
    }
}
