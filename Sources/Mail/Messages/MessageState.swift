public import EventLog

/// A message as a decision sees it.
public struct MessageState: Hashable, Sendable {
    public let id: MessageID
    public let stream: StreamID
    public let accountStream: StreamID
    public let keywords: KeywordSet
    /// Whether a command or a change seen in a copy set the keywords; until then they are the union of the copies' flags.
    public let keywordsAreSet: Bool
    /// All copies that were not removed, by number.
    public let copies: [MessageCopy]
    /// The number for the next copy.
    public let nextCopy: Int
    public let isDeleted: Bool

    public init(
        id: MessageID, stream: StreamID, accountStream: StreamID, keywords: KeywordSet, keywordsAreSet: Bool,
        copies: [MessageCopy], nextCopy: Int, isDeleted: Bool
    ) {
        self.id = id
        self.stream = stream
        self.accountStream = accountStream
        self.keywords = keywords
        self.keywordsAreSet = keywordsAreSet
        self.copies = copies
        self.nextCopy = nextCopy
        self.isDeleted = isDeleted
    }
}
