internal import EventLog
internal import Mail
internal import SQLite

/// What the table `thread` says of each thread, worked out from its members.
struct ThreadSummaries {
    private let connection: Connection
    private let insertion: Statement
    private let deletion: Statement

    init(on connection: Connection) throws {
        self.connection = connection
        deletion = try connection.prepare("DELETE FROM thread WHERE id = ?")
        // A mark counts by the latest event that said it of any member. An archived thread comes back when an inbound
        // message is recorded after that: one that lives, is no draft and not from the account itself.
        insertion = try connection.prepare(
            """
            WITH member AS MATERIALIZED (
                SELECT message.* FROM thread_member JOIN message ON message.id = thread_member.message
                WHERE thread_member.thread = ?1
            ),
            mark AS MATERIALIZED (
                SELECT field, value, max(thread_mark.position) AS position
                FROM thread_member CROSS JOIN thread_mark ON thread_mark.message = thread_member.message
                WHERE thread_member.thread = ?1 GROUP BY field
            )
            INSERT INTO thread
            SELECT ?1, account,
                (SELECT subject FROM member WHERE is_live ORDER BY sort_date, id LIMIT 1),
                sum(is_live), sum(is_live AND is_unread),
                min(iif(is_live, sort_date, NULL)), max(iif(is_live, sort_date, NULL)),
                ifnull((SELECT value FROM mark WHERE field = 'pinned'), 0),
                ifnull((SELECT value FROM mark WHERE field = 'muted'), 0),
                ifnull((SELECT value AND NOT EXISTS (
                    SELECT 1 FROM member JOIN account ON account.id = member.account
                    WHERE member.id > mark.position AND is_live AND NOT is_draft
                        AND lower(ifnull(from_address, '')) <> lower(account.address)
                ) FROM mark WHERE field = 'archived'), 0)
            FROM member HAVING count(*) > 0
            """)
    }

    /// Works out the row of a thread; one that another took in loses its row.
    func settle(_ thread: Int64) throws {
        try deletion.run(thread)
        try insertion.run(thread)
    }

    /// Returns the threads of an account of which it was said that they are archived, or that they are not.
    func archivedThreads(of account: Int64) throws -> [Int64] {
        try connection.rows(
            """
            SELECT DISTINCT thread_member.thread FROM thread_mark JOIN message ON message.id = thread_mark.message
                JOIN thread_member ON thread_member.message = message.id
            WHERE thread_mark.field = 'archived' AND message.account = \(bind: account) ORDER BY 1
            """
        ) { $0.integer(0) }
    }

    func mark(_ marked: ThreadMarked, message: Int64, at position: Position) throws {
        for (field, change) in [
            ("pinned", marked.isPinned), ("muted", marked.isMuted), ("archived", marked.isArchived),
        ] {
            guard let change else { continue }
            try connection.run(
                """
                INSERT OR REPLACE INTO thread_mark
                VALUES (\(bind: message), \(bind: field), \(bind: change.new), \(bind: position.rawValue))
                """)
        }
    }
}
