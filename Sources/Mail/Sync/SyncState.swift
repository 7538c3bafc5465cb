public import CivilTime
internal import Domain
internal import EventLog

/// The progress of an account with its server, and the result of the last attempt.
public struct SyncState: Hashable, Sendable {
    /// The server's own mark of the synced state, such as Gmail's `historyId`; never compared, only sent back.
    public var historyID: String?
    public var status: AccountSyncStatus
    /// The error, if the status is ``AccountSyncStatus/error``.
    public var errorMessage: String?
    /// The time of the last full sync.
    public var lastFullSync: Timestamp?
    /// The time of the last sync of changes only.
    public var lastIncrementalSync: Timestamp?

    public init(
        historyID: String? = nil, status: AccountSyncStatus = .idle, errorMessage: String? = nil,
        lastFullSync: Timestamp? = nil, lastIncrementalSync: Timestamp? = nil
    ) {
        self.historyID = historyID
        self.status = status
        self.errorMessage = errorMessage
        self.lastFullSync = lastFullSync
        self.lastIncrementalSync = lastIncrementalSync
    }

    /// The later of both times.
    public var lastSync: Timestamp? { [lastFullSync, lastIncrementalSync].compactMap(\.self).max() }
}

/// The activity of an account's synchronisation.
public enum AccountSyncStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// No sync was tried yet, or none is running.
    case idle
    case syncing
    case error
    case completed
}

extension SyncState {
    /// Returns the state with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: AccountSyncChanged) -> (state: SyncState, stale: [String]) {
        let (state, stale) = AccountSyncChanged.fields.takingBack(changed, in: self)
        return (state, stale)
    }
}
