internal import SQLiteDatabase

/// The marks of threads that a message joins into one.
///
/// The message's sender chooses the threads by its references, so the result is hidden only if each of them was. It is
/// muted or archived if all were, and pinned if one was. A later mark applies to the whole, like a mark of one of its
/// messages.
struct ThreadJoins {
    private let connection: Connection
    private let selectMarks: Statement
    private let insertJoin: Statement
    private let insertMarked: Statement
    private let insertMark: Statement

    init(on connection: Connection) throws {
        self.connection = connection
        selectMarks = try connection.prepare(ThreadSummaries.marks)
        insertJoin = try connection.prepare("INSERT INTO thread_join VALUES (?, ?, ?, ?, ?)")
        insertMarked = try connection.prepare(
            """
            INSERT OR IGNORE INTO thread_marked_before
            SELECT thread_mark.message, ?1 FROM thread_member
                CROSS JOIN thread_mark ON thread_mark.message = thread_member.message WHERE thread_member.thread = ?2
            """)
        insertMark = try connection.prepare("INSERT OR REPLACE INTO thread_mark VALUES (?1, ?2, ?3, ?1)")
    }

    /// Records the threads that a new message joins, and marks it with the state of the whole from then on.
    ///
    /// - Parameter threads: Each still with its own members.
    func join(_ threads: [Int64], by message: Int64) throws {
        let areMarked =
            try connection.first("SELECT EXISTS (SELECT 1 FROM thread_mark)") { try $0.next(Bool.self) } ?? false
        var (pinned, muted, archived) = (false, true, true)
        var isAnyMarked = false
        for thread in threads {
            let none = (false, false, false)
            let marks =
                areMarked ? try selectMarks.first(thread) { try ($0.next(), $0.next(), $0.next()) } ?? none : none
            try insertJoin.run(message, thread, marks.0, marks.1, marks.2)
            if areMarked, try insertMarked.run(message, thread) > 0 { isAnyMarked = true }
            (pinned, muted, archived) = (pinned || marks.0, muted && marks.1, archived && marks.2)
        }
        guard isAnyMarked else { return }
        for (field, value) in [("pinned", pinned), ("muted", muted), ("archived", archived)] {
            try insertMark.run(message, field, value)
        }
    }
}
