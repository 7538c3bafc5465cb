internal import CivilTime
internal import EventLog
internal import Mail
internal import SQLiteDatabase

enum AccountsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE account (
                id INTEGER PRIMARY KEY,      -- the account's stream
                uuid BLOB NOT NULL,
                address TEXT NOT NULL,
                display_name TEXT,
                provider TEXT NOT NULL,
                imap_host TEXT, imap_port INTEGER, imap_security TEXT, imap_username TEXT,
                smtp_host TEXT, smtp_port INTEGER, smtp_security TEXT, smtp_username TEXT,
                auth_types TEXT NOT NULL,    -- separated by commas, the preferred one first
                credential_ref TEXT,
                is_enabled INTEGER NOT NULL,
                keep_newest INTEGER,
                keep_for TEXT,               -- as the event has it: P7Y
                ended INTEGER                -- the position of the event that deleted it
            ) STRICT;

            CREATE TABLE account_sync (
                account INTEGER PRIMARY KEY,
                history_id TEXT,             -- the server's own mark of what is known
                status TEXT NOT NULL,
                error_message TEXT,
                last_full INTEGER,           -- µs since 1970
                last_incremental INTEGER
            ) STRICT;
            """)
    }

    static let publicTables = [
        PublicTable(
            "accounts", of: Entity.account, stream: "account.id",
            """
            SELECT \(.uuid("uuid")) AS id, address, display_name, provider, imap_host, imap_port, imap_security,
                imap_username, smtp_host, smtp_port, smtp_security, smtp_username, auth_types, credential_ref, is_enabled,
                keep_newest, keep_for
            FROM account WHERE ended IS NULL
            """),
        PublicTable(
            "sync_states", of: Entity.account, stream: "account.id",
            """
            SELECT account.address AS account, history_id, status, error_message,
                last_full AS last_full_sync, last_incremental AS last_incremental_sync
            FROM account_sync JOIN account ON account.id = account_sync.account WHERE account.ended IS NULL
            """),
    ]
}

extension AccountCreated {
    /// The columns of the table with its settings, in the order in which a row of accounts reads them.
    static let columns: [SettingColumn<AccountCreated, AccountChanged>] = [
        .init("address", \.address, \.address),
        .init("display_name", \.displayName, \.displayName),
        .init("provider", \.provider, \.provider) { $0.rawValue },
        .init("imap_host", \.imap?.host, \.imap?.host),
        .init("imap_port", \.imap?.port, \.imap?.port),
        .init("imap_security", \.imap?.security, \.imap?.security) { $0?.rawValue },
        .init("imap_username", \.imap?.username, \.imap?.username),
        .init("smtp_host", \.smtp?.host, \.smtp?.host),
        .init("smtp_port", \.smtp?.port, \.smtp?.port),
        .init("smtp_security", \.smtp?.security, \.smtp?.security) { $0?.rawValue },
        .init("smtp_username", \.smtp?.username, \.smtp?.username),
        .init("auth_types", \.authTypes, \.authTypes) { $0.map(\.rawValue).joined(separator: ",") },
        .init("credential_ref", \.credentialRef, \.credentialRef) { $0?.text },
        .init("is_enabled", \.isEnabled, \.isEnabled),
        .init("keep_newest", \.keepNewest, \.keepNewest),
        .init("keep_for", \.keepFor, \.keepFor) { $0?.text },
    ]
}

extension SyncState {
    /// The columns of the table that hold it; it is read in this order below.
    static let columns: [SettingColumn<SyncState, AccountSyncChanged>] = [
        .init("history_id", \.historyID, \.historyID),
        .init("status", \.status, \.status) { $0.rawValue },
        .init("error_message", \.errorMessage, \.errorMessage),
        .init("last_full", \.lastFullSync, \.lastFullSync) { $0?.microseconds },
        .init("last_incremental", \.lastIncrementalSync, \.lastIncrementalSync) { $0?.microseconds },
    ]

    /// Nil if the account has none.
    init?(from row: inout RowReader) throws {
        let (historyID, status) = try (row.next(String?.self), row.next(String?.self))
        try self.init(
            historyID: historyID, status: status.flatMap(AccountSyncStatus.init(rawValue:)) ?? .idle,
            errorMessage: row.next(), lastFullSync: row.next(), lastIncrementalSync: row.next())
        if status == nil { return nil }
    }
}
