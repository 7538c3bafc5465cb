internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Processes
internal import Projections

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show changes as they happen, or how the result of a query changes.",
        examples: [
            CommandExample("mailledger watch", "who does what, from now on"),
            CommandExample("mailledger watch is:unread in:INBOX", "messages that start or stop matching"),
            CommandExample("mailledger watch --arrivals", "new mail that is unread, not yours, not spam and not muted"),
            CommandExample("mailledger watch --after 120 --once", "the changes after event 120, without waiting"),
            CommandExample(
                "mailledger watch --after 0 --limit 100 --once", "a page of changes; continue after its end"),
            CommandExample("mailledger watch --format jsonl", "one line of JSON each, for a program that keeps a copy"),
        ],
        discussion: """
            With a query it shows which messages start to match, change or stop matching, transaction by transaction:
            who did it, when and why. A transaction that does not change the result has no line. As JSON the first line
            is the result now, or at --after. Each further line has the changes of the result, with the places in the
            list.

            Without a query each line says when, who did what to which thing, and why. As JSON it is a row of a read
            model: an account, folder, message or thread that was created, updated or destroyed. The position is that
            of the event that did it. A note has a line when its notebook is deleted. An account that is deleted or
            restored has one line for itself and all its content. Lines of one transaction come together. To continue
            later, use --after with the last position that you have seen.

            It runs until it is interrupted; --format json needs --once. --limit ends it after the transaction that
            reaches the limit, which is written whole. With --arrivals it shows new mail only: mail that is unread,
            was not written by an account of the ledger, and is in neither spam, trash nor a muted thread.
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Begin after this position (default: the end of the log).", valueName: "position"))
    var after: Int64?
    @Flag(name: .long, help: "Do not wait for more.") var once = false
    @Flag(name: .long, help: "Show new mail only: unread, not yours, not spam, and not in a muted thread.")
    var arrivals =
        false
    @Option(
        name: .limit, help: ArgumentHelp("End with the transaction that reaches N lines.", valueName: "n"))
    var limit: Int?
    @OptionGroup var query: QueryArguments
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require("--after", isPosition: after)
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on") }
        if arrivals, !query.isEmpty {
            throw ValidationError("--arrivals has a query of its own; leave one of them out")
        }
        try output.requireEnd(once)
    }

    func run() throws {
        let session = Session(ledger, output)
        if !query.isEmpty { return try watch(query.read(), session) }
        let ledger = try session.open()
        var position = try after.map { Position($0) } ?? ledger.store.head().position
        let list = session.list()
        var text = WatchText(session)
        var written = 0
        while session.output.isOpen, written < limit ?? .max {
            if try ledger.store.head().position > position {
                let before = written
                try ledger.read { reader in
                    guard written == before else { throw InterruptedList() }
                    // Whole transactions, so that who goes on behind the last position misses none of its lines.
                    let rest = limit.map { $0 - written }
                    if arrivals {
                        try ListArrivals(after: position.rawValue, limit: rest).answer(from: reader).forEach { form in
                            written += 1
                            if let list { return try list.write(form) }
                            text.write(form)
                            return session.output.isOpen
                        }
                    } else if let list {
                        try ListChanges(after: position.rawValue, limit: rest).answer(from: reader).forEach { form in
                            written += 1
                            return try list.write(form)
                        }
                    } else {
                        written += try text.write(after: position, limit: rest, from: reader)
                    }
                    position = max(position, reader.position)
                }
                session.output.flush()
            }
            guard !once else { break }
            Pause.milliseconds(50)
        }
        try session.finish(list)
    }

    private func watch(_ query: ReadQuery, _ session: Session) throws {
        let ledger = try session.open()
        let start = after.map { Moment(.position(Position($0))) }
        try QueryWatch(session: session, ledger: ledger, start: start, waits: !once, limit: limit)
            .run(query.messages(in: ledger))
    }
}
