public import Mail
public import SQLiteDatabase

/// The names of messages for further programs: ids, source names, keywords. Nothing else is read.
extension MessagesQuery {
    /// The messages to select, their order, and the part of them to return.
    public struct Selection {
        let range: MessageRange
        let filter: SQL
        let order: ListOrder
        let limit: Int
        let offset: Int

        /// Selects messages; a nil `limit` means all.
        public init(
            _ range: MessageRange = .live, matching filter: SQL, order: ListOrder = .newestFirst, limit: Int? = nil,
            offset: Int = 0
        ) {
            self.range = range
            self.filter = filter
            self.order = order
            self.limit = limit ?? -1
            self.offset = offset
        }
    }

    /// Lends the id of each message; the closure returns false to stop early.
    public func forEachID(in selection: Selection, _ body: (MessageID) throws -> Bool) throws {
        try connection.lend("SELECT message.uuid FROM \(Self.page(selection))", as: { try $0.next() }, to: body)
    }

    /// Lends the source name of each copy of the messages that has one, message by message.
    public func forEachSource(in selection: Selection, _ body: (String) throws -> Bool) throws {
        try connection.lend(
            """
            SELECT copy.source FROM (
                SELECT message.* FROM \(Self.page(selection))
            ) AS message CROSS JOIN copy
                ON copy.message = message.id AND \(selection.range.conditionOfCopy) AND copy.source <> ''
            ORDER BY \(selection.order.ofMessages), copy.number
            """, as: { try $0.next() }, to: body)
    }

    /// Returns the distinct keywords of the messages in byte order.
    public func keywords(in selection: Selection) throws -> [String] {
        try connection.rows(
            """
            SELECT min(spelling) FROM keyword WHERE message IN (SELECT message.id FROM \(Self.page(selection)))
            GROUP BY name ORDER BY name
            """
        ) { try $0.next() }
    }

    /// Lends the id of each thread with some of the messages; limit and offset count threads.
    public func forEachThreadID(in selection: Selection, _ body: (MessageID) throws -> Bool) throws {
        let found: SQL = """
            SELECT thread_member.thread AS id, max(message.sort_date) AS last_date
            FROM message CROSS JOIN account ON account.id = message.account
                CROSS JOIN thread_member ON thread_member.message = message.id
            WHERE \(selection.range.condition) AND \(selection.filter) GROUP BY thread_member.thread
            """
        try connection.lend(
            """
            SELECT first.uuid FROM (\(found)) AS thread CROSS JOIN message AS first ON first.id = thread.id
            ORDER BY \(selection.order.ofThreads) LIMIT \(bind: selection.limit) OFFSET \(bind: selection.offset)
            """, as: { try $0.next() }, to: body)
    }

    /// Counts the threads with some message that the filter takes.
    public func countThreads(_ range: MessageRange = .live, matching filter: SQL) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT thread_member.thread)
            FROM message JOIN thread_member ON thread_member.message = message.id
            WHERE \(range.conditionOfMessage) AND \(filter)
            """
        ) { try $0.next() } ?? 0
    }

    /// Counts the copies of the messages that the filter takes.
    public func countCopies(_ range: MessageRange = .live, matching filter: SQL) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM message JOIN copy ON copy.message = message.id AND \(range.conditionOfCopy)
            WHERE \(range.conditionOfMessage) AND \(filter)
            """
        ) { try $0.next() } ?? 0
    }

    /// The tables, conditions and order of a selection, for use after FROM.
    private static func page(_ selection: Selection) -> SQL {
        """
        message CROSS JOIN account ON account.id = message.account
        WHERE \(selection.range.condition) AND \(selection.filter)
        ORDER BY \(selection.order.ofMessages) LIMIT \(bind: selection.limit) OFFSET \(bind: selection.offset)
        """
    }
}
