internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Projections

/// The transactions to select by who made them, how and when, and by their events.
struct TransactionOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Only changes by this actor.", valueName: "name")) var actor: String?
    @Option(
        name: .long, help: ArgumentHelp("Only changes by this user of the operating system.", valueName: "name"))
    var osUser: String?
    @Option(name: .long, help: ArgumentHelp("Only changes on this host.", valueName: "name"))
    var host: String?
    @Option(
        name: [.customLong("verb"), .customLong("command")],
        help: ArgumentHelp("Only changes by this verb: 'folder', 'folder rename'.", valueName: "verb"))
    var verb: String?
    @Option(
        name: .long, help: ArgumentHelp("Only with events of this type: 'message-moved'.", valueName: "type"),
        completion: .names(.eventType))
    var type: String?
    @Option(name: .long, help: "Only changes with this effect; a sync's removals are deletions, too.")
    var effect: Effect?
    @Option(
        name: .long, help: ArgumentHelp("Only changes since: 2024-03, today, 3d, 2h.", valueName: "date"))
    var since: String?
    @Option(name: .long, help: ArgumentHelp("Only changes up to the end of this date.", valueName: "date"))
    var until: String?

    /// The dates of `--since` and `--until`; nil if neither was given.
    ///
    /// - Throws: ``QueryError`` for a date that is none.
    func recorded() throws -> Bounds? {
        guard since != nil || until != nil else { return nil }
        return try Bounds(since: since, until: until, in: Settings.queryContext())
    }
}

/// The operations or events of the log to select; all conditions must be met.
struct LogOptions: ParsableArguments {
    @OptionGroup var transactions: TransactionOptions
    @Option(name: .long, help: ArgumentHelp("Only changes with these words in their reason.", valueName: "text"))
    var reason: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only changes of this account.", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @Option(
        name: .long, help: ArgumentHelp("Only changes of this folder or one below it.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?

    /// Returns what a request takes for them; names are looked up by the ledger.
    ///
    /// - Throws: ``QueryError`` for a date that is none.
    func requested(messages: MessageQuery? = nil, operation: String? = nil) throws -> RequestedLog {
        _ = try transactions.recorded()
        return RequestedLog(
            actor: transactions.actor, osUser: transactions.osUser, host: transactions.host, reason: reason,
            command: transactions.verb, operation: operation, type: transactions.type, effect: transactions.effect,
            since: transactions.since, until: transactions.until, account: account, folder: folder, filter: messages)
    }
}

extension Effect: DomainWord {}

/// Whether things that ended with others are named.
struct UnfoldOptions: ParsableArguments {
    @Flag(name: .long, help: "Name each thing that was deleted or restored with an account or a folder.") var unfold =
        false
}
