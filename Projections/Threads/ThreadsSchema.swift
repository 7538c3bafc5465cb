internal import SQLiteDatabase

enum ThreadsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE thread (
                id INTEGER PRIMARY KEY,      -- the stream of its first-recorded message
                account INTEGER NOT NULL,
                subject TEXT,                -- of its earliest live message
                message_count INTEGER NOT NULL,
                unread_count INTEGER NOT NULL,
                first_date INTEGER,          -- of its earliest live message
                last_date INTEGER,
                is_pinned INTEGER NOT NULL,
                is_muted INTEGER NOT NULL,
                is_archived INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE thread_member (message INTEGER PRIMARY KEY, thread INTEGER NOT NULL) STRICT;
            CREATE INDEX thread_member_by_thread ON thread_member (thread, message);

            -- The folders in which a thread has live messages of mail, and whether one of those there is unread.
            CREATE TABLE thread_place (
                thread INTEGER NOT NULL,
                folder INTEGER NOT NULL,
                is_unread INTEGER NOT NULL,
                PRIMARY KEY (thread, folder)
            ) STRICT, WITHOUT ROWID;

            -- The threads in each folder. One is unread if an unread message of it is in any folder, the trash by itself.
            CREATE TABLE thread_count (
                folder INTEGER PRIMARY KEY,
                total INTEGER NOT NULL,
                unread INTEGER NOT NULL
            ) STRICT;

            -- The positions at which a message became another email: it came into another thread, or was read otherwise.
            CREATE TABLE email_renewal (
                message INTEGER NOT NULL,
                position INTEGER NOT NULL,
                PRIMARY KEY (message, position)
            ) STRICT, WITHOUT ROWID;

            -- Each Message-ID that a message has or refers to, whether its message ever came or not.
            CREATE TABLE thread_reference (
                account INTEGER NOT NULL,
                message_id TEXT NOT NULL,
                thread INTEGER NOT NULL,
                PRIMARY KEY (account, message_id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX thread_reference_by_thread ON thread_reference (thread);

            -- What a message says that it follows, where it says so: JSON lists of Message-IDs.
            CREATE TABLE thread_reply (
                message INTEGER PRIMARY KEY,
                in_reply_to TEXT NOT NULL,
                reference_list TEXT NOT NULL
            ) STRICT;

            -- What was said of threads by way of a message; a message that made one thread of several has what holds of that.
            CREATE TABLE thread_mark (
                message INTEGER NOT NULL,
                field TEXT NOT NULL,
                value INTEGER NOT NULL,
                position INTEGER NOT NULL,
                PRIMARY KEY (message, field)
            ) STRICT, WITHOUT ROWID;

            -- The threads that a message made one of, by what their ids were, and what held of each before.
            CREATE TABLE thread_join (
                message INTEGER NOT NULL,
                thread INTEGER NOT NULL,
                is_pinned INTEGER NOT NULL,
                is_muted INTEGER NOT NULL,
                is_archived INTEGER NOT NULL,
                PRIMARY KEY (message, thread)
            ) STRICT, WITHOUT ROWID;

            -- The messages with marks that were members of those threads, and the message that joined these.
            CREATE TABLE thread_marked_before (
                message INTEGER NOT NULL,
                joining INTEGER NOT NULL,
                PRIMARY KEY (message, joining)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE INDEX thread_by_date ON thread (last_date, id) WHERE message_count > 0;
            CREATE INDEX thread_by_account_and_date ON thread (account, is_pinned, last_date, id) WHERE message_count > 0;
            -- What is mostly seldom, so that a list of it does not walk all threads.
            CREATE INDEX archived_thread_by_date ON thread (is_pinned, last_date, id)
                WHERE message_count > 0 AND is_archived = 1;
            CREATE INDEX muted_thread_by_date ON thread (is_pinned, last_date, id)
                WHERE message_count > 0 AND is_muted = 1;
            CREATE INDEX unread_thread_by_date ON thread (is_pinned, last_date, id)
                WHERE message_count > 0 AND unread_count > 0;
            CREATE INDEX thread_by_pin_and_date ON thread (is_pinned, last_date, id) WHERE message_count > 0;
            -- By how many digits its span in seconds has: so those that reach over a date are in few short ranges.
            CREATE INDEX thread_by_span ON thread (length(last_date / 1000000 - first_date / 1000000), last_date, first_date)
                WHERE first_date < last_date;
            """)
    }

    static let publicTables = [
        PublicTable(
            "threads", of: Entity.thread, stream: "thread.id",
            """
            SELECT \(.uuid("message.uuid")) AS id, account.address AS account, thread.subject, thread.message_count,
                thread.unread_count, thread.last_date, thread.is_pinned, thread.is_muted, thread.is_archived
            FROM thread JOIN message ON message.id = thread.id JOIN account ON account.id = thread.account
            WHERE thread.message_count > 0 AND account.ended IS NULL
            """)
    ]
}
