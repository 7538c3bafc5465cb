internal import SQLiteDatabase

enum ChatsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE conversation (
                id INTEGER PRIMARY KEY,      -- the conversation's stream
                uuid BLOB NOT NULL,
                account INTEGER NOT NULL,
                name TEXT NOT NULL,          -- by what its source knows it
                display_name TEXT,
                avatar_url TEXT,
                participants TEXT NOT NULL,  -- JSON: ids at the source
                is_group INTEGER NOT NULL,
                last_message INTEGER,        -- the stream of its latest live message
                ended INTEGER                -- the position of the event that deleted it
            ) STRICT;
            CREATE UNIQUE INDEX conversation_by_uuid ON conversation (uuid);

            CREATE TABLE chat_message (
                message INTEGER PRIMARY KEY, -- the message's stream
                conversation BLOB NOT NULL,  -- the conversation's id
                sender TEXT NOT NULL,        -- an id at the source
                created INTEGER NOT NULL,    -- µs since 1970 UTC
                updated INTEGER NOT NULL,    -- when the source last changed it
                joined INTEGER NOT NULL,     -- the transaction that brought it
                status TEXT,
                read_by TEXT NOT NULL        -- JSON: ids at the source
            ) STRICT;
            CREATE INDEX chat_message_by_conversation ON chat_message (conversation, created, message);
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE UNIQUE INDEX conversation_by_name ON conversation (account, name);
            """)
    }

    static let publicTables = [
        PublicTable(
            "conversations", of: Entity.conversation, stream: "conversation.id",
            """
            SELECT \(.uuid("conversation.uuid")) AS id, account.address AS account, conversation.name,
                conversation.display_name, conversation.avatar_url, conversation.participants, conversation.is_group,
                (SELECT \(.uuid("message.uuid")) FROM message WHERE message.id = conversation.last_message) AS last_message
            FROM conversation JOIN account ON account.id = conversation.account
            WHERE conversation.ended IS NULL AND account.ended IS NULL
            """),
        PublicTable(
            "chat_messages", of: Entity.message, stream: "message.id", namesAccount: false,
            """
            SELECT \(.uuid("message.uuid")) AS message, \(.uuid("chat_message.conversation")) AS conversation,
                chat_message.sender, chat_message.created, chat_message.status, chat_message.read_by
            FROM chat_message JOIN message ON message.id = chat_message.message
                JOIN account ON account.id = message.account
            WHERE message.is_live AND account.ended IS NULL
            """),
    ]
}
