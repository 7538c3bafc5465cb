internal import ArgumentParser
internal import MailLedger

/// The page of the options that most verbs have: `mailledger help options`.
struct OptionsTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options",
        abstract: "Explain the options that most verbs have.",
        examples: [
            CommandExample("mailledger options", "this page"),
            CommandExample("mailledger unread --format json", "an answer for a program"),
            CommandExample("mailledger folders --color never", "without colours"),
        ],
        discussion: """
            --ledger may stand before the verb, too. Exit codes and JSON do not change between versions.

            EXIT CODES
            \(ManualFacts.exitCodeTable)
            """,
        shouldDisplay: false,
        explainsCommon: true)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws { throw CleanExit.helpRequest(Self.self) }
}

/// The page of the query language: `mailledger help queries`.
struct QueriesTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queries",
        abstract: "Explain the language of queries: what finds mail.",
        examples: [
            CommandExample("mailledger queries", "this page"),
            CommandExample("mailledger messages 'is:unread from:peter'", "a query behind a verb"),
        ],
        discussion: "\(QueryHelp.text)",
        shouldDisplay: false)

    func run() throws { throw CleanExit.helpRequest(Self.self) }
}
