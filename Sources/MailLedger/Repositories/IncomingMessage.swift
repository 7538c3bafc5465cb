public import EventLog
public import Mail

/// A message to be saved: its bytes as they came, and where it goes.
public struct IncomingMessage: Sendable, Hashable {
    public var account: AccountID
    /// Nil for the account's inbox.
    public var folder: FolderID?
    /// The whole message (RFC 5322), kept byte for byte.
    public var bytes: [UInt8]
    public var keywords: KeywordSet
    /// When it was delivered; nil for now.
    public var receivedAt: Timestamp?
    /// By what the copy is known again; nil for the digest of its bytes.
    public var source: String?

    /// Takes a message as its server or its file holds it.
    public init(
        account: AccountID, folder: FolderID? = nil, bytes: [UInt8], keywords: KeywordSet = [],
        receivedAt: Timestamp? = nil, source: String? = nil
    ) {
        self.account = account
        self.folder = folder
        self.bytes = bytes
        self.keywords = keywords
        self.receivedAt = receivedAt
        self.source = source
    }
}
