internal import ArgumentParsing
internal import MailLedger

struct Messages: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "List messages, the latest first.",
        examples: [
            CommandExample(
                "mailledger messages 'is:unread from:peter' --limit 20", "unread mail from Peter, the latest first"),
            CommandExample(
                "mailledger messages 'in:INBOX date:2025-04..2025-12 has:attachment'",
                "a folder, nine months, with attachments"),
            CommandExample("mailledger messages '*' --format jsonl", "every message, one line of JSON each"),
            CommandExample(
                "mailledger messages --at 2026-02-16 in:Trash", "what was in the trash at the end of that day"),
            CommandExample(
                "mailledger messages label:taxes --output ids -0 | xargs -r0 mailledger show", "show all of a label"),
        ],
        discussion: """
            The order is by the message's own date, but at most a day after it was received, so that a forged date does
            not keep mail on top. A message without a date is sorted by its time of receipt. A time of receipt before
            1995 does not count. Lists show the message's own date, and date: compares it.

            \(QueryHelp.text)
            """)

    @OptionGroup var query: QueryArguments
    @OptionGroup var list: ListOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true, dates: list.dates.dates, none: "No messages.")
        try MessageList(query: query, list: list, page: page, moment: moment, session: session).run()
    }
}
