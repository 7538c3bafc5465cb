internal import Cryptography
public import EventLog
public import LedgerContexts
internal import LedgerKernel
public import Mail
public import Projections
internal import Requests

/// An account as a whole, to be saved.
public struct Account: Identifiable, Hashable, Sendable {
    public let id: AccountID
    public var settings: AccountSettings

    /// Takes the settings unchanged; without an id it is a new account.
    public init(id: AccountID? = nil, settings: AccountSettings) {
        self.id = id ?? AccountID(.fresh())
        self.settings = settings
    }

    /// The account that a row shows.
    public init(_ row: AccountRow) {
        self.init(id: row.id, settings: row.state.settings)
    }
}

/// Fetches accounts, and changes them by commands of the ledger.
///
/// Everything throws ``RepositoryError``.
public protocol AccountRepository: Sendable {
    /// Returns the live accounts in the order of their addresses.
    func fetchAll() async throws -> [AccountRow]
    /// Returns the live account with an id, or nil.
    func fetch(byID id: AccountID) async throws -> AccountRow?
    /// Returns the live account with an address, or nil; the case of its domain does not count.
    func fetch(byEmail address: String) async throws -> AccountRow?
    /// Adds the account with the folders that every account has, or changes what differs from it, and returns its row.
    @discardableResult func save(_ account: Account) async throws -> AccountRow
    /// Ends the account and all that it holds.
    func delete(_ id: AccountID) async throws
}

struct LedgerAccountRepository: AccountRepository {
    let container: LedgerContainer

    func fetchAll() async throws -> [AccountRow] {
        try await RepositoryError.fetching { try await container.read { try $0.accounts() } }
    }

    func fetch(byID id: AccountID) async throws -> AccountRow? {
        try await RepositoryError.fetching { try await container.read { try $0.account(withID: id) } }
    }

    func fetch(byEmail address: String) async throws -> AccountRow? {
        try await RepositoryError.fetching {
            try await container.read { reader in
                try reader.accounts().first { AddAccount.sameAddress($0.address, address) }
            }
        }
    }

    func save(_ account: Account) async throws -> AccountRow {
        try await RepositoryError.saving {
            try await container.perform { ledger in
                try ledger.mail.saveAccount(account, context: ledger.context(command: "account save"))
            }
        }
    }

    func delete(_ id: AccountID) async throws {
        try await RepositoryError.deleting {
            _ = try await container.perform(
                DeleteAccountRequest(account: id.description), Call(command: "account delete"))
        }
    }
}

extension LedgerMail {
    /// Saves an account as given, and returns its row.
    public func saveAccount(_ account: Account, context: OperationContext) throws -> AccountRow {
        _ = try ledger.writing.change(context) { reader in
            let existing = try reader.accounts(includingDeleted: true).map(\.state)
            if existing.contains(where: { $0.id == account.id && $0.isDeleted }) {
                throw RepositoryError.missing("account", account.id)
            }
            return try SaveAccount(id: account.id, settings: account.settings).decide(
                existing: existing, newID: ledger.writing.newID)
        }
        return try ledger.read { try $0.requireAccount(account.id) }
    }
}

extension UniqueID {
    /// An id that nothing has yet.
    static func fresh() -> UniqueID { .random(from: Cryptography.randomBytes) }
}
