internal import CivilTime
internal import EventLog
internal import Notes
internal import SQLiteDatabase

enum ActionsSchema {
    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE action (
                id INTEGER PRIMARY KEY,      -- the action's stream
                uuid BLOB NOT NULL,
                note BLOB,                   -- the id of what it hangs off: one of the two is there
                message BLOB,
                kind TEXT NOT NULL,
                status TEXT NOT NULL,
                priority TEXT NOT NULL,
                title TEXT NOT NULL,
                description TEXT,
                scheduled INTEGER,           -- µs since 1970 UTC
                scheduled_end INTEGER,
                location TEXT,
                attendees TEXT NOT NULL,     -- JSON: an array of texts
                email_to TEXT,
                email_subject TEXT,
                email_body TEXT,
                external_id TEXT,
                external_service TEXT,
                external_url TEXT,
                service TEXT,                -- what executed it; with the next two, while it is executed
                draft BLOB,                  -- the id of a message
                calendar BLOB,               -- SHA-256 of a calendar file
                error TEXT,                  -- why it failed
                created INTEGER NOT NULL,
                executed INTEGER,            -- when its execution was recorded
                is_live INTEGER NOT NULL,    -- neither it nor its note was deleted
                ended INTEGER                -- the position of the event that deleted it
            ) STRICT;
            CREATE UNIQUE INDEX action_by_uuid ON action (uuid);
            CREATE INDEX action_by_note ON action (note) WHERE note IS NOT NULL;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript("CREATE INDEX action_by_message ON action (message) WHERE message IS NOT NULL")
    }

    static let publicTables = [
        PublicTable(
            "actions", of: Entity.action, stream: "id", namesAccount: false,
            """
            SELECT \(.uuid("uuid")) AS id, \(.optionalUUID("note")) AS note, \(.optionalUUID("message")) AS message,
                kind, status, priority, title, description, scheduled, scheduled_end, location, attendees, email_to,
                email_subject, email_body, external_id, external_service, external_url, service,
                \(.optionalUUID("draft")) AS draft, iif(calendar IS NULL, NULL, lower(hex(calendar))) AS calendar, error, created, executed
            FROM action WHERE is_live
            """)
    ]
}

extension ActionFields {
    /// The columns of the table that hold them; they are read in this order below.
    static let columns: [SettingColumn<ActionFields, ActionChanged>] = [
        .init("title", \.title, \.title),
        .init("priority", \.priority, \.priority) { $0.rawValue },
        .init("description", \.description, \.description),
        .init("scheduled", \.scheduledDate, \.scheduledDate) { $0?.microseconds },
        .init("scheduled_end", \.scheduledEndDate, \.scheduledEndDate) { $0?.microseconds },
        .init("location", \.location, \.location),
        .init("attendees", \.attendees, \.attendees) { try $0.columnJSON() },
        .init("email_to", \.emailTo, \.emailTo),
        .init("email_subject", \.emailSubject, \.emailSubject),
        .init("email_body", \.emailBody, \.emailBody),
        .init("external_id", \.externalID, \.externalID),
        .init("external_service", \.externalService, \.externalService),
        .init("external_url", \.externalURL, \.externalURL),
    ]

    init(from row: inout RowReader) throws {
        try self.init(
            title: row.next(), priority: row.next(), description: row.next(), scheduledDate: row.next(),
            scheduledEndDate: row.next(), location: row.next(), attendees: row.nextJSON(), emailTo: row.next(),
            emailSubject: row.next(), emailBody: row.next(), externalID: row.next(), externalService: row.next(),
            externalURL: row.next())
    }
}
