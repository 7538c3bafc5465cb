public import CivilTime
package import Domain
public import EventLog

/// It became known how far an account has come with its server.
public struct AccountSyncChanged: Event, Hashable {
    public static let type = EventType("mail.account-sync-changed", schema: 1)

    public let account: AccountID
    public package(set) var historyID: Change<String?>?
    public package(set) var status: Change<AccountSyncStatus>?
    public package(set) var errorMessage: Change<String?>?
    public package(set) var lastFullSync: Change<Timestamp?>?
    public package(set) var lastIncrementalSync: Change<Timestamp?>?

    enum CodingKeys: String, CodingKey {
        case account
        case historyID = "history_id"
        case status
        case errorMessage = "error_message"
        case lastFullSync = "last_full_sync"
        case lastIncrementalSync = "last_incremental_sync"
    }

    /// Makes an event whose fields the closure sets, for events that no settings lead to.
    package init(account: AccountID, _ say: (inout AccountSyncChanged) throws -> Void) rethrows {
        self.account = account
        try say(&self)
    }

    /// The change that leads from one state to another; nil if they are equal.
    public init?(account: AccountID, from old: SyncState, to new: SyncState) {
        guard old != new else { return nil }
        self.account = account
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<SyncState, AccountSyncChanged>] = [
        .init("history_id", \.historyID, \.historyID),
        .init("status", \.status, \.status),
        .init("error_message", \.errorMessage, \.errorMessage),
        .init("last_full_sync", \.lastFullSync, \.lastFullSync),
        .init("last_incremental_sync", \.lastIncrementalSync, \.lastIncrementalSync),
    ]
}
