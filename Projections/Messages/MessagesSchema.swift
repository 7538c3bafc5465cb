internal import SQLiteDatabase

enum MessagesSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE message (
                id INTEGER PRIMARY KEY,      -- the message's stream
                uuid BLOB NOT NULL,
                account INTEGER NOT NULL,
                identity BLOB NOT NULL,
                content BLOB NOT NULL,       -- SHA-256 of the first copy's bytes
                message_id TEXT,
                subject TEXT,
                from_name TEXT,
                from_address TEXT,
                recipients TEXT NOT NULL,    -- JSON: [{name, address}], the To field
                date INTEGER,                -- µs since 1970 UTC, as the message says
                received INTEGER NOT NULL,
                sort_date INTEGER NOT NULL,  -- where it stands in lists: see SortTime
                size INTEGER NOT NULL,
                snippet TEXT NOT NULL,
                has_attachments INTEGER NOT NULL,
                is_unread INTEGER NOT NULL,
                is_flagged INTEGER NOT NULL,
                is_answered INTEGER NOT NULL,
                is_draft INTEGER NOT NULL,
                is_seen INTEGER NOT NULL,    -- carries $seen
                keywords_are_set INTEGER NOT NULL,
                next_copy INTEGER NOT NULL,
                is_live INTEGER NOT NULL,    -- not deleted, and some copy is live; the account's end is told by its row
                ended INTEGER,               -- the position of the event that deleted it
                has_body INTEGER NOT NULL,   -- 0 while only its header came
                external_id TEXT,            -- by what a server knows it
                external_thread TEXT,        -- by what a server knows its thread
                draft_id TEXT,               -- by what a server knows the draft, whatever message it is now
                parser INTEGER NOT NULL,     -- the version of the parser whose reading this is
                recorded INTEGER NOT NULL,   -- when it came in, by the ledger's clock
                list_id TEXT,                -- the mailing list that it came by (RFC 2919)
                authors INTEGER NOT NULL     -- the number of addresses in its From field
            ) STRICT;

            CREATE TABLE copy (
                message INTEGER NOT NULL,
                number INTEGER NOT NULL,
                folder INTEGER NOT NULL,
                source TEXT NOT NULL,
                raw BLOB NOT NULL,
                flags TEXT NOT NULL,
                from_line TEXT,
                is_live INTEGER NOT NULL,    -- not removed, not hidden by T, and its folder is live
                ended INTEGER,               -- the position of the event that removed it
                maildir TEXT,                -- the Maildir that a sync keeps it in step with
                sort_date INTEGER NOT NULL,  -- that of its message, so that a folder can be listed by date
                PRIMARY KEY (message, number)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX copy_by_folder ON copy (folder, message);

            CREATE TABLE keyword (
                message INTEGER NOT NULL,
                name TEXT NOT NULL,          -- what it is compared by: in lower case
                spelling TEXT NOT NULL,      -- as it is shown
                PRIMARY KEY (message, name)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE told_tags (
                account INTEGER PRIMARY KEY,
                through INTEGER NOT NULL     -- the last message of which a dump of notmuch tells the tags
            ) STRICT;

            CREATE TABLE reparsed_account (
                account INTEGER PRIMARY KEY,
                parser INTEGER NOT NULL,     -- as this version of the parser reads them
                through INTEGER NOT NULL     -- are its messages up to this one known
            ) STRICT;

            CREATE TABLE moved (
                folder INTEGER NOT NULL,     -- where it was moved to, once or several times
                message INTEGER NOT NULL,
                PRIMARY KEY (folder, message)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE message_block (
                block INTEGER PRIMARY KEY,   -- of messages whose numbers begin alike
                earliest INTEGER NOT NULL,   -- the least sort_date of theirs
                latest INTEGER NOT NULL
            ) STRICT;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE UNIQUE INDEX message_by_uuid ON message (uuid);
            CREATE INDEX message_by_identity ON message (account, identity);
            CREATE INDEX message_by_date ON message (sort_date, id) WHERE is_live;
            CREATE INDEX message_by_account_and_date ON message (account, sort_date, id) WHERE is_live;
            CREATE INDEX message_by_message_id ON message (message_id);
            CREATE INDEX message_by_content ON message (substr(content, 1, 8));
            CREATE INDEX message_by_account_and_receipt ON message (account, received, id) WHERE is_live;
            CREATE INDEX copy_by_folder_and_date ON copy (folder, sort_date, message) WHERE is_live;
            CREATE INDEX keyword_by_name ON keyword (name, message);
            CREATE INDEX unseen_message_by_date ON message (sort_date, id) WHERE is_live AND is_seen = 0;
            CREATE INDEX unseen_message_by_account_and_date ON message (account, sort_date, id)
                WHERE is_live AND is_seen = 0;
            CREATE INDEX flagged_message_by_date ON message (sort_date, id) WHERE is_live AND is_flagged = 1;
            CREATE INDEX draft_message_by_date ON message (sort_date, id) WHERE is_live AND is_draft = 1;
            CREATE INDEX attached_message_by_date ON message (sort_date, id) WHERE is_live AND has_attachments = 1;
            CREATE INDEX message_by_external_id ON message (account, external_id) WHERE external_id IS NOT NULL;
            CREATE INDEX message_by_draft_id ON message (account, draft_id) WHERE draft_id IS NOT NULL;
            CREATE INDEX message_by_list ON message (list_id) WHERE list_id IS NOT NULL;
            -- Those dated further ahead than lists believe: few, and none in honest mail.
            CREATE INDEX message_dated_ahead ON message (ifnull(date, received), sort_date)
                WHERE ifnull(date, received) > sort_date;
            CREATE INDEX ended_message_by_date ON message (sort_date, id) WHERE is_live = 0;
            -- The changes of one message, and the ends and returns of accounts and folders. What came in is not in them: its change
            -- stands where its number says.
            CREATE INDEX change_of_message ON changes (id, position) WHERE entity = 'message' AND position <> id;
            CREATE INDEX end_of_account ON changes (id, position) WHERE entity = 'account' AND kind <> 2;
            CREATE INDEX life_of_folder ON changes (id, position) WHERE entity = 'folder' AND kind <> 2;
            CREATE INDEX message_block_by_earliest ON message_block (earliest);
            CREATE INDEX message_block_by_latest ON message_block (latest);
            """)
    }

    static let publicTables = [
        PublicTable(
            "messages", of: Entity.message, stream: "message.id",
            """
            SELECT \(.uuid("message.uuid")) AS id, account.address AS account,
                (SELECT \(.uuid("first.uuid")) FROM thread_member JOIN message AS first ON first.id = thread_member.thread
                    WHERE thread_member.message = message.id) AS thread, message_id, subject, from_name,
                from_address, recipients, date, received, size, snippet, has_attachments, is_unread, is_flagged,
                is_answered, is_draft, is_seen, has_body, external_id, external_thread, draft_id
            FROM message JOIN account ON account.id = message.account
            WHERE message.is_live AND account.ended IS NULL
            """),
        PublicTable(
            "copies", of: Entity.message, stream: "message.id", key: ["number"],
            """
            SELECT \(.uuid("message.uuid")) AS message, \(.uuid("folder.uuid")) AS folder, copy.number, copy.source,
                lower(hex(copy.raw)) AS raw, copy.flags
            FROM copy JOIN message ON message.id = copy.message JOIN folder ON folder.id = copy.folder
                JOIN account ON account.id = message.account
            WHERE copy.is_live AND message.is_live AND account.ended IS NULL
            """),
        PublicTable(
            "keywords", of: Entity.message, stream: "message.id", key: ["name"],
            """
            SELECT \(.uuid("message.uuid")) AS message, keyword.spelling AS name
            FROM keyword JOIN message ON message.id = keyword.message JOIN account ON account.id = message.account
            WHERE message.is_live AND account.ended IS NULL
            """),
    ]
}
