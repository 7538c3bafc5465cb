internal import SQLiteDatabase

/// Counts of messages with words, which the full text answers nearly alone.
extension MessagesQuery {
    /// Counts the live messages of live accounts whose text has the words; nil if many share another's text.
    ///
    /// FTS5 counts its own matches. Those are left out that belong to no live message, of which there are few, and
    /// messages are added that share another's text. The reader has to see all accounts, since the full text has all.
    /// - Complexity: O(matches), some 30 ns each; twice that if any message or account was deleted.
    package func count(withWords words: String) throws -> Int? {
        guard try hasFewAliases() else { return nil }
        var documents: SQL = "SELECT count(*) FROM search.text WHERE text MATCH \(bind: words)"
        if try hasOtherDocuments() {
            // The plus keeps SQLite from asking for documents one by one.
            documents = """
                \(documents) AND rowid <= (SELECT position FROM checkpoint) AND +text.rowid NOT IN (\(Self.otherDocuments))
                """
        }
        return try number(documents) + countOfAliases(withWords: words)
    }

    /// Counts the live messages that have the words in the text of another, and not in one of their own.
    private func countOfAliases(withWords words: String) throws -> Int {
        try number(
            """
            SELECT count(DISTINCT message.id) FROM search.alias CROSS JOIN message ON message.id = alias.message
            WHERE alias.since <= (SELECT position FROM checkpoint) AND \(Self.live)
                AND EXISTS (SELECT 1 FROM search.text WHERE text MATCH \(bind: words) AND rowid = alias.document)
                AND NOT EXISTS (SELECT 1 FROM search.text WHERE text MATCH \(bind: words) AND rowid = alias.message)
            """)
    }

    /// Whether the full text may have documents that belong to no live message, or to none as of the views' moment.
    private func hasOtherDocuments() throws -> Bool {
        try number(
            """
            SELECT EXISTS (\(Self.otherDocuments)) OR (SELECT position FROM search.state) > (SELECT position FROM checkpoint)
            """) > 0
    }

    /// The numbers of documents that belong to no live message: it has ended, alone or with its account, or was erased,
    /// or the text came after its message.
    private static let otherDocuments: SQL = """
        SELECT id FROM message INDEXED BY ended_message_by_date WHERE is_live = 0
        UNION ALL SELECT message.id FROM account
            CROSS JOIN message INDEXED BY message_by_account_and_date ON message.account = account.id AND message.is_live
            WHERE account.ended IS NOT NULL
        UNION ALL SELECT document FROM search.alias
            WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.id = alias.document)
        UNION ALL SELECT stream FROM erasure WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.id = erasure.stream)
        """
}
