internal import ArgumentParser
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Threads: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List threads, the one with the latest message first.",
        examples: [
            CommandExample("mailledger threads --folder INBOX --limit 10", "the ten latest of the inbox"),
            CommandExample("mailledger threads 'from:peter is:unread'", "those with unread mail from Peter"),
        ],
        discussion: """
            A thread is listed when one of its messages matches.
            """)

    @OptionGroup var query: QueryArguments
    @Option(
        name: .long, help: ArgumentHelp("Only threads with a message in this folder or below.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @Flag(name: .long, help: "List archived threads too.") var all = false
    @OptionGroup var page: PageOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let filter = try query.filter(inFolder: folder)
        let ledger = try session.open()
        try ledger.prepareSearch(for: filter)
        guard session.format == .text else {
            try session.stream(ThreadForm.init, from: ledger) { reader, write in
                try reader.forEachThread(
                    matching: filter, includingArchived: all, limit: page.limit, offset: page.offset, write)
            }
            return session.noteIfBehind(ledger)
        }
        let rows = try ledger.read {
            try $0.threads(matching: filter, includingArchived: all, limit: page.limit, offset: page.offset)
        }
        try session.write(rows.map(ThreadForm.init)) {
            var table = Table([
                .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(alignment: .right), .init(),
                .init(minimum: 8, maximum: 32, isFlexible: true), .init(minimum: 12, isFlexible: true),
            ])
            for row in rows {
                let marks = (row.isPinned ? "📌" : "") + (row.isMuted ? "🔇" : "") + (row.isArchived ? "✓" : "")
                let count = row.unreadCount > 0 ? "\(row.unreadCount)/\(row.messageCount)" : "\(row.messageCount)"
                let people = row.participants.map { $0.displayName }.joined(separator: ", ")
                let subject = row.subject ?? "(no subject)"
                table.append([
                    .init(String(row.id.description.prefix(8))), .init(session.times.short(row.lastDate.microseconds)),
                    .init(count), .init(marks), .init(people),
                    row.unreadCount > 0 ? .init(subject, .bold) : .init(subject),
                ])
            }
            session.write(table)
        }
        session.noteIfBehind(ledger)
    }
}
