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
    public let icon: String?
    public let color: RGBColor?
    public let textColor: RGBColor?
    /// Nil for a folder that is shown.
    public let visibility: FolderVisibility?
    /// Nil for a label that is shown.
    public let messageVisibility: MessageVisibility?
    public let externalID: String?
    /// How many messages it keeps, the newest; nil for no bound of its own.
    public let keepNewest: Int?
    /// Of how long a time it keeps messages; nil for no bound of its own.
    public let keepFor: RetentionPeriod?

    enum CodingKeys: String, CodingKey {
        case id, account, parent, name, kind, role
        case sortOrder = "sort_order"
        case icon, color
        case textColor = "text_color"
        case visibility
        case messageVisibility = "message_visibility"
        case externalID = "external_id"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    public init(
        id: FolderID, account: AccountID, parent: FolderID?, name: String, kind: FolderKind, settings: FolderSettings
    ) {
        self.id = id
        self.account = account
        self.parent = parent
        self.name = name
        self.kind = kind
        role = settings.role
        sortOrder = settings.sortOrder
        icon = settings.icon
        color = settings.color
        textColor = settings.textColor
        visibility = settings.visibility == .show ? nil : settings.visibility
        messageVisibility = settings.messageVisibility == .show ? nil : settings.messageVisibility
        externalID = settings.externalID
        keepNewest = settings.keepNewest
        keepFor = settings.keepFor
    }

    public init(
        id: FolderID, account: AccountID, parent: FolderID?, name: String, kind: FolderKind, role: FolderRole?,
        sortOrder: Int
    ) {
        self.init(
            id: id, account: account, parent: parent, name: name, kind: kind,
            settings: FolderSettings(role: role, sortOrder: sortOrder))
    }

    /// What the folder says of itself from the start.
    public var settings: FolderSettings {
        FolderSettings(
            role: role, sortOrder: sortOrder, icon: icon, color: color, textColor: textColor,
            visibility: visibility ?? .show, messageVisibility: messageVisibility ?? .show, externalID: externalID,
            keepNewest: keepNewest, keepFor: keepFor)
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

/// Settings of a folder changed; each field that did has its old and its new value, and no other is there.
public struct FolderChanged: Event, Hashable {
    public static let type = EventType("mail.folder-changed", schema: 1)

    public let folder: FolderID
    public let role: Change<FolderRole?>?
    public let sortOrder: Change<Int>?
    public let icon: Change<String?>?
    public let color: Change<RGBColor?>?
    public let textColor: Change<RGBColor?>?
    public let visibility: Change<FolderVisibility>?
    public let messageVisibility: Change<MessageVisibility>?
    public let externalID: Change<String?>?
    public let keepNewest: Change<Int?>?
    public let keepFor: Change<RetentionPeriod?>?

    enum CodingKeys: String, CodingKey {
        case folder, role
        case sortOrder = "sort_order"
        case icon, color
        case textColor = "text_color"
        case visibility
        case messageVisibility = "message_visibility"
        case externalID = "external_id"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    public init(
        folder: FolderID, role: Change<FolderRole?>? = nil, sortOrder: Change<Int>? = nil,
        icon: Change<String?>? = nil, color: Change<RGBColor?>? = nil, textColor: Change<RGBColor?>? = nil,
        visibility: Change<FolderVisibility>? = nil, messageVisibility: Change<MessageVisibility>? = nil,
        externalID: Change<String?>? = nil, keepNewest: Change<Int?>? = nil, keepFor: Change<RetentionPeriod?>? = nil
    ) {
        self.folder = folder
        self.role = role
        self.sortOrder = sortOrder
        self.icon = icon
        self.color = color
        self.textColor = textColor
        self.visibility = visibility
        self.messageVisibility = messageVisibility
        self.externalID = externalID
        self.keepNewest = keepNewest
        self.keepFor = keepFor
    }

    /// What leads from one set of settings to another; nil where they are equal.
    public init?(folder: FolderID, from old: FolderSettings, to new: FolderSettings) {
        guard old != new else { return nil }
        self.init(
            folder: folder, role: Change(from: old.role, to: new.role),
            sortOrder: Change(from: old.sortOrder, to: new.sortOrder), icon: Change(from: old.icon, to: new.icon),
            color: Change(from: old.color, to: new.color), textColor: Change(from: old.textColor, to: new.textColor),
            visibility: Change(from: old.visibility, to: new.visibility),
            messageVisibility: Change(from: old.messageVisibility, to: new.messageVisibility),
            externalID: Change(from: old.externalID, to: new.externalID),
            keepNewest: Change(from: old.keepNewest, to: new.keepNewest),
            keepFor: Change(from: old.keepFor, to: new.keepFor))
    }
}

/// It became known how far a folder has come with its server.
public struct FolderCursorChanged: Event, Hashable {
    public static let type = EventType("mail.folder-cursor-changed", schema: 1)

    public let folder: FolderID
    public let uidValidity: Change<UInt32?>?
    public let highestModSeq: Change<ModificationSequence?>?
    public let supportsIdle: Change<Bool?>?

    enum CodingKeys: String, CodingKey {
        case folder
        case uidValidity = "uid_validity"
        case highestModSeq = "highest_mod_seq"
        case supportsIdle = "supports_idle"
    }

    public init(
        folder: FolderID, uidValidity: Change<UInt32?>? = nil, highestModSeq: Change<ModificationSequence?>? = nil,
        supportsIdle: Change<Bool?>? = nil
    ) {
        self.folder = folder
        self.uidValidity = uidValidity
        self.highestModSeq = highestModSeq
        self.supportsIdle = supportsIdle
    }

    /// What leads from one cursor to another; nil where they are equal.
    public init?(folder: FolderID, from old: FolderCursor, to new: FolderCursor) {
        guard old != new else { return nil }
        self.init(
            folder: folder, uidValidity: Change(from: old.uidValidity, to: new.uidValidity),
            highestModSeq: Change(from: old.highestModSeq, to: new.highestModSeq),
            supportsIdle: Change(from: old.supportsIdle, to: new.supportsIdle))
    }
}

/// A folder ended, and with it all folders below it and the copies in them.
public struct FolderDeleted: Event, Hashable {
    public static let type = EventType("mail.folder-deleted", schema: 1)

    public let folder: FolderID
    /// What was asked for; what it led to stands in the events before it.
    public let policy: FolderDeletePolicy

    public init(folder: FolderID, policy: FolderDeletePolicy = .cascade) {
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
