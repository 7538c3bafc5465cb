public import EventLog
internal import Mail
public import Projections

extension Ledger {
    /// Makes folders be as they are given, in one transaction or not at all, and returns their rows.
    public func saveFolders(_ folders: [Folder], context: OperationContext) throws -> [FolderRow] {
        try transaction(context) { _ in
            for folder in folders { try save(folder, context) }
        }
        return try read { reader in try folders.map { try reader.requireFolder($0.id) } }
    }

    private func save(_ folder: Folder, _ context: OperationContext) throws {
        let isKnown = try read { reader in try reader.knows(folder) }
        guard isKnown else {
            try add(folder, context)
            return try note(folder, context)
        }
        // Each step sees what those before it did.
        try step(context, folder) { reader, row in
            let parent = try folder.parent.map { try reader.requireFolder($0) }
            return try MoveFolder().decide(
                row.state, under: parent?.state, ancestors: reader.ancestors(of: parent),
                siblings: reader.folders(named: row.name, under: parent, in: row.accountStream))
        }
        try step(context, folder) { reader, row in
            try RenameFolder(name: folder.name).decide(
                row.state, siblings: reader.folders(named: folder.name, beside: row))
        }
        try step(context, folder) { reader, row in
            let settings = try ChangeFolder(folder.settings).applied(to: FolderSettings())
            let others = try reader.holders(of: settings, in: row.accountStream)
            return try ChangeFolder.decide(row.state, becoming: settings, others: others)
        }
        try note(folder, context)
    }

    private func add(_ folder: Folder, _ context: OperationContext) throws {
        _ = try change(context) { reader in
            let account = try reader.requireAccount(folder.account)
            let parent = try folder.parent.map { try reader.requireFolder($0) }
            if let parent, parent.account != folder.account {
                throw DomainError.conflict("a folder cannot hang under one of another account")
            }
            return try AddFolder(name: folder.name, kind: folder.kind, settings: ChangeFolder(folder.settings)).decide(
                in: account.state, under: parent?.state,
                siblings: reader.folders(named: folder.name, under: parent, in: account.stream),
                others: reader.holders(of: ChangeFolder(folder.settings), in: account.stream),
                newID: { folder.id.uniqueID })
        }
    }

    /// Notes how far it has come with its server.
    private func note(_ folder: Folder, _ context: OperationContext) throws {
        try step(context, folder) { _, row in
            FolderCursorChanged(folder: row.id, from: row.cursor, to: folder.cursor).map { [row.state.event($0)] } ?? []
        }
    }

    private func step(
        _ context: OperationContext, _ folder: Folder,
        _ decide: (LedgerReader, FolderRow) throws -> [ProposedEvent]
    ) throws {
        _ = try change(context) { reader in try decide(reader, reader.requireFolder(folder.id)) }
    }
}

extension LedgerReader {
    /// Whether the folder is there; refuses one that was deleted, and one of another account.
    fileprivate func knows(_ folder: Folder) throws -> Bool {
        guard let row = try folders(includingDeleted: true).first(where: { $0.id == folder.id }) else { return false }
        guard !row.isDeleted else { throw RepositoryError.missing("folder", folder.id) }
        guard row.account == folder.account else {
            throw DomainError.conflict("the folder \(row.name) belongs to another account")
        }
        guard row.state.kind == folder.kind else {
            throw DomainError.invalid(field: "kind", reason: "a \(row.kind) stays one")
        }
        return true
    }
}
