internal import ArgumentParsing
internal import EventLog
internal import MailLedger

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show the differences between two moments: who caused them, when and why.",
        examples: [
            CommandExample("mailledger diff yesterday", "since the end of yesterday"),
            CommandExample("mailledger diff 2026-02-15 2026-02-16", "during one day"),
            CommandExample("mailledger diff op:673a^ op:673a", "what one operation did"),
            CommandExample(
                "mailledger diff 2026-02-15 --actor cleanup-script --format jsonl",
                "what a script changed, for a program"),
            CommandExample("mailledger diff tx:6 --message 3f2a", "one message"),
            CommandExample("mailledger diff last_week --query subject:invoice", "the changes of some messages"),
        ],
        discussion: """
            A moment is a position, a time, a date, '2h ago', tx:N or op:ID. A ^ at its end means the moment right
            before it: 'mailledger help moments'. The second moment is now if you leave it out. Every row of every
            public table that differs is shown, with old and new value of each column and the last event that changed
            it. A value that was changed and changed back is not listed. Things that were deleted or restored with an
            account or a folder are counted; --unfold lists them. Holds and erasures are left out; 'hold list' and
            'erase list' show them. With --actor a column is listed if that actor changed it last.

            The exit code is 2 if the first moment is the later one. It is 3 if the account, folder or message existed
            at neither moment. It is 0 even if nothing differs.
            """)

    @Argument(help: "The earlier moment.") var from: String
    @Argument(help: "The later moment (default: now).") var to: String?
    @OptionGroup var scope: OneAccountOptions
    @Option(
        name: .long,
        help: ArgumentHelp("Only this folder, the folders below it, and their content.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @Option(
        name: .long, help: ArgumentHelp("Only the message whose id begins with this.", valueName: "id"),
        completion: .names(.message))
    var message: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Only messages that match now, deleted ones too.", valueName: "query"),
        completion: .names(.query))
    var query: String?
    @OptionGroup var live: LiveOptions
    @Option(name: .long, help: ArgumentHelp("Only changes by this actor.", valueName: "name")) var actor: String?
    @Flag(name: .long, help: "List the things that were deleted or restored with an account or folder.") var unfold =
        false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (first, second) = (try MomentOptions.moment(from), try to.map(MomentOptions.moment) ?? .now)
        let query = try query.map { try ReadQuery($0) }
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open()
        let progress = Progress("Comparing", unit: "events")
        let difference = try ledger.replay.difference(from: first, to: second) { reached, end in
            progress.update(done: Int(reached.rawValue), total: Int(end.rawValue))
            return true
        }
        progress.finish()
        for moment in [difference.from, difference.to] { session.tellRemark(moment) }
        if to == nil, difference.from.position == difference.to.position, from.lowercased() == "today" {
            StandardError.line(
                "note: a day as a moment is its end, and today's is now; 'mailledger diff yesterday' shows what today"
                    + " changed")
        }
        let messages = try query.map { try $0.everyFilter(in: ledger, live) }
        let filter = DifferenceFilter(
            account: scope.account, folder: folder, message: message, messages: messages, actor: actor)
        guard session.format == .text else {
            return try session.stream({ DifferenceForm($0, folders: difference.folderPaths) }) { write in
                try difference.forEach(matching: filter, write)
            }
        }
        var text = DifferenceText(session, folders: difference.folderPaths, unfolds: unfold)
        try difference.forEach(matching: filter) { row in
            text.write(row)
            return session.output.isOpen
        }
        let isWhole = [scope.account, folder, message, actor].allSatisfy { $0 == nil } && messages == nil
        text.finish(between: isWhole ? difference.to.transaction - difference.from.transaction : 0)
        try session.output.finish()
    }
}
