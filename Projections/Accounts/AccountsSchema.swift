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
