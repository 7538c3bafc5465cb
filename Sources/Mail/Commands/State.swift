public import EventLog
internal import Hashing

// What decisions are made from: plain values of the moment, read under the writer's lock.

/// An account as a decision sees it.
public struct AccountState: Hashable, Sendable {
    public let id: AccountID
    public let stream: StreamID
    public let address: String
    public let isDeleted: Bool

    public init(id: AccountID, stream: StreamID, address: String, isDeleted: Bool) {
        self.id = id
        self.stream = stream
        self.address = address
        self.isDeleted = isDeleted
    }
}

/// A folder as a decision sees it.
public struct FolderState: Hashable, Sendable {
    public let id: FolderID
    public let stream: StreamID
    public let account: AccountID
    public let accountStream: StreamID
    public let parent: FolderID?
    public let name: String
    public let kind: FolderKind
    public let role: FolderRole?
    public let isDeleted: Bool

    public init(
        id: FolderID, stream: StreamID, account: AccountID, accountStream: StreamID, parent: FolderID?, name: String,
        kind: FolderKind, role: FolderRole?, isDeleted: Bool
    ) {
        self.id = id
        self.stream = stream
        self.account = account
        self.accountStream = accountStream
        self.parent = parent
        self.name = name
        self.kind = kind
        self.role = role
        self.isDeleted = isDeleted
    }
}

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
