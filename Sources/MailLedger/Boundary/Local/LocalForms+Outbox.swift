internal import Domain
public import Outbox
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
