internal import SQLite

enum FoldersSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE folder (
                id INTEGER PRIMARY KEY,      -- the folder's stream
                uuid BLOB NOT NULL,
                account INTEGER NOT NULL,
                parent INTEGER,
                name TEXT NOT NULL,
                kind TEXT NOT NULL,
                role TEXT,
                sort_order INTEGER NOT NULL,
                is_live INTEGER NOT NULL,
                ended INTEGER                -- the position of the event that ended it, or a folder above it
            ) STRICT;
            CREATE UNIQUE INDEX folder_by_uuid ON folder (uuid);
            CREATE INDEX folder_by_parent ON folder (parent);
            """)
        try connection.run(
            """
            CREATE VIEW folders AS
            WITH RECURSIVE tree (id, path) AS (
                SELECT id, name FROM folder WHERE parent IS NULL AND is_live
                UNION ALL
                SELECT folder.id, tree.path || '/' || folder.name
                FROM tree JOIN folder ON folder.parent = tree.id WHERE folder.is_live
            )
            SELECT \(.uuid("folder.uuid")) AS id, account.address AS account, folder.name, tree.path, folder.kind,
                folder.role, folder.sort_order
            FROM tree JOIN folder USING (id) JOIN account ON account.id = folder.account
            WHERE account.ended IS NULL
            """)
    }
}
