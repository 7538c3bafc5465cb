internal import SQLiteDatabase

enum MailboxesSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE mailbox_message (
                folder INTEGER NOT NULL,
                uid INTEGER NOT NULL,        -- the position of the event by which it came
                message INTEGER NOT NULL,
                flags INTEGER NOT NULL,      -- see MailboxFlags
                left INTEGER,                -- the position of the event by which it left
                modseq INTEGER NOT NULL,     -- the position of the last event that changed its flags, or let it leave
                PRIMARY KEY (folder, uid)
            ) STRICT, WITHOUT ROWID;
            -- the positions behind which the log continued from a backup, or from the sound part of a damaged one
            CREATE TABLE log_resumption (position INTEGER PRIMARY KEY) STRICT;
            CREATE INDEX mailbox_message_by_message ON mailbox_message (message);
            -- who is there now, once more: in as few bytes as possible, since clients ask for all of them at once
            CREATE TABLE mailbox_page (
                folder INTEGER NOT NULL,
                page INTEGER NOT NULL,       -- the UIDs without their last eight bits
                messages BLOB NOT NULL,      -- see MailboxPage
                PRIMARY KEY (folder, page)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript("CREATE INDEX mailbox_message_by_change ON mailbox_message (folder, modseq)")
    }
}
