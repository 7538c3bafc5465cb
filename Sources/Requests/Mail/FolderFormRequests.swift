internal import Domain
public import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Mail
internal import Projections
public import WireModels

/// A folder with those below it, in the form that programs exchange.
public struct GetFolder: LedgerQuery, WireRequest {
    public static let name = "get-folder"
    public typealias Answer = FolderResponse
    public var id: UniqueID

    public init(id: UniqueID) {
        self.id = id
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.folderResponse(FolderID(id))
    }
}

/// Makes a folder as a program asks.
public struct CreateFolder: LedgerCommand, WireRequest {
    public static let name = "create-folder"
    public typealias Answer = Made<FolderResponse>
    public var account: String
    public var folder: FolderCreateRequest
    /// ``FolderKind/notebook`` if it is nil.
    public var kind: FolderKind?

    public init(account: String, folder: FolderCreateRequest, kind: FolderKind? = nil) {
        self.account = account
        self.folder = folder
        self.kind = kind
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let account = try reader.account(account)
        let path = try path(in: account, reader)
        var settings = ChangeFolder()
        settings.icon = folder.icon
        settings.color = folder.color
        var known = KnownFolders(of: account, reader)
        let events = try known.add(path, kind: kind ?? .notebook, settings, newID: reader.environment.newID)
        return .made(events) { reader in
            try reader.folderResponse(reader.folder(at: path, in: account.stream).id)
        }
    }

    private func path(in account: AccountRow, _ reader: LedgerReader) throws -> FolderPath {
        let parent = try folder.parentId.map { id in
            let parent = try reader.requireFolder(FolderID(id))
            guard parent.accountStream == account.stream else {
                throw DomainError.notFound(kind: "folder", name: parent.id.description)
            }
            return parent
        }
        let name = try FolderName(folder.name, isNested: parent != nil)
        let path = try parent.map { try FolderPath(parsing: $0.path).appending(name) } ?? FolderPath([name])
        guard let path else { throw DomainError.invalid(field: "name", reason: "is empty") }
        return path
    }
}

/// Changes a folder as a program asks, in one transaction.
public struct UpdateFolder: LedgerCommand, WireRequest {
    public static let name = "update-folder"
    public typealias Answer = Made<FolderResponse>
    public var id: UniqueID
    public var changes: FolderUpdateRequest
    /// The version that the caller knows; the command is refused where the folder has another one.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case id, changes
        case expectedVersion = "expected_version"
    }

    public init(id: UniqueID, changes: FolderUpdateRequest, expectedVersion: Int? = nil) {
        self.id = id
        self.changes = changes
        self.expectedVersion = expectedVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let row = try reader.requireFolder(FolderID(id))
        try reader.require(version: expectedVersion, of: "folder", id.description, row.stream)
        let parent = try (changes.parentId.map { FolderID($0) } ?? row.parent).map { try reader.requireFolder($0) }
        var events = try reader.place(row, under: parent, named: changes.name ?? row.name)
        var change = ChangeFolder()
        change.icon = changes.icon
        change.color = changes.color
        change.sortOrder = changes.sortOrder
        events += try change.decide(row.state, others: [])
        return .changed(events) { try $0.folderResponse(row.id) }
    }
}

/// Puts folders at their places: all of them, or none if one does not exist. The answer has each folder after that.
extension FolderBulkReorder: LedgerCommand, WireRequest {
    public static let name = "reorder-folders"
    public typealias Answer = Made<[FolderResponse]>

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let places = try items.map { (try reader.requireFolder(FolderID($0.id)).state, $0.sortOrder) }
        let events = try ReorderFolders().decide(places)
        return .changed(events, of: items.count) { [items] reader in
            try items.map { try reader.folderResponse(FolderID($0.id)) }
        }
    }
}

extension LedgerReader {
    func folderResponse(_ id: FolderID) throws -> FolderResponse {
        let trees = FolderResponse.trees(
            of: try folders(of: requireFolder(id).accountStream), notes: try noteCounts())
        for tree in trees {
            if let found = tree.findChild(id: id.uniqueID) { return found }
        }
        throw DomainError.notFound(kind: "folder", name: id.description)
    }
}
