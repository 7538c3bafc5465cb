public import EventLog

/// A folder as a decision sees it.
public struct FolderState: Hashable, Sendable {
    public let id: FolderID
    public let stream: StreamID
    public let account: AccountID
    public let accountStream: StreamID
    public package(set) var parent: FolderID?
    public package(set) var name: String
    public let kind: FolderKind
    public package(set) var settings: FolderSettings
    public package(set) var cursor: FolderCursor
    public package(set) var isDeleted: Bool
    /// The position of the event that ended it or a folder above it: those that ended together come back together.
    public package(set) var endedAt: Position?

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
