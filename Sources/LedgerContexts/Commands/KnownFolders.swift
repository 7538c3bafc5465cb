package import EventLog
package import LedgerKernel
package import Mail
package import Projections

/// The folders of an account that decisions on new ones look up, with those that the same transaction adds.
///
/// Every look-up uses an index: a further folder costs the same among five and among 50,000.
package struct KnownFolders {
    private let account: AccountRow
    private let reader: LedgerReader
    private var added: [Place: FolderState] = [:]
    private var addedRoles: [FolderRole: FolderState] = [:]
    private var addedIDs: [String: FolderState] = [:]
    /// The claims that the same transaction settles.
    private var claims: [RoleClaim] = []

    private struct Place: Hashable {
        let parent: FolderID?
        let name: String
    }

    private struct Above {
        /// Nil for the top.
        let value: StreamID?
    }

    package init(of account: AccountRow, _ reader: LedgerReader) {
        self.account = account
        self.reader = reader
    }

    /// Decides on a new folder, and takes it in.
    ///
    /// - Returns: The events that make it, behind those by which another folder gives up its role.
    package mutating func add(
        _ path: FolderPath, kind: FolderKind, _ settings: ChangeFolder, newID: () -> UniqueID
    ) throws -> [ProposedEvent] {
        let parent = try path.parent.map { above in
            do {
                return try folder(above)
            } catch DomainError.notFound(let kind, let name, _, _, _) {
                throw DomainError.notFound(kind: kind, name: name, hint: .addFolderFirst(name))
            }
        }
        let claim = try claim(settings, kind: kind, at: path.names.map(\.text))
        var settings = settings
        settings.role = claim.role ?? .other
        let decided = try AddFolder(name: path.name.text, kind: kind, settings: settings).decide(
            in: account.id, account.stream, under: parent, siblings: named(path.name.text, under: parent),
            others: holders(settings), newID: newID)
        for case let created as FolderCreated in decided.map(\.event) { add(created) }
        return claim.events + decided
    }

    /// Takes a folder in that an event of the same transaction makes; it has no stream yet.
    mutating func add(_ created: FolderCreated) {
        let folder = FolderState(
            id: created.id, stream: .none, account: created.account, accountStream: account.stream,
            parent: created.parent, name: created.name, kind: created.kind, settings: created.settings,
            isDeleted: false)
        added[Place(parent: folder.parent, name: folder.name)] = folder
        if let role = folder.role { addedRoles[role] = folder }
        if let id = folder.settings.externalID { addedIDs[id] = folder }
    }

    /// Returns the folder at a path, with regard to case; without regard to it if no folder has the exact name.
    func folder(_ path: FolderPath) throws -> FolderState {
        var found: FolderState?
        for name in path.names {
            let exact = try named(name.text, under: found).first { !$0.isDeleted }
            guard let next = try exact ?? folded(name.text, under: found) else {
                throw DomainError.notFound(kind: "folder", name: path.formatted)
            }
            found = next
        }
        guard let found else { throw DomainError.notFound(kind: "folder", name: path.formatted) }
        return found
    }

    /// The folders of a name right below another one, deleted ones too.
    func named(_ name: String, under parent: FolderState?) throws -> [FolderState] {
        let place = Place(parent: parent?.id, name: name)
        if let folder = added[place] { return [folder] }
        guard let stream = stream(of: parent) else { return [] }
        return try FoldersQuery(on: reader.connection).named(name, under: stream.value, of: account.stream)
            .map(\.state)
    }

    /// The folders that have a role or a server's id that a new one is to have.
    package func holders(_ settings: ChangeFolder) throws -> [FolderState] {
        let new = try settings.applied(to: FolderSettings())
        let stored = try reader.holders(of: new, in: account.stream)
        return claims.reduce(stored) { $1.settled($0) }
            + [new.role.flatMap { addedRoles[$0] }, new.externalID.flatMap { addedIDs[$0] }].compactMap { $0 }
    }

    // MARK: Roles

    /// The role for a new folder: the requested one, else the one that its names imply.
    ///
    /// - Parameter yielding: Whether the present holder of a requested role gives it up; otherwise only an empty folder
    ///   that came with the account does.
    package mutating func claim(
        _ settings: ChangeFolder, kind: FolderKind, at path: [String], yielding: Bool = true
    ) throws -> RoleClaim {
        let claim =
            if yielding, settings.role != nil {
                try RoleClaim.asked(settings.role, among: holders(settings))
            } else {
                try told(settings, kind: kind, at: path)
            }
        claims.append(claim)
        return claim
    }

    private func told(_ settings: ChangeFolder, kind: FolderKind, at path: [String]) throws -> RoleClaim {
        let told = settings.role ?? FolderRole.told(byStored: path, kind: kind, externalID: settings.externalID)
        guard let told, told != .other, addedRoles[told] == nil else { return .none }
        let holder = try reader.holder(of: told, in: account.stream)
        return try RoleClaim.told(told, holder: holder?.state, isEmpty: holder.map(isEmpty) ?? true)
    }

    private func isEmpty(_ folder: FolderRow) throws -> Bool {
        guard folder.total == 0, !added.keys.contains(where: { $0.parent == folder.id }) else { return false }
        return try reader.isEmpty(folder)
    }

    private func folded(_ name: String, under parent: FolderState?) throws -> FolderState? {
        let wanted = name.lowercased()
        if let folder = added.values.first(where: { $0.parent == parent?.id && $0.name.lowercased() == wanted }) {
            return folder
        }
        guard let stream = stream(of: parent) else { return nil }
        return try FoldersQuery(on: reader.connection).children(of: stream.value, in: account.stream).first {
            !$0.isDeleted && $0.name.lowercased() == wanted
        }?.state
    }

    /// Where a folder's children are recorded: below its stream, or at the top; nil for a folder that is only being
    /// added.
    private func stream(of parent: FolderState?) -> Above? {
        guard let parent else { return Above(value: nil) }
        return parent.stream == .none ? nil : Above(value: parent.stream)
    }
}
