internal import SQLiteDatabase

/// Counts that indexes answer alone, without a look at the messages.
extension MessagesQuery {
    /// Counts the live messages of live accounts.
    /// - Complexity: O(messages), some 30 ns each: SQLite counts the entries of an index.
    package func countAll() throws -> Int {
        try number(
            """
            SELECT count(*) FROM account
            CROSS JOIN message INDEXED BY message_by_account_and_date ON message.account = account.id AND message.is_live
            WHERE account.ended IS NULL
            """)
    }

    /// Counts those that are neither seen nor drafts.
    /// - Complexity: O(unseen messages), some 30 ns each, and O(drafts).
    package func countUnread() throws -> Int {
        // The index of the unseen does not contain whether a message is a draft; drafts are few.
        let unseen = try number(
            """
            SELECT count(*) FROM account
            CROSS JOIN message INDEXED BY unseen_message_by_account_and_date
                ON message.account = account.id AND message.is_live AND message.is_seen = 0
            WHERE account.ended IS NULL
            """)
        let unseenDrafts = try number(
            """
            SELECT count(*) FROM message INDEXED BY draft_message_by_date
            WHERE \(Self.live) AND message.is_draft = 1 AND message.is_seen = 0
            """)
        return unseen - unseenDrafts
    }

    func number(_ sql: SQL) throws -> Int {
        try connection.first(sql) { try $0.next() } ?? 0
    }
}
