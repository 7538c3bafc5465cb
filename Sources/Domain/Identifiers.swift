public import EventLog

/// Names an account for good.
public struct AccountID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// Names a folder for good.
public struct FolderID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}

/// Names a message of the ledger for good; the `Message-ID` header field is another thing.
public struct MessageID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}
