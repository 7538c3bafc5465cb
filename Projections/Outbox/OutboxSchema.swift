internal import SQLiteDatabase

enum OutboxSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE outbox_state (
                stream INTEGER PRIMARY KEY,  -- of the thing
                entity TEXT NOT NULL,        -- what kind of thing it is
                uuid BLOB NOT NULL,          -- the thing's id
                account INTEGER NOT NULL,    -- its account's stream; 0 for none
                status TEXT,                 -- NULL where an undo took back all that was said
                retry_count INTEGER NOT NULL,
                last_attempt INTEGER,        -- µs since 1970 UTC
                last_synced INTEGER,         -- NULL until the server had it
                error TEXT,
                local_version INTEGER,       -- both where they stand against each other
                server_version INTEGER
            ) STRICT;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            "CREATE INDEX outbox_waiting ON outbox_state (stream) WHERE status IN ('pending', 'failed', 'conflict');")
    }

    static let publicTables = [
        PublicTable(
            "outbox", of: Entity.outbox, stream: "outbox_state.stream",
            """
            SELECT outbox_state.entity, \(.uuid("outbox_state.uuid")) AS id, account.address AS account, status,
                retry_count, last_attempt, last_synced, error, local_version, server_version
            FROM outbox_state LEFT JOIN account ON account.id = outbox_state.account
            WHERE status IS NOT NULL AND account.ended IS NULL
            """)
    ]
}
