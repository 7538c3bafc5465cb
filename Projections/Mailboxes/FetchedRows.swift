package import CivilTime
package import EventLog
package import Hashing
package import Mail
package import SQLite

/// A message in a mailbox, with what lists of mail show: those that left the mailbox, too.
package struct FetchedRow: Sendable {
    package let state: MailboxMessage
    package let id: MessageID
    /// SHA-256 of the first copy.
    package let content: SHA256Digest
    package let receivedAt: Timestamp
    /// By the message's own words; nil where it says nothing.
    package let date: Timestamp?
    /// Of the bytes as they are stored.
    package let size: Int64
    package let snippet: String
    package let subject: String?
    package let author: EmailAddress?
    /// The number of authors.
    package let authors: Int

    package var uid: UInt32 { state.uid }
}

/// Reads the messages of a mailbox in the order of their UIDs.
package struct FetchedRows {
    private let connection: Connection

    package init(on connection: Connection) {
        self.connection = connection
    }

    /// Lends the messages with certain UIDs, present or not; the closure returns false to stop early.
    ///
    /// - Parameter uids: Ascending.
    /// - Complexity: O(*n* log *m*) in the UIDs and the rows of the mailbox.
    package func forEach(in folder: StreamID, uids: [UInt32], _ body: (FetchedRow) throws -> Bool) throws {
        let statement = try connection.prepare(
            """
            SELECT mailbox_message.uid, mailbox_message.message, mailbox_message.modseq, mailbox_message.flags,
                message.uuid, message.content, message.received, message.date, message.size, message.snippet,
                message.subject, message.from_name, message.from_address, message.authors
            FROM mailbox_message CROSS JOIN message ON message.id = mailbox_message.message
            WHERE mailbox_message.folder = ? AND mailbox_message.uid BETWEEN ? AND ? ORDER BY mailbox_message.uid
            """)
        try each(statement, folder, uids, FetchedRow.init(from:), uid: \.uid, body)
    }

    /// Lends the states of messages alone, in the same way.
    package func forEachState(in folder: StreamID, uids: [UInt32], _ body: (MailboxMessage) throws -> Bool) throws {
        let statement = try connection.prepare(
            """
            SELECT uid, message, modseq, flags FROM mailbox_message WHERE folder = ? AND uid BETWEEN ? AND ? ORDER BY uid
            """)
        try each(statement, folder, uids, MailboxMessage.init(from:), uid: \.uid, body)
    }

    /// Returns a message by its UID, present or not.
    package func row(_ uid: UInt32, in folder: StreamID) throws -> FetchedRow? {
        var found: FetchedRow?
        try forEach(in: folder, uids: [uid]) { row in
            found = row
            return false
        }
        return found
    }

    /// Returns the id of a message's thread: that of the message that was recorded first.
    package func thread(of message: Int64) throws -> MessageID? {
        try connection.first(
            """
            SELECT first.uuid FROM thread_member JOIN message AS first ON first.id = thread_member.thread
            WHERE thread_member.message = \(bind: message)
            """
        ) { try $0.next() }
    }

    // UIDs that lie near each other are read in one go, and what lies between them is passed over.
    private func each<Row>(
        _ statement: Statement, _ folder: StreamID, _ uids: [UInt32], _ read: (inout RowReader) throws -> Row,
        uid: KeyPath<Row, UInt32>, _ body: (Row) throws -> Bool
    ) throws {
        var index = 0
        while index < uids.count {
            var end = index
            while end + 1 < uids.count, uids[end + 1] - uids[end] < Self.nearness, end - index < Self.page { end += 1 }
            let rows = try statement.rows(folder.rawValue, Int64(uids[index]), Int64(uids[end])) { try read(&$0) }
            for row in rows {
                while index <= end, uids[index] < row[keyPath: uid] { index += 1 }
                guard index <= end, uids[index] == row[keyPath: uid] else { continue }
                guard try body(row) else { return }
            }
            index = end + 1
        }
    }

    private static let nearness: UInt32 = 64
    private static let page = 256
}

extension MailboxMessage {
    init(from row: inout RowReader) throws {
        try self.init(
            uid: UInt32(truncatingIfNeeded: row.next(Int64.self)), message: row.next(), modSeq: row.next(),
            flags: MailboxFlags(rawValue: UInt8(truncatingIfNeeded: row.next(Int64.self))))
    }
}

extension FetchedRow {
    fileprivate init(from row: inout RowReader) throws {
        let state = try MailboxMessage(from: &row)
        let (id, content): (MessageID, SHA256Digest) = try (row.next(), row.next())
        let (received, date): (Timestamp, Timestamp?) = try (row.next(), row.next())
        let (size, snippet, subject): (Int64, String, String?) = try (row.next(), row.next(), row.next())
        let (name, address): (String?, String?) = try (row.next(), row.next())
        try self.init(
            state: state, id: id, content: content, receivedAt: received, date: date, size: size, snippet: snippet,
            subject: subject, author: address.map { EmailAddress(name: name, address: $0) }, authors: row.next())
    }
}
