package import Domain
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
    public package(set) var role: Change<FolderRole?>?
    public package(set) var sortOrder: Change<Int>?
    public package(set) var icon: Change<String?>?
    public package(set) var color: Change<RGBColor?>?
    public package(set) var textColor: Change<RGBColor?>?
    public package(set) var visibility: Change<FolderVisibility>?
    public package(set) var messageVisibility: Change<MessageVisibility>?
    public package(set) var externalID: Change<String?>?
    public package(set) var keepNewest: Change<Int?>?
    public package(set) var keepFor: Change<RetentionPeriod?>?

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

    /// With what the closure says; for events that no settings lead to.
    package init(folder: FolderID, _ say: (inout FolderChanged) throws -> Void) rethrows {
        self.folder = folder
        try say(&self)
    }

    /// What leads from one set of settings to another; nil where they are equal.
    public init?(folder: FolderID, from old: FolderSettings, to new: FolderSettings) {
        guard old != new else { return nil }
        self.folder = folder
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<FolderSettings, FolderChanged>] = [
        .init("role", \.role, \.role),
        .init("sort_order", \.sortOrder, \.sortOrder),
        .init("icon", \.icon, \.icon),
        .init("color", \.color, \.color),
        .init("text_color", \.textColor, \.textColor),
        .init("visibility", \.visibility, \.visibility),
        .init("message_visibility", \.messageVisibility, \.messageVisibility),
        .init("external_id", \.externalID, \.externalID),
        .init("keep_newest", \.keepNewest, \.keepNewest),
        .init("keep_for", \.keepFor, \.keepFor),
    ]
}

/// It became known how far a folder has come with its server.
public struct FolderCursorChanged: Event, Hashable {
    public static let type = EventType("mail.folder-cursor-changed", schema: 1)

    public let folder: FolderID
    public package(set) var uidValidity: Change<UInt32?>?
    public package(set) var highestModSeq: Change<ModificationSequence?>?
    public package(set) var supportsIdle: Change<Bool?>?

    enum CodingKeys: String, CodingKey {
        case folder
        case uidValidity = "uid_validity"
        case highestModSeq = "highest_mod_seq"
        case supportsIdle = "supports_idle"
    }

    /// With what the closure says; for events that no settings lead to.
    package init(folder: FolderID, _ say: (inout FolderCursorChanged) throws -> Void) rethrows {
        self.folder = folder
        try say(&self)
    }

    /// What leads from one cursor to another; nil where they are equal.
    public init?(folder: FolderID, from old: FolderCursor, to new: FolderCursor) {
        guard old != new else { return nil }
        self.folder = folder
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<FolderCursor, FolderCursorChanged>] = [
        .init("uid_validity", \.uidValidity, \.uidValidity),
        .init("highest_mod_seq", \.highestModSeq, \.highestModSeq),
        .init("supports_idle", \.supportsIdle, \.supportsIdle),
    ]
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
