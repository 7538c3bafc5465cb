public import EventLog
public import Mail
public import Projections

extension Ledger {
    /// Adds a folder by its path; the folders above the last name must be there.
    public func addFolder(
        _ path: FolderPath, to account: String, kind: FolderKind = .folder,
        settings: ChangeFolder = ChangeFolder(), context: OperationContext
    ) throws -> FolderRow {
        _ = try addFolders([NewFolder(path: path, kind: kind, settings: settings)], to: account, context: context)
        return try read { try $0.folder(path.formatted, in: $0.account(account).stream) }
    }

    /// Adds folders in one transaction, all or none; one may lie below another that comes before it.
    ///
    /// A folder has the role that its settings say: what has it gives it up. Where they say none, its name may tell one
    /// (``FolderRole/told(by:kind:externalID:)``); then only an empty folder that came with the account gives it up.
    ///
    /// With `dryRun` it refuses what adding would refuse, and adds nothing.
    @discardableResult
    public func addFolders(
        _ folders: [NewFolder], to account: String, context: OperationContext, dryRun: Bool = false
    ) throws -> Receipt? {
        try change(context, dryRun: dryRun) { reader in
            let account = try reader.account(account)
            var known = KnownFolders(of: account, reader)
            var events: [ProposedEvent] = []
            for folder in folders {
                let parent = try folder.path.parent.map { try known.folder($0) }
                let claim = try known.claim(
                    folder.settings, kind: folder.kind, at: folder.path.names.map(\.text))
                var settings = folder.settings
                settings.role = claim.role ?? .other
                let decided = try AddFolder(
                    name: folder.path.name.text, kind: folder.kind, settings: settings
                ).decide(
                    in: account.state, under: parent, siblings: known.named(folder.path.name.text, under: parent),
                    others: known.holders(settings), newID: newID)
                for case let created as FolderCreated in decided.map(\.event) { known.add(created) }
                events += claim.events + decided
            }
            return events
        }
    }

    /// Gives a folder another name.
    public func renameFolder(
        _ name: String, to newName: String, in account: String?, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            return try RenameFolder(name: newName).decide(
                folder.state, siblings: reader.folders(named: newName, beside: folder))
        }
    }

    /// Moves a folder, with all below it, under another one; to the top when `parent` is nil.
    public func moveFolder(
        _ name: String, under parent: String?, in account: String?, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            let parent = try parent.map { try reader.folder($0, in: folder.accountStream) }
            return try MoveFolder().decide(
                folder.state, under: parent?.state, ancestors: reader.ancestors(of: parent),
                siblings: reader.folders(named: folder.name, under: parent, in: folder.accountStream))
        }
    }

    /// Changes how a folder is shown and what it is known by, and how far it has come with its server.
    ///
    /// A role that another folder has is taken from it in the same transaction, but for INBOX.
    public func changeFolder(
        _ name: String, _ command: ChangeFolder, cursor: ChangeFolderCursor = ChangeFolderCursor(),
        in account: String?, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        var giver: String?
        var outcome = try changeSettings(context, dryRun: dryRun) { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            let others = try reader.holders(of: command, in: folder.accountStream)
            let claim = RoleClaim.asked(command.role, by: folder.state, among: others)
            giver = try claim.giver.flatMap { try reader.folder(withID: $0.id)?.path }
            return try claim.events + command.decide(folder.state, others: claim.settled(others))
                + cursor.decide(folder.state)
        }
        if let giver {
            // The first change is that of the folder which gave the role up.
            outcome = SettingOutcome(
                changes: Array(outcome.changes.dropFirst()), receipt: outcome.receipt, roleTakenFrom: giver)
        }
        return outcome
    }

    /// Puts folders before all their siblings, in the order of their names here; the others keep their order.
    ///
    /// The places of all are counted anew, in one transaction with an event for each folder whose place changes.
    public func reorderFolders(
        _ names: [String], in account: String?, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            guard let first = names.first else { return [] }
            let row = try reader.folder(first, inAccountNamed: account)
            let all = try reader.folders(of: row.accountStream)
            let named = try names.map { try reader.folder($0, in: row.accountStream).state }
            let siblings = all.filter { $0.parent == row.parent }.map(\.state)
            return try ReorderFolders().decide(ReorderFolders().places(of: named, among: siblings))
        }
    }

    /// Ends a folder, with all below it; the policy says what becomes of what it holds.
    public func deleteFolder(
        _ name: String, in account: String?, policy: FolderDeletePolicy = .cascade, context: OperationContext
    ) throws -> Receipt? {
        try change(context) { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            return try DeleteFolder(policy: policy).decide(
                folder.state, holding: reader.contents(of: folder, for: policy))
        }
    }

    /// Tells what deleting a folder would do, or refuses it where no policy would let it go.
    public func planFolderDeletion(
        _ name: String, in account: String?, policy: FolderDeletePolicy = .cascade
    ) throws -> FolderDeletion {
        try read { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            return try FolderDeletion(of: folder, policy: policy, reader: reader) {
                try holdsInTheWay(of: $0, reader)
            }
        }
    }
}

/// A folder that is to be added.
public struct NewFolder: Sendable, Hashable {
    public var path: FolderPath
    public var kind: FolderKind
    public var settings: ChangeFolder

    public init(path: FolderPath, kind: FolderKind = .folder, settings: ChangeFolder = ChangeFolder()) {
        self.path = path
        self.kind = kind
        self.settings = settings
    }
}
