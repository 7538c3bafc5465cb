internal import SQLiteDatabase

enum ErasuresSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE erasure (
                position INTEGER PRIMARY KEY, -- of the event that erased it
                kind TEXT NOT NULL,           -- message, account, …
                stream INTEGER NOT NULL,
                uuid BLOB NOT NULL,
                account INTEGER NOT NULL,
                account_uuid BLOB,           -- NULL for a thing of no account
                events INTEGER NOT NULL,      -- how many were blanked
                time INTEGER NOT NULL,        -- µs since 1970 UTC
                message_id BLOB,              -- a keyed digest of its Message-ID
                key_check BLOB                -- tells the key of these digests from others; NULL where an older program wrote it
            ) STRICT;

            CREATE TABLE erased_identity (
                digest BLOB PRIMARY KEY,      -- keyed, of what an import knows a message by
                position INTEGER NOT NULL,
                takes_all INTEGER NOT NULL    -- of an identity, and with it all mail that has it, however it reads
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static let publicTables = [
        PublicTable(
            "erasures", of: Entity.erasure, stream: "stream", key: ["position"], namesAccount: false,
            """
            SELECT position, time, kind, \(.uuid("uuid")) AS id, \(.optionalUUID("account_uuid")) AS account, events
            FROM erasure WHERE TRUE
            """)
    ]

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE INDEX erasure_by_uuid ON erasure (uuid);
            CREATE INDEX erasure_by_stream ON erasure (stream);
            CREATE INDEX erasure_by_message_id ON erasure (message_id) WHERE message_id IS NOT NULL;
            """)
    }
}
