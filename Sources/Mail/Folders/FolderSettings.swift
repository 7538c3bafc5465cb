package import Domain
public import EventLog

/// The settings of a folder beside its name and place: its display, its role and its id.
public struct FolderSettings: Hashable, Sendable {
    /// Its purpose in its account; nil for a folder without one.
    public var role: FolderRole?
    /// Its place among its siblings, the least first.
    public var sortOrder: Int
    /// The name of a picture.
    public var icon: String?
    /// The colour behind its name.
    public var color: RGBColor?
    /// The colour of its name.
    public var textColor: RGBColor?
    public var visibility: FolderVisibility
    public var messageVisibility: MessageVisibility
    /// Its id on a server, as Gmail gives one to a label; unique within an account.
    public var externalID: String?
    /// The number of newest messages to keep; nil if the folder has no limit of its own.
    public var keepNewest: Int?
    /// The age up to which messages are kept; nil if the folder has no limit of its own.
    public var keepFor: RetentionPeriod?

    public init(
        role: FolderRole? = nil, sortOrder: Int? = nil, icon: String? = nil, color: RGBColor? = nil,
        textColor: RGBColor? = nil, visibility: FolderVisibility = .show, messageVisibility: MessageVisibility = .show,
        externalID: String? = nil, keepNewest: Int? = nil, keepFor: RetentionPeriod? = nil
    ) {
        self.role = role
        self.sortOrder = sortOrder ?? (role ?? .other).defaultSortOrder
        self.icon = icon
        self.color = color
        self.textColor = textColor
        self.visibility = visibility
        self.messageVisibility = messageVisibility
        self.externalID = externalID
        self.keepNewest = keepNewest
        self.keepFor = keepFor
    }

    /// The rule of its own by which it is pruned.
    public var retention: RetentionRule? { RetentionRule(newest: keepNewest, period: keepFor) }

    /// Whether it is one of the folders that every account has, or a label of Gmail's: such a folder cannot be changed.
    public var isSystem: Bool {
        role.map(FolderRole.ofEveryAccount.contains) ?? false
            || externalID.flatMap(GmailSystemLabel.init(rawValue:)) != nil
    }
}

extension FolderSettings {
    /// Returns the settings with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: FolderChanged) -> (settings: FolderSettings, stale: [String]) {
        let (settings, stale) = FolderChanged.fields.takingBack(changed, in: self)
        return (settings, stale)
    }
}

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
    /// The number of newest messages to keep; nil if the folder has no limit of its own.
    public let keepNewest: Int?
    /// The age up to which messages are kept; nil if the folder has no limit of its own.
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

    /// The settings of the folder from the start.
    public var settings: FolderSettings {
        FolderSettings(
            role: role, sortOrder: sortOrder, icon: icon, color: color, textColor: textColor,
            visibility: visibility ?? .show, messageVisibility: messageVisibility ?? .show, externalID: externalID,
            keepNewest: keepNewest, keepFor: keepFor)
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

    /// Makes an event whose fields the closure sets, for events that no settings lead to.
    package init(folder: FolderID, _ say: (inout FolderChanged) throws -> Void) rethrows {
        self.folder = folder
        try say(&self)
    }

    /// The change that leads from one set of settings to another; nil if they are equal.
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

/// Changes the settings of a folder.
///
/// Values that are nil stay unchanged; an empty text removes a value.
public struct ChangeFolder: Codable, Hashable, Sendable {
    /// ``FolderRole/other`` takes the role away.
    public var role: FolderRole?
    public var sortOrder: Int?
    public var icon: String?
    /// As `#rrggbb`.
    public var color: String?
    public var textColor: String?
    public var visibility: FolderVisibility?
    public var messageVisibility: MessageVisibility?
    public var externalID: String?
    /// The number of newest messages to keep; 0 removes the folder's own limit.
    public var keepNewest: Int?
    /// The age up to which messages are kept, as in `7y`.
    public var keepFor: String?

    private enum CodingKeys: String, CodingKey {
        case role
        case sortOrder = "sort_order"
        case icon, color
        case textColor = "text_color"
        case visibility
        case messageVisibility = "message_visibility"
        case externalID = "external_id"
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
    }

    public init() {}

    /// Makes a command that sets all settings to these.
    public init(_ settings: FolderSettings) {
        role = settings.role ?? .other
        sortOrder = settings.sortOrder
        icon = settings.icon ?? ""
        color = settings.color?.hex ?? ""
        textColor = settings.textColor?.hex ?? ""
        visibility = settings.visibility
        messageVisibility = settings.messageVisibility
        externalID = settings.externalID ?? ""
        keepNewest = settings.keepNewest ?? 0
        keepFor = settings.keepFor?.text ?? ""
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { self == ChangeFolder() }

    package func applied(to settings: FolderSettings) throws -> FolderSettings {
        var settings = settings
        if let role { settings.role = role == .other ? nil : role }
        if let sortOrder {
            guard sortOrder >= 0, sortOrder <= 1_000_000 else {
                throw DomainError.invalid(field: "sort_order", reason: "it is a number from 0 to 1000000")
            }
            settings.sortOrder = sortOrder
        }
        if let icon { settings.icon = try Self.word(icon, "icon", maximum: 64) }
        if let color { settings.color = try Self.color(color, "color") }
        if let textColor { settings.textColor = try Self.color(textColor, "text_color") }
        if let visibility { settings.visibility = visibility }
        if let messageVisibility { settings.messageVisibility = messageVisibility }
        if let externalID { settings.externalID = try Self.word(externalID, "external_id", maximum: 255) }
        settings.keepNewest = try RetentionRule.newest(keepNewest, changing: settings.keepNewest)
        settings.keepFor = try RetentionRule.period(keepFor, changing: settings.keepFor)
        return settings
    }

    private static func word(_ text: String, _ field: String, maximum: Int) throws -> String? {
        guard text.utf8.count <= maximum, !text.unicodeScalars.contains(where: \.isControl) else {
            throw DomainError.invalid(
                field: field, reason: "it has at most \(maximum) bytes and no control characters")
        }
        return text.isEmpty ? nil : text
    }

    private static func color(_ text: String, _ field: String) throws -> RGBColor? {
        guard !text.isEmpty else { return nil }
        guard let color = RGBColor(hex: text) else {
            throw DomainError.invalid(field: field, reason: "a colour is written #rrggbb, as in #1e90ff")
        }
        return color
    }
}
