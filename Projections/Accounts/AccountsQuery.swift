internal import CivilTime
public import EventLog
public import Mail
public import SQLite

/// An account as it is listed.
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
    /// How many messages it keeps, the newest; nil for all.
    public let keepNewest: Int?
    /// Of how long a time it keeps messages; nil for all.
    public let keepFor: RetentionPeriod?
    public let isDeleted: Bool
    /// How far it has come with its server; nil where nothing was ever noted.
    public let sync: SyncState?
}

/// A server's settings as they are listed.
public struct ServerRow: Sendable, Hashable {
    public let host: String
    public let port: Int
    public let security: String
    public let username: String?
}

/// Asks for accounts.
public struct AccountsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the accounts in the order of their addresses, deleted ones too where asked for.
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
            SELECT id, uuid, address, display_name, provider, imap_host, imap_port, imap_security, imap_username,
                smtp_host, smtp_port, smtp_security, smtp_username, auth_types, credential_ref, is_enabled, ended,
                keep_newest, keep_for, status, history_id, error_message, last_full, last_incremental
            FROM account LEFT JOIN account_sync ON account_sync.account = account.id WHERE \(condition) ORDER BY address, id
            """
        ) { row in
            AccountRow(
                id: try AccountID(blob: row.blob(1)), stream: StreamID(row.integer(0)), address: row.text(2),
                displayName: row.optionalText(3), provider: row.text(4), imap: Self.server(row.numbered, at: 5),
                smtp: Self.server(row.numbered, at: 9), authTypes: row.text(13).split(separator: ",").map(String.init),
                credentialRef: row.optionalText(14), isEnabled: row.bool(15),
                keepNewest: row.optionalInteger(17).map(Int.init),
                keepFor: row.optionalText(18).flatMap(RetentionPeriod.init(text:)), isDeleted: !row.isNull(16),
                sync: Self.sync(row.numbered, at: 19))
        }
    }

    /// Returns how far an account has come with its server; nil where nothing was ever noted.
    public func syncState(of account: StreamID) throws -> SyncState? {
        try connection.first(
            """
            SELECT status, history_id, error_message, last_full, last_incremental FROM account_sync
            WHERE account = \(bind: account.rawValue)
            """
        ) { Self.sync($0.numbered, at: 0) } ?? nil
    }

    private static func sync(_ row: borrowing Row, at column: Int) -> SyncState? {
        guard let status = row.optionalText(column) else { return nil }
        return SyncState(
            historyID: row.optionalText(column + 1), status: AccountSyncStatus(rawValue: status) ?? .idle,
            errorMessage: row.optionalText(column + 2),
            lastFullSync: row.optionalInteger(column + 3).map(Timestamp.init(microseconds:)),
            lastIncrementalSync: row.optionalInteger(column + 4).map(Timestamp.init(microseconds:)))
    }

    private static func server(_ row: borrowing Row, at column: Int) -> ServerRow? {
        guard let host = row.optionalText(column) else { return nil }
        return ServerRow(
            host: host, port: Int(row.integer(column + 1)), security: row.text(column + 2),
            username: row.optionalText(column + 3))
    }
}
