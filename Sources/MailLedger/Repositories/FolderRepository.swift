internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
public import Mail
public import Projections
internal import Requests

/// A folder or a label as a whole, to be saved.
public struct Folder: Identifiable, Hashable, Sendable {
    public let id: FolderID
    public let account: AccountID
    /// The folder that it hangs under; nil at the top.
    public var parent: FolderID?
    public var name: String
    /// Fixed when it is made.
    public let kind: FolderKind
    public var settings: FolderSettings
    public var cursor: FolderCursor

    /// Takes the values of a folder unchanged; without an id it is a new one.
    public init(
        id: FolderID? = nil, account: AccountID, parent: FolderID? = nil, name: String, kind: FolderKind = .folder,
        settings: FolderSettings = FolderSettings(), cursor: FolderCursor = FolderCursor()
    ) {
        self.id = id ?? FolderID(.fresh())
        self.account = account
        self.parent = parent
        self.name = name
        self.kind = kind
        self.settings = settings
        self.cursor = cursor
    }

    /// The folder that a row shows.
    public init(_ row: FolderRow) {
        self.init(
            id: row.id, account: row.account, parent: row.parent, name: row.name, kind: row.state.kind,
            settings: row.settings, cursor: row.cursor)
    }
}

/// Fetches folders and labels, and changes them by commands of the ledger.
///
/// Everything throws ``RepositoryError``.
public protocol FolderRepository: Sendable {
    /// Returns the live folders of an account, or of all, each below its parent.
    func fetchAll(account: AccountID?) async throws -> [FolderRow]
    /// Returns the live folder with an id, or nil.
    func fetch(byID id: FolderID) async throws -> FolderRow?
    /// Returns the live folder that an account's server knows by an id, as Gmail's label id, or nil.
    func fetch(byExternalID id: String, account: AccountID) async throws -> FolderRow?
    /// Returns the live folders directly under one.
    func fetchChildren(of id: FolderID) async throws -> [FolderRow]
    /// Adds the folder, or changes what differs from it: its name, its parent, its settings, its cursor.
    @discardableResult func save(_ folder: Folder) async throws -> FolderRow
    /// Saves all in one transaction or none; one may hang under another that comes before it.
    @discardableResult func saveAll(_ folders: [Folder]) async throws -> [FolderRow]
    /// Ends a folder and all below it; the policy decides about its contents.
    func delete(_ id: FolderID, policy: DeletePolicy) async throws
}

struct LedgerFolderRepository: FolderRepository {
    let container: LedgerContainer

    func fetchAll(account: AccountID?) async throws -> [FolderRow] {
        try await RepositoryError.fetching {
            try await container.read { reader in
                try reader.folders(of: account.map { try reader.requireAccount($0).stream })
            }
        }
    }

    func fetch(byID id: FolderID) async throws -> FolderRow? {
        try await RepositoryError.fetching { try await container.read { try $0.folder(withID: id) } }
    }

    func fetch(byExternalID id: String, account: AccountID) async throws -> FolderRow? {
        try await RepositoryError.fetching {
            try await container.read { reader in
                try reader.folders(of: reader.requireAccount(account).stream).first { $0.settings.externalID == id }
            }
        }
    }

    func fetchChildren(of id: FolderID) async throws -> [FolderRow] {
        try await RepositoryError.fetching {
            try await container.read { reader in
                let folder = try reader.requireFolder(id)
                return try reader.folders(of: folder.accountStream).filter { $0.parent == id }
            }
        }
    }

    func save(_ folder: Folder) async throws -> FolderRow {
        guard let row = try await saveAll([folder]).first else { throw RepositoryError.missing("folder", folder.id) }
        return row
    }

    func saveAll(_ folders: [Folder]) async throws -> [FolderRow] {
        try await RepositoryError.saving {
            try await container.perform { ledger in
                try ledger.mail.saveFolders(folders, context: ledger.context(command: "folder save"))
            }
        }
    }

    func delete(_ id: FolderID, policy: DeletePolicy) async throws {
        try await RepositoryError.deleting {
            _ = try await container.perform(
                DeleteFolderRequest(folder: id.description, policy: policy), Call(command: "folder delete"))
        }
    }
}
