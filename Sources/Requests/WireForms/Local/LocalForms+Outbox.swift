internal import Domain
public import Outbox
public import WireModels

extension LocalNote {
    /// Makes the form of a note with its progress towards the server; without any report it counts as waiting.
    public init(_ note: NoteResponse, _ state: OutboxState) {
        self.init(
            from: note, syncStatus: state.status.map(SyncStatus.init(_:)) ?? .pending, syncError: state.error,
            lastSyncAttempt: state.lastAttempt.map(WireTime.init(_:)), isLocalOnly: state.isLocalOnly)
    }
}

extension LocalFolder {
    /// Makes the form of a folder with its progress towards the server; without any report it counts as waiting.
    ///
    /// - Parameter isDeleted: Whether it was deleted here; once it is synced, the server knows of that.
    public init(_ folder: FolderResponse, _ state: OutboxState, isDeleted: Bool) {
        let status = state.status.map(SyncStatus.init(_:)) ?? .pending
        self.init(
            from: folder, syncStatus: status, syncError: state.error,
            lastSyncAttempt: state.lastAttempt.map(WireTime.init(_:)),
            isLocalDeleted: isDeleted && status != .synced)
    }
}
