internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// The rows of the table `thread`, computed from the members of each thread.
struct ThreadSummaries {
    private let connection: Connection
    private let selectMembers: Statement
    private let selectMarks: Statement
    private let selectLive: Statement
    private let updateUnread: Statement
    private let replacement: Statement
    private let deletion: Statement

    init(on connection: Connection) throws {
        self.connection = connection
        selectMembers = try connection.prepare(
            """
            SELECT message.id, account, is_live, is_unread, sort_date, subject
            FROM thread_member CROSS JOIN message ON message.id = thread_member.message WHERE thread_member.thread = ?
            """)
        selectMarks = try connection.prepare(Self.marks)
        selectLive = try connection.prepare("SELECT message_count FROM thread WHERE id = ?")
        // If only the number of unread messages changed, only the indexes with it are written.
        updateUnread = try connection.prepare(
            """
            UPDATE thread SET unread_count = ?5 WHERE id = ?1 AND
                (account, subject, message_count, first_date, last_date, is_pinned, is_muted, is_archived)
                IS (?2, ?3, ?4, ?6, ?7, ?8, ?9, ?10)
            """)
        replacement = try connection.prepare("INSERT OR REPLACE INTO thread VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        deletion = try connection.prepare("DELETE FROM thread WHERE id = ?")
    }

    /// Selects the marks of a thread: pinned, muted, archived.
    ///
    /// A mark counts by the latest event that set it on any member, or by the message that joined threads. An archived
    /// thread comes back when an inbound message is recorded after that, or is that message. Inbound messages are live,
    /// no drafts and not from the account itself.
    static let marks: StaticString = """
        WITH mark AS MATERIALIZED (
            SELECT field, value, max(thread_mark.position) AS position
            FROM thread_member CROSS JOIN thread_mark ON thread_mark.message = thread_member.message
            WHERE thread_member.thread = ?1 GROUP BY field
        )
        SELECT ifnull((SELECT value FROM mark WHERE field = 'pinned'), 0),
            ifnull((SELECT value FROM mark WHERE field = 'muted'), 0),
            ifnull((SELECT value AND NOT EXISTS (
                SELECT 1 FROM thread_member CROSS JOIN message ON message.id = thread_member.message
                    JOIN account ON account.id = message.account
                WHERE thread_member.thread = ?1 AND message.id >= mark.position AND is_live AND NOT is_draft
                    AND lower(ifnull(from_address, '')) <> lower(account.address)
            ) FROM mark WHERE field = 'archived'), 0)
        """

    /// Works out the rows of threads; one that another took in loses its row.
    func settle(_ threads: Set<Int64>) throws {
        let areMarked =
            try connection.first("SELECT EXISTS (SELECT 1 FROM thread_mark)") { try $0.next(Bool.self) } ?? false
        for thread in threads.sorted() {
            guard let totals = try totals(of: thread) else {
                try deletion.run(thread)
                continue
            }
            let marks =
                areMarked
                ? try selectMarks.first(thread) { try ($0.next(Bool.self), $0.next(Bool.self), $0.next(Bool.self)) }
                : nil
            let (isPinned, isMuted, isArchived) = marks ?? (false, false, false)
            for statement in [updateUnread, replacement] {
                let changed = try statement.run {
                    try totals.append(
                        thread: thread, isPinned: isPinned, isMuted: isMuted, isArchived: isArchived, to: &$0)
                }
                if changed > 0 { break }
            }
        }
    }

    /// The totals of a thread's messages; nil if it has none.
    private func totals(of thread: Int64) throws -> ThreadTotals? {
        var totals: ThreadTotals?
        try selectMembers.forEach(thread) { row in
            // By the numbers of the columns: only the earliest is asked for its subject.
            totals = totals ?? ThreadTotals(account: row.numbered.integer(1))
            if row.numbered.bool(2) {
                totals?.add(
                    row.numbered.integer(0), date: row.numbered.integer(4), isUnread: row.numbered.bool(3),
                    subject: row.numbered.isNull(5) ? nil : row.numbered.text(5))
            }
            return true
        }
        return totals
    }

    /// The number of live messages in a thread's row.
    func liveCount(_ thread: Int64) throws -> Int {
        try selectLive.first(thread) { try $0.next(Int.self) } ?? 0
    }

    /// The visible values of a thread.
    struct Shown: Equatable {
        let subject: String?
        let counts: [Int]
        let lastDate: Int64?
        let marks: [Bool]
    }

    /// Reads the row of a thread; nil if it is not shown.
    func shown(_ thread: Int64) throws -> Shown? {
        try connection.first(
            """
            SELECT subject, message_count, unread_count, last_date, is_pinned, is_muted, is_archived FROM thread
            WHERE id = \(bind: thread) AND message_count > 0
            """
        ) { row in
            try Shown(
                subject: row.next(), counts: [row.next(), row.next()], lastDate: row.next(),
                marks: [row.next(), row.next(), row.next()])
        }
    }

    /// Whether a thread is archived where its account has an address.
    func isArchived(_ thread: Int64, toAddress address: String) throws -> Bool {
        try isArchived(thread, unlessBy: "message.id <> 0", toAddress: "\(bind: address)")
    }

    /// Whether a thread is archived unless a message brings it back, which would.
    func isArchivedButFor(_ message: Int64, _ thread: Int64) throws -> Bool {
        let others = try isArchived(thread, unlessBy: "message.id <> \(bind: message)", toAddress: "account.address")
        guard others else { return false }
        return try connection.first(
            """
            SELECT 1 FROM message JOIN account ON account.id = message.account
            WHERE message.id = \(bind: message) AND lower(ifnull(from_address, '')) <> lower(account.address)
                AND message.id >= (
                    SELECT max(thread_mark.position) FROM thread_member
                        JOIN thread_mark ON thread_mark.message = thread_member.message
                    WHERE thread_member.thread = \(bind: thread) AND field = 'archived')
            """
        ) { _ in true } ?? false
    }

    private func isArchived(_ thread: Int64, unlessBy others: SQL, toAddress address: SQL) throws -> Bool {
        try connection.first(
            """
            SELECT value AND NOT EXISTS (
                SELECT 1 FROM thread_member CROSS JOIN message ON message.id = thread_member.message
                    JOIN account ON account.id = message.account
                WHERE thread_member.thread = \(bind: thread) AND message.id >= mark.position AND is_live AND NOT is_draft
                    AND \(others) AND lower(ifnull(from_address, '')) <> lower(\(address)))
            FROM (
                SELECT value, max(thread_mark.position) AS position
                FROM thread_member CROSS JOIN thread_mark ON thread_mark.message = thread_member.message
                WHERE thread_member.thread = \(bind: thread) AND field = 'archived' GROUP BY field
            ) AS mark
            """
        ) { try $0.next(Bool.self) } ?? false
    }

    /// Returns the threads of an account of which it was said that they are archived, or that they are not.
    func archivedThreads(of account: Int64) throws -> [Int64] {
        try connection.rows(
            """
            SELECT DISTINCT thread_member.thread FROM thread_mark JOIN message ON message.id = thread_mark.message
                JOIN thread_member ON thread_member.message = message.id
            WHERE thread_mark.field = 'archived' AND message.account = \(bind: account) ORDER BY 1
            """
        ) { try $0.next() }
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
