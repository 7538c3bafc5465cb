public import EventLog

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
    /// The requested policy; the events before this one have its effects.
    public let policy: DeletePolicy

    public init(folder: FolderID, policy: DeletePolicy = .cascade) {
        self.folder = folder
        self.policy = policy
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
