internal import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Mail
internal import Projections

/// Adds a folder by its path; its parent folders must exist.
///
/// It gets the role in its settings, and the previous holder gives it up. Without a role in the settings, its name may
/// imply one (``FolderRole/told(by:kind:externalID:)``); then only an empty folder that came with the account gives it
/// up.
public struct AddFolderRequest: LedgerCommand {
    public static let name = "add-folder"
    public typealias Answer = Made<FolderForm>
    public var account: String
    public var path: String
    /// Nil for ``FolderKind/folder``.
    public var kind: FolderKind?
    public var settings: ChangeFolder?

    public init(account: String, path: String, kind: FolderKind? = nil, settings: ChangeFolder? = nil) {
        self.account = account
        self.path = path
        self.kind = kind
        self.settings = settings
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let path = try FolderPath(parsing: path)
        var known = KnownFolders(of: try reader.account(account), reader)
        let events = try known.add(
            path, kind: kind ?? .folder, settings ?? ChangeFolder(), newID: reader.environment.newID)
        return .made(events) { FolderForm(try $0.folder(at: path, in: $0.account(account).stream)) }
    }
}

/// Adds folders in one transaction, all or none; one may be below another that comes before it.
///
/// Each is added as by ``AddFolderRequest``.
public struct AddFoldersRequest: LedgerCommand {
    public static let name = "add-folders"
    public typealias Answer = Made<[FolderForm]>
    public var account: String
    public var folders: [NewFolder]

    /// A folder to add.
    public struct NewFolder: Codable, Hashable, Sendable {
        public var path: String
        /// Nil for ``FolderKind/folder``.
        public var kind: FolderKind?
        public var settings: ChangeFolder?

        public init(path: String, kind: FolderKind? = nil, settings: ChangeFolder? = nil) {
            self.path = path
            self.kind = kind
            self.settings = settings
        }
    }

    public init(account: String, folders: [NewFolder]) {
        self.account = account
        self.folders = folders
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let account = try reader.account(account)
        var known = KnownFolders(of: account, reader)
        let paths = try folders.map { try FolderPath(parsing: $0.path) }
        let events = try zip(folders, paths).flatMap { folder, path in
            try known.add(
                path, kind: folder.kind ?? .folder, folder.settings ?? ChangeFolder(),
                newID: reader.environment.newID)
        }
        return .made(events, count: paths.count) { reader in
            try paths.map { FolderForm(try reader.folder(at: $0, in: account.stream)) }
        }
    }
}

/// Gives a folder another name.
public struct RenameFolderRequest: LedgerCommand {
    public static let name = "rename-folder"
    public typealias Answer = SettingsChangeForm
    public var folder: String
    public var account: String?
    public var newName: String

    enum CodingKeys: String, CodingKey {
        case folder, account
        case newName = "new_name"
    }

    public init(folder: String, account: String? = nil, newName: String) {
        self.folder = folder
        self.account = account
        self.newName = newName
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let folder = try reader.folder(folder, inAccountNamed: account)
        return .settings(
            try RenameFolder(name: newName).decide(
                folder.state, siblings: reader.folders(named: newName, beside: folder)))
    }
}

/// Moves a folder with all below it.
public struct MoveFolderRequest: LedgerCommand {
    public static let name = "move-folder"
    public typealias Answer = SettingsChangeForm
    public var folder: String
    public var account: String?
    /// The new parent folder; nil for the top.
    public var parent: String?

    public init(folder: String, account: String? = nil, parent: String? = nil) {
        self.folder = folder
        self.account = account
        self.parent = parent
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let folder = try reader.folder(folder, inAccountNamed: account)
        let parent = try parent.map { try reader.folder($0, in: folder.accountStream) }
        return .settings(
            try MoveFolder().decide(
                folder.state, under: parent?.state, ancestors: reader.ancestors(of: parent),
                siblings: reader.folders(named: folder.name, under: parent, in: folder.accountStream)))
    }
}

/// Changes the display and the role of a folder, and its data from the server.
///
/// In the same transaction another folder with that role loses it, except INBOX.
public struct ChangeFolderRequest: LedgerCommand {
    public static let name = "change-folder"
    public typealias Answer = SettingsChangeForm
    public var folder: String
    public var account: String?
    public var changes: ChangeFolder
    public var cursor: ChangeFolderCursor?

    public init(folder: String, account: String? = nil, changes: ChangeFolder, cursor: ChangeFolderCursor? = nil) {
        self.folder = folder
        self.account = account
        self.changes = changes
        self.cursor = cursor
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let folder = try reader.folder(folder, inAccountNamed: account)
        let others = try reader.holders(of: changes, in: folder.accountStream)
        let claim = RoleClaim.asked(changes.role, by: folder.state, among: others)
        let events =
            try claim.events + changes.decide(folder.state, others: claim.settled(others))
            + (cursor ?? ChangeFolderCursor()).decide(folder.state)
        return .settings(events, roleTakenFrom: try claim.giver.flatMap { try reader.folder(withID: $0.id)?.path })
    }
}

/// Puts folders before all their siblings, in the given order; the others keep their order.
///
/// The places of all are numbered from 0, in one transaction with an event for each folder whose place changes.
public struct OrderFoldersRequest: LedgerCommand {
    public static let name = "order-folders"
    public typealias Answer = SettingsChangeForm
    public var folders: [String]
    public var account: String?

    public init(folders: [String], account: String? = nil) {
        self.folders = folders
        self.account = account
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard let first = folders.first else { return .settings([]) }
        let row = try reader.folder(first, inAccountNamed: account)
        let named = try folders.map { try reader.folder($0, in: row.accountStream).state }
        let siblings = try reader.folders(of: row.accountStream).filter { $0.parent == row.parent }.map(\.state)
        return .settings(try ReorderFolders().decide(ReorderFolders().places(of: named, among: siblings)))
    }
}

/// Ends a folder with all below it.
public struct DeleteFolderRequest: LedgerCommand {
    public static let name = "delete-folder"
    public typealias Answer = LookOr<FolderDeletionForm, OutcomeForm>
    public var folder: String
    public var account: String?
    /// The treatment of its messages; nil for ``DeletePolicy/cascade``.
    public var policy: DeletePolicy?
    /// The version that the caller knows; the command is refused where the folder has another one.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case folder, account, policy
        case expectedVersion = "expected_version"
    }

    public init(
        folder: String, account: String? = nil, policy: DeletePolicy? = nil, expectedVersion: Int? = nil
    ) {
        self.folder = folder
        self.account = account
        self.policy = policy
        self.expectedVersion = expectedVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let (folder, policy) = (try reader.folder(folder, inAccountNamed: account), policy ?? .cascade)
        try reader.require(version: expectedVersion, of: "folder", folder.id.description, folder.stream)
        let plan = try FolderDeletion(of: folder, policy: policy, reader: reader)
        // A dry run reports what would prevent the deletion, and is not refused itself.
        if call.isDryRun { return Decision([]) { _ in .look(FolderDeletionForm(plan: plan)) } }
        let events = try DeleteFolder(policy: policy).decide(
            folder.state, holding: reader.contents(of: folder, for: policy))
        return Decision(events) { done in
            .done(
                OutcomeForm(
                    matched: plan.messages, changed: 1, operation: done.receipt?.operation.description,
                    isDryRun: false))
        }
    }
}
