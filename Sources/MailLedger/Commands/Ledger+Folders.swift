public import EventLog
public import Mail
public import Projections

extension Ledger {
    /// Adds a folder by its path; the folders above the last name must be there unless `makingParents`.
    public func addFolder(
        _ path: FolderPath, to account: String, kind: FolderKind = .folder, context: OperationContext
    ) throws -> FolderRow {
        _ = try change(context) { reader in
            let account = try reader.account(account)
            let parent = try path.parent.map { try reader.folder($0.formatted, in: account.stream) }
            return try AddFolder(name: path.name.text, kind: kind).decide(
                in: account.state, under: parent?.state, siblings: reader.siblings(under: parent, in: account.stream),
                newID: newID)
        }
        return try read { try $0.folder(path.formatted, in: $0.account(account).stream) }
    }

    /// Gives a folder another name.
    public func renameFolder(
        _ name: String, to newName: String, in account: String?, context: OperationContext
    ) throws -> Receipt? {
        try change(context) { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            return try RenameFolder(name: newName).decide(folder.state, siblings: reader.siblings(of: folder))
        }
    }

    /// Moves a folder, with all below it, under another one; to the top when `parent` is nil.
    public func moveFolder(
        _ name: String, under parent: String?, in account: String?, context: OperationContext
    ) throws -> Receipt? {
        try change(context) { reader in
            let folder = try reader.folder(name, inAccountNamed: account)
            let parent = try parent.map { try reader.folder($0, in: folder.accountStream) }
            return try MoveFolder().decide(
                folder.state, under: parent?.state, ancestors: reader.ancestors(of: parent),
                siblings: reader.siblings(under: parent, in: folder.accountStream))
        }
    }

    /// Ends a folder, with all below it, by one event.
    public func deleteFolder(_ name: String, in account: String?, context: OperationContext) throws -> Receipt? {
        try change(context) { reader in
            try DeleteFolder().decide(reader.folder(name, inAccountNamed: account).state)
        }
    }
}

extension LedgerReader {
    /// Returns the live folder with a name in the account with a name, or in any.
    public func folder(_ name: String, inAccountNamed account: String?) throws -> FolderRow {
        try folder(name, in: account.map { try self.account($0).stream })
    }

    func siblings(under parent: FolderRow?, in account: StreamID) throws -> [FolderState] {
        try folders(of: account, includingDeleted: true).filter { $0.parent == parent?.id }.map(\.state)
    }

    func siblings(of folder: FolderRow) throws -> [FolderState] {
        try folders(of: folder.accountStream, includingDeleted: true).filter { $0.parent == folder.parent }.map(\.state)
    }

    /// The folder itself and all above it.
    func ancestors(of folder: FolderRow?) throws -> [FolderID] {
        guard var current = folder else { return [] }
        let all = Dictionary(uniqueKeysWithValues: try folders(of: current.accountStream).map { ($0.id, $0) })
        var path = [current.id]
        while let parent = current.parent.flatMap({ all[$0] }) {
            path.append(parent.id)
            current = parent
        }
        return path
    }
}
