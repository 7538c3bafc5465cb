package import CivilTime
public import EventLog
public import SQLiteDatabase

/// A message in a mailbox.
public struct MailboxMessage: Sendable, Hashable {
    public let uid: UInt32
    /// The message's stream.
    public let message: Int64
    /// The position of the last event that changed its flags, or brought it (RFC 7162 section 3.1).
    public let modSeq: Int64
    public let flags: MailboxFlags

    package var entry: MailboxEntry { MailboxEntry(uid: uid, message: message, flags: flags) }
}

/// The numbers that a mailbox has for its clients (RFC 9051 section 2.3.1.1, RFC 7162 section 3.1.2).
public struct MailboxNumbers: Sendable, Hashable {
    /// The position of the folder's first event, or of the last event that says that positions before it went to others.
    public let uidValidity: UInt32
    /// Every UID to come is this or greater; it never falls.
    public let uidNext: UInt32
    /// The position of the last change; never 0.
    public let highestModSeq: Int64
}

extension MailboxNumbers {
    /// Returns the same with UIDs that are valid since a position at the earliest.
    package func valid(since position: Int64) throws(BeyondUIDs) -> MailboxNumbers {
        MailboxNumbers(
            uidValidity: max(uidValidity, try UInt32(uid: position)), uidNext: uidNext, highestModSeq: highestModSeq)
    }
}

/// What STATUS counts in a mailbox (RFC 9051 section 6.3.11): those that are struck out count, too.
public struct MailboxCounts: Sendable, Hashable {
    public let messages: Int
    public let unseen: Int
    public let deleted: Int

    package init(messages: Int, unseen: Int, deleted: Int) {
        (self.messages, self.unseen, self.deleted) = (messages, unseen, deleted)
    }
}

/// Asks which messages are in a mailbox, and what changed there.
///
/// UIDs and mod-sequences are positions of the log. A UID is 32 bits (RFC 9051 section 9): see Docs/Limits.md.
public struct MailboxesQuery {
    private let connection: Connection
    /// That a message is none of a conversation; most ledgers have none, and look for none at each message.
    private let isMail: SQL

    public init(on connection: Connection) throws {
        self.connection = connection
        let hasChats = try connection.first("SELECT EXISTS (SELECT 1 FROM chat_message)") { try $0.next(Bool.self) }
        isMail =
            hasChats == false
            ? "TRUE"
            : "NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = mailbox_message.message)"
    }

    /// The last position at which the log continued from a backup, or from the sound part of a damaged one; else 0.
    package func lastResumption() throws -> Int64 {
        try connection.first("SELECT ifnull(max(position), 0) FROM log_resumption") { try $0.next() } ?? 0
    }

    /// Returns the messages that are there, with their flags.
    package func pages(of folder: StreamID) throws -> MailboxPages { try MailboxPages(of: folder, on: connection) }

    /// - Throws: ``BeyondUIDs`` where one of them has more than 32 bits: IMAP cannot show the mailbox.
    /// - Complexity: O(log *n*) in the messages of the mailbox.
    public func numbers(of folder: StreamID) throws -> MailboxNumbers {
        let last = try connection.first(
            """
            SELECT (SELECT ifnull(max(uid), 0) FROM mailbox_message WHERE folder = \(bind: folder.rawValue)),
                (SELECT ifnull(max(modseq), 0) FROM mailbox_message WHERE folder = \(bind: folder.rawValue)),
                \(lastErasure(aroundFolder: folder))
            """
        ) { try (uid: $0.next(Int64.self), change: $0.next(Int64.self), erasure: $0.next(Int64.self)) }
        let (uid, change, erasure) = last ?? (0, 0, 0)
        // What was erased is in no row: only the erasure itself says that greater numbers were there.
        return try MailboxNumbers(
            uidValidity: UInt32(uid: max(folder.rawValue, lastResumption())),
            uidNext: UInt32(uid: max(uid, erasure, folder.rawValue) + 1),
            highestModSeq: max(change, erasure, folder.rawValue))
    }

    /// Returns the numbers of the messages that were deleted from a folder, by the positions at which they ended.
    ///
    /// What came back, was erased or left in another way counts, too: no row says that it was among them, and UIDNEXT may
    /// not fall.
    ///
    /// - Complexity: O(rows of the folder), where nothing ever left it.
    package func numbersOfDeleted(in folder: StreamID) throws -> MailboxNumbers {
        let last = try connection.first(
            """
            SELECT ifnull((SELECT modseq FROM mailbox_message INDEXED BY mailbox_message_by_change
                WHERE folder = \(bind: folder.rawValue) AND left IS NOT NULL ORDER BY modseq DESC LIMIT 1), 0),
                \(lastErasure(aroundFolder: folder))
            """
        ) { try max($0.next(Int64.self), $0.next(Int64.self)) }
        let end = max(last ?? 0, folder.rawValue)
        return try MailboxNumbers(
            uidValidity: UInt32(uid: folder.rawValue), uidNext: UInt32(uid: end + 1), highestModSeq: end)
    }

    /// The position of the last erasure in a folder's account.
    private func lastErasure(aroundFolder folder: StreamID) -> SQL {
        """
        (SELECT ifnull(max(position), 0) FROM erasure
            WHERE account = (SELECT account FROM folder WHERE id = \(bind: folder.rawValue)))
        """
    }

    /// Returns the UIDs of the messages that are there, ascending.
    public func uids(in folder: StreamID) throws -> [UInt32] {
        try pages(of: folder).uids
    }

    /// Returns the messages that are there and came or changed behind a position, ascending by UID.
    ///
    /// - Complexity: O(changes behind the position).
    public func changed(in folder: StreamID, since modSeq: Int64) throws -> [MailboxMessage] {
        let rows = try connection.rows(
            """
            SELECT uid, message, modseq, flags FROM mailbox_message INDEXED BY mailbox_message_by_change
            WHERE folder = \(bind: folder.rawValue) AND modseq > \(bind: modSeq) AND left IS NULL AND \(isMail)
            """, row: MailboxMessage.init(from:))
        return rows.sorted { $0.uid < $1.uid }
    }

    /// Returns the UIDs of messages that came, changed or left behind a position, with the positions of that, ascending by UID.
    ///
    /// - Complexity: O(changes behind the position): it reads the index alone.
    package func changes(in folder: StreamID, since modSeq: Int64) throws -> [(uid: UInt32, modSeq: Int64)] {
        let rows = try connection.rows(
            """
            SELECT uid, modseq FROM mailbox_message INDEXED BY mailbox_message_by_change
            WHERE folder = \(bind: folder.rawValue) AND modseq > \(bind: modSeq)
            """
        ) { try (uid: UInt32(uid: $0.next(Int64.self)), modSeq: $0.next(Int64.self)) }
        return rows.sorted { $0.uid < $1.uid }
    }

    /// Returns the UIDs of messages that left behind a position, ascending; some may have come behind it, too.
    ///
    /// - Complexity: O(changes behind the position).
    public func vanished(in folder: StreamID, since modSeq: Int64) throws -> [UInt32] {
        let uids = try connection.rows(
            """
            SELECT uid FROM mailbox_message INDEXED BY mailbox_message_by_change
            WHERE folder = \(bind: folder.rawValue) AND modseq > \(bind: modSeq) AND left IS NOT NULL
            """
        ) { try UInt32(uid: $0.next(Int64.self)) }
        return uids.sorted()
    }

    /// Returns the UID of a message that is there.
    public func uid(of message: Int64, in folder: StreamID) throws -> UInt32? {
        try connection.first(
            """
            SELECT uid FROM mailbox_message INDEXED BY mailbox_message_by_message
            WHERE message = \(bind: message) AND folder = \(bind: folder.rawValue) AND left IS NULL
            """
        ) { try UInt32(uid: $0.next(Int64.self)) }
    }

    /// Returns when the event with a UID for its position was recorded: when the message came into the mailbox (RFC 8514).
    ///
    /// - Complexity: O(log *n*) in the transactions.
    package func savedAt(_ uid: UInt32) throws -> Timestamp? {
        try connection.first(
            "SELECT time FROM recorded WHERE first <= \(bind: Int64(uid)) ORDER BY first DESC LIMIT 1"
        ) { try $0.next() }
    }

    /// Returns the keywords of a message as they are spelled.
    public func spellings(of message: Int64) throws -> [String] {
        try connection.rows("SELECT spelling FROM keyword WHERE message = \(bind: message) ORDER BY name") {
            try $0.next()
        }
    }

    /// Returns the same of many messages; one without keywords is not there.
    package func spellings(of messages: [Int64]) throws -> [Int64: [String]] {
        let rows = try connection.rows(
            "SELECT message, spelling FROM keyword WHERE message IN (\(.rows(messages))) ORDER BY message, name"
        ) { try (message: $0.next(Int64.self), spelling: $0.next(String.self)) }
        return rows.reduce(into: [:]) { $0[$1.message, default: []].append($1.spelling) }
    }

    /// Returns the keywords that messages have, each once, in their order.
    ///
    /// - Complexity: One step in the index for each keyword, however many messages have it.
    public func allSpellings(limit: Int) throws -> [String] {
        try connection.rows(
            """
            WITH RECURSIVE used(name) AS (
                SELECT min(name) FROM keyword
                UNION ALL
                SELECT (SELECT min(name) FROM keyword WHERE name > used.name) FROM used WHERE used.name IS NOT NULL
            )
            SELECT (SELECT spelling FROM keyword WHERE keyword.name = used.name LIMIT 1) FROM used
            WHERE name IS NOT NULL LIMIT \(bind: limit)
            """
        ) { try $0.next() }
    }

    /// Returns the position of the account's last erasure of mail.
    public func lastErasure(account: StreamID) throws -> Int64? {
        try connection.first("SELECT max(position) FROM erasure WHERE account = \(bind: account.rawValue)") {
            try $0.next(Int64?.self)
        } ?? nil
    }

    /// Returns the position at which each of some messages was last read otherwise, or changed its thread; those with one.
    public func lastRenewals(of messages: Range<Int64>) throws -> [Int64: Int64] {
        let rows = try connection.rows(
            """
            SELECT message, max(position) FROM email_renewal
            WHERE message >= \(bind: messages.lowerBound) AND message < \(bind: messages.upperBound) GROUP BY message
            """
        ) { try ($0.next(Int64.self), $0.next(Int64.self)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Returns how often any message was read otherwise, or changed its thread.
    ///
    /// - Complexity: O(these changes).
    public func countRenewals() throws -> Int64 {
        try connection.first("SELECT count(*) FROM email_renewal") { try $0.next() } ?? 0
    }
}
