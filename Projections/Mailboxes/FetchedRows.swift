package import CivilTime
package import Cryptography
package import EventLog
package import Mail
package import SQLiteDatabase

/// A message in a mailbox, with what lists of mail show: those that left the mailbox, too.
package struct FetchedRow: Sendable {
    package let state: MailboxMessage
    package let id: MessageID
    /// SHA-256 of the first copy.
    package let content: SHA256Digest
    package let receivedAt: Timestamp
    /// By the message's own words; nil where it says nothing.
    package let date: Timestamp?
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
    private let isOfDeleted: Bool

    /// - Parameter isOfDeleted: Whether the messages are those that were deleted, by the positions at which they ended.
    package init(on connection: Connection, ofDeleted isOfDeleted: Bool = false) {
        self.connection = connection
        self.isOfDeleted = isOfDeleted
    }

    /// The column that names a message.
    private var uid: SQL { isOfDeleted ? "modseq" : "uid" }

    private var source: SQL {
        isOfDeleted
            ? """
            mailbox_message INDEXED BY mailbox_message_by_change CROSS JOIN message
                ON message.id = mailbox_message.message AND message.ended = mailbox_message.left
            """ : "mailbox_message CROSS JOIN message ON message.id = mailbox_message.message"
    }

    /// Lends the messages with certain UIDs, present or not; the closure returns false to stop early.
    ///
    /// - Parameter uids: Ascending.
    /// - Complexity: O(*n* log *m*) in the UIDs and the rows of the mailbox.
    package func forEach(in folder: StreamID, uids: [UInt32], _ body: (FetchedRow) throws -> Bool) throws {
        try each(uids, uid: { $0.uid }, body) { first, last in
            try connection.rows(
                """
                SELECT mailbox_message.\(uid), mailbox_message.message, mailbox_message.modseq, mailbox_message.flags,
                    message.uuid, message.content, message.received, message.date, message.snippet, message.subject,
                    message.from_name, message.from_address, message.authors
                FROM \(source)
                WHERE folder = \(bind: folder.rawValue) AND mailbox_message.\(uid) BETWEEN \(bind: first) AND \(bind: last)
                ORDER BY mailbox_message.\(uid)
                """, row: FetchedRow.init(from:))
        }
    }

    /// Lends the states of messages alone, in the same way.
    package func forEachState(in folder: StreamID, uids: [UInt32], _ body: (MailboxMessage) throws -> Bool) throws {
        let source: SQL = isOfDeleted ? source : "mailbox_message"
        try each(uids, uid: { $0.uid }, body) { first, last in
            try connection.rows(
                """
                SELECT mailbox_message.\(uid), mailbox_message.message, mailbox_message.modseq, mailbox_message.flags
                FROM \(source)
                WHERE folder = \(bind: folder.rawValue) AND mailbox_message.\(uid) BETWEEN \(bind: first) AND \(bind: last)
                ORDER BY mailbox_message.\(uid)
                """, row: MailboxMessage.init(from:))
        }
    }

    /// Lends messages without their mod-sequences, in the same way: of the pages, and of the rows where they left.
    package func forEachEntry(in folder: StreamID, uids: [UInt32], _ body: (MailboxEntry) throws -> Bool) throws {
        guard !isOfDeleted else { return try forEachState(in: folder, uids: uids) { try body($0.entry) } }
        var index = 0
        while index < uids.count {
            var end = index
            while end + 1 < uids.count, uids[end + 1] - uids[end] < Self.nearPages { end += 1 }
            let pages = try MailboxPages(of: folder, within: uids[index]...uids[end], on: connection)
            var entries = pages.makeIterator()
            var next = entries.next()
            for uid in uids[index...end] {
                while let entry = next, entry.uid < uid { next = entries.next() }
                var found = next
                if found?.uid != uid {
                    found = nil
                    try forEachState(in: folder, uids: [uid]) { state in
                        found = state.entry
                        return false
                    }
                }
                if let found, try !body(found) { return }
            }
            index = end + 1
        }
    }

    /// Returns the messages that were deleted from a folder, by the positions at which they ended, ascending: the latest ones.
    ///
    /// - Complexity: O(changes of the mailbox, or the limit).
    package func latestDeleted(in folder: StreamID, limit: Int) throws -> [MailboxEntry] {
        let ends = try connection.rows(
            """
            SELECT mailbox_message.modseq, mailbox_message.message, mailbox_message.modseq, mailbox_message.flags
            FROM \(FetchedRows(on: connection, ofDeleted: true).source)
            WHERE folder = \(bind: folder.rawValue) ORDER BY mailbox_message.modseq DESC LIMIT \(bind: limit)
            """, row: MailboxMessage.init(from:))
        return ends.reversed().map(\.entry)
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
        _ uids: [UInt32], uid: (Row) -> UInt32, _ body: (Row) throws -> Bool,
        reading read: (_ first: Int64, _ last: Int64) throws -> [Row]
    ) throws {
        var index = 0
        while index < uids.count {
            var end = index
            while end + 1 < uids.count, uids[end + 1] - uids[end] < Self.nearness, end - index < Self.page { end += 1 }
            for row in try read(Int64(uids[index]), Int64(uids[end])) {
                let uid = uid(row)
                while index <= end, uids[index] < uid { index += 1 }
                guard index <= end, uids[index] == uid else { continue }
                guard try body(row) else { return }
            }
            index = end + 1
        }
    }

    private static let nearness: UInt32 = 64
    private static let page = 256
    private static let nearPages: UInt32 = 1_024
}

extension MailboxMessage {
    init(from row: inout RowReader) throws {
        try self.init(
            uid: UInt32(uid: row.next(Int64.self)), message: row.next(), modSeq: row.next(),
            flags: MailboxFlags(rawValue: UInt8(truncatingIfNeeded: row.next(Int64.self))))
    }
}

extension FetchedRow {
    fileprivate init(from row: inout RowReader) throws {
        let state = try MailboxMessage(from: &row)
        let (id, content): (MessageID, SHA256Digest) = try (row.next(), row.next())
        let (received, date): (Timestamp, Timestamp?) = try (row.next(), row.next())
        let (snippet, subject): (String, String?) = try (row.next(), row.next())
        let (name, address): (String?, String?) = try (row.next(), row.next())
        try self.init(
            state: state, id: id, content: content, receivedAt: received, date: date, snippet: snippet,
            subject: subject, author: address.map { EmailAddress(name: name, address: $0) }, authors: row.next())
    }
}
