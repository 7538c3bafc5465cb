public import EventLog

/// Changes how a folder is shown and what it is known by; what is nil stays, and an empty text takes a value away.
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
    /// How many messages it keeps, the newest; 0 for no bound of its own.
    public var keepNewest: Int?
    /// Of how long a time it keeps messages, as in `7y`.
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

    /// Says all of some settings.
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

    /// Whether it says nothing.
    public var isEmpty: Bool { self == ChangeFolder() }

    /// Decides on one event with every field that changes; `others` are the folders of the account, of which
    /// those with the role or the external id suffice.
    public func decide(_ folder: FolderState, others: [FolderState]) throws -> [ProposedEvent] {
        try Self.decide(folder, becoming: applied(to: folder.settings), others: others)
    }

    /// Decides on the event that leads to settings.
    public static func decide(
        _ folder: FolderState, becoming new: FolderSettings, others: [FolderState]
    ) throws -> [ProposedEvent] {
        guard let changed = FolderChanged(folder: folder.id, from: folder.settings, to: new) else { return [] }
        if changed.role != nil {
            guard folder.role != .inbox else {
                throw DomainError.forbidden("\(folder.name) is where new mail comes to and keeps that role")
            }
        }
        // What stays as it is was the folder's own before.
        var claimed = new
        if changed.role == nil { claimed.role = nil }
        if changed.externalID == nil { claimed.externalID = nil }
        try requireUnclaimed(claimed, among: others.filter { $0.id != folder.id })
        return [folder.event(changed)]
    }

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

/// Notes how far a folder has come with its server; what is nil stays as it is.
public struct ChangeFolderCursor: Codable, Hashable, Sendable {
    public var uidValidity: UInt32?
    public var highestModSeq: ModificationSequence?
    public var supportsIdle: Bool?

    private enum CodingKeys: String, CodingKey {
        case uidValidity = "uid_validity"
        case highestModSeq = "highest_mod_seq"
        case supportsIdle = "supports_idle"
    }

    public init(
        uidValidity: UInt32? = nil, highestModSeq: ModificationSequence? = nil, supportsIdle: Bool? = nil
    ) {
        self.uidValidity = uidValidity
        self.highestModSeq = highestModSeq
        self.supportsIdle = supportsIdle
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { self == ChangeFolderCursor() }

    /// Decides on one event, and on none where all is known already.
    ///
    /// With another UIDVALIDITY the numbers of before mean nothing, so that the known change goes unless a new one is named.
    public func decide(_ folder: FolderState) -> [ProposedEvent] {
        var cursor = folder.cursor
        if let uidValidity, uidValidity != cursor.uidValidity {
            cursor.uidValidity = uidValidity
            cursor.highestModSeq = nil
        }
        if let highestModSeq { cursor.highestModSeq = highestModSeq }
        if let supportsIdle { cursor.supportsIdle = supportsIdle }
        return FolderCursorChanged(folder: folder.id, from: folder.cursor, to: cursor).map { [folder.event($0)] } ?? []
    }
}

/// Puts siblings into an order: many events in one transaction, each for one folder whose place changes.
public struct ReorderFolders: Hashable, Sendable {
    public init() {}

    /// The places that put `first` before all other siblings, which keep their order.
    public func places(of first: [FolderState], among siblings: [FolderState]) throws -> [(FolderState, Int)] {
        guard Set(first.map(\.id)).count == first.count else {
            throw DomainError.invalid(field: "folders", reason: "one is named twice")
        }
        for folder in first where !siblings.contains(where: { $0.id == folder.id }) {
            throw DomainError.conflict("the folder \(folder.name) is in another place than the first one that is named")
        }
        let rest = siblings.filter { sibling in !first.contains { $0.id == sibling.id } }
        return (first + rest).enumerated().map { ($1, $0) }
    }

    /// Decides for each folder on its place.
    public func decide(_ places: [(FolderState, Int)]) throws -> [ProposedEvent] {
        guard Set(places.map(\.0.id)).count == places.count else {
            throw DomainError.invalid(field: "folders", reason: "one is named twice")
        }
        return try places.flatMap { folder, place in
            var change = ChangeFolder()
            change.sortOrder = place
            return try change.decide(folder, others: [])
        }
    }
}
