internal import ArgumentParsing

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find messages by words in their text, subject or addresses, the latest first.",
        examples: [
            CommandExample("mailledger search kernel", "one word, anywhere in a message"),
            CommandExample("mailledger search '\"kernel evening\" from:peter'", "a phrase, from somebody"),
        ],
        discussion: """
            At most 100 messages are shown as text, unless --limit or search.limit says otherwise; when there are more,
            standard error says how many. JSON, and --output ids and similar, have all. The language is that of
            'messages'. If the query has only words, subject: and body:, matching notes follow below the messages.
            Programs get them from 'mailledger notes'.
            """)

    @OptionGroup var query: QueryArguments
    @OptionGroup var list: ListOptions
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !query.isEmpty else { throw ValidationError("Say what to search for") }
        let session = Session(ledger, output, pages: true, dates: list.dates.dates, none: "No messages.")
        var page = page
        page.limit = try session.settings.searchLimit(flag: page.limit)
        let isForPeople = list.output == .summary && session.format == .text
        if isForPeople, page.limit == nil { page.limit = Settings.standardSearchLimit }
        let isAskedFor = self.page.limit != nil
        try MessageList(
            query: query, list: list, page: page, moment: moment, session: session, tellsOfMore: !isAskedFor,
            listsNotes: isForPeople
        ).run()
    }
}
