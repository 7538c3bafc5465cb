public import EventLog
public import Mail
public import SQLiteDatabase

/// An account in a list.
public struct AccountRow: Sendable, Hashable, Identifiable {
    public let id: AccountID
    public let stream: StreamID
    public let address: String
    public let displayName: String?
    public let provider: String
    public let imap: ServerRow?
    public let smtp: ServerRow?
    public let authTypes: [String]
    public let credentialRef: String?
    public let isEnabled: Bool
    /// The number of messages to keep, the newest; nil for all.
    public let keepNewest: Int?
    /// The age up to which messages are kept; nil for any age.
    public let keepFor: RetentionPeriod?
    public let isDeleted: Bool
    /// Its progress with its server; nil if none was ever recorded.
    public let sync: SyncState?
}

/// A server's settings in a list.
public struct ServerRow: Sendable, Hashable {
    public let host: String
    public let port: Int
    public let security: String
    public let username: String?
}

extension AccountRow {
    fileprivate static let columns: SQL = """
        uuid, id, \(AccountCreated.columns.names()), ended IS NOT NULL, \(SyncState.columns.names())
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), address: row.next(), displayName: row.next(), provider: row.next(),
            imap: ServerRow(from: &row), smtp: ServerRow(from: &row),
            authTypes: row.next(String.self).split(separator: ",").map(String.init), credentialRef: row.next(),
            isEnabled: row.next(), keepNewest: row.next(),
            keepFor: row.next(String?.self).flatMap(RetentionPeriod.init(text:)), isDeleted: row.next(),
            sync: SyncState(from: &row))
    }
}

extension ServerRow {
    fileprivate init?(from row: inout RowReader) throws {
        let (host, port, security) = try (row.next(String?.self), row.next(Int.self), row.next(String.self))
        let username = try row.next(String?.self)
        guard let host else { return nil }
        self.init(host: host, port: port, security: security, username: username)
    }
}

/// Queries for accounts.
public struct AccountsQuery {
    let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the accounts in the order of their addresses, deleted ones too on request.
    public func all(includingDeleted: Bool = false) throws -> [AccountRow] {
        try rows(where: includingDeleted ? "TRUE" : "ended IS NULL")
    }

    /// Returns the live account with exactly this id.
    public func account(withID id: AccountID) throws -> AccountRow? {
        try rows(where: "uuid = \(bind: id.blob) AND ended IS NULL").first
    }

    private func rows(where condition: SQL) throws -> [AccountRow] {
        try connection.rows(
            """
            SELECT \(AccountRow.columns) FROM account LEFT JOIN account_sync ON account_sync.account = account.id
            WHERE \(condition) ORDER BY address, id
            """, row: AccountRow.init(from:))
    }

    /// Returns how far an account has come with its server; nil if nothing was ever noted.
    public func syncState(of account: StreamID) throws -> SyncState? {
        try connection.first(
            "SELECT \(SyncState.columns.names()) FROM account_sync WHERE account = \(bind: account.rawValue)",
            row: SyncState.init(from:)) ?? nil
    }
}
