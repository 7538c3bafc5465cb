public import EventLog

/// Names a hold for good.
public struct HoldID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// Mail is to be kept, whatever happens: nothing that it covers is deleted, pruned or erased until the hold is removed.
///
/// One of `message`, `account` and `query` says what it covers.
public struct HoldAdded: Event, Hashable {
    public static let type = EventType("mail.hold-added", schema: 1)

    public let id: HoldID
    /// The name for people, such as the number of a case.
    public let name: String
    public let message: MessageID?
    public let account: AccountID?
    /// As it was typed: what it finds is judged each time that mail is to go.
    public let query: String?

    public init(id: HoldID, name: String, message: MessageID? = nil, account: AccountID? = nil, query: String? = nil) {
        self.id = id
        self.name = name
        self.message = message
        self.account = account
        self.query = query
    }
}

/// A hold is over.
public struct HoldRemoved: Event, Hashable {
    public static let type = EventType("mail.hold-removed", schema: 1)

    public let hold: HoldID

    public init(hold: HoldID) {
        self.hold = hold
    }
}

/// Mail that a hold covers was removed all the same, by the events before this one in its transaction, which says why.
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
