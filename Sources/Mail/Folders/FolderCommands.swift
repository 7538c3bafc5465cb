public import EventLog

/// Adds a folder to an account.
public struct AddFolder: Codable, Hashable, Sendable {
    public var name: String
    public var kind: FolderKind
    /// The settings that it has from the start.
    public var settings: ChangeFolder

    public init(name: String, kind: FolderKind = .folder, settings: ChangeFolder = ChangeFolder()) {
        self.name = name
        self.kind = kind
        self.settings = settings
    }

    /// Decides on a new folder with an id of its own.
    ///
    /// - Parameters:
    ///   - siblings: The folders under the same parent, deleted ones too; those with the new name suffice.
    ///   - others: The folders of the account, deleted ones too; those with the role or the external id suffice.
    public func decide(
        in account: AccountID, _ stream: StreamID, under parent: FolderState?, siblings: [FolderState],
        others: [FolderState] = [], newID: () -> UniqueID
    ) throws -> [ProposedEvent] {
        let name = try folderName(name, isNested: parent != nil)
        try requireUnused(name, among: siblings)
        let settings = try settings.applied(to: FolderSettings(role: settings.role == .other ? nil : settings.role))
        try requireUnclaimed(settings, among: others)
        let created = FolderCreated(
            id: FolderID(newID()), account: account, parent: parent?.id, name: name, kind: kind, settings: settings)
        return [ProposedEvent(created, target: .noStream, account: .stream(.existing(stream)))]
    }
}

/// Gives a folder another name.
public struct RenameFolder: Codable, Hashable, Sendable {
    public var name: String

    public init(name: String) {
        self.name = name
    }

    public func decide(_ folder: FolderState, siblings: [FolderState]) throws -> [ProposedEvent] {
        let name = try folderName(name, isNested: folder.parent != nil)
        guard name != folder.name else { return [] }
        try requireNoRole(folder, "renamed")
        try requireUnused(name, among: siblings.filter { $0.id != folder.id })
        return [folder.event(FolderRenamed(folder: folder.id, name: Change(old: folder.name, new: name)))]
    }
}

/// Moves a folder, with all below it, under another parent or to the top.
public struct MoveFolder: Codable, Hashable, Sendable {
    public init() {}

    /// `ancestors` are the new parent and all above it; `siblings` are the folders under that parent.
    public func decide(
        _ folder: FolderState, under parent: FolderState?, ancestors: [FolderID], siblings: [FolderState]
    ) throws -> [ProposedEvent] {
        guard parent?.id != folder.parent else { return [] }
        try requireNoRole(folder, "moved")
        guard !ancestors.contains(folder.id) else {
            throw DomainError.conflict("a folder cannot go below itself")
        }
        if let parent, parent.account != folder.account {
            throw DomainError.conflict("a folder cannot go to another account")
        }
        // At the top an `inbox` would be the INBOX.
        try requireUnused(folderName(folder.name, isNested: parent != nil), among: siblings)
        return [folder.event(FolderMoved(folder: folder.id, parent: Change(old: folder.parent, new: parent?.id)))]
    }
}

/// Brings a deleted folder back, with all that ended with it.
public struct RestoreFolder: Codable, Hashable, Sendable {
    public init() {}

    /// `parent` is the folder that contained it, nil at the top; `others` are all folders of the account.
    public func decide(
        _ folder: FolderState, parent: FolderState?, siblings: [FolderState], others: [FolderState] = []
    ) throws -> [ProposedEvent] {
        guard folder.isDeleted else { return [] }
        if let parent, parent.isDeleted {
            throw DomainError.conflict("the folder \(parent.name) that it was in is deleted")
        }
        try requireUnused(folder.name, among: siblings.filter { $0.id != folder.id })
        for returning in others where returning.endedAt != nil && returning.endedAt == folder.endedAt {
            try requireUnclaimed(returning.settings, among: others)
        }
        return [folder.event(FolderRestored(folder: folder.id))]
    }
}

extension FolderState {
    /// An event at the end of the folder's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(
            event, target: .any(.existing(stream)), account: .stream(.existing(accountStream)))
    }
}

private func folderName(_ text: String, isNested: Bool) throws -> String {
    do throws(ValueError) {
        return try FolderName(text, isNested: isNested).text
    } catch {
        throw DomainError.invalid(
            field: "folder name", reason: error.words(of: FolderName.firstForbidden(in: text)))
    }
}

private func requireUnused(_ name: String, among siblings: [FolderState]) throws {
    // Swift compares strings by canonical equivalence, which is what NFC is for.
    guard !siblings.contains(where: { !$0.isDeleted && $0.name == name }) else {
        throw DomainError.alreadyExists(kind: "folder", name: name)
    }
}

/// Refuses a role or an external id that another live folder of the account has.
func requireUnclaimed(_ settings: FolderSettings, among others: [FolderState]) throws {
    let live = others.filter { !$0.isDeleted }
    if let role = settings.role, let holder = live.first(where: { $0.role == role }) {
        guard role != .inbox else {
            throw DomainError.conflict("the folder \(holder.name) is where new mail comes to and keeps that role")
        }
        throw DomainError.conflict(
            "the folder \(holder.name) is the account's \(role.rawValue), and no two are; take the role away from it first"
        )
    }
    if let id = settings.externalID, let holder = live.first(where: { $0.settings.externalID == id }) {
        throw DomainError.conflict("the folder \(holder.name) of the account has the external id \"\(id)\" already")
    }
}

func requireNoRole(_ folder: FolderState, _ what: String) throws {
    guard folder.settings.isSystem else { return }
    if let role = folder.role, FolderRole.ofEveryAccount.contains(role) {
        throw DomainError.forbidden("\(folder.name) is the account's \(role.rawValue) and cannot be \(what)")
    }
    throw DomainError.forbidden("\(folder.name) is a label that the provider makes and cannot be \(what)")
}
