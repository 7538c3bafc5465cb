public import EventLog
public import LedgerContexts
internal import LedgerKernel
internal import Mail
public import Projections

extension LedgerMail {
    /// Makes folders match the given ones, in one transaction or not at all, and returns their rows.
    public func saveFolders(_ folders: [Folder], context: OperationContext) throws -> [FolderRow] {
        try ledger.transaction(context) { _ in
            for folder in folders { try save(folder, context) }
        }
        return try ledger.read { reader in try folders.map { try reader.requireFolder($0.id) } }
    }

    private func save(_ folder: Folder, _ context: OperationContext) throws {
        let isKnown = try ledger.read { reader in try reader.knows(folder) }
        guard isKnown else {
            try add(folder, context)
            return try note(folder, context)
        }
        // Each step sees the effects of those before it. A folder that loses its role may be moved and renamed.
        try step(context, folder) { reader, row in
            guard row.settings.role != nil, try reader.role(of: folder, row) != row.settings.role else { return [] }
            return try reader.settle(folder, row)
        }
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
            try reader.settle(folder, row)
        }
        try note(folder, context)
    }

    private func add(_ folder: Folder, _ context: OperationContext) throws {
        _ = try ledger.writing.change(context) { reader in
            let account = try reader.requireAccount(folder.account)
            let parent = try folder.parent.map { try reader.requireFolder($0) }
            if let parent, parent.account != folder.account {
                throw DomainError.conflict("a folder cannot hang under one of another account")
            }
            var known = KnownFolders(of: account, reader)
            var settings = ChangeFolder(folder.settings)
            settings.role = folder.settings.role
            let claim = try known.claim(
                settings, kind: folder.kind, at: reader.names(of: folder), yielding: false)
            settings.role = claim.role ?? folder.settings.role ?? .other
            return try claim.events
                + AddFolder(name: folder.name, kind: folder.kind, settings: settings).decide(
                    in: account.id, account.stream, under: parent?.state,
                    siblings: reader.folders(named: folder.name, under: parent, in: account.stream),
                    others: known.holders(settings), newID: { folder.id.uniqueID })
        }
    }

    /// Records the progress of a folder with its server.
    private func note(_ folder: Folder, _ context: OperationContext) throws {
        try step(context, folder) { _, row in
            FolderCursorChanged(folder: row.id, from: row.cursor, to: folder.cursor).map { [row.state.event($0)] } ?? []
        }
    }

    private func step(
        _ context: OperationContext, _ folder: Folder,
        _ decide: (LedgerReader, FolderRow) throws -> [ProposedEvent]
    ) throws {
        _ = try ledger.writing.change(context) { reader in try decide(reader, reader.requireFolder(folder.id)) }
    }
}

extension LedgerReader {
    /// The names of the folder's future path, from the top of the account down.
    fileprivate func names(of folder: Folder) throws -> [String] {
        let above = try folder.parent.map { try requireFolder($0).path.split(separator: "/").map(String.init) }
        return (above ?? []) + [folder.name]
    }

    /// The future role of a known folder: a role that its first name implied stays, unless another role or none is
    /// given.
    ///
    /// ``FolderRole/other`` means none.
    fileprivate func role(of folder: Folder, _ row: FolderRow) throws -> FolderRole? {
        guard folder.settings.role == nil, let role = row.settings.role else {
            return folder.settings.role == .other ? nil : folder.settings.role
        }
        let told = try FolderRole.told(
            byStored: names(of: folder), kind: folder.kind, externalID: folder.settings.externalID)
        return told == role ? role : nil
    }

    /// Decides on the settings of a known folder.
    fileprivate func settle(_ folder: Folder, _ row: FolderRow) throws -> [ProposedEvent] {
        var settings = try ChangeFolder(folder.settings).applied(to: FolderSettings())
        settings.role = try role(of: folder, row)
        let others = try holders(of: settings, in: row.accountStream)
        let holder = try settings.role.flatMap { try self.holder(of: $0, in: row.accountStream) }
        let claim =
            settings.role == row.settings.role
            ? .none
            : try RoleClaim.told(settings.role, holder: holder?.state, isEmpty: holder.map(isEmpty) ?? true)
        return try claim.events + ChangeFolder.decide(row.state, becoming: settings, others: claim.settled(others))
    }

    /// Whether the folder exists; refuses one that was deleted, and one of another account.
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
