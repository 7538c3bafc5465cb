internal import ArgumentParser

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find messages by words in their text, subject or addresses, the latest first.",
        discussion: """
            EXAMPLES
              mailledger search 'kernel'
              mailledger search '"tax return" from:ada'

            At most 100 messages are shown unless --limit says otherwise. The language is that of 'messages'.
            """)

    @OptionGroup var query: QueryArguments
    @OptionGroup var list: ListOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !query.isEmpty else { throw ValidationError("Say what to search for") }
        var page = page
        page.limit = page.limit ?? 100
        let session = Session(ledger, output, pages: true, dates: list.dates.dates)
        try MessageList(query: query, list: list, page: page, session: session).run()
    }
}
