public import EventLog
internal import Hashing

// What decisions are made from: plain values of the moment, read under the writer's lock.

/// An account as a decision sees it.
public struct AccountState: Hashable, Sendable {
    public let id: AccountID
    public let stream: StreamID
    public let settings: AccountSettings
    public let isDeleted: Bool

    public var address: String { settings.address }

    public init(id: AccountID, stream: StreamID, settings: AccountSettings, isDeleted: Bool) {
        self.id = id
        self.stream = stream
        self.settings = settings
        self.isDeleted = isDeleted
    }

    public init(id: AccountID, stream: StreamID, address: String, isDeleted: Bool) {
        self.init(id: id, stream: stream, settings: AccountSettings(address: address), isDeleted: isDeleted)
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
    public let settings: FolderSettings
    public let cursor: FolderCursor
    public let isDeleted: Bool
    /// The position of the event that ended it or a folder above it: those that ended together come back together.
    public let endedAt: Position?

    public var role: FolderRole? { settings.role }

    public init(
        id: FolderID, stream: StreamID, account: AccountID, accountStream: StreamID, parent: FolderID?, name: String,
        kind: FolderKind, settings: FolderSettings, cursor: FolderCursor = FolderCursor(), isDeleted: Bool,
        endedAt: Position? = nil
    ) {
        self.id = id
        self.stream = stream
        self.account = account
        self.accountStream = accountStream
        self.parent = parent
        self.name = name
        self.kind = kind
        self.settings = settings
        self.cursor = cursor
        self.isDeleted = isDeleted
        self.endedAt = endedAt
    }

    public init(
        id: FolderID, stream: StreamID, account: AccountID, accountStream: StreamID, parent: FolderID?, name: String,
        kind: FolderKind, role: FolderRole?, isDeleted: Bool
    ) {
        self.init(
            id: id, stream: stream, account: account, accountStream: accountStream, parent: parent, name: name,
            kind: kind, settings: FolderSettings(role: role), isDeleted: isDeleted)
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
