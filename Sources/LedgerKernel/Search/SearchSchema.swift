internal import SQLiteDatabase

/// The tables of `search.sqlite`: the text of content, indexed once however many copies and states a message has.
///
/// The row of a document has the number of the first message that brought its content. Deletion, undo, rebuild and
/// time travel never touch the index; a query joins it with the messages that live.
enum SearchSchema {
    static func create(on connection: Connection, in schema: SQL, ledger: String) throws {
        try connection.transaction(.deferred) {
            try connection.run(
                """
                CREATE TABLE \(schema).state (
                    id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, ledger TEXT NOT NULL,
                    position INTEGER NOT NULL, leaf BLOB
                ) STRICT
                """)
            try connection.run("CREATE TABLE \(schema).document (id INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT")
            // By its beginning alone, which nearly always is of one document: the content store has whole digests in an index already.
            try connection.run("CREATE INDEX \(schema).document_by_digest ON document (substr(digest, 1, 8))")
            try connection.run(
                """
                CREATE TABLE \(schema).alias (
                    document INTEGER NOT NULL, message INTEGER NOT NULL,
                    since INTEGER NOT NULL, -- the position of the event that gave the message this text
                    PRIMARY KEY (document, message)
                ) STRICT, WITHOUT ROWID
                """)
            // The lengths of documents, which only an order by relevance needs, are not kept: a fifth of the time of an insert.
            try connection.run(
                """
                CREATE VIRTUAL TABLE \(schema).text USING fts5(
                    sender, recipients, cc, bcc, subject, body, attachments,
                    content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2')
                """)
            // The folded header again, by its trigrams, for parts of words. No positions are kept, since the hits are
            // compared with the text.
            try connection.run(
                """
                CREATE VIRTUAL TABLE \(schema).part USING fts5(
                    sender, recipients, cc, bcc, subject,
                    tokenize = 'trigram case_sensitive 1', detail = column, columnsize = 0)
                """)
            try connection.run("INSERT INTO \(schema).part (part, rank) VALUES ('automerge', 8)")
            // Segments are merged eight at a time, where FTS5 itself takes four: 0.86 of the time to index 10,000 messages, and 1 % more of
            // the disk. A question finds half as many segments more (sqlite.org/fts5.html, the 'automerge' configuration option).
            try connection.run("INSERT INTO \(schema).text (text, rank) VALUES ('automerge', 8)")
            try connection.run(
                "INSERT INTO \(schema).state VALUES (1, \(bind: SearchIndex.version), \(bind: ledger), 0, NULL)")
        }
    }
}
