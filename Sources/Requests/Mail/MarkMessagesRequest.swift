internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
public import Mail
internal import Projections
public import QueryLanguage

/// Adds keywords to messages, and removes others: `$seen`, `$flagged`, and labels.
///
/// If a message's account has a folder of kind label with the label as its path, the message is filed there, or removed
/// from it. A label without such a folder is a keyword. If it is both, it is removed from both.
public struct MarkMessagesRequest: MessagesCommand {
    public static let name = "mark-messages"
    public var filter: MessageQuery
    public var adding: KeywordSet?
    public var removing: KeywordSet?

    public init(filter: MessageQuery, adding: KeywordSet? = nil, removing: KeywordSet? = nil) {
        self.filter = filter
        self.adding = adding
        self.removing = removing
    }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision {
        guard adding != nil || removing != nil else {
            throw DomainError.invalid(field: "adding", reason: "is missing, and so is removing")
        }
        var spellings = LabelSpellings(reader)
        let (adding, removing) = (try spellings.known(adding ?? KeywordSet()), removing ?? KeywordSet())
        guard adding.union(removing).contains(where: { !$0.isReserved }) else {
            return MessagesDecision(events: MarkMessages(adding: adding, removing: removing).decide(messages))
        }
        var decision = MessagesDecision(events: [])
        let byAccount = Dictionary(grouping: messages, by: \.accountStream)
        for (account, messages) in byAccount.sorted(by: { $0.key < $1.key }) {
            var labelling = AccountLabelling(messages, folders: try reader.folders(of: account))
            try labelling.label(adding: adding, removing: removing)
            decision.events += labelling.events
            decision.folders.formUnion(labelling.used)
        }
        return decision
    }
}

/// Labels messages of one account, by its folders of kind label and by keywords.
private struct AccountLabelling {
    private var messages: [MessageState]
    private let labels: [String: FolderRow]
    private let live: Set<FolderID>
    private(set) var events: [ProposedEvent] = []
    /// The paths of the label folders that were used.
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
