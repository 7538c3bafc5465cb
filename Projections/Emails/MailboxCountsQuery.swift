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
    ///
    /// - Parameter areUnseen: Whether only messages without `$seen` count.
    package func emails(
        in folder: FolderID, of account: StreamID, areUnseen: Bool = false
    ) throws -> (folder: StreamID, total: Int)? {
        let counted: SQL = areUnseen ? "unread" : "total"
        return try connection.first(
            """
            SELECT folder.id, ifnull(folder_count.\(counted), 0) + \(areUnseen ? Self.drafts(in: "folder.id") : "0") - (
                SELECT count(DISTINCT message.id) FROM chat_message CROSS JOIN message ON message.id = chat_message.message
                    CROSS JOIN copy ON copy.message = message.id
                WHERE message.is_live AND copy.is_live AND copy.folder = folder.id\(areUnseen ? Self.isUnseen : ""))
            FROM folder LEFT JOIN folder_count ON folder_count.folder = folder.id
            WHERE folder.uuid = \(bind: folder.blob) AND folder.account = \(bind: account.rawValue) AND folder.is_live
            """
        ) { try ($0.next(), $0.next()) }
    }

    /// Returns how many messages of mail an account has; nil if counting them is as fast.
    ///
    /// - Parameter areUnseen: Whether only messages without `$seen` count.
    /// - Complexity: O(messages in spam and trash, and those of conversations).
    package func emails(of account: StreamID, areUnseen: Bool) throws -> Int? {
        let counted: SQL = areUnseen ? "unread" : "total"
        let roles = UnreadProjector.uncountedRoles.map { "\(bind: $0.rawValue)" as SQL }.joined(separator: ", ")
        let uncounted: SQL = "SELECT id FROM folder WHERE account = \(bind: account.rawValue) AND role IN (\(roles))"
        let numbers = try connection.first(
            """
            SELECT ifnull((SELECT \(counted) FROM account_count WHERE account = \(bind: account.rawValue)), 0),
                ifnull(sum(total), 0), ifnull(sum(\(counted)), 0)
            FROM folder_count WHERE folder IN (\(uncounted))
            """
        ) { try (counted: $0.next(Int.self), walked: $0.next(Int.self), sought: $0.next(Int.self)) }
        guard let numbers else { return nil }
        guard numbers.sought > 0 else { return try numbers.counted + others(of: account, areUnseen: areUnseen) }
        // The unseen messages have an index of their own.
        guard !areUnseen || numbers.walked <= numbers.counted + numbers.sought else { return nil }
        let onlyThere =
            try connection.first(
                """
                SELECT count(*) FROM message
                WHERE is_live\(areUnseen ? " AND is_unread" : "")
                    AND id IN (SELECT message FROM copy WHERE folder IN (\(uncounted)) AND is_live)
                    AND NOT EXISTS (
                        SELECT 1 FROM copy
                        WHERE copy.message = message.id AND copy.is_live AND copy.folder NOT IN (\(uncounted)))
                """
            ) { try $0.next(Int.self) } ?? 0
        return try numbers.counted + onlyThere + others(of: account, areUnseen: areUnseen)
    }

    /// The drafts that are not counted as unread, less the messages of conversations.
    private func others(of account: StreamID, areUnseen: Bool) throws -> Int {
        try connection.first(
            """
            SELECT \(areUnseen ? Self.drafts(of: account) : "0") - (
                SELECT count(DISTINCT message.id) FROM chat_message CROSS JOIN message ON message.id = chat_message.message
                WHERE message.account = \(bind: account.rawValue) AND message.is_live\(areUnseen ? Self.isUnseen : ""))
            """
        ) { try $0.next(Int.self) } ?? 0
    }

    private static let isUnseen: SQL = " AND message.is_seen = 0"

    /// How many drafts without `$seen` an account has.
    private static func drafts(of account: StreamID) -> SQL {
        """
        (SELECT count(*) FROM message INDEXED BY draft_message_by_date
        WHERE account = \(bind: account.rawValue) AND is_live AND is_draft = 1 AND is_seen = 0)
        """
    }

    /// How many drafts without `$seen` a folder has.
    private static func drafts(in folder: SQL) -> SQL {
        """
        (SELECT count(*) FROM message INDEXED BY draft_message_by_date
        WHERE is_live AND is_draft = 1 AND is_seen = 0 AND EXISTS (
            SELECT 1 FROM copy WHERE copy.message = message.id AND copy.is_live AND copy.folder = \(folder)))
        """
    }

    /// Returns how many threads have a message in each live folder with some, and how many of these are unread.
    ///
    /// A thread is unread in each of its folders if an unread message of it is in any of them. The trash is counted by
    /// itself: for it, only messages in the trash count, and for the other folders only messages outside of the trash.
    /// - Complexity: O(folders).
    package func threads(of account: StreamID) throws -> [StreamID: Counts] {
        let rows = try connection.rows(
            """
            SELECT folder.id, thread_count.total, thread_count.unread
            FROM folder CROSS JOIN thread_count ON thread_count.folder = folder.id
            WHERE folder.account = \(bind: account.rawValue) AND folder.is_live
            """
        ) { try ($0.next(StreamID.self), Counts(threads: $0.next(), unreadThreads: $0.next())) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Returns how many threads have a message in a folder.
    package func threads(in folder: StreamID) throws -> Int {
        try connection.first("SELECT total FROM thread_count WHERE folder = \(bind: folder.rawValue)") { try $0.next() }
            ?? 0
    }
}
