public import CivilTime
public import EventLog
public import JSONCoding
public import Projections

/// A row of a public table that differs between two moments.
public struct RowDifference: Sendable {
    /// The public table, as in `messages`.
    public let table: String
    /// `account`, `folder`, `message`, `thread`, `hold`, …
    ///
    /// `id` is the id of this thing; for a thread it is that of its first-recorded message.
    public let entity: String
    public let id: UniqueID
    public let stream: StreamID
    /// The address of its account; nil for a thing of none, or of an erased one.
    public let account: String?
    /// The subject of a message, the path of a folder, the address of an account, the name of a hold; nil for other
    /// things.
    public let name: String?
    public let kind: RowChange.Kind
    /// The key that distinguishes the rows of one thing, such as the number of a copy.
    public let key: [String: JSONValue]
    /// The changed columns; for a row that came or went, all of them.
    public let columns: [ColumnDifference]
    /// The causes, in the order of the log.
    public let causes: [DifferenceCause]
}

/// A column that differs.
public struct ColumnDifference: Sendable, Hashable {
    public let name: String
    /// Null where the row was not there.
    public let old: JSONValue
    public let new: JSONValue
    /// The last event that changed it.
    public let position: Position

    /// Whether its values are microseconds since 1970.
    public var isTime: Bool {
        ["date", "received", "last_date", "created", "added", "time", "last_full_sync", "last_incremental_sync"]
            .contains(name)
    }
}

/// An event that made a difference: when, who and why.
public struct DifferenceCause: Sendable, Hashable {
    public let position: Position
    public let type: EventType
    /// The stream of the event; it is not the row's own if an account or a folder was deleted with its contents.
    public let stream: StreamID
    public let transaction: Int64
    public let operation: OperationID
    public let time: Timestamp
    /// Nil once the transaction's header is erased.
    public let actor: String?
    /// The user and the host that the operating system named; nil once the header is erased.
    public let osUser: String?
    public let host: String?
    public let reason: String?
    public let command: String?

    /// Whether the event deleted or restored an account or a folder with its contents.
    public var isOfContainer: Bool {
        ["mail.account-deleted", "mail.account-restored", "mail.folder-deleted", "mail.folder-restored"]
            .contains(type.name)
    }
}

/// The differences to select; an omitted condition lets all pass.
public struct DifferenceFilter: Sendable {
    public var account: String?
    /// A path; within the account if one is given.
    public var folder: String?
    /// The first digits of an id.
    public var message: String?
    /// The messages, out of all that were ever recorded, in their present state.
    public var messages: MessageFilter?
    /// The actor of the change; columns that others changed are left out.
    public var actor: String?

    public init(
        account: String? = nil, folder: String? = nil, message: String? = nil,
        messages: MessageFilter? = nil, actor: String? = nil
    ) {
        self.account = account
        self.folder = folder
        self.message = message
        self.messages = messages
        self.actor = actor
    }
}
