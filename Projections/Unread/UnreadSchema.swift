internal import SQLiteDatabase

enum UnreadSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE folder_count (
                folder INTEGER PRIMARY KEY,
                total INTEGER NOT NULL,
                unread INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE account_count (
                account INTEGER PRIMARY KEY,
                total INTEGER NOT NULL,      -- each message once; those in spam and trash only are left out
                unread INTEGER NOT NULL
            ) STRICT;
            """)
    }

    static let publicTables = [
        PublicTable(
            "unread", of: Entity.folder, stream: "folder.id",
            """
            SELECT account.address AS account, \(.uuid("folder.uuid")) AS folder, folder.name, folder_count.total,
                folder_count.unread
            FROM folder_count JOIN folder ON folder.id = folder_count.folder JOIN account ON account.id = folder.account
            WHERE folder.is_live AND account.ended IS NULL
            """)
    ]
}
