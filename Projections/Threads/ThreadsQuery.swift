public import EventLog
public import Mail
public import SQLite

/// A thread as it is listed.
public struct ThreadRow: Sendable, Hashable, Identifiable {
    /// The id of its first-recorded message.
    public let id: MessageID
    public let stream: StreamID
    public let subject: String?
    /// The authors of its live messages, each once, the earliest first.
    public let participants: [EmailAddress]
    public let messageCount: Int
    public let unreadCount: Int
    public let lastDate: Timestamp
    public let isPinned: Bool
    public let isMuted: Bool
    public let isArchived: Bool
    /// Its live messages, the earliest first.
    public let messages: [MessageID]
}

/// A message of a thread, alive or not.
public struct ThreadMember: Sendable, Hashable {
    public let stream: StreamID
    /// The `Message-ID` header field without its angle brackets.
    public let messageID: String?
    /// The message's own date, else when it was received.
    public let sortDate: Timestamp
}

/// Asks for threads.
public struct ThreadsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns threads with some live message that the filter takes, the latest first.
    public func all(
        matching filter: SQL, includingArchived: Bool = true, order: ListOrder = .newestFirst, limit: Int?,
        offset: Int = 0
    ) throws -> [ThreadRow] {
        var rows: [ThreadRow] = []
        try forEach(
            matching: filter, includingArchived: includingArchived, order: order, limit: limit, offset: offset
        ) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends the threads one by one; the closure returns false to stop early.
    public func forEach(
        matching filter: SQL, includingArchived: Bool = true, order: ListOrder = .newestFirst, limit: Int? = nil,
        offset: Int = 0, _ body: (ThreadRow) throws -> Bool
    ) throws {
        let archived: SQL = includingArchived ? "TRUE" : "NOT thread.is_archived"
        let statement = try connection.cursor(
            """
            SELECT thread.id, first.uuid, thread.subject, thread.message_count, thread.unread_count, thread.last_date,
                thread.is_pinned, thread.is_muted, thread.is_archived
            FROM thread JOIN message AS first ON first.id = thread.id JOIN account ON account.id = thread.account
            WHERE thread.message_count > 0 AND account.ended IS NULL AND \(archived) AND EXISTS (
                SELECT 1 FROM thread_member CROSS JOIN message ON message.id = thread_member.message
                WHERE thread_member.thread = thread.id AND message.is_live AND \(filter)
            )
            ORDER BY \(order.ofThreads) LIMIT \(bind: limit ?? -1) OFFSET \(bind: offset)
            """)
        while try statement.step() {
            guard try body(try statement.withRow { try self.row($0) }) else { return }
        }
    }

    private func row(_ row: borrowing Row) throws -> ThreadRow {
        let stream = row.integer(0)
        let members = try members(of: stream)
        return ThreadRow(
            id: try MessageID(blob: row.blob(1)), stream: StreamID(stream), subject: row.optionalText(2),
            participants: Self.distinct(members.compactMap(\.author)), messageCount: Int(row.integer(3)),
            unreadCount: Int(row.integer(4)), lastDate: Timestamp(microseconds: row.integer(5)),
            isPinned: row.bool(6), isMuted: row.bool(7), isArchived: row.bool(8), messages: members.map(\.id))
    }

    /// Counts the threads with some live message.
    public func count() throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM thread JOIN account ON account.id = thread.account
            WHERE thread.message_count > 0 AND account.ended IS NULL
            """
        ) { Int($0.integer(0)) } ?? 0
    }

    /// Returns the streams of a thread's live messages, the earliest first.
    public func messages(of thread: StreamID) throws -> [StreamID] {
        try connection.rows(
            """
            SELECT message.id FROM thread_member JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = \(bind: thread.rawValue) AND message.is_live
            ORDER BY message.sort_date, message.id
            """
        ) { StreamID($0.integer(0)) }
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
            ThreadMember(
                stream: StreamID(row.integer(0)), messageID: row.optionalText(1),
                sortDate: Timestamp(microseconds: row.integer(2)))
        }
    }

    /// Returns the thread of a message.
    public func thread(of message: StreamID) throws -> StreamID? {
        try connection.first("SELECT thread FROM thread_member WHERE message = \(bind: message.rawValue)") {
            StreamID($0.integer(0))
        }
    }

    private struct Member {
        let id: MessageID
        let author: EmailAddress?
    }

    private func members(of thread: Int64) throws -> [Member] {
        try connection.rows(
            """
            SELECT message.uuid, message.from_name, message.from_address
            FROM thread_member JOIN message ON message.id = thread_member.message
            WHERE thread_member.thread = \(bind: thread) AND message.is_live
            ORDER BY message.sort_date, message.id
            """
        ) { row in
            Member(
                id: try MessageID(blob: row.blob(0)),
                author: row.optionalText(2).map { EmailAddress(name: row.optionalText(1), address: $0) })
        }
    }

    private static func distinct(_ addresses: [EmailAddress]) -> [EmailAddress] {
        var seen: Set<EmailAddress> = []
        return addresses.filter { seen.insert($0).inserted }
    }
}
