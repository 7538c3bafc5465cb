public import EventLog
public import Mail
internal import SQLite

/// A thread that a message made one with others, and what held of it until then.
public struct JoinedThread: Sendable, Hashable {
    /// Its former id: that of its first-recorded message.
    public let id: MessageID
    public let isPinned: Bool
    public let isMuted: Bool
    public let isArchived: Bool
}

extension ThreadsQuery {
    /// Returns the threads that a message made one of, in the order of recording; none if it made none of several.
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

    /// Returns the messages that joined the thread of a message with others after something was said of it by way of that.
    public func messages(joiningThreadsMarkedAt message: StreamID) throws -> [StreamID] {
        try connection.rows(
            "SELECT joining FROM thread_marked_before WHERE message = \(bind: message.rawValue) ORDER BY joining"
        ) { try $0.next() }
    }
}
