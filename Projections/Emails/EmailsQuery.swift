package import CivilTime
package import Cryptography
package import EventLog
package import Mail
package import SQLiteDatabase

/// The id of a message for clients whose emails never change their thread and header: it is another email where one did.
package struct EmailID: Hashable, Codable, Sendable {
    package let message: MessageID
    /// The number of times that it was moved into another thread or read otherwise.
    package let renewals: Int

    package init(_ message: MessageID, renewals: Int) {
        self.message = message
        self.renewals = renewals
    }

    /// The count over the row `message`.
    static let renewals: SQL = "(SELECT count(*) FROM email_renewal WHERE email_renewal.message = message.id)"
}

/// A live message of mail with its folders and other ids, in the form for JMAP.
package struct EmailRow: Sendable, Hashable {
    package let id: EmailID
    package let stream: StreamID
    /// SHA-256 of the first copy.
    package let content: SHA256Digest
    /// The id of its thread: that of the thread's first-recorded message.
    package let thread: MessageID
    package let receivedAt: Timestamp
    package let size: Int64
    package let hasAttachments: Bool
    package let snippet: String
    /// The id in its header, without angle brackets.
    package let messageID: String?
    package let subject: String?
    /// The first author.
    package let author: EmailAddress?
    /// The number of authors.
    package let authors: Int
}

extension EmailRow {
    private static func author(_ row: inout RowReader) throws -> EmailAddress? {
        let (name, address) = try (row.next(String?.self), row.next(String?.self))
        return address.map { EmailAddress(name: name, address: $0) }
    }

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: EmailID(row.next(), renewals: row.next()), stream: row.next(), content: row.next(), thread: row.next(),
            receivedAt: row.next(), size: row.next(), hasAttachments: row.next(), snippet: row.next(),
            messageID: row.next(), subject: row.next(), author: Self.author(&row), authors: row.next())
    }
}

/// Asks for the messages of mail of one live account; messages of conversations are left out.
package struct EmailsQuery {
    /// A place in the order of a list.
    package struct Place: Sendable, Hashable {
        package let stream: StreamID
        package let id: EmailID
        package let thread: StreamID
    }

    private let connection: Connection
    private let account: StreamID
    /// That a message is none of a conversation; most ledgers have none, and look for none at each message.
    private let isMail: SQL

    package init(on connection: Connection, account: StreamID) throws {
        self.connection = connection
        self.account = account
        let hasChats = try connection.first("SELECT EXISTS (SELECT 1 FROM chat_message)") { try $0.next(Bool.self) }
        isMail =
            hasChats == false
            ? "TRUE" : "NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id)"
    }

    /// A live message of mail of the account, over the row `message`.
    private var ofAccount: SQL { "message.account = \(bind: account.rawValue) AND message.is_live AND \(isMail)" }

    /// Returns the message with an id; nil for an id that it had before.
    package func email(_ id: EmailID) throws -> EmailRow? {
        try email(id.message).flatMap { $0.id == id ? $0 : nil }
    }

    /// Returns the message with an id, whatever its id is now.
    package func email(_ id: MessageID) throws -> EmailRow? {
        try connection.first(
            """
            SELECT message.uuid, \(EmailID.renewals), message.id, message.content, first.uuid, message.received, message.size,
                message.has_attachments, message.snippet, message.message_id, message.subject, message.from_name,
                message.from_address, message.authors
            FROM message CROSS JOIN thread_member ON thread_member.message = message.id
                CROSS JOIN message AS first ON first.id = thread_member.thread
            WHERE message.uuid = \(bind: id.blob) AND \(ofAccount)
            """, row: EmailRow.init(from:))
    }

    /// Returns a message whose bytes, or those of a live copy, have a digest.
    package func email(ofContent digest: SHA256Digest) throws -> EmailRow? {
        let start = Array(digest.bytes.prefix(8))
        let ids: [MessageID] = try connection.rows(
            """
            SELECT message.uuid FROM message
            WHERE substr(message.content, 1, 8) = \(bind: start) AND message.content = \(bind: digest.bytes) AND \(ofAccount)
            LIMIT 1
            """
        ) { try $0.next() }
        return try ids.first.flatMap(email)
    }

    /// Returns the position of the message that came in last behind a position, live or not.
    ///
    /// - Complexity: O(messages of all accounts behind the position).
    package func lastArrival(after position: Position) throws -> Position? {
        try connection.first(
            """
            SELECT id FROM message WHERE id > \(bind: position.rawValue) AND account = \(bind: account.rawValue)
                AND \(isMail)
            ORDER BY id DESC LIMIT 1
            """
        ) { try $0.next() }
    }

    /// Returns the folders where a message has a live copy.
    package func folders(of message: StreamID) throws -> [FolderID] {
        try connection.rows(
            """
            SELECT DISTINCT folder.uuid FROM copy JOIN folder ON folder.id = copy.folder
            WHERE copy.message = \(bind: message.rawValue) AND copy.is_live
            """
        ) { try $0.next() }
    }

    /// Returns the names of a message's keywords, which are in lower case, in their order.
    package func keywords(of message: StreamID) throws -> [String] {
        try connection.rows("SELECT name FROM keyword WHERE message = \(bind: message.rawValue) ORDER BY name") {
            try $0.next()
        }
    }

    /// Returns the messages of a thread, the earliest received first; nil if there is none.
    package func thread(_ id: MessageID) throws -> [EmailID]? {
        let members = try connection.rows(
            """
            SELECT message.uuid, \(EmailID.renewals) FROM message AS first CROSS JOIN thread_member ON thread_member.thread = first.id
                CROSS JOIN message ON message.id = thread_member.message
            WHERE first.uuid = \(bind: id.blob) AND \(ofAccount)
            ORDER BY message.received, message.id
            """
        ) { try EmailID($0.next(), renewals: $0.next()) }
        return members.isEmpty ? nil : members
    }

    // MARK: Lists

    /// Lends the places of the messages that a condition over the row `message` takes, in an order; the closure returns false to
    /// stop early.
    package func forEach(
        matching condition: SQL, order: SQL, limit: Int? = nil, offset: Int = 0, _ body: (Place) throws -> Bool
    ) throws {
        try connection.lend(
            """
            SELECT message.id, message.uuid, \(EmailID.renewals), thread_member.thread
            FROM message CROSS JOIN thread_member ON thread_member.message = message.id
            WHERE \(ofAccount) AND \(condition) ORDER BY \(order) LIMIT \(bind: limit ?? -1) OFFSET \(bind: offset)
            """,
            as: { try Place(stream: $0.next(), id: EmailID($0.next(), renewals: $0.next()), thread: $0.next()) },
            to: body)
    }

    /// Counts the threads with a message that a condition takes.
    package func countThreads(matching condition: SQL) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT thread_member.thread)
            FROM message CROSS JOIN thread_member ON thread_member.message = message.id
            WHERE \(ofAccount) AND \(condition)
            """
        ) { try $0.next() } ?? 0
    }

    /// Counts the messages that a condition takes.
    package func count(matching condition: SQL) throws -> Int {
        try connection.first("SELECT count(*) FROM message WHERE \(ofAccount) AND \(condition)") { try $0.next() } ?? 0
    }
}
