internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Threads: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "threads",
        abstract: "List threads, the one with the latest message first.",
        examples: [
            CommandExample("mailledger threads --unread --limit 5", "unread threads"),
            CommandExample("mailledger threads --folder INBOX --limit 10", "the ten latest of the inbox"),
            CommandExample("mailledger threads 'from:peter is:unread'", "threads with unread mail from Peter"),
        ],
        discussion: """
            A thread is listed if one of its messages matches. Pinned threads come first, then those with the latest
            message; archived threads are left out. --sort oldest sorts by date alone. When a message joins threads,
            the joined thread is pinned if one of them was, and muted or archived only if all were.

            --split-subjects begins a new thread where the subject changes, as in JMAP. Reply marks in any language
            (Re:, AW:, SV:, ...) are no change. It reads all threads, whatever the limit.
            """)

    @OptionGroup var query: QueryArguments
    @Option(
        name: .long, help: ArgumentHelp("Only threads with a message in this folder or below.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @Flag(name: .long, help: "List archived threads too.") var all = false
    @Flag(name: .long, help: "Only threads that are pinned.") var pinned = false
    @Flag(name: .long, help: "Only threads with an unread message.") var unread = false
    @Flag(name: .long, help: "Begin a new thread when the subject changes.") var splitSubjects = false
    @OptionGroup var list: ListOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try list.check(output.format)
        let session = Session(ledger, output, pages: true, dates: list.dates.dates, none: "No threads.")
        let query = try query.read(inFolder: folder)
        let ledger = try session.open(at: moment)
        let question = ListThreads(
            filter: try query.messages(in: ledger), isPinned: pinned ? true : nil, isUnread: unread ? true : nil,
            includesArchived: all, splitsBySubject: splitSubjects, order: list.sort, limit: page.limit,
            offset: page.offset)
        if list.output == .summary {
            try session.show(question, of: ledger) { forms in
                let rows = forms.map(\.row)
                // Mail has a subject; of a chat its conversation has a name.
                let chats = try ledger.read { reader in
                    try reader.chatNames(ofThreads: rows.filter { $0.subject == nil }.map(\.stream))
                }
                session.write(table(forms, chats, session))
            }
        } else {
            try writeNames(ledger.answer(question).map(\.row), session, ledger)
        }
        session.noteIfBehind(ledger)
    }

    /// Writes names of the threads, or of all live messages in them.
    private func writeNames(_ rows: [ThreadRow], _ session: Session, _ ledger: Ledger) throws {
        let names = NameWriter(session, null: list.null)
        try ledger.read { reader in
            var keywords: Set<String> = []
            for row in rows {
                // The thread's own id may be that of a deleted message, which no query finds.
                guard let member = row.messages.first else { continue }
                let members = MessageSelection(
                    matching: .thread(prefix: member.description), order: list.sort.order)
                switch list.output {
                case .ids, .threads, .summary: _ = try names.write(row.id.description)
                case .files: try reader.forEachSource(in: members) { try names.write($0) }
                case .tags: keywords.formUnion(try reader.keywords(in: members))
                }
            }
            for keyword in keywords.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                _ = try names.write(keyword)
            }
        }
        try names.finish()
    }

    private func table(_ forms: [ThreadForm], _ chats: [StreamID: String], _ session: Session) -> Table {
        let hasEnded = forms.contains { $0.ending != nil }
        let columns: [Table.Column] = [
            .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(alignment: .right), .init(),
            .init(minimum: 8, maximum: 32, isFlexible: true), .init(minimum: 12, isFlexible: true),
        ]
        var table = Table(hasEnded ? columns + [.init(minimum: 16, isFlexible: true, looks: [.dim])] : columns)
        for form in forms {
            let row = form.row
            let marks = (row.isPinned ? "📌" : "") + (row.isMuted ? "🔇" : "") + (row.isArchived ? "✓" : "")
            let count = row.unreadCount > 0 ? "\(row.unreadCount)/\(row.messageCount)" : "\(row.messageCount)"
            let people = row.participants.map { $0.displayName }.joined(separator: ", ")
            let subject = row.subject ?? chats[row.stream] ?? "(no subject)"
            let cells: [Table.Cell] = [
                .init(String(row.id.description.prefix(8))), .init(session.times.listed(row.lastDate.microseconds)),
                .init(count), .init(marks), .init(people.isEmpty ? "–" : people),
                row.unreadCount > 0 ? .init(subject, .bold) : .init(subject),
            ]
            table.append(hasEnded ? cells + [.init(session.words(form.ending))] : cells)
        }
        return table
    }
}
