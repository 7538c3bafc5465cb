public import Domain
public import EventLog
public import Notes
public import Outbox
internal import Projections
public import WireModels

extension LocalNote {
    /// Makes the form of a note with what is known of its way to the server; one of which nothing was ever said waits to be carried there.
    public init(_ note: NoteResponse, _ state: OutboxState) {
        self.init(
            from: note, syncStatus: state.status.map(SyncStatus.init(_:)) ?? .pending, syncError: state.error,
            lastSyncAttempt: state.lastAttempt.map(WireTime.init(_:)), isLocalOnly: state.isLocalOnly)
    }
}

extension LocalFolder {
    /// Makes the form of a folder with what is known of its way to the server; one of which nothing was ever said waits to be carried there.
    ///
    /// - Parameter isDeleted: Whether it was deleted here; the server has been told of that when it is synced.
    public init(_ folder: FolderResponse, _ state: OutboxState, isDeleted: Bool) {
        let status = state.status.map(SyncStatus.init(_:)) ?? .pending
        self.init(
            from: folder, syncStatus: status, syncError: state.error,
            lastSyncAttempt: state.lastAttempt.map(WireTime.init(_:)),
            isLocalDeleted: isDeleted && status != .synced)
    }
}

extension LedgerReader {
    /// Returns a live note as a program keeps it that works without a network.
    public func localNote(_ id: NoteID) throws -> LocalNote {
        let shown = try shownNote(id.description)
        return LocalNote(NoteResponse(shown), try outboxState(of: shown.row.stream))
    }

    /// Returns a folder, deleted or not, as a program keeps it that works without a network; without what is below it.
    public func localFolder(_ id: FolderID) throws -> LocalFolder {
        let rows = try folders(includingDeleted: true)
        guard let row = rows.first(where: { $0.id == id }) else {
            throw DomainError.notFound(kind: "folder", name: id.description)
        }
        let form = FolderResponse(row, notes: try noteCounts()[id] ?? 0, depth: row.depth)
        return LocalFolder(form, try outboxState(of: row.stream), isDeleted: row.isDeleted)
    }
}

extension Ledger {
    /// Notes what became of a thing on its way to its server, in the words of other programs.
    ///
    /// - Parameters:
    ///   - error: What went wrong; of one that failed.
    ///   - serverVersion: The version that the server has; of a conflict.
    /// - Returns: Nil where nothing was to be changed.
    @discardableResult
    public func markSync(
        of id: UniqueID, _ status: SyncStatus, error: String? = nil, serverVersion: Int? = nil,
        context: OperationContext
    ) throws -> Receipt? {
        let command = try MarkInOutbox(status.outboxStatus, error: error, serverVersion: serverVersion)
        return try mark(inOutbox: id.description, command, context: context).receipt
    }
}
