internal import SQLiteDatabase

/// The part of a mailbox that must contain the first page of a list of threads with words, except for a few threads.
///
/// A thread is listed by its latest message, but an earlier one may be the one with the words. Suppose that a page or
/// more of the threads with a match in a ``MessageWindow`` end after its edge or are pinned. Then every thread on the
/// page is one of these, or one that spans the edge, or another pinned one. An index by the spans of threads finds
/// those that span the edge. Their number depends on how many threads are active at a time, not on the length of the
/// mailbox.
///
/// With the oldest first, threads that end before the edge have all their messages in the window.
struct ThreadWindow {
    struct Thread {
        let id: Int64
        /// The date of its latest message, in µs.
        let last: Int64
    }

    let messages: MessageWindow
    /// Threads with a matching message in the window that come before its edge or are pinned: by their dates, and a
    /// page or more.
    let threads: [Thread]
    let page: Int

    /// Selects the threads that span the edge and end early enough for the page, and the pinned ones.
    ///
    /// A thread that spans the edge and lasts a number of seconds with *n* digits ends less than 11 × 10ⁿ⁻¹ seconds
    /// after the edge. That range of the index has all of these, and about as many that do not span the edge.
    fileprivate var others: SQL {
        let end = max(threads.prefix(page).last?.last ?? messages.edge, messages.edge)
        return """
            WITH RECURSIVE span (digits, width) AS (
                SELECT 1, 11000000 UNION ALL SELECT digits + 1, width * 10 FROM span WHERE digits < 14
            )
            SELECT thread.id FROM span CROSS JOIN thread INDEXED BY thread_by_span
            WHERE length(thread.last_date / 1000000 - thread.first_date / 1000000) = span.digits
                AND thread.last_date BETWEEN \(bind: end) AND \(bind: messages.edge) + span.width
                AND thread.first_date <= \(bind: messages.edge) AND thread.first_date < thread.last_date
            UNION SELECT id FROM thread INDEXED BY thread_by_pin_and_date WHERE is_pinned = 1 AND message_count > 0
            """
    }
}

extension ThreadsQuery {
    /// The threads with a match in a window that come before those whose matches are all outside.
    func threads(
        of window: MessageWindow, matching filter: SQL, _ conditions: ThreadConditions
    ) throws -> [ThreadWindow.Thread] {
        var isFirst = window.isBeforeEdge("thread.last_date")
        if case .newestFirst = window.order { isFirst = "(\(isFirst) OR thread.is_pinned = 1)" }
        return try connection.rows(
            """
            SELECT thread.id, thread.last_date FROM \(gathered(Self.threads(matching: filter), conditions)) AND \(isFirst)
            ORDER BY \(window.order.ofThreads)
            """
        ) { try ThreadWindow.Thread(id: $0.next(), last: $0.next()) }
    }

    /// A statement for the threads that a page may have; nil if too many messages would have to be tested for the
    /// words.
    func gathered(
        _ window: ThreadWindow, _ conditions: ThreadConditions, _ condition: (MembershipTest) throws -> SQL
    ) throws -> SQL? {
        let threads = SQL.rows(window.threads.map(\.id))
        guard case .newestFirst = window.messages.order else { return threads }
        let most = MessageWindow.mostHits(of: window.page)
        let members = try connection.rows(
            """
            SELECT thread_member.message FROM (\(window.others)) AS other CROSS JOIN thread ON thread.id = other.id
                CROSS JOIN thread_member ON thread_member.thread = thread.id
            WHERE \(conditions.sql) AND thread.id NOT IN (\(threads)) LIMIT \(bind: 4 * most)
            """
        ) { try $0.next(Int64.self) }
        // The matches in the window are known.
        let earlier = members.filter { !window.messages.numbers.contains($0) }.sorted()
        // Beginning a range costs as much as reading over this many numbers.
        let numbers = MessageNumbers(earlier, readingOver: window.messages.spacing * Int64(MessagesQuery.costOfWords))
        guard members.count < 4 * most, numbers.ranges.count < most / 4 else { return nil }
        let filter = try condition(.gatheredAmong(numbers))
        return "\(threads) UNION ALL \(Self.threads(matching: filter))"
    }
}
