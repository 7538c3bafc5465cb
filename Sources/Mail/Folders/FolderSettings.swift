internal import Domain
internal import EventLog

/// What a folder says of itself beside its name and place: how it is shown, and what it is known by.
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
    /// By what a server knows it, as Gmail does a label; of one folder in an account.
    public var externalID: String?
    /// How many messages it keeps, the newest; nil for no bound of its own.
    public var keepNewest: Int?
    /// Of how long a time it keeps messages; nil for no bound of its own.
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

    /// Whether it is one of the folders that an account is not without, or a label that Gmail makes: it stays as it is.
    public var isSystem: Bool {
        role.map(AddAccount.roles.contains) ?? false || externalID.flatMap(GmailSystemLabel.init(rawValue:)) != nil
    }
}

extension FolderSettings {
    /// Returns the settings with a change taken back, and names the fields that are not any more what it made them.
    public func undoing(_ changed: FolderChanged) -> (settings: FolderSettings, stale: [String]) {
        let (settings, stale) = FolderChanged.fields.takingBack(changed, in: self)
        return (settings, stale)
    }
}

extension FolderCursor {
    /// The same for a cursor.
    public func undoing(_ changed: FolderCursorChanged) -> (cursor: FolderCursor, stale: [String]) {
        let (cursor, stale) = FolderCursorChanged.fields.takingBack(changed, in: self)
        return (cursor, stale)
    }
}
