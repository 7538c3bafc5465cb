internal import EventLog
internal import LedgerKernel
public import Mail
internal import Projections
internal import Requests

/// The progress of an account with its server, and the ledger's own facts beside it.
public struct AccountSyncState: Identifiable, Hashable, Sendable {
    public var id: AccountID { account }
    public let account: AccountID
    public var state: SyncState
    /// The account's live messages; derived, and never saved.
    public let messageCount: Int

    public init(account: AccountID, state: SyncState, messageCount: Int = 0) {
        self.account = account
        self.state = state
        self.messageCount = messageCount
    }
}

/// Fetches and notes how far accounts have come with their servers.
///
/// Everything throws ``RepositoryError``.
public protocol SyncStateRepository: Sendable {
    /// Returns the state of a live account; nil if nothing was ever noted of it.
    func fetch(accountID: AccountID) async throws -> AccountSyncState?
    /// Notes a state as a whole; an account has one.
    func save(_ state: AccountSyncState) async throws
    /// Records the server's mark of the synced state, and leaves the other values unchanged.
    func updateHistoryID(_ historyID: String?, for account: AccountID) async throws
}

struct LedgerSyncStateRepository: SyncStateRepository {
    let container: LedgerContainer

    func fetch(accountID: AccountID) async throws -> AccountSyncState? {
        try await RepositoryError.fetching {
            try await container.read { reader in
                let account = try reader.requireAccount(accountID)
                return try reader.syncState(of: account.stream).map { state in
                    AccountSyncState(
                        account: accountID, state: state,
                        messageCount: try reader.countMessages(matching: .account(accountID.description)))
                }
            }
        }
    }

    func save(_ state: AccountSyncState) async throws {
        try await change(state.account) { $0 = state.state }
    }

    func updateHistoryID(_ historyID: String?, for account: AccountID) async throws {
        try await change(account) { $0.historyID = historyID }
    }

    private func change(_ account: AccountID, _ body: @escaping @Sendable (inout SyncState) -> Void) async throws {
        try await RepositoryError.saving {
            try await container.perform { ledger in
                _ = try ledger.writing.change(ledger.context(command: "sync state")) { reader in
                    try reader.changeSyncState(of: reader.requireAccount(account), body)
                }
            }
        }
    }
}
