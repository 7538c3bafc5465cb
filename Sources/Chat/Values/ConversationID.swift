public import EventLog

/// Names a conversation for good.
public struct ConversationID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}
