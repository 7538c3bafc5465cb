internal import EventLog
internal import Notes
internal import SQLiteDatabase

enum NotesSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE note (
                id INTEGER PRIMARY KEY,      -- the note's stream
                uuid BLOB NOT NULL,
                title TEXT NOT NULL,
                transcript TEXT NOT NULL,
                summary TEXT,
                duration INTEGER,            -- in seconds
                folder BLOB,                 -- the id of its notebook, whether that lives or not
                folder_is_live INTEGER NOT NULL,
                is_pinned INTEGER NOT NULL,
                is_archived INTEGER NOT NULL,
                ai_processed INTEGER NOT NULL,
                audio BLOB,                  -- SHA-256 of the recording; with it the next two
                audio_type TEXT,
                audio_size INTEGER,
                audio_name TEXT,
                created INTEGER NOT NULL,    -- µs since 1970 UTC
                updated INTEGER NOT NULL,    -- of its last event, an undo's too
                ended INTEGER,               -- the position of the event that deleted it
                transcript_parts INTEGER NOT NULL   -- changes of parts since one of the whole
            ) STRICT;
            CREATE UNIQUE INDEX note_by_uuid ON note (uuid);
            CREATE INDEX note_by_folder ON note (folder) WHERE folder IS NOT NULL;

            CREATE TABLE note_tag (
                note INTEGER NOT NULL,
                place INTEGER NOT NULL,      -- from 1, in the order in which they were given
                name TEXT NOT NULL,
                PRIMARY KEY (note, place)
            ) STRICT, WITHOUT ROWID;

            -- What a note is on, whether that lives or not.
            CREATE TABLE note_link (
                note INTEGER NOT NULL,
                message BLOB NOT NULL,       -- its id; of a thread, one of its messages
                scope TEXT NOT NULL,         -- message or thread
                is_live INTEGER NOT NULL,    -- whether the message lives, or one of the thread
                PRIMARY KEY (note, message, scope)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX note_by_message ON note_link (message);
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            "CREATE INDEX note_by_tag ON note_tag (name);")
    }

    static let publicTables = [
        PublicTable(
            "notes", of: Entity.note, stream: "id", namesAccount: false,
            """
            SELECT \(.uuid("uuid")) AS id, title, transcript, summary, duration,
                CASE WHEN folder_is_live THEN \(.uuid("folder")) END AS folder,
                is_pinned, is_archived, ai_processed, iif(audio IS NULL, NULL, lower(hex(audio))) AS audio, audio_type, audio_size, audio_name, created
            FROM note WHERE ended IS NULL
            """),
        PublicTable(
            "note_tags", of: Entity.note, stream: "note.id", key: ["name"], namesAccount: false,
            """
            SELECT \(.uuid("note.uuid")) AS note, note_tag.place, note_tag.name
            FROM note_tag JOIN note ON note.id = note_tag.note WHERE note.ended IS NULL
            """),
        PublicTable(
            "note_links", of: Entity.note, stream: "note.id", key: ["message", "scope"], namesAccount: false,
            """
            SELECT \(.uuid("note.uuid")) AS note, \(.uuid("note_link.message")) AS message, note_link.scope
            FROM note_link JOIN note ON note.id = note_link.note WHERE note.ended IS NULL AND note_link.is_live
            """),
    ]
}

extension NoteFields {
    /// The columns of the table that are settings: all but the transcript, which changes by parts, and the recording.
    static let columns: [SettingColumn<NoteFields, NoteChanged>] = [
        .init("title", \.title, \.title),
        .init("summary", \.summary, \.summary),
        .init("duration", \.duration, \.duration),
        .init("folder", \.folder, \.folder) { $0?.blob },
        .init("is_pinned", \.isPinned, \.isPinned),
        .init("is_archived", \.isArchived, \.isArchived),
        .init("ai_processed", \.isAIProcessed, \.aiProcessed),
    ]
}
