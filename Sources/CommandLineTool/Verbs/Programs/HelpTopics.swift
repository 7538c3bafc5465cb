internal import ArgumentParsing
internal import MailLedger

/// The pages of `mailledger help` that explain no verb.
enum HelpTopics {
    static var all: [any ParsableCommand.Type] { [OptionsTopic.self, QueriesTopic.self, MomentsTopic.self] }
}

/// The page of the options that most verbs have: `mailledger help options`.
struct OptionsTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options",
        abstract: "Explain the options that most verbs have.",
        examples: [
            CommandExample("mailledger options", "this page"),
            CommandExample("mailledger unread --format json", "JSON, for a program"),
            CommandExample("mailledger folders --color never", "without colours"),
        ],
        discussion: """
            --ledger may stand before the verb, too. Exit codes and JSON change only with a new minor version (from
            1.0.0 on, a major one).

            EXIT CODES
            \(ManualFacts.exitCodeTable)
            """,
        shouldDisplay: false,
        explainsCommon: true)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws { throw CleanExit.helpRequest(Self.self) }
}

/// The page of moments and dates: `mailledger help moments`.
struct MomentsTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moments",
        abstract: "Explain moments and dates: what --at, diff and replay take.",
        examples: [
            CommandExample("mailledger moments", "this page"),
            CommandExample("mailledger folders --at yesterday", "as it was at the end of yesterday"),
            CommandExample("mailledger messages in:INBOX --at '2h ago'", "as they were two hours ago"),
            CommandExample("mailledger diff op:673a^ op:673a", "right before an operation, and after it"),
        ],
        discussion: """
            Each moment is the end of a transaction, so an answer never shows half of a change.

              now               the end of the log; the default
              yesterday         the end of that day; today means now
              2026-02-15        the end of that day; also 2026-02, '4 Feb',
                                monday, last_week
              2026-02-15T10:15  the end of that minute; also 'mon 10:15', and with
                                Z or +01:00 the time of another zone than yours
              '2h ago'          counted from now; also 30min, 3d, 2w, 6m, 1y
              op:673a           when an operation had ended; 'log' shows its id
              tx:41             the end of a transaction; 'events show' names that of
                                an event
              812               the event at that position of the log: a number of
                                four digits is a position, too, and not a year
              op:673a^          right before it; ^ follows op:, tx:, a position and now

            In a query, fields such as date: take the same dates, and ranges of them: 'mailledger help queries'.
            """,
        shouldDisplay: false)

    func run() throws { throw CleanExit.helpRequest(Self.self) }
}

/// The page of the query language: `mailledger help queries`.
struct QueriesTopic: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queries",
        abstract: "Explain the language of queries, which find mail.",
        examples: [
            CommandExample("mailledger queries", "this page"),
            CommandExample("mailledger messages 'is:unread from:peter'", "a query after a verb"),
        ],
        discussion: "\(QueryHelp.text)",
        shouldDisplay: false)

    func run() throws { throw CleanExit.helpRequest(Self.self) }
}
