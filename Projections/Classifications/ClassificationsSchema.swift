internal import SQLiteDatabase

enum ClassificationsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE classification (
                message INTEGER PRIMARY KEY,
                category TEXT,
                category_confidence REAL,    -- from 0 to 1
                category_by TEXT,            -- the model or the person who said so
                sentiment TEXT,
                intensity TEXT,
                sentiment_by TEXT,
                opportunity_score INTEGER,   -- from 0 to 100
                opportunity_score_by TEXT,
                answer BLOB,                 -- the id of a canned answer
                answer_confidence REAL,
                answer_by TEXT,
                reply_draft TEXT,
                reply_draft_by TEXT,
                memory TEXT,                 -- by what a memory outside knows the message
                memory_conversation TEXT     -- and its conversation
            ) STRICT;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE INDEX classification_by_category ON classification (category);
            CREATE INDEX classification_by_score ON classification (opportunity_score);
            """)
    }

    static let publicTables = [
        PublicTable(
            "classifications", of: Entity.message, stream: "message.id", namesAccount: false,
            """
            SELECT \(.uuid("message.uuid")) AS message, classification.category, classification.category_confidence,
                classification.category_by, classification.sentiment, classification.intensity,
                classification.sentiment_by, classification.opportunity_score, classification.opportunity_score_by,
                \(.optionalUUID("classification.answer")) AS answer, classification.answer_confidence,
                classification.answer_by, classification.reply_draft, classification.reply_draft_by,
                classification.memory, classification.memory_conversation
            FROM classification JOIN message ON message.id = classification.message
                JOIN account ON account.id = message.account
            WHERE message.is_live AND account.ended IS NULL
            """)
    ]
}
