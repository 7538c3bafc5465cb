internal import CivilTime
package import EventLog
public import LedgerKernel
public import Mail
package import Projections

/// Notes how far an account has come with its server; omitted values stay unchanged, and an empty text removes a value.
public struct ChangeSyncStateRequest: LedgerCommand {
    public static let name = "change-sync-state"
    public typealias Answer = OutcomeForm
    /// Its address, or the first digits of its id.
    public var account: String
    public var status: AccountSyncStatus?
    /// The server's own mark of the synced state.
    public var historyID: String?
    /// The error, if the status is ``AccountSyncStatus/error``.
    public var errorMessage: String?
    /// The time of the last full sync, in ISO 8601.
    public var lastFullSync: String?
    /// The time of the last sync of changes only, in ISO 8601.
    public var lastIncrementalSync: String?

    enum CodingKeys: String, CodingKey {
        case account, status
        case historyID = "history_id"
        case errorMessage = "error_message"
        case lastFullSync = "last_full_sync"
        case lastIncrementalSync = "last_incremental_sync"
    }

    public init(
        account: String, status: AccountSyncStatus? = nil, historyID: String? = nil, errorMessage: String? = nil,
        lastFullSync: String? = nil, lastIncrementalSync: String? = nil
    ) {
        self.account = account
        self.status = status
        self.historyID = historyID
        self.errorMessage = errorMessage
        self.lastFullSync = lastFullSync
        self.lastIncrementalSync = lastIncrementalSync
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        try call.refuseDryRun()
        let account = try reader.account(account)
        let (full, incremental) = (
            try Self.time(lastFullSync, "last_full_sync"), try Self.time(lastIncrementalSync, "last_incremental_sync")
        )
        let events = try reader.changeSyncState(of: account) { state in
            if let status { state.status = status }
            if let historyID { state.historyID = historyID.isEmpty ? nil : historyID }
            if let errorMessage { state.errorMessage = errorMessage.isEmpty ? nil : errorMessage }
            if let full { state.lastFullSync = full }
            if let incremental { state.lastIncrementalSync = incremental }
        }
        return .outcome(of: 1, changed: events.isEmpty ? 0 : 1, events)
    }

    // Nil for no change, and an inner nil to remove the value.
    private static func time(_ text: String?, _ field: String) throws -> Timestamp?? {
        guard let text else { return nil }
        guard !text.isEmpty else { return .some(nil) }
        guard let time = Timestamp(iso8601: text) else {
            throw DomainError.invalid(field: field, reason: "is a time, as in 2026-01-02T03:04:05Z")
        }
        return time
    }
}

extension LedgerReader {
    /// Decides on the state of an account's synchronisation; values that are already set are not recorded.
    package func changeSyncState(of account: AccountRow, _ body: (inout SyncState) -> Void) throws -> [ProposedEvent] {
        let old = try syncState(of: account.stream) ?? SyncState()
        var new = old
        body(&new)
        return try ChangeSyncState(new).decide(account.state, from: old)
    }
}
