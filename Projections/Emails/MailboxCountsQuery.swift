package import EventLog
package import Mail
package import SQLiteDatabase

/// The numbers of messages of mail and of threads in folders, as RFC 8621 section 2 counts them.
package struct MailboxCountsQuery {
    /// The counts of one folder.
    package struct Counts: Sendable, Hashable {
        package var threads = 0
        package var unreadThreads = 0

        package init(threads: Int = 0, unreadThreads: Int = 0) {
            (self.threads, self.unreadThreads) = (threads, unreadThreads)
        }
    }

    private let connection: Connection

    package init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns how many messages of conversations are live in folders, and how many of those are unread.
    package func chats(of account: StreamID) throws -> [StreamID: (total: Int, unread: Int)] {
        let rows = try connection.rows(
            """
            SELECT folder, count(*), total(is_unread) FROM (
                SELECT DISTINCT copy.folder AS folder, message.id, message.is_unread AS is_unread
                FROM chat_message CROSS JOIN message ON message.id = chat_message.message
                    CROSS JOIN copy ON copy.message = message.id
                WHERE message.account = \(bind: account.rawValue) AND message.is_live AND copy.is_live)
            GROUP BY folder
            """
        ) { try ($0.next(StreamID.self), $0.next(Int.self), $0.next(Double.self)) }
        return Dictionary(rows.map { ($0.0, (total: $0.1, unread: Int($0.2))) }) { first, _ in first }
    }

    /// Returns the stream of a live folder of an account, and how many messages of mail it has; nil if there is none.
    package func emails(in folder: FolderID, of account: StreamID) throws -> (folder: StreamID, total: Int)? {
        try connection.first(
            """
            SELECT folder.id, ifnull(folder_count.total, 0) - (
                SELECT count(DISTINCT message.id) FROM chat_message CROSS JOIN message ON message.id = chat_message.message
                    CROSS JOIN copy ON copy.message = message.id
                WHERE message.is_live AND copy.is_live AND copy.folder = folder.id)
            FROM folder LEFT JOIN folder_count ON folder_count.folder = folder.id
            WHERE folder.uuid = \(bind: folder.blob) AND folder.account = \(bind: account.rawValue) AND folder.is_live
            """
        ) { try ($0.next(), $0.next()) }
    }

    /// Returns how many threads have a message in each folder, and how many of these are unread.
    ///
    /// A thread is unread in each of its folders if an unread message of it is in any of them. The trash is counted by
    /// itself: for it, only messages in the trash count, and for the other folders only messages outside of the trash.
    /// - Complexity: O(the live messages of the account).
    package func threads(of account: StreamID) throws -> [StreamID: Counts] {
        let rows = try connection.rows(
            """
            SELECT folder, count(*), total(is_unread) FROM (
                SELECT folder, max(unread) OVER (PARTITION BY thread, is_trash) AS is_unread
                FROM (\(Self.places(of: account))))
            GROUP BY folder
            """
        ) { try ($0.next(StreamID.self), $0.next(Int.self), $0.next(Double.self)) }
        return Dictionary(
            rows.map { ($0.0, Counts(threads: $0.1, unreadThreads: Int($0.2))) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Each thread in each folder, and whether a message of it there is unread.
    private static func places(of account: StreamID) -> SQL {
        """
        SELECT copy.folder AS folder, thread_member.thread AS thread, ifnull(folder.role, '') = 'trash' AS is_trash,
            max(message.is_unread) AS unread
        FROM message CROSS JOIN thread_member ON thread_member.message = message.id
            CROSS JOIN copy ON copy.message = message.id CROSS JOIN folder ON folder.id = copy.folder
        WHERE message.account = \(bind: account.rawValue) AND message.is_live AND copy.is_live
            AND NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id)
        GROUP BY thread_member.thread, copy.folder
        """
    }
}
