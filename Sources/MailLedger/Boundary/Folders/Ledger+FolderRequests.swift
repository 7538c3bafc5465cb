public import EventLog
public import Mail
internal import Projections
public import WireModels

extension Ledger {
    /// Makes a folder as a program asks.
    public func createFolder(
        _ request: FolderCreateRequest, kind: FolderKind = .notebook, in account: String, context: OperationContext
    ) throws -> FolderResponse {
        let parent = try request.parentId.map { id in
            try read { try $0.liveFolder(FolderID(id), inAccountNamed: account) }
        }
        let name = try FolderName(request.name, isNested: parent != nil)
        let path = try parent.map { try FolderPath(parsing: $0.path).appending(name) } ?? FolderPath([name])
        guard let path else { throw DomainError.invalid(field: "name", reason: "is empty") }
        var settings = ChangeFolder()
        settings.icon = request.icon
        settings.color = request.color
        var known: FolderID?
        _ = try change(context) { reader in
            var folders = KnownFolders(of: try reader.account(account), reader)
            let events = try folders.add(path, kind: kind, settings, newID: newID)
            known = (events.last?.event as? FolderCreated)?.id
            return events
        }
        guard let known else { throw DomainError.notFound(kind: "folder", name: path.formatted) }
        return try read { try $0.response(of: known) }
    }

    /// Changes a folder as a program asks, in one transaction.
    public func updateFolder(
        _ id: FolderID, _ request: FolderUpdateRequest, context: OperationContext
    ) throws -> FolderResponse {
        _ = try change(context) { reader in
            let row = try reader.liveFolder(id)
            var events: [ProposedEvent] = []
            // A new name has to be free in the new place: the move is decided with it.
            var folder = row.state
            if let parentId = request.parentId {
                let parent = try reader.liveFolder(FolderID(parentId))
                events += try MoveFolder().decide(
                    folder.renamed(request.name), under: parent.state, ancestors: reader.ancestors(of: parent),
                    siblings: reader.folders(
                        named: request.name ?? folder.name, under: parent, in: row.accountStream))
                folder = folder.moved(under: parent.id)
            }
            if let name = request.name {
                let all = try reader.folders(of: row.accountStream, includingDeleted: true).map(\.state)
                events += try RenameFolder(name: name).decide(
                    row.state, siblings: all.filter { $0.parent == folder.parent })
            }
            var change = ChangeFolder()
            change.icon = request.icon
            change.color = request.color
            change.sortOrder = request.sortOrder
            return try events + change.decide(row.state, others: [])
        }
        return try read { try $0.response(of: id) }
    }

    /// Puts folders at their places: all of them, or none where one is not there.
    @discardableResult
    public func reorderFolders(_ request: FolderBulkReorder, context: OperationContext) throws -> Receipt? {
        try change(context) { reader in
            try ReorderFolders().decide(
                request.items.map { (try reader.liveFolder(FolderID($0.id)).state, $0.sortOrder) })
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
    fileprivate func liveFolder(_ id: FolderID, inAccountNamed account: String? = nil) throws -> FolderRow {
        let rows = try folders(of: account.map { try self.account($0).stream })
        guard let row = rows.first(where: { $0.id == id }) else {
            throw DomainError.notFound(kind: "folder", name: id.description)
        }
        return row
    }

    func response(of id: FolderID) throws -> FolderResponse {
        let trees = FolderResponse.trees(of: try folders(of: liveFolder(id).accountStream), notes: try noteCounts())
        for tree in trees {
            if let found = tree.findChild(id: id.uniqueID) { return found }
        }
        throw DomainError.notFound(kind: "folder", name: id.description)
    }
}
