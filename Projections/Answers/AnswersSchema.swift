internal import Assist
internal import EventLog
internal import SQLiteDatabase

enum AnswersSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE answer (
                id INTEGER PRIMARY KEY,      -- the answer's stream
                uuid BLOB NOT NULL,
                profile BLOB,                -- the id of the profile that it ends with
                category TEXT NOT NULL,
                question_pattern TEXT NOT NULL,
                text TEXT NOT NULL,
                is_enabled INTEGER NOT NULL,
                created INTEGER NOT NULL,    -- µs since 1970 UTC
                updated INTEGER NOT NULL,
                ended INTEGER                -- the position of the event that deleted it
            ) STRICT;

            CREATE TABLE answer_use (
                position INTEGER PRIMARY KEY, -- of the event that recorded it
                answer INTEGER NOT NULL,
                used INTEGER NOT NULL,       -- µs since 1970 UTC
                message BLOB,                -- the id of what was answered
                draft BLOB,                  -- the id of the draft that was made
                is_cancelled INTEGER NOT NULL -- whether it was undone
            ) STRICT;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE UNIQUE INDEX answer_by_uuid ON answer (uuid);
            CREATE INDEX answer_use_by_answer ON answer_use (answer, used);
            """)
    }

    /// An answer lives while neither it nor its profile ended.
    static let isLive: SQL = """
        answer.ended IS NULL
            AND NOT EXISTS (SELECT 1 FROM profile WHERE profile.uuid = answer.profile AND profile.ended IS NOT NULL)
        """

    static let publicTables = [
        PublicTable(
            "answers", of: Entity.answer, stream: "answer.id", namesAccount: false,
            """
            SELECT \(.uuid("answer.uuid")) AS id, answer.category, answer.question_pattern, answer.text,
                answer.is_enabled,
                (SELECT count(*) FROM answer_use WHERE answer_use.answer = answer.id AND NOT is_cancelled) AS usage_count,
                (SELECT max(used) FROM answer_use WHERE answer_use.answer = answer.id AND NOT is_cancelled) AS last_used_at,
                answer.created AS created_at
            FROM answer WHERE \(isLive)
            """)
    ]
}

extension AnswerAdded {
    /// The columns of the table with its settings; they are read in this order below.
    static let columns: [SettingColumn<AnswerAdded, AnswerChanged>] = [
        .init("category", \.category, \.category) { $0.rawValue },
        .init("question_pattern", \.questionPattern, \.questionPattern),
        .init("text", \.text, \.text),
        .init("is_enabled", \.isEnabled, \.isEnabled),
    ]
}

extension AnswerSettings {
    init(from row: inout RowReader) throws {
        try self.init(
            category: AnswerCategory(rawValue: row.next()) ?? .other, questionPattern: row.next(), text: row.next(),
            isEnabled: row.next())
    }
}
