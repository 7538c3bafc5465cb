public import CivilTime
public import EventLog
public import Mail
public import SQLiteDatabase

/// A thread in a list.
public struct ThreadRow: Sendable, Hashable, Identifiable {
    /// The id of its first-recorded message.
    public let id: MessageID
    public let stream: StreamID
    /// The subject of its earliest live message.
    public let subject: String?
    /// The authors of its live messages, each once, the earliest first.
    public let participants: [EmailAddress]
    public let messageCount: Int
    public let unreadCount: Int
    /// The sort time of its latest message, and that message's author and first words.
    public let lastDate: Timestamp
    public let lastFrom: EmailAddress?
    public let snippet: String
    /// Whether any of its messages is flagged.
    public let isFlagged: Bool
    public let isPinned: Bool
    public let isMuted: Bool
    public let isArchived: Bool
    /// Its live messages, the earliest first.
    public let messages: [MessageID]
    /// The position of the latest event that ended one of its messages; nil in a list of live ones.
    public let end: Position?

    /// Whether none of its messages is unread.
    public var isRead: Bool { unreadCount == 0 }
}

/// Conditions on threads beside their messages; those that are nil do not apply.
public struct ThreadConditions: Sendable, Hashable {
    public var isPinned: Bool?
    public var isMuted: Bool?
    public var isArchived: Bool?
    /// Whether one of its messages is unread.
    public var isUnread: Bool?
    /// The account to which it belongs.
    package var account: StreamID?

    public init(isPinned: Bool? = nil, isMuted: Bool? = nil, isArchived: Bool? = nil, isUnread: Bool? = nil) {
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
        self.isUnread = isUnread
    }

    var sql: SQL {
        var parts: [SQL] = []
        if let account { parts.append("thread.account = \(bind: account.rawValue)") }
        for (column, wanted) in [
            ("thread.is_pinned", isPinned), ("thread.is_muted", isMuted), ("thread.is_archived", isArchived),
        ] as [(SQL, Bool?)] {
            guard let wanted else { continue }
            // Written as a literal, so that SQLite can choose a partial index.
            parts.append(wanted ? "\(column) = 1" : "\(column) = 0")
        }
        if let isUnread { parts.append(isUnread ? "thread.unread_count > 0" : "thread.unread_count = 0") }
        return parts.isEmpty ? "TRUE" : parts.joined(separator: " AND ")
    }

    /// The partial index for the conditions, the most selective one.
    ///
    /// SQLite, which does not know how selective they are, would walk all threads in the order of their dates.
    fileprivate var index: SQL? {
        if isArchived == true { return "archived_thread_by_date" }
        if isMuted == true { return "muted_thread_by_date" }
        return isUnread == true ? "unread_thread_by_date" : nil
    }

    /// Whether the index for reading them puts pinned threads first, and then orders by date.
    fileprivate var readsPinnedApart: Bool { account != nil || index != nil }
}

/// A message of a thread, live or not.
public struct ThreadMember: Sendable, Hashable {
    public let stream: StreamID
    /// The `Message-ID` header field without its angle brackets.
    public let messageID: String?
    /// Its sort time in lists, and among the messages of its thread.
    public let sortDate: Timestamp
}

/// Queries for threads.
public struct ThreadsQuery {
    let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns threads with a live message that matches the filter: pinned ones first, then the latest first.
    public func all(
        matching filter: SQL, where conditions: ThreadConditions = ThreadConditions(),
        order: ListOrder = .newestFirst, limit: Int?, offset: Int = 0
    ) throws -> [ThreadRow] {
        var rows: [ThreadRow] = []
        try forEach(.live, .walking(filter), where: conditions, order: order, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends the threads one by one; the closure returns false to stop early.
    ///
    /// - Parameter range: The messages that make up a thread and its row: live ones, or all ever recorded.
    package func forEach(
        _ range: MessageRange = .live, _ search: ThreadSearch, where conditions: ThreadConditions = ThreadConditions(),
        order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0, _ body: (ThreadRow) throws -> Bool
    ) throws {
        try lend(select(range, search, conditions, order, limit, offset)) { thread in
            guard let row = ThreadRow(thread, try members(of: thread.stream, range)) else { return true }
            return try body(row)
        }
    }

    /// Returns the thread with this stream, if one of its messages is live.
    public func thread(_ stream: StreamID) throws -> ThreadRow? {
        var row: ThreadRow?
        try lend(
            """
            SELECT \(ThreadHead.columns) FROM \(Self.tables()) WHERE thread.id = \(bind: stream.rawValue) AND \(Self.live)
            """
        ) { thread in
            row = ThreadRow(thread, try members(of: thread.stream))
            return false
        }
        return row
    }

    /// Returns the threads, each split by the subjects of its messages, without `Re:` and its like in any language.
    ///
    /// Each part becomes a thread with the id of its earliest message.
    /// - Complexity: O(all selected threads), whatever the limit.
    public func allBySubject(
        _ range: MessageRange = .live, matching filter: SQL, where conditions: ThreadConditions = ThreadConditions(),
        order: ListOrder = .newestFirst, limit: Int?, offset: Int = 0
    ) throws -> [ThreadRow] {
        var rows: [ThreadRow] = []
        try lend(select(range, .walking(filter), conditions, order, nil, 0)) { thread in
            var subjects: [String] = []
            var parts: [String: [Member]] = [:]
            for member in try members(of: thread.stream, range) {
                let subject = member.subject.map { BaseSubject(of: $0, marks: .anyLanguage).text.lowercased() } ?? ""
                if parts[subject] == nil { subjects.append(subject) }
                parts[subject, default: []].append(member)
            }
            for subject in subjects {
                let members = parts[subject] ?? []
                guard let first = members.first else { continue }
                var part = thread
                if subjects.count > 1 { (part.id, part.stream) = (first.id, first.stream) }
                if let row = ThreadRow(part, members) { rows.append(row) }
            }
            return true
        }
        // The parts of a thread have other dates than the thread.
        rows.sort { left, right in
            switch order {
            case .newestFirst:
                (left.isPinned ? 1 : 0, left.lastDate.microseconds, left.stream.rawValue)
                    > (right.isPinned ? 1 : 0, right.lastDate.microseconds, right.stream.rawValue)
            case .oldestFirst:
                (left.lastDate.microseconds, left.stream.rawValue)
                    < (right.lastDate.microseconds, right.stream.rawValue)
            }
        }
        let rest = rows.dropFirst(offset)
        return Array(limit.map { rest.prefix($0) } ?? rest)
    }

    /// SQLite's plan for finding such threads.
    package func plan(
        matching filter: SQL, where conditions: ThreadConditions, order: ListOrder, limit: Int?
    ) throws -> [String] {
        try connection.plan(of: select(.live, .walking(filter), conditions, order, limit, 0))
    }

    private func select(
        _ range: MessageRange, _ search: ThreadSearch, _ conditions: ThreadConditions, _ order: ListOrder,
        _ limit: Int?, _ offset: Int
    ) -> SQL {
        let selects: [SQL] =
            switch search {
            case .walking(let filter) where range == .ever: [every(matching: filter, conditions)]
            case .walking(let filter): choices(conditions, order).map { walked(matching: filter, $0) }
            case .gathering(let threads): ["SELECT \(ThreadHead.columns) FROM \(gathered(threads, conditions))"]
            }
        return """
            \(selects.joined(separator: " UNION ALL "))
            ORDER BY \(order.ofListedThreads) LIMIT \(bind: limit ?? -1) OFFSET \(bind: offset)
            """
    }

    /// The indexes for lists keep pinned threads apart. If these do not come first, both parts are read in order and
    /// merged on the way (<https://www.sqlite.org/lang_select.html>, section 4); otherwise all would be gathered and
    /// sorted.
    private func choices(_ conditions: ThreadConditions, _ order: ListOrder) -> [ThreadConditions] {
        guard case .oldestFirst = order, conditions.isPinned == nil, conditions.readsPinnedApart else {
            return [conditions]
        }
        return [true, false].map { isPinned in
            var part = conditions
            part.isPinned = isPinned
            return part
        }
    }

    private func walked(matching filter: SQL, _ conditions: ThreadConditions) -> SQL {
        """
        SELECT \(ThreadHead.columns) FROM \(Self.tables(conditions.index.map { "INDEXED BY \($0)" } ?? ""))
        WHERE \(Self.live) AND \(conditions.sql) AND EXISTS (
            SELECT 1 FROM thread_member CROSS JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = thread.id AND message.is_live AND \(filter)
        )
        """
    }

    /// Threads with some message, live or not, that matches a filter; a thread that ended has the date of its latest
    /// message.
    private func every(matching filter: SQL, _ conditions: ThreadConditions) -> SQL {
        """
        SELECT \(ThreadHead.columns(dated: """
            ifnull(thread.last_date, (SELECT max(message.sort_date)
                FROM thread_member JOIN message ON message.id = thread_member.message
                WHERE thread_member.thread = thread.id))
            """)) FROM \(Self.tables())
        WHERE \(conditions.sql) AND EXISTS (
            SELECT 1 FROM thread_member CROSS JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = thread.id AND \(filter)
        )
        """
    }

    /// The live threads among those that a statement returns.
    func gathered(_ threads: SQL, _ conditions: ThreadConditions) -> SQL {
        // Without an index of dates, which SQLite would walk.
        """
        \(Self.tables("NOT INDEXED"))
        WHERE \(Self.live) AND \(conditions.sql) AND thread.id IN (\(threads))
        """
    }

    private static func tables(_ index: SQL = "") -> SQL {
        """
        thread \(index) CROSS JOIN message AS first ON first.id = thread.id
            CROSS JOIN account ON account.id = thread.account
        """
    }
    private static let live: SQL = "thread.message_count > 0 AND account.ended IS NULL"

    private func lend(_ select: SQL, _ body: (ThreadHead) throws -> Bool) throws {
        try connection.lend(select, as: ThreadHead.init(from:), to: body)
    }

    /// Counts the threads with a live message.
    public func count() throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM thread JOIN account ON account.id = thread.account
            WHERE thread.message_count > 0 AND account.ended IS NULL
            """
        ) { try $0.next() } ?? 0
    }

    /// Returns the streams of a thread's live messages, the earliest first.
    public func messages(of thread: StreamID) throws -> [StreamID] {
        try connection.rows(
            """
            SELECT message.id FROM thread_member JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = \(bind: thread.rawValue) AND message.is_live
            ORDER BY message.sort_date, message.id
            """
        ) { try $0.next() }
    }

    /// Returns all that was ever recorded of a thread, deleted messages too, in the order of recording.
    public func everyMember(of thread: StreamID) throws -> [ThreadMember] {
        try connection.rows(
            """
            SELECT message.id, message.message_id, message.sort_date
            FROM thread_member JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = \(bind: thread.rawValue) ORDER BY message.id
            """
        ) { row in
            try ThreadMember(stream: row.next(), messageID: row.next(), sortDate: row.next())
        }
    }

    /// Returns the last message that took an archived thread out of the archive; nil if none did.
    package func arrival(behindArchivingOf thread: StreamID) throws -> StreamID? {
        try connection.first(
            """
            SELECT (
                SELECT max(message.id) FROM thread_member CROSS JOIN message ON message.id = thread_member.message
                    JOIN account ON account.id = message.account
                WHERE thread_member.thread = \(bind: thread.rawValue) AND message.id >= mark.position AND is_live
                    AND NOT is_draft AND lower(ifnull(from_address, '')) <> lower(account.address))
            FROM (
                SELECT value, max(thread_mark.position) AS position
                FROM thread_member CROSS JOIN thread_mark ON thread_mark.message = thread_member.message
                WHERE thread_member.thread = \(bind: thread.rawValue) AND field = 'archived' GROUP BY field
            ) AS mark
            WHERE mark.value
            """
        ) { try $0.next(StreamID?.self) } ?? nil
    }

    /// Returns all messages, deleted ones too, of the threads in which a message has or names a Message-ID.
    public func messages(inThreadsNaming messageID: String) throws -> [StreamID] {
        try connection.rows(
            """
            SELECT thread_member.message FROM account
                CROSS JOIN thread_reference ON thread_reference.account = account.id
                    AND thread_reference.message_id = \(bind: messageID)
                CROSS JOIN thread_member ON thread_member.thread = thread_reference.thread
            ORDER BY thread_member.message
            """
        ) { try $0.next() }
    }

    /// Returns the thread of a message.
    public func thread(of message: StreamID) throws -> StreamID? {
        try connection.first("SELECT thread FROM thread_member WHERE message = \(bind: message.rawValue)") {
            try $0.next()
        }
    }

    private func members(of thread: StreamID, _ range: MessageRange = .live) throws -> [Member] {
        try connection.rows(
            """
            SELECT message.uuid, message.id, message.from_name, message.from_address, message.subject,
                message.sort_date, message.is_unread, message.is_flagged, message.snippet,
                \(range == .live ? "NULL" : MessageRow.end)
            FROM thread_member JOIN message ON message.id = thread_member.message
                JOIN account ON account.id = message.account
            WHERE thread_member.thread = \(bind: thread.rawValue) AND \(range == .live ? "message.is_live" : "TRUE")
            ORDER BY message.sort_date, message.id
            """
        ) { row in
            try Member(
                id: row.next(), stream: row.next(), author: row.nextAuthor(), subject: row.next(), sortDate: row.next(),
                isUnread: row.next(), isFlagged: row.next(), snippet: row.next(), end: row.next())
        }
    }
}

/// The facts about a thread without its messages.
private struct ThreadHead {
    var id: MessageID
    var stream: StreamID
    let isPinned: Bool
    let isMuted: Bool
    let isArchived: Bool
}

extension ThreadHead {
    static let columns = columns(dated: "thread.last_date")

    static func columns(dated date: SQL) -> SQL {
        """
        first.uuid, thread.id AS thread_id, thread.is_pinned, thread.is_muted, thread.is_archived,
            \(date) AS thread_date
        """
    }

    init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), isPinned: row.next(), isMuted: row.next(), isArchived: row.next())
        // The date is there only for sorting.
        row.skip(1)
    }
}

/// A message of a thread, with the values that the thread uses.
private struct Member {
    let id: MessageID
    let stream: StreamID
    let author: EmailAddress?
    let subject: String?
    let sortDate: Timestamp
    let isUnread: Bool
    let isFlagged: Bool
    let snippet: String
    let end: Position?
}

extension ThreadRow {
    /// Summarises the members, the earliest first; nil if there are none.
    fileprivate init?(_ head: ThreadHead, _ members: [Member]) {
        guard let first = members.first, let last = members.last else { return nil }
        var seen: Set<EmailAddress> = []
        self.init(
            id: head.id, stream: head.stream, subject: first.subject,
            participants: members.compactMap(\.author).filter { seen.insert($0).inserted },
            messageCount: members.count, unreadCount: members.count(where: \.isUnread), lastDate: last.sortDate,
            lastFrom: last.author, snippet: last.snippet, isFlagged: members.contains(where: \.isFlagged),
            isPinned: head.isPinned, isMuted: head.isMuted, isArchived: head.isArchived, messages: members.map(\.id),
            end: members.compactMap(\.end).max())
    }
}
