public import EventLog

/// An event that records the erasure of a thing, whose earlier events were blanked.
///
/// Its stored name ends in `-erased`. It contains nothing of the thing itself.
public protocol ErasingEvent: Event {
    /// The kind of the thing in answers: `message`, `account`, …
    static var kind: String { get }
    /// The id that it had, which no other thing gets.
    var erasedID: UniqueID { get }
    /// The account that it was of; nil for a thing of none.
    var erasedFrom: AccountID? { get }
    /// The number of blanked events.
    var events: Int { get }
}
