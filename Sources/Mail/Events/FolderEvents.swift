public import EventLog

/// A folder came into being.
public struct FolderCreated: Event, Hashable {
    public static let type = EventType("mail.folder-created", schema: 1)

    public let id: FolderID
    public let account: AccountID
    public let parent: FolderID?
    public let name: String
    public let kind: FolderKind
    public let role: FolderRole?
    public let sortOrder: Int

    enum CodingKeys: String, CodingKey {
        case id, account, parent, name, kind, role
        case sortOrder = "sort_order"
    }

    public init(
        id: FolderID, account: AccountID, parent: FolderID?, name: String, kind: FolderKind, role: FolderRole?,
        sortOrder: Int
    ) {
        self.id = id
        self.account = account
        self.parent = parent
        self.name = name
        self.kind = kind
        self.role = role
        self.sortOrder = sortOrder
    }
}

/// A folder took another name.
public struct FolderRenamed: Event, Hashable {
    public static let type = EventType("mail.folder-renamed", schema: 1)

    public let folder: FolderID
    public let name: Change<String>

    public init(folder: FolderID, name: Change<String>) {
        self.folder = folder
        self.name = name
    }
}

/// A folder went under another parent, or to the top.
public struct FolderMoved: Event, Hashable {
    public static let type = EventType("mail.folder-moved", schema: 1)

    public let folder: FolderID
    public let parent: Change<FolderID?>

    public init(folder: FolderID, parent: Change<FolderID?>) {
        self.folder = folder
        self.parent = parent
    }
}

/// A folder ended, and with it all folders below it and the copies in them.
public struct FolderDeleted: Event, Hashable {
    public static let type = EventType("mail.folder-deleted", schema: 1)

    public let folder: FolderID

    public init(folder: FolderID) {
        self.folder = folder
    }
}

/// A deleted folder came back, with all that ended with it.
public struct FolderRestored: Event, Hashable {
    public static let type = EventType("mail.folder-restored", schema: 1)

    public let folder: FolderID

    public init(folder: FolderID) {
        self.folder = folder
    }
}
