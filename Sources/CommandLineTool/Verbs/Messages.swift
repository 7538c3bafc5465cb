internal import ArgumentParser
internal import MailLedger

struct Messages: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List messages, the latest first.",
        discussion: """
            EXAMPLES
              mailledger messages 'is:unread from:peter' --limit 20
              mailledger messages 'in:Archive date:2024-01..2024-03 has:attachment'
              mailledger messages '*' --format jsonl
              mailledger messages label:work --output ids -0 | xargs -0 mailledger show

            \(QueryHelp.text)
            """)

    @OptionGroup var query: QueryArguments
    @OptionGroup var list: ListOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true, dates: list.dates.dates)
        try MessageList(query: query, list: list, page: page, session: session).run()
    }
}
