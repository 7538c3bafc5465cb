public import EventLog
public import Mail
public import Projections
internal import SQLiteDatabase

/// Messages by account, folder and whether they were read: the lists of a mail program.
extension LedgerReader {
    /// The default number of messages on a page.
    public static let pageSize = 20

    /// Returns a page of the live messages that meet all of the conditions, the latest first.
    ///
    /// Equal dates are in the order of recording. A condition that is nil does not apply; without a `limit` all are
    /// returned. A folder does not include those below it.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:)`` for an account or a folder that is not live.
    /// - Complexity: O(`offset` + `limit`) steps along an index.
    public func fetch(
        account: AccountID? = nil, folder: FolderID? = nil, isRead: Bool? = nil, limit: Int? = pageSize,
        offset: Int = 0
    ) throws -> [MessageRow] {
        try MessagesQuery(on: connection).all(
            in: scope(account: account, folder: folder, isRead: isRead), limit: limit, offset: offset)
    }

    /// Returns the account's live message that a server knows by this id.
    public func fetch(externalID: String, in account: AccountID) throws -> MessageRow? {
        let stream = try messageStream(externalID: externalID, in: requireStream(of: account))
        return try stream.flatMap { try MessagesQuery(on: connection).message($0) }
    }

    /// Returns the account's live message that a server knows by this id of a draft.
    public func fetch(draftID: String, in account: AccountID) throws -> MessageRow? {
        let account = try requireStream(of: account)
        // The latest, where several are states of one draft.
        return try MessagesQuery(on: connection).all(
            matching: """
                message.id IN (SELECT id FROM message
                    WHERE account = \(bind: account.rawValue) AND draft_id = \(bind: draftID))
                """, limit: 1
        ).first
    }

    /// Returns a page of the threads with a message there: pinned ones first, then the latest first.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:)`` for an account or a folder that does not live.
    public func fetchThreads(
        account: AccountID? = nil, folder: FolderID? = nil, where conditions: ThreadConditions = ThreadConditions(),
        limit: Int? = pageSize, offset: Int = 0
    ) throws -> [ThreadRow] {
        try ThreadsQuery(on: connection).all(
            matching: lies(inAccount: account, folder: folder), where: conditions, limit: limit, offset: offset)
    }

    private func lies(inAccount account: AccountID?, folder: FolderID?) throws -> SQL {
        var conditions: [SQL] = ["TRUE"]
        if let account { conditions.append("thread.account = \(bind: try requireStream(of: account).rawValue)") }
        if let folder {
            let row = try requireFolder(folder)
            if account == nil { conditions.append("thread.account = \(bind: row.accountStream.rawValue)") }
            conditions.append(
                """
                EXISTS (SELECT 1 FROM copy WHERE copy.message = message.id
                    AND copy.folder = \(bind: row.stream.rawValue) AND copy.is_live)
                """)
        }
        return conditions.joined(separator: " AND ")
    }

    /// Returns a page of a thread's live messages, by default the latest first.
    public func messages(
        of thread: ThreadRow, order: ListOrder = .newestFirst, limit: Int? = pageSize, offset: Int = 0
    ) throws -> [MessageRow] {
        try MessagesQuery(on: connection).all(
            matching: """
                message.id IN (SELECT message FROM thread_member
                    WHERE thread = (SELECT thread FROM thread_member WHERE message = \(bind: thread.stream.rawValue)))
                """, order: order, limit: limit, offset: offset)
    }

    /// Returns the messages that a program announces to its user: those that came behind a position, the earliest
    /// first.
    ///
    /// They are live, unread and not from the account's own address. They are in some folder other than spam and trash,
    /// and their threads are not muted.
    /// - Complexity: O(messages that came since).
    public func arrivals(after position: Position) throws -> [MessageRow] {
        try MessagesQuery(on: connection).all(
            matching: """
                message.id IN (SELECT id FROM message WHERE id > \(bind: position.rawValue)) AND message.is_unread
                AND lower(ifnull(message.from_address, '')) <> lower(account.address)
                AND EXISTS (SELECT 1 FROM copy JOIN folder ON folder.id = copy.folder
                    WHERE copy.message = message.id AND copy.is_live AND ifnull(folder.role, '') NOT IN ('spam', 'trash'))
                AND NOT EXISTS (SELECT 1 FROM thread WHERE thread.id = thread_member.thread AND thread.is_muted)
                """, order: .oldestFirst)
    }

    /// Counts live messages, as every count of the ledger does.
    ///
    /// An account counts each of its messages once, except those that are only in spam or trash; a folder counts all.
    public func count(account: AccountID? = nil, folder: FolderID? = nil) throws -> Int {
        try counts(account, folder).total
    }

    /// Counts those of them that are neither seen nor drafts.
    public func unreadCount(account: AccountID? = nil, folder: FolderID? = nil) throws -> Int {
        try counts(account, folder).unread
    }

    private func counts(_ account: AccountID?, _ folder: FolderID?) throws -> (total: Int, unread: Int) {
        let stream = try account.map(requireStream)
        if let folder {
            let row = try requireFolder(folder)
            guard stream == nil || stream == row.accountStream else {
                throw DomainError.notFound(kind: "folder", name: folder.description)
            }
            return (row.total, row.unread)
        }
        let counts = try counts().filter { stream == nil || $0.account == stream }
        return (counts.reduce(0) { $0 + $1.total }, counts.reduce(0) { $0 + $1.unread })
    }

    /// SQLite's plan for finding such a page.
    package func fetchPlan(account: AccountID?, folder: FolderID?, isRead: Bool?) throws -> [String] {
        try MessagesQuery(on: connection).plan(
            of: scope(account: account, folder: folder, isRead: isRead), limit: Self.pageSize)
    }

    package func scope(account: AccountID?, folder: FolderID?, isRead: Bool?) throws -> MessageScope {
        try MessageScope(account: account.map(requireStream), folder: folder.map(requireStream), isRead: isRead)
    }
}

extension LedgerReader {
    /// The account's message with a server's id, deleted or not.
    package func messageStream(externalID: String, in account: StreamID) throws -> StreamID? {
        try connection.first(
            "SELECT id FROM message WHERE account = \(bind: account.rawValue) AND external_id = \(bind: externalID)"
        ) { try $0.next() }
    }

    /// Returns how far an account has come with its server; nil if nothing was ever noted.
    public func syncState(of account: StreamID) throws -> SyncState? {
        try AccountsQuery(on: connection).syncState(of: account)
    }
}
