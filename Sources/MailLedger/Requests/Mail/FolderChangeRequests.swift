internal import EventLog
public import Mail

/// Adds a folder by its path; the folders above must be there.
public struct AddFolderRequest: LedgerWork {
    public static let name = "add-folder"
    public typealias Answer = Made<FolderForm>
    public var account: String
    public var path: String
    /// ``FolderKind/folder`` where nothing is said.
    public var kind: FolderKind?
    public var settings: ChangeFolder?

    public init(account: String, path: String, kind: FolderKind? = nil, settings: ChangeFolder? = nil) {
        self.account = account
        self.path = path
        self.kind = kind
        self.settings = settings
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let path = try FolderPath(parsing: path)
        let folder = NewFolder(path: path, kind: kind ?? .folder, settings: settings ?? ChangeFolder())
        let receipt = try ledger.addFolders([folder], to: account, context: call.context, dryRun: call.isDryRun)
        guard !call.isDryRun else {
            return .looked(changed: 1)
        }
        let row = try ledger.read { try $0.folder(path.formatted, inAccountNamed: account) }
        return CommandResult(.done(FolderForm(row)), operation: receipt?.operation)
    }
}

/// Gives a folder another name.
public struct RenameFolderRequest: LedgerWork {
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

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.renameFolder(folder, to: newName, in: account, context: call.context, dryRun: call.isDryRun),
            from: ledger, in: call)
    }
}

/// Moves a folder with all below it.
public struct MoveFolderRequest: LedgerWork {
    public static let name = "move-folder"
    public typealias Answer = SettingsChangeForm
    public var folder: String
    public var account: String?
    /// The folder that it is to lie under; nil for the top.
    public var parent: String?

    public init(folder: String, account: String? = nil, parent: String? = nil) {
        self.folder = folder
        self.account = account
        self.parent = parent
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.moveFolder(folder, under: parent, in: account, context: call.context, dryRun: call.isDryRun),
            from: ledger, in: call)
    }
}

/// Changes how a folder is shown, what it is known by and what it keeps.
public struct ChangeFolderRequest: LedgerWork {
    public static let name = "change-folder"
    public typealias Answer = SettingsChangeForm
    public var folder: String
    public var account: String?
    public var changes: ChangeFolder
    /// How far it has come with its server.
    public var cursor: ChangeFolderCursor?

    public init(
        folder: String, account: String? = nil, changes: ChangeFolder, cursor: ChangeFolderCursor? = nil
    ) {
        self.folder = folder
        self.account = account
        self.changes = changes
        self.cursor = cursor
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.changeFolder(
                folder, changes, cursor: cursor ?? ChangeFolderCursor(), in: account, context: call.context,
                dryRun: call.isDryRun),
            from: ledger, in: call)
    }
}

/// Puts folders before all their siblings, in the order in which they are named.
public struct OrderFoldersRequest: LedgerWork {
    public static let name = "order-folders"
    public typealias Answer = SettingsChangeForm
    public var folders: [String]
    public var account: String?

    public init(folders: [String], account: String? = nil) {
        self.folders = folders
        self.account = account
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.reorderFolders(folders, in: account, context: call.context, dryRun: call.isDryRun), from: ledger,
            in: call)
    }
}

/// Ends a folder with all below it.
public struct DeleteFolderRequest: LedgerWork {
    public static let name = "delete-folder"
    public typealias Answer = LookOr<FolderDeletionForm, OutcomeForm>
    public var folder: String
    public var account: String?
    /// What becomes of what it holds; ``FolderDeletePolicy/cascade`` where nothing is said.
    public var policy: FolderDeletePolicy?

    public init(folder: String, account: String? = nil, policy: FolderDeletePolicy? = nil) {
        self.folder = folder
        self.account = account
        self.policy = policy
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let policy = policy ?? .cascade
        let plan = try ledger.planFolderDeletion(folder, in: account, policy: policy)
        guard !call.isDryRun else { return CommandResult(.look(FolderDeletionForm(plan: plan)), operation: nil) }
        let receipt = try ledger.deleteFolder(folder, in: account, policy: policy, context: call.context)
        let form = OutcomeForm(
            matched: plan.messages, changed: 1, operation: receipt?.operation.description, isDryRun: false)
        return CommandResult(.done(form), operation: receipt?.operation)
    }
}
