internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections

/// The folders of an account by the places where mail is found, and those that a transaction makes.
struct FoundFolders {
    private let account: AccountRow
    private let newID: () -> UniqueID
    private let topFolder: FolderID
    /// The path of the folder for messages at the top.
    let topPath: String
    private var folders: [String: FolderID]
    private let paths: [FolderID: String]
    /// The folders with a role before the transaction.
    private var holders: [FolderRole: FolderRow] = [:]
    /// The folders that hold a message or a folder, or will at the end of the transaction.
    private var filled: Set<FolderID>
    /// The roles that folders get which the transaction makes.
    private(set) var roles: [FoundRole] = []

    init(of account: AccountRow, top: String, reader: LedgerReader, newID: @escaping () -> UniqueID) throws {
        self.account = account
        self.newID = newID
        let row = try reader.folder(top, in: account.stream)
        (topFolder, topPath) = (row.id, row.path)
        filled = [row.id]
        let rows = try reader.folders(of: account.stream)
        folders = Dictionary(rows.map { ($0.path, $0.id) }) { first, _ in first }
        paths = Dictionary(rows.map { ($0.id, $0.path) }) { first, _ in first }
        for row in rows {
            if let role = row.settings.role { holders[role] = row }
            if row.total > 0 { filled.insert(row.id) }
            if let parent = row.parent { filled.insert(parent) }
        }
    }

    /// Finds the folder for messages at a path below the imported one, and makes those that are missing.
    mutating func folder(for names: [String], adding events: inout [ProposedEvent]) throws -> FolderID {
        guard !names.isEmpty else { return topFolder }
        var path: [String] = []
        var parent: FolderID?
        for name in folderNames(names) {
            path.append(name)
            let joined = path.joined(separator: "/")
            parent = folders[joined] ?? make(path, under: parent, adding: &events)
            folders[joined] = parent
        }
        if let parent { filled.insert(parent) }
        return parent ?? topFolder
    }

    /// The folder for messages at a path; nil if it is still to be made.
    func existing(_ names: [String]) -> FolderID? {
        names.isEmpty ? topFolder : folders[path(of: names)]
    }

    /// The folder with a path, or the nearest one above it that is there; nil if none is.
    func nearest(to path: String) -> FolderID? {
        var rest = path[...]
        while true {
            if let folder = folders[String(rest)] { return folder }
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            rest = rest[..<slash]
        }
    }

    private mutating func make(
        _ path: [String], under parent: FolderID?, adding events: inout [ProposedEvent]
    ) -> FolderID {
        let claim = claim(for: path)
        events += claim.events
        let folder = FolderID(newID())
        let created = FolderCreated(
            id: folder, account: account.id, parent: parent, name: path.last ?? "", kind: .folder, role: claim.role,
            sortOrder: (claim.role ?? .other).defaultSortOrder)
        events.append(ProposedEvent(created, target: .noStream, account: .stream(.existing(account.stream))))
        if let parent { filled.insert(parent) }
        return folder
    }

    /// The role that the names of a new folder imply. The first new folder gets it, any other one none.
    private mutating func claim(for path: [String]) -> RoleClaim {
        guard let told = FolderRole.told(byStored: path, kind: .folder, externalID: nil),
            !roles.contains(where: { $0.role == told })
        else { return .none }
        let holder = holders[told]
        let claim = RoleClaim.told(
            told, holder: holder?.state, isEmpty: holder.map { !filled.contains($0.id) } ?? true)
        if let role = claim.role {
            let giver = claim.giver == nil ? nil : holder?.path
            roles.append(FoundRole(folder: path.joined(separator: "/"), role: role, takenFrom: giver))
        }
        return claim
    }

    /// The path of the folder for a place, whether it exists or not.
    func path(of names: [String]) -> String {
        names.isEmpty ? topPath : folderNames(names).joined(separator: "/")
    }

    /// The place of a message that an import finds and that is there already.
    func standing(of message: MessageState, foundIn names: [String]) -> ExistingMail {
        if message.isDeleted { return .deleted }
        let places = message.copies.compactMap { paths[$0.folder] }
        guard let first = places.min(), !places.contains(path(of: names)) else { return .here }
        return .elsewhere(first)
    }

    /// The names of directories as those of folders: decoded, unless the account has a folder under the name as it is stored.
    ///
    /// Earlier versions made such folders, and each keeps its mail until somebody renames it.
    private func folderNames(_ directories: [String]) -> [String] {
        var names: [String] = []
        for directory in directories {
            let stored = FolderName(found: directory, isNested: !names.isEmpty).text
            let decoded = StoredFolderName.decoded(directory)
            if decoded != directory, folders[(names + [stored]).joined(separator: "/")] == nil {
                names.append(FolderName(found: decoded, isNested: !names.isEmpty).text)
            } else {
                names.append(stored)
            }
        }
        return names
    }
}
