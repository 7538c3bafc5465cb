internal import SQLiteDatabase

enum SkippedSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE skipped_file (
                account INTEGER NOT NULL,
                source TEXT NOT NULL,
                reason TEXT NOT NULL,
                detail TEXT,
                position INTEGER NOT NULL,   -- of the event that said so last
                PRIMARY KEY (account, source)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static let publicTables = [
        PublicTable(
            "skipped_files", of: Entity.account, stream: "account.id", key: ["source"],
            """
            SELECT account.address AS account, skipped_file.source, skipped_file.reason, skipped_file.detail,
                skipped_file.position
            FROM skipped_file JOIN account ON account.id = skipped_file.account WHERE account.ended IS NULL
            """)
    ]
}
