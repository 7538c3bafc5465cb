internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Projections

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show each change of a message, an account or a folder: when, who, why, old → new.",
        examples: [
            CommandExample("mailledger history 3f2a", "every change of a message"),
            CommandExample("mailledger history mid:inv-117@paper.example.com", "the same by its Message-ID"),
            CommandExample("mailledger history Work/Projects --format json", "every change of a folder, for a program"),
            CommandExample("mailledger history --query label:taxes --type message-moved", "the moves of some messages"),
            CommandExample(
                "mailledger history --actor cleanup-script --reverse --limit 10",
                "what a script did last, change by change"
            ),
        ],
        discussion: """
            Deleted things have a history, too. A message may be named by id:3f2a, and by mid: and its Message-ID.
            Without a name, filters select the changes: those of one operation, of an actor, of the messages that a
            query finds, of everything below a folder. The history of one message also shows which threads it joined
            when it came in. If its thread was pinned, muted or archived through it, the history also shows which later
            message joined that thread with another. If a thing ended with another one, such as an action with its
            note, its history shows the end of that one.
            """)

    @Argument(
        help: "The first digits of a message's id, mid:MESSAGE-ID, an account's address, or a folder's path.",
        completion: .names(.entity)) var name: String?
    @Option(
        name: .long, help: ArgumentHelp("Only messages that match, deleted ones too.", valueName: "query"),
        completion: .names(.query))
    var query: String?
    @Option(
        name: .long, help: ArgumentHelp("Only the operation whose id begins with this.", valueName: "id"),
        completion: .names(.operation))
    var operation: String?
    @Flag(name: .long, help: "Show the latest first.") var reverse = false
    @OptionGroup var live: LiveOptions
    @OptionGroup var log: LogOptions
    @OptionGroup var unfold: UnfoldOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let query = try query.map { try ReadQuery($0) }
        if name == nil, query == nil, try log.requested(operation: operation) == RequestedLog() {
            throw ValidationError("Say of what: a message, an account or a folder, or a filter such as --since today")
        }
        let session = Session(ledger, output, pages: true, none: "No changes.")
        let ledger = try session.open(at: moment)
        let matching = try log.requested(messages: query?.everyMessage(in: ledger, live), operation: operation)
        let name = try name.map { try ShownName.id(of: $0, in: ledger, includingDeleted: true) }
        let question = MailLedger.History(
            of: name, matching: matching, isBackward: reverse, unfolds: unfold.unfold, limit: page.limit,
            offset: page.offset)
        guard session.format == .text else { return try session.show(question, of: ledger) { _ in } }
        let words = try LogWords(ledger, session.times)
        try ledger.answer(question) { rows in
            try rows.forEach { row in
                session.write(row.entry, words, names: name == nil)
                return session.output.isOpen
            }
        }
        try session.output.finish()
    }
}

extension Session {
    /// Writes a change with its old and new values below it.
    func write(_ entry: HistoryEntry, _ words: LogWords, names: Bool) {
        let reason = entry.reason.map { "  “\($0)”" } ?? ""
        let deed = EventWords { words.names[$0] }.sentence(EventDeed(entry), namesThing: names)
        line(
            painted: style.paint(times.full(entry.time.microseconds), .dim) + "  "
                + style.paint(Sanitizer.line(ActWords.agent(entry.actor, entry.osUser, entry.host)), .bold) + "  "
                + Sanitizer.line(deed) + "  "
                + style.paint(
                    "\(entry.type.name)  @\(entry.position) \(entry.operation.description.prefix(8))", .dim)
                + Sanitizer.line(reason))
        if entry.cause != nil {
            line("    by \(entry.command ?? "(erased)")\(ActWords.cause(entry.cause))", .dim)
        }
        for change in entry.changes { line("    " + words.values.change(change)) }
        if !entry.joined.isEmpty { line("    " + LogWords.joined(entry.joined)) }
        guard let cascade = entry.cascade else { return }
        line("    " + LogWords.cascade(cascade))
        for member in cascade.members ?? [] { line("      " + words.member(member), .dim) }
    }
}
