internal import SQLiteDatabase

enum HoldsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE hold (
                id INTEGER PRIMARY KEY,      -- the hold's stream
                uuid BLOB NOT NULL,
                name TEXT NOT NULL,
                message BLOB,                -- the id of what it covers; one of the three is there
                account BLOB,
                query TEXT,
                account_stream INTEGER NOT NULL, -- of the message or the account; 0 for a query
                added INTEGER NOT NULL,      -- µs since 1970 UTC
                ended INTEGER                -- the position of the event that removed it
            ) STRICT;
            """)
    }

    static let publicTables = [
        PublicTable(
            "holds", of: Entity.hold, stream: "id", namesAccount: false,
            """
            SELECT \(.uuid("uuid")) AS id, name, \(.optionalUUID("message")) AS message,
                \(.optionalUUID("account")) AS account, query, added
            FROM hold WHERE ended IS NULL
            """)
    ]
}
