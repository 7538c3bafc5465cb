import Assist
import Projections
import SQLiteDatabase

/// A message as a test means it, beside its rows.
struct SampleMessage {
    var id: Int64
    var uuid: [UInt8]
    var account: Int64
    var messageID: String?
    /// The text of each column; `to` is the To field alone.
    var texts: [TextField: String]
    var date: Int64?
    var sortDate: Int64
    var received: Int64?
    var size: Int64?
    var states: Set<MessageFilter.State>
    var hasAttachments: Bool
    var thread: Int64?
    var keywords: Set<String>
    /// Folders of its live copies.
    var folders: Set<Int64>
    /// Folders of its ended copies.
    var endedFolders: Set<Int64>
    // What is claimed of it.
    var category: MessageCategory?
    var sentiment: Sentiment?
    var score: Int64?
    /// The id of a canned answer.
    var answer: [UInt8]?
}

/// Accounts 1 and 2 (3 has ended), a tree of folders, and the tables that the filters read.
struct FilterFixture {
    let connection: Connection

    static let addresses: [Int64: String] = [1: "ada@example.org", 2: "bob@example.net"]
    /// The ids of the canned answers that there are.
    static let answers: [[UInt8]] = (1...3).map { [UInt8($0)] + [UInt8](repeating: 0xBB, count: 15) }
    /// Folder, account, parent, name, role, whether it lives.
    static let folders: [(id: Int64, account: Int64, parent: Int64?, name: String, role: String?, isLive: Bool)] = [
        (1, 1, nil, "INBOX", "inbox", true), (2, 1, nil, "Work", nil, true), (3, 1, 2, "Tax", nil, true),
        (4, 1, 3, "2024", nil, true), (5, 1, 2, "Gone", nil, false), (6, 2, nil, "INBOX", "inbox", true),
        (7, 2, nil, "Gesendet", "sent", true), (8, 2, nil, "work", nil, true), (9, 3, nil, "INBOX", "inbox", true),
        (10, 1, nil, "Caf\u{E9}", nil, true), (11, 1, 5, "Below", nil, true),
    ]

    init(_ messages: [SampleMessage] = []) throws {
        connection = try Connection(path: Connection.inMemory, mode: .create)
        try connection.run("ATTACH ':memory:' AS search")
        try connection.runScript(
            """
            CREATE TABLE message(id INTEGER PRIMARY KEY, uuid BLOB, account INTEGER, message_id TEXT, subject TEXT,
                from_name TEXT, from_address TEXT, date INTEGER, received INTEGER, sort_date INTEGER NOT NULL, size INTEGER,
                is_unread INTEGER, is_flagged INTEGER, is_answered INTEGER, is_draft INTEGER, has_attachments INTEGER,
                thread INTEGER, is_live INTEGER);
            CREATE VIEW thread_member AS SELECT id AS message, thread FROM message WHERE thread IS NOT NULL;
            CREATE UNIQUE INDEX message_uuid ON message(uuid);
            CREATE INDEX message_date ON message(sort_date);
            CREATE INDEX message_dated_ahead ON message(ifnull(date, received), sort_date)
                WHERE ifnull(date, received) > sort_date;
            CREATE TABLE copy(message INTEGER, number INTEGER, folder INTEGER, is_live INTEGER,
                PRIMARY KEY(message, number)) WITHOUT ROWID;
            CREATE INDEX copy_folder ON copy(folder, message);
            CREATE TABLE keyword(message INTEGER, name TEXT, spelling TEXT, PRIMARY KEY(message, name)) WITHOUT ROWID;
            CREATE INDEX keyword_name ON keyword(name, message);
            CREATE TABLE folder(id INTEGER PRIMARY KEY, uuid BLOB, account INTEGER, parent INTEGER, name TEXT, role TEXT,
                is_live INTEGER, kind TEXT);
            CREATE TABLE told_tags(account INTEGER PRIMARY KEY, through INTEGER);
            CREATE TABLE account(id INTEGER PRIMARY KEY, uuid BLOB, address TEXT, ended INTEGER);
            CREATE TABLE classification(message INTEGER PRIMARY KEY, category TEXT, sentiment TEXT,
                opportunity_score INTEGER, answer BLOB);
            CREATE TABLE answer(id INTEGER PRIMARY KEY, uuid BLOB);
            CREATE VIRTUAL TABLE search.text USING fts5(sender, recipients, cc, bcc, subject, body, attachments, content='',
                tokenize="unicode61 remove_diacritics 2");
            CREATE VIRTUAL TABLE search.part USING fts5(sender, recipients, cc, bcc, subject,
                tokenize="trigram case_sensitive 1", detail=column);
            CREATE TABLE search.alias(document INTEGER, message INTEGER, since INTEGER, PRIMARY KEY(document, message));
            CREATE TABLE checkpoint(position INTEGER);
            INSERT INTO checkpoint VALUES (1000000);
            """)
        for (id, address, ended) in [
            (1, Self.addresses[1], nil), (2, Self.addresses[2], nil), (3, "old@example.org", 9),
        ]
            as [(Int64, String?, Int64?)]
        {
            let uuid = [UInt8(id) * 16] + [UInt8](repeating: 0xAA, count: 15)
            try connection.run(
                "INSERT INTO account VALUES (\(bind: id), \(bind: uuid), \(bind: address.value), \(bind: ended.value))")
        }
        for folder in Self.folders {
            try connection.run(
                """
                INSERT INTO folder VALUES (\(bind: folder.id), x'', \(bind: folder.account), \(bind: folder.parent.value),
                    \(bind: folder.name), \(bind: folder.role.value), \(bind: folder.isLive), 'folder')
                """)
        }
        for answer in Self.answers { try connection.run("INSERT INTO answer(uuid) VALUES (\(bind: answer))") }
        var documents: [[TextField: String]: Int64] = [:]
        for message in messages { try insert(message, documents: &documents) }
    }

    private func insert(_ message: SampleMessage, documents: inout [[TextField: String]: Int64]) throws {
        func has(_ state: MessageFilter.State) -> Bool { message.states.contains(state) }
        try connection.run(
            """
            INSERT INTO message(id, uuid, account, message_id, date, received, sort_date, size, is_unread, is_flagged, is_answered,
                is_draft, has_attachments, thread, is_live)
            VALUES (\(bind: message.id), \(bind: message.uuid), \(bind: message.account), \(bind: message.messageID.value),
                \(bind: message.date.value), \(bind: message.received.value), \(bind: message.sortDate), \(bind: message.size.value), \(bind: has(.unread)),
                \(bind: has(.flagged)), \(bind: has(.answered)), \(bind: has(.draft)), \(bind: message.hasAttachments),
                \(bind: message.thread.value), 1)
            """)
        let copies = message.folders.map { ($0, true) } + message.endedFolders.map { ($0, false) }
        for (number, copy) in copies.enumerated() {
            try connection.run(
                "INSERT INTO copy VALUES (\(bind: message.id), \(bind: number), \(bind: copy.0), \(bind: copy.1))")
        }
        for name in message.keywords {
            try connection.run("INSERT INTO keyword VALUES (\(bind: message.id), \(bind: name), \(bind: name))")
        }
        if message.category != nil || message.sentiment != nil || message.score != nil || message.answer != nil {
            try connection.run(
                """
                INSERT INTO classification VALUES (\(bind: message.id), \(bind: message.category?.rawValue),
                    \(bind: message.sentiment?.rawValue), \(bind: message.score.value), \(bind: message.answer))
                """)
        }
        // The full text holds each content once, under the first message that brought it.
        if let document = documents[message.texts] {
            try connection.run("INSERT INTO search.alias VALUES (\(bind: document), \(bind: message.id), 1)")
            return
        }
        documents[message.texts] = message.id
        func text(_ field: TextField) -> String { (message.texts[field] ?? "").lowercased() }
        try connection.run(
            """
            INSERT INTO search.text(rowid, sender, recipients, cc, bcc, subject, body, attachments)
            VALUES (\(bind: message.id), \(bind: text(.from)), \(bind: text(.to)), \(bind: text(.cc)), \(bind: text(.bcc)),
                \(bind: text(.subject)), \(bind: text(.body)), \(bind: text(.attachment)))
            """)
    }

    /// The ids of the messages that a filter finds.
    func ids(_ filter: MessageFilter, _ membership: MembershipTest = .gathered) throws -> [Int64] {
        let resolved = try filter.resolved(by: ViewsFilterResolver(connection)) { $0.lowercased() }
        return try connection.rows(
            "SELECT id FROM message WHERE is_live = 1 AND \(resolved.sql(membership)) ORDER BY id"
        ) {
            try $0.next(Int64.self)
        }
    }
}
