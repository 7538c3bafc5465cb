internal import CivilTime
internal import EventLog
internal import ArgumentParser
internal import MailLedger
internal import Projections

/// Which operations or events of the log; all that is said must hold.
struct LogOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Only what this actor did.", valueName: "name")) var actor: String?
    @Option(
        name: .long, help: ArgumentHelp("Only what this user of the operating system did.", valueName: "name"))
    var osUser: String?
    @Option(name: .long, help: ArgumentHelp("Only what was done on this host.", valueName: "name"))
    var host: String?
    @Option(name: .long, help: ArgumentHelp("Only what has these words in its reason.", valueName: "text"))
    var reason: String?
    @Option(
        name: [.customLong("verb"), .customLong("command")],
        help: ArgumentHelp("Only what this verb did: 'folder', 'folder rename'.", valueName: "verb"))
    var verb: String?
    @Option(
        name: .long, help: ArgumentHelp("Only with events of this type: 'message-moved'.", valueName: "type"),
        completion: .names(.eventType))
    var type: String?
    @Option(name: .long, help: "Only what did this, to whatever: a sync's removals are deletions, too.")
    var effect: Effect?
    @Option(
        name: .long, help: ArgumentHelp("Only what was recorded since: 2024-03, today, 3d, 2h.", valueName: "date"))
    var since: String?
    @Option(name: .long, help: ArgumentHelp("Only what was recorded until the end of it.", valueName: "date"))
    var until: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only what concerns this account.", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @Option(
        name: .long, help: ArgumentHelp("Only what concerns this folder or one below it.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?

    /// Returns what a request takes for them; names are looked up by the ledger.
    ///
    /// - Throws: ``QueryError`` for a date that is none.
    func requested(messages: MessageQuery? = nil, operation: String? = nil) throws -> RequestedLog {
        var context = Settings.queryContext()
        context.now = Surroundings.current.now().microseconds
        if since != nil || until != nil { _ = try Bounds(since: since, until: until, in: context) }
        return RequestedLog(
            actor: actor, osUser: osUser, host: host, reason: reason, command: verb, operation: operation, type: type,
            effect: effect, since: since, until: until, account: account, folder: folder, filter: messages)
    }
}

extension Effect: DomainWord {}

/// Whether things that ended with others are named.
struct UnfoldOptions: ParsableArguments {
    @Flag(name: .long, help: "Name each thing that ended or came back with an account or a folder.") var unfold = false
}
