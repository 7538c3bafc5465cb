public import EventLog
public import Mail
internal import SQLiteDatabase

/// A thread that a message joined with others, with its marks before that.
public struct JoinedThread: Sendable, Hashable {
    /// Its former id: that of its first-recorded message.
    public let id: MessageID
    public let isPinned: Bool
    public let isMuted: Bool
    public let isArchived: Bool
}

extension ThreadsQuery {
    /// Returns the threads that a message joined into one, in the order of recording; none if it joined fewer than two.
    public func threads(joinedBy message: StreamID) throws -> [JoinedThread] {
        try connection.rows(
            """
            SELECT first.uuid, thread_join.is_pinned, thread_join.is_muted, thread_join.is_archived
            FROM thread_join CROSS JOIN message AS first ON first.id = thread_join.thread
            WHERE thread_join.message = \(bind: message.rawValue) ORDER BY thread_join.thread
            """
        ) { row in
            try JoinedThread(id: row.next(), isPinned: row.next(), isMuted: row.next(), isArchived: row.next())
        }
    }

    /// Returns the messages that joined this message's thread with others after the thread was marked by way of this
    /// message.
    public func messages(joiningThreadsMarkedAt message: StreamID) throws -> [StreamID] {
        try connection.rows(
            "SELECT joining FROM thread_marked_before WHERE message = \(bind: message.rawValue) ORDER BY joining"
        ) { try $0.next() }
    }
}
