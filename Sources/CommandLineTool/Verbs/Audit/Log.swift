internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the operations, one per line, the latest first.",
        examples: [
            CommandExample("mailledger log --limit 20", "the latest twenty operations"),
            CommandExample("mailledger log subject:invoice --since 2026-02-12", "the operations on these messages"),
            CommandExample("mailledger log --folder Trash --actor cleanup-script", "what a script did with a folder"),
            CommandExample("mailledger log --verb account --unfold", "each thing that was deleted with an account"),
            CommandExample("mailledger log 673acf52", "one operation, with each thing that it changed, old → new"),
            CommandExample("mailledger log --effect deleted", "everything that was deleted"),
            CommandExample("mailledger log --format csv", "for a spreadsheet"),
            CommandExample("mailledger log --at 2026-02-16 --limit 5", "the last five at the end of that day"),
            CommandExample("mailledger log --format json", "all of them, for a program"),
        ],
        discussion: """
            To show one operation with its changes, give the first seven digits of its id, or op: and fewer digits. At
            most 50 changes are shown; JSON has all of them unless --limit is given. With a query it lists the
            operations that changed the messages it finds, deleted ones too. --folder finds three kinds of change: of
            the folder itself, mail that comes in or leaves, and changes of messages that are in it or were in it last.
            Things that were deleted with an account or a folder are one line below it; --unfold names each.

            A line says what the events did, such as "read 29 in INBOX", "+taxes on 8" or "Receipts → Trash 3", with
            the folder where the messages were then. A narrow terminal shows this on a line of its own, never cut. The
            name before a host is the actor; if the operating system named another user, that name is added: "mara
            (root@host)". The cause is the query that selected the messages, the operation that an undo takes back, the
            paths of an import or the Maildir of a sync.

            --effect deleted finds deleted accounts, folders, messages, notes and other things, and the removal of a
            message's last copy. --effect removed finds the removal of other copies. All filters must match the same
            transaction and, if they are about events, the same event.
            """)

    @OptionGroup var query: QueryArguments
    @OptionGroup var log: LogOptions
    @OptionGroup var live: LiveOptions
    @OptionGroup var unfold: UnfoldOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true, none: "No operations.")
        if let operation = try shownOperation(session) { return try show(operation, session) }
        let query = try query.isEmpty ? nil : query.read()
        _ = try log.requested()
        let ledger = try session.open(at: moment)
        let question = ListOperations(
            matching: try log.requested(messages: query?.everyMessage(in: ledger, live)), unfolds: unfold.unfold,
            limit: page.limit, offset: page.offset)
        try session.show(question, of: ledger) { try write($0.map(\.row), session, ledger) }
    }

    private func write(_ rows: [OperationRow], _ session: Session, _ ledger: Ledger) throws {
        if rows.isEmpty { noteOfOperation(ledger) }
        let words = try LogWords(ledger, session.times)
        let lines = rows.map { row in
            Session.WholeLine(
                cells: [
                    String(row.operation.description.prefix(8)), session.times.minute(row.time.microseconds),
                    ActWords.agent(row.actor, row.osUser, row.host),
                    (row.command ?? "(erased)") + ActWords.cause(row.cause),
                ],
                texts: [row.effects.text, row.reasons.joined(separator: " · ")],
                below: row.effects.text + row.reasons.map { "  “\($0)”" }.joined())
        }
        session.write(Self.columns, lines, indent: 10) { index in
            for cascade in rows[index].cascades {
                session.line("          \(LogWords.cascade(cascade))", .dim)
                for member in cascade.members ?? [] { session.line("            \(words.member(member))", .dim) }
            }
        }
    }

    private static let columns: [Table.Column] = [
        .init(looks: [.yellow]), .init(looks: [.dim]), .init(minimum: 8, isFlexible: true),
        .init(minimum: 15, isFlexible: true, looks: [.bold]),
    ]
}
