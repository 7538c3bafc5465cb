public import EventLog

/// Names a note for good.
public struct NoteID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// Names an action for good.
public struct ActionID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}
