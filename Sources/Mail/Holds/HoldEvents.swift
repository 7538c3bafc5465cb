public import EventLog

/// The permanent id of a hold.
public struct HoldID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// A hold was placed on mail: until it is removed, no command deletes, prunes or erases the mail that it covers.
///
/// One of `message`, `account` and `query` is its scope.
public struct HoldAdded: Event, Hashable {
    public static let type = EventType("mail.hold-added", schema: 1)

    public let id: HoldID
    /// The name for people, such as the number of a case.
    public let name: String
    public let message: MessageID?
    public let account: AccountID?
    /// The query as typed; it is run each time that mail would be removed.
    public let query: String?

    public init(id: HoldID, name: String, message: MessageID? = nil, account: AccountID? = nil, query: String? = nil) {
        self.id = id
        self.name = name
        self.message = message
        self.account = account
        self.query = query
    }
}

/// A hold was removed.
public struct HoldRemoved: Event, Hashable {
    public static let type = EventType("mail.hold-removed", schema: 1)

    public let hold: HoldID

    public init(hold: HoldID) {
        self.hold = hold
    }
}

/// Mail under a hold was removed in spite of it, by the events before this one in its transaction.
///
/// The transaction has the reason.
public struct HoldOverruled: Event, Hashable {
    public static let type = EventType("mail.hold-overruled", schema: 1)

    public let hold: HoldID
    /// The number of covered messages that the transaction removes.
    public let messages: Int

    public init(hold: HoldID, messages: Int) {
        self.hold = hold
        self.messages = messages
    }
}
