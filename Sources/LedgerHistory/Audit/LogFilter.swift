public import Projections

/// Conditions on operations and events; those that are nil do not apply, and all others must be met.
///
/// ```swift
/// let mine = try ledger.read { try $0.operations(matching: LogFilter(actor: "ada", command: "move"), limit: 20) }
/// ```
public struct LogFilter: Sendable, Hashable {
    /// The declared actor; ASCII letters in any case.
    public var actor: String?
    /// The user and the host that the operating system named; ASCII letters in any case.
    public var osUser: String?
    public var host: String?
    /// Words in the reason, in any case.
    public var reason: String?
    /// The command or its first word: `folder` means `folder rename` too.
    public var command: String?
    /// The operation whose id has this prefix.
    public var operation: String?
    /// The name of a type of events, with its `mail.` or without.
    public var type: String?
    /// The effect of the events, whatever their type.
    public var effect: Effect?
    /// When it was recorded, in µs since 1970.
    public var recorded: Bounds?
    /// The account that events concern, by its address or id; one that was deleted, too.
    public var account: String?
    /// The folder that events concern, or one below it, by its path; even one that was deleted.
    ///
    /// These are changes of the folder itself, of messages that came in or went out, and of messages that are there now
    /// or were there last.
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
