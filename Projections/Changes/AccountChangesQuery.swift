package import EventLog
package import SQLiteDatabase

/// Asks what changed in one account, for clients that keep a copy of it.
package struct AccountChangesQuery {
    /// A kind of things.
    package enum Kind: Sendable, CaseIterable {
        /// Messages but those of conversations.
        case emails
        /// Folders but notebooks.
        case mailboxes
        case threads

        package var entity: String {
            switch self {
            case .emails: Entity.message
            case .mailboxes: Entity.folder
            case .threads: Entity.thread
            }
        }

        /// Whether a thing is one of these, over the row `changes`.
        fileprivate var condition: SQL {
            switch self {
            case .emails, .threads: "NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = changes.id)"
            // While a folder is deleted, its counts say nothing.
            case .mailboxes:
                """
                EXISTS (SELECT 1 FROM folder WHERE folder.id = changes.id AND folder.kind <> 'notebook'
                    AND (NOT changes.counts_only OR \(AccountChangesQuery.wasLive)))
                """
            }
        }

        /// The kinds of rows by which its things change.
        ///
        /// A message may change the unread threads of a folder in which it does not lie (RFC 8621 section 2).
        package var entities: [String] { self == .mailboxes ? [Entity.folder, Entity.thread] : [entity] }

        /// A thread is named by its first-recorded message.
        fileprivate var id: SQL {
            switch self {
            case .emails, .threads: "(SELECT uuid FROM message WHERE message.id = changes.id)"
            case .mailboxes: "(SELECT uuid FROM folder WHERE folder.id = changes.id)"
            }
        }
    }

    /// One row that an event changed.
    package struct Change: Sendable, Hashable {
        package let position: Position
        package let sub: Int
        /// Nil where nothing is left of it.
        package let id: UniqueID?
        package let kind: RowChange.Kind
        package let isCountsOnly: Bool
        /// The stream of the thing.
        package let stream: StreamID

        /// Whether the thing announced nothing itself, and may have been hidden then.
        package var isFollowing: Bool { sub >= AccountChangesQuery.following }
    }

    let connection: Connection
    let account: StreamID

    package init(on connection: Connection, account: StreamID) {
        self.connection = connection
        self.account = account
    }

    /// Returns the last position behind which all changes are known; nil if all are.
    package func lastUnannounced() throws -> Position? {
        try [lastErasure(), lastReturn()].compactMap { $0 }.max()
    }

    /// Returns the position of the last erasure in the account.
    private func lastErasure() throws -> Position? {
        try connection.first(
            "SELECT position FROM erasure WHERE account = \(bind: account.rawValue) ORDER BY position DESC LIMIT 1"
        ) { try $0.next() }
    }

    /// Returns the position of the account's last return; its return alone announces all that is in it.
    private func lastReturn() throws -> Position? {
        try connection.first(
            """
            SELECT position FROM changes
            WHERE id = \(bind: account.rawValue) AND entity = 'account' AND kind <> 2
                AND kind = \(bind: RowChange.Kind.created.rawValue) AND position <> id
            ORDER BY position DESC LIMIT 1
            """
        ) { try $0.next() }
    }

    /// Returns how often a message had become another email by a position.
    package func renewals(of message: StreamID, through end: Position) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM email_renewal WHERE message = \(bind: message.rawValue) AND position <= \(bind: end.rawValue)
            """
        ) { try $0.next() } ?? 0
    }

    /// A change among all those of a ledger.
    package typealias Place = (position: Position, sub: Int)

    /// Returns the place of the last of a number of changes behind a position, of all accounts and kinds; nil if there are fewer.
    ///
    /// - Parameter change: The last change of that position that is known; nil for all of them.
    package func place(ofChange count: Int, after position: Position, change: Int?) throws -> Place? {
        try connection.first(
            """
            SELECT position, sub FROM changes
            WHERE (position, sub) > (\(bind: position.rawValue), \(bind: change ?? Int.max))
            ORDER BY position, sub LIMIT 1 OFFSET \(bind: count - 1)
            """
        ) { try ($0.next(), $0.next()) }
    }

    /// Whether a folder was there behind a change, over the rows `folder` and `changes`.
    fileprivate static let wasLive: SQL = """
        (SELECT life.kind FROM changes AS life
            WHERE life.id = folder.id AND life.entity = 'folder' AND life.kind <> 2 AND life.position <= changes.position
            ORDER BY life.position DESC LIMIT 1) IS NOT \(bind: RowChange.Kind.destroyed.rawValue)
        """

    /// Behind all rows of a position come those that follow from them, by the number of their folder.
    fileprivate static let following = 1_000_000_000

    /// Selects the folders with messages of the threads that changed, each once a position.
    ///
    /// A message that goes to another folder changes no thread. It counts in all folders of its thread while it does not lie
    /// in the trash. So a folder that changed, perhaps its role, brings those in which its unread threads have only read
    /// messages.
    private func followingFolders(after position: Position, through end: Int64) -> SQL {
        func folders(_ threads: SQL, _ condition: SQL) -> SQL {
            """
            UNION
            SELECT changes.position, \(bind: Self.following) + folder.id AS sub, folder.uuid,
                \(bind: RowChange.Kind.updated.rawValue), 1, folder.id
            FROM changes \(threads) JOIN folder ON folder.id = thread_place.folder AND folder.id < changes.position
                AND folder.kind <> 'notebook' AND \(Self.wasLive)
            WHERE changes.position BETWEEN \(bind: position.rawValue) AND \(bind: end)
                AND changes.account = \(bind: account.rawValue) AND \(condition)
            """
        }
        let ofThreads = folders("JOIN thread_place ON thread_place.thread = changes.id", "changes.entity = 'thread'")
        let ofMessages = folders(
            """
            JOIN thread_member ON thread_member.message = changes.id
            JOIN thread_place ON thread_place.thread = thread_member.thread
            """,
            """
            changes.entity = 'message' AND EXISTS (
                SELECT 1 FROM changes AS counted
                WHERE counted.position = changes.position AND counted.account = changes.account
                    AND counted.entity = 'folder')
            """)
        let ofRoles = folders(
            """
            CROSS JOIN thread_place AS unread ON unread.folder = changes.id AND unread.is_unread
            CROSS JOIN thread_place ON thread_place.thread = unread.thread AND NOT thread_place.is_unread
            """,
            """
            changes.entity = 'folder' AND NOT changes.counts_only
                AND changes.kind = \(bind: RowChange.Kind.updated.rawValue)
            """)
        return "\(ofThreads) \(ofMessages) \(ofRoles)"
    }

    /// Lends the changes behind a position in order, until the closure returns false.
    ///
    /// - Parameters:
    ///   - change: The last change of that position that is known; nil for all of them.
    ///   - end: The last change that is looked at; nil for all of them.
    /// - Returns: The last change before the one at which it stopped; nil if it came to the end.
    /// - Complexity: O(changes of the ledger since then); with a folder that changed by itself, O(threads), too.
    package func forEach(
        _ kind: Kind, after position: Position, change: Int?, through end: Place?, _ body: (Change) throws -> Bool
    ) throws -> Place? {
        var reached = (position: position, sub: change ?? 0)
        let last = end?.position.rawValue ?? .max
        var isStopped = false
        try connection.lend(
            """
            SELECT * FROM (
                SELECT changes.position AS position, changes.sub AS sub, \(kind.id), changes.kind, changes.counts_only,
                    changes.id FROM changes
                WHERE changes.position BETWEEN \(bind: position.rawValue) AND \(bind: last)
                    AND changes.account = \(bind: account.rawValue) AND changes.entity = \(bind: kind.entity)
                    AND \(kind.condition)
                \(kind == .mailboxes ? followingFolders(after: position, through: last) : "")
            )
            WHERE (position, sub) > (\(bind: position.rawValue), \(bind: change ?? Int.max))
                AND (position, sub) <= (\(bind: last), \(bind: end?.sub ?? .max))
            ORDER BY position, sub
            """,
            as: {
                try Change(
                    position: $0.next(), sub: $0.next(), id: $0.next(), kind: $0.next(), isCountsOnly: $0.next(),
                    stream: $0.next())
            }
        ) { row in
            guard try body(row) else {
                isStopped = true
                return false
            }
            reached = (row.position, row.sub)
            return true
        }
        return isStopped ? reached : nil
    }
}
