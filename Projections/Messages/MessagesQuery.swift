public import CivilTime
public import Cryptography
public import EventLog
public import Mail
public import SQLiteDatabase

/// A message in a list.
public struct MessageRow: Sendable, Hashable, Identifiable {
    public let id: MessageID
    public let stream: StreamID
    public let account: AccountID
    public let accountAddress: String
    /// The paths of the folders where it has a live copy.
    public let folders: [String]
    /// The id of its thread, which is the id of the thread's first-recorded message.
    public let thread: MessageID
    public let subject: String?
    public let from: EmailAddress?
    public let to: [EmailAddress]
    public let date: Timestamp?
    public let receivedAt: Timestamp
    /// In byte order.
    public let keywords: [String]
    public let isRead: Bool
    public let isFlagged: Bool
    public let isAnswered: Bool
    public let isDraft: Bool
    public let hasAttachments: Bool
    /// Whether more than its header arrived.
    public let hasBody: Bool
    /// The size of the first copy in bytes.
    public let size: Int64
    public let snippet: String
    /// The `Message-ID` header field without its angle brackets.
    public let messageID: String?
    /// SHA-256 of the first copy.
    public let content: SHA256Digest
    /// Its ids on a server.
    public let external: ExternalIDs
    public let kind: MessageKind
    /// The position of the event that ended it: its own, or that of its folder or account; nil for a live message.
    public let end: Position?

    /// The time by which lists are ordered: its date, but at most a day after the receipt; without a date the receipt.
    public let sortDate: Timestamp

    /// Whether it waits to be read, as `is:unread` and the counts of folders say: a draft never does.
    public var isUnread: Bool { !isRead && !isDraft }

    /// The displayed date: its own, or else the time of its receipt.
    public var shownDate: Timestamp { date ?? receivedAt }
}

extension MessageRow {
    /// The columns beside `message` of ``MessagesQuery/joins``.
    static let columns: SQL = """
        \(end), message.id, message.uuid, account.uuid, account.address, first.uuid, message.subject, message.from_name,
        message.from_address, message.recipients, message.date, message.received, message.is_flagged,
        message.is_answered, message.is_draft, message.has_attachments, message.has_body, message.size, message.snippet,
        message.message_id, message.content, message.external_id, message.external_thread, message.draft_id,
        EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id), message.sort_date
        """

    /// The position of the event that ended a message, by itself or with its folder or account.
    static let end: SQL = "CASE WHEN message.is_live THEN account.ended ELSE \(MessageRange.end) END"

    fileprivate init(
        from row: inout RowReader, folders: (Int64, Position?) throws -> [String],
        keywords: (Int64) throws -> [String]
    ) throws {
        let end = try row.next(Position?.self)
        let stream = try row.next(Int64.self)
        let keywords = try keywords(stream)
        try self.init(
            id: row.next(), stream: StreamID(stream), account: row.next(), accountAddress: row.next(),
            folders: folders(stream, end), thread: row.next(), subject: row.next(), from: row.nextAuthor(),
            to: row.nextJSON(),
            date: row.next(), receivedAt: row.next(), keywords: keywords, isRead: keywords.contains("$seen"),
            isFlagged: row.next(), isAnswered: row.next(), isDraft: row.next(), hasAttachments: row.next(),
            hasBody: row.next(), size: row.next(), snippet: row.next(), messageID: row.next(), content: row.next(),
            external: ExternalIDs(id: row.next(), thread: row.next(), draft: row.next()),
            kind: row.next() ? .chat : .mail, end: end, sortDate: row.next())
    }
}

extension RowReader {
    /// Reads a name and an address.
    mutating func nextAuthor() throws -> EmailAddress? {
        let (name, address) = try (next(String?.self), next(String?.self))
        return address.map { EmailAddress(name: name, address: $0) }
    }
}

/// Queries for messages; a filter is an SQL condition over the row `message`.
public struct MessagesQuery {
    /// The condition that every live message meets.
    public static let live: SQL = """
        message.is_live AND EXISTS (SELECT 1 FROM account WHERE account.id = message.account AND account.ended IS NULL)
        """

    let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the messages that match the filter, the latest first; equal dates are in the order of recording.
    public func all(
        _ range: MessageRange = .live, matching filter: SQL, order: ListOrder = .newestFirst, limit: Int? = nil,
        offset: Int = 0
    ) throws -> [MessageRow] {
        var rows: [MessageRow] = []
        try forEach(range, matching: filter, order: order, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Returns the message with this stream, if it is live.
    public func message(_ stream: StreamID) throws -> MessageRow? {
        try all(matching: "message.id = \(bind: stream.rawValue)", limit: 1).first
    }

    /// Lends the messages one by one; the closure returns false to stop early.
    ///
    /// - Parameter walks: Whether a page over all messages ever recorded walks live and ended ones in the order of the
    ///   list; otherwise all matches are gathered and sorted.
    public func forEach(
        _ range: MessageRange = .live, matching filter: SQL, walks: Bool = false, order: ListOrder = .newestFirst,
        limit: Int? = nil, offset: Int = 0, _ body: (MessageRow) throws -> Bool
    ) throws {
        let source: SQL
        if let limit {
            // Rows that are sorted but not shown are not read completely.
            let page =
                range == .ever && walks
                ? Self.merged(filter, order, limit, offset)
                : """
                SELECT message.id FROM message CROSS JOIN account ON account.id = message.account
                WHERE \(range.condition) AND \(filter)
                ORDER BY \(order.ofMessages) LIMIT \(bind: limit) OFFSET \(bind: offset)
                """
            source = """
                (\(page)) AS page CROSS JOIN message ON message.id = page.id \(Self.joins) ORDER BY \(order.ofMessages)
                """
        } else {
            source = """
                message \(Self.joins) WHERE \(range.condition) AND \(filter)
                ORDER BY \(order.ofMessages) LIMIT -1 OFFSET \(bind: offset)
                """
        }
        try lend(connection.cursor("SELECT \(MessageRow.columns) FROM \(source)"), body)
    }

    /// The live messages and the ended ones, merged by date.
    ///
    /// Each kind has an index by date: SQLite reads both in order and merges them on the way
    /// (<https://www.sqlite.org/lang_select.html>, section 4).
    private static func merged(_ filter: SQL, _ order: ListOrder, _ limit: Int, _ offset: Int) -> SQL {
        """
        SELECT message.id AS id, message.sort_date AS sort_date FROM message WHERE message.is_live AND \(filter)
        UNION ALL SELECT message.id, message.sort_date FROM message WHERE message.is_live = 0 AND \(filter)
        ORDER BY sort_date \(order.direction), id \(order.direction) LIMIT \(bind: limit) OFFSET \(bind: offset)
        """
    }

    /// The tables beside `message` that a row needs.
    static let joins: SQL = """
        CROSS JOIN account ON account.id = message.account
        CROSS JOIN thread_member ON thread_member.message = message.id
        CROSS JOIN message AS first ON first.id = thread_member.thread
        """

    func lend(_ statement: Statement, _ body: (MessageRow) throws -> Bool) throws {
        let paths = try FolderPaths.all(on: connection)
        while try statement.step() {
            let message = try statement.withRow { row in
                try MessageRow(
                    from: &row,
                    folders: { try folders(of: $0, endedAt: $1).compactMap { paths[$0] }.sorted() }, keywords: keywords)
            }
            guard try body(message) else { return }
        }
    }

    /// Returns the List-Ids of all messages, each once.
    package func lists() throws -> [String] {
        try connection.rows("SELECT DISTINCT list_id FROM message WHERE list_id IS NOT NULL") { try $0.next() }
    }

    /// Counts the messages that match the filter.
    public func count(_ range: MessageRange = .live, matching filter: SQL) throws -> Int {
        try connection.first("SELECT count(*) FROM message WHERE \(range.conditionOfMessage) AND \(filter)") {
            try $0.next()
        } ?? 0
    }

    /// Returns the streams of the messages that match the filter, in the order of recording.
    public func streams(_ range: MessageRange = .live, matching filter: SQL) throws -> [StreamID] {
        try connection.rows("SELECT id FROM message WHERE \(range.conditionOfMessage) AND \(filter) ORDER BY id") {
            try $0.next()
        }
    }

    /// Returns up to `limit` live messages whose id has a prefix, in the order of recording.
    ///
    /// `prefix` is hexadecimal digits with or without hyphens.
    public func streams(withPrefix prefix: String, includingDeleted: Bool = false, limit: Int) throws -> [StreamID] {
        guard let condition = Self.condition(withPrefix: prefix, includingDeleted: includingDeleted) else { return [] }
        return try connection.rows(
            "SELECT id FROM message WHERE \(condition) ORDER BY id LIMIT \(bind: limit)"
        ) { try $0.next() }
    }

    /// Counts the messages whose ids have a prefix.
    public func count(withPrefix prefix: String, includingDeleted: Bool = false) throws -> Int {
        guard let condition = Self.condition(withPrefix: prefix, includingDeleted: includingDeleted) else { return 0 }
        return try connection.first("SELECT count(*) FROM message WHERE \(condition)") { try $0.next() } ?? 0
    }

    private static func condition(withPrefix prefix: String, includingDeleted: Bool) -> SQL? {
        guard let range = UUIDRange(prefix: prefix) else { return nil }
        let live: SQL = includingDeleted ? "TRUE" : Self.live
        return "uuid BETWEEN \(bind: range.first) AND \(bind: range.last) AND \(live)"
    }

    /// Returns the messages with a `Message-ID`, deleted ones too, in the order of recording.
    public func every(withMessageID id: String) throws -> [(stream: StreamID, id: MessageID)] {
        try connection.rows("SELECT id, uuid FROM message WHERE message_id = \(bind: id) ORDER BY id") { row in
            try (row.next(), row.next())
        }
    }

    private func folders(of message: Int64, endedAt end: Position?) throws -> [Int64] {
        guard end != nil else {
            return try connection.rows(
                "SELECT DISTINCT folder FROM copy WHERE message = \(bind: message) AND is_live"
            ) { try $0.next() }
        }
        return try connection.rows(
            """
            SELECT DISTINCT folder FROM message JOIN copy ON copy.message = message.id AND \(MessageRange.isLastCopy)
            WHERE message.id = \(bind: message)
            """
        ) { try $0.next() }
    }

    private func keywords(of message: Int64) throws -> [String] {
        try connection.rows(
            "SELECT spelling FROM keyword WHERE message = \(bind: message) ORDER BY name"
        ) { try $0.next() }
    }
}
