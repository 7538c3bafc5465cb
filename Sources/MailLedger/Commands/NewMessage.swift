public import EventLog
public import Mail

/// A message to be saved: its bytes, and what its server says of it.
public struct NewMessage: Sendable {
    /// The message, or its header alone.
    public var bytes: [UInt8]
    /// The path of its folder.
    public var folder: String
    public var keywords: KeywordSet
    /// When it was delivered; the moment of saving where nothing is said.
    public var receivedAt: Timestamp?
    /// Whether only the header came yet.
    public var lacksBody: Bool
    /// By what its server knows it.
    public var external: ExternalIDs

    public init(
        bytes: [UInt8], folder: String = "INBOX", keywords: KeywordSet = KeywordSet(), receivedAt: Timestamp? = nil,
        lacksBody: Bool = false, external: ExternalIDs = ExternalIDs()
    ) {
        self.bytes = bytes
        self.folder = folder
        self.keywords = keywords
        self.receivedAt = receivedAt
        self.lacksBody = lacksBody
        self.external = external
    }
}
