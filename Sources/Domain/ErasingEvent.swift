public import EventLog

/// An event that says that a thing was erased: what its stream said before is gone from the log.
///
/// Its stored name ends in `-erased`. It holds nothing of what the thing was.
public protocol ErasingEvent: Event {
    /// What the thing was, in the words of answers: `message`, `account`, …
    static var kind: String { get }
    /// The id that it had, which no other thing gets.
    var erasedID: UniqueID { get }
    /// The account that it was of; nil for a thing of none.
    var erasedFrom: AccountID? { get }
    /// How many events were blanked.
    var events: Int { get }
}
