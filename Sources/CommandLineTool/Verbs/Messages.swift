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

            \(QueryHelp.text)
            """)

    @OptionGroup var query: QueryArguments
    @OptionGroup var page: PageOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try MessageList(query: query, page: page, session: Session(ledger, output)).run()
    }
}
