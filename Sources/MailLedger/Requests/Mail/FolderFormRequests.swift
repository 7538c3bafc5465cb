internal import Domain
public import EventLog
public import Mail
internal import Projections
public import WireModels

/// A folder with those below it, in the form that programs exchange.
public struct GetFolder: LedgerQuery {
    public static let name = "get-folder"
    public static let answersInWireForm = true
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
public struct CreateFolder: LedgerCommand {
    public static let name = "create-folder"
    public static let answersInWireForm = true
    public typealias Answer = Made<FolderResponse>
    public var account: String
    public var folder: FolderCreateRequest
    /// ``FolderKind/notebook`` where nothing is said.
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
            try reader.folderResponse(reader.folder(path.formatted, in: account.stream).id)
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
public struct UpdateFolder: LedgerCommand {
    public static let name = "update-folder"
    public static let answersInWireForm = true
    public typealias Answer = Made<FolderResponse>
    public var id: UniqueID
    public var changes: FolderUpdateRequest

    public init(id: UniqueID, changes: FolderUpdateRequest) {
        self.id = id
        self.changes = changes
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let row = try reader.requireFolder(FolderID(id))
        var events: [ProposedEvent] = []
        // A new name has to be free in the new place: the move is decided with it.
        var folder = row.state
        if let parentId = changes.parentId {
            let parent = try reader.requireFolder(FolderID(parentId))
            events += try MoveFolder().decide(
                folder.renamed(changes.name), under: parent.state, ancestors: reader.ancestors(of: parent),
                siblings: reader.folders(named: changes.name ?? folder.name, under: parent, in: row.accountStream))
            folder = folder.moved(under: parent.id)
        }
        if let name = changes.name {
            let all = try reader.folders(of: row.accountStream, includingDeleted: true).map(\.state)
            events += try RenameFolder(name: name).decide(
                row.state, siblings: all.filter { $0.parent == folder.parent })
        }
        var change = ChangeFolder()
        change.icon = changes.icon
        change.color = changes.color
        change.sortOrder = changes.sortOrder
        events += try change.decide(row.state, others: [])
        return .changed(events) { try $0.folderResponse(row.id) }
    }
}

/// Puts folders at their places: all of them, or none where one is not there. The answer has each as it is then.
extension FolderBulkReorder: LedgerCommand {
    public static let name = "reorder-folders"
    public static let answersInWireForm = true
    public typealias Answer = Made<[FolderResponse]>

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let places = try items.map { (try reader.requireFolder(FolderID($0.id)).state, $0.sortOrder) }
        let events = try ReorderFolders().decide(places)
        return .changed(events, of: items.count) { [items] reader in
            try items.map { try reader.folderResponse(FolderID($0.id)) }
        }
    }
}

extension FolderState {
    fileprivate func renamed(_ name: String?) -> FolderState { with(name: name ?? self.name, parent: parent) }
    fileprivate func moved(under parent: FolderID?) -> FolderState { with(name: name, parent: parent) }

    private func with(name: String, parent: FolderID?) -> FolderState {
        FolderState(
            id: id, stream: stream, account: account, accountStream: accountStream, parent: parent, name: name,
            kind: kind, settings: settings, cursor: cursor, isDeleted: isDeleted, endedAt: endedAt)
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
