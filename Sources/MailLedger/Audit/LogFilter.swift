public import Projections

/// What is asked of operations and of events; what is nil asks for nothing, and all that is said must hold.
///
/// ```swift
/// let mine = try ledger.read { try $0.operations(matching: LogFilter(actor: "ada", command: "move"), limit: 20) }
/// ```
public struct LogFilter: Sendable, Hashable {
    /// Who claimed to act; ASCII letters in any case.
    public var actor: String?
    /// The user and the host that the operating system named; ASCII letters in any case.
    public var osUser: String?
    public var host: String?
    /// Words that stand in the reason, whatever their case.
    public var reason: String?
    /// The command or its first word: `folder` means `folder rename` too.
    public var command: String?
    /// The operation whose id begins so.
    public var operation: String?
    /// The name of a type of events, with its `mail.` or without.
    public var type: String?
    /// What the events did, of whatever type they are.
    public var effect: Effect?
    /// When it was recorded, in µs since 1970.
    public var recorded: Bounds?
    /// The account that events concern, by its address or id; one that was deleted, too.
    public var account: String?
    /// The folder that events concern, or one below it, by its path; one that was deleted, too.
    ///
    /// That is what happened to the folder itself, what came in or went out, and what happened to the messages that lie there
    /// now or lay there last.
    public var folder: String?
    /// The messages that events concern, of all that ever came in, as they last were.
    public var messages: MessageFilter?

    public init(
        actor: String? = nil, osUser: String? = nil, host: String? = nil, reason: String? = nil,
        command: String? = nil, operation: String? = nil, type: String? = nil, effect: Effect? = nil,
        recorded: Bounds? = nil, account: String? = nil, folder: String? = nil,
        messages: MessageFilter? = nil
    ) {
        self.actor = actor
        self.osUser = osUser
        self.host = host
        self.reason = reason
        self.command = command
        self.operation = operation
        self.type = type
        self.effect = effect
        self.recorded = recorded
        self.account = account
        self.folder = folder
        self.messages = messages
    }
}
