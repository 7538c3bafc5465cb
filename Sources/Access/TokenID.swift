public import EventLog

/// Names a token for good; it is not the token.
public struct TokenID: Identifier {
    public let uniqueID: UniqueID
    public init(_ uniqueID: UniqueID) { self.uniqueID = uniqueID }
}
