public import CivilTime
internal import EventLog
public import Mail

/// A message to save: its bytes as they came, its destination, and its server's facts about it.
public struct IncomingMessage: Sendable, Hashable {
    public var account: AccountID
    /// Nil for the account's inbox.
    public var folder: FolderID?
    /// The message (RFC 5322), kept byte for byte; only its header if ``lacksBody`` is true.
    public var bytes: [UInt8]
    public var keywords: KeywordSet
    /// When it was delivered; nil for now.
    public var receivedAt: Timestamp?
    /// Whether only the header has come yet.
    ///
    /// Give ``external`` too: the header alone cannot identify the message when all of it comes.
    public var lacksBody: Bool
    /// Its ids on its server.
    public var external: ExternalIDs
    /// The name that identifies this copy; nil for the server's id, else for the digest of its content.
    public var source: String?

    /// Takes a message from a server or a file.
    public init(
        account: AccountID, folder: FolderID? = nil, bytes: [UInt8], keywords: KeywordSet = [],
        receivedAt: Timestamp? = nil, lacksBody: Bool = false, external: ExternalIDs = ExternalIDs(),
        source: String? = nil
    ) {
        self.account = account
        self.folder = folder
        self.bytes = bytes
        self.keywords = keywords
        self.receivedAt = receivedAt
        self.lacksBody = lacksBody
        self.external = external
        self.source = source
    }
}
