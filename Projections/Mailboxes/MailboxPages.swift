internal import EventLog
internal import SQLiteDatabase

/// A message in a mailbox with its flags: what lists of messages and of flags need.
package struct MailboxEntry: Sendable, Hashable {
    package let uid: UInt32
    /// The message's stream.
    package let message: Int64
    package let flags: MailboxFlags
}

/// The messages that are in a mailbox, ascending by UID, read from its pages: 40,000 of them in a fifth of a millisecond.
package struct MailboxPages: Sequence {
    private var pages: [MailboxPage] = []

    /// Reads the pages that have UIDs of a range.
    ///
    /// - Complexity: O(pages), of which there is one at most for each 256 events of the log.
    init(of folder: StreamID, within uids: ClosedRange<UInt32> = 0...(.max), on connection: Connection) throws {
        let (first, last) = (Int64(uids.lowerBound) >> MailboxPage.bits, Int64(uids.upperBound) >> MailboxPage.bits)
        pages = try connection.rows(
            """
            SELECT page, messages FROM mailbox_page
            WHERE folder = \(bind: folder.rawValue) AND page BETWEEN \(bind: first) AND \(bind: last) ORDER BY page
            """
        ) { try MailboxPage(number: $0.next(), bytes: $0.next()) }
    }

    /// The UIDs, ascending.
    package var uids: [UInt32] {
        var uids: [UInt32] = []
        // Most messages have three bytes.
        uids.reserveCapacity(pages.reduce(0) { $0 + $1.bytes.count / 3 })
        for page in pages { page.appendUIDs(to: &uids) }
        return uids
    }

    package func makeIterator() -> Iterator { Iterator(pages) }

    package struct Iterator: IteratorProtocol {
        private let pages: [MailboxPage]
        private var page = 0
        private var place = 0

        fileprivate init(_ pages: [MailboxPage]) {
            self.pages = pages
        }

        package mutating func next() -> MailboxEntry? {
            while page < pages.count {
                if let entry = pages[page].entry(at: &place) { return entry }
                page += 1
                place = 0
            }
            return nil
        }
    }
}

extension Sequence<MailboxEntry> {
    /// The number of the first message that was not read: the first message has number 1.
    package var numberOfFirstUnseen: Int? {
        var number = 0
        for entry in self {
            number += 1
            if !entry.flags.contains(.seen) { return number }
        }
        return nil
    }

    /// What STATUS counts.
    package var counts: MailboxCounts {
        var (messages, unseen, deleted) = (0, 0, 0)
        for entry in self {
            messages += 1
            if !entry.flags.contains(.seen) { unseen += 1 }
            if entry.flags.contains(.deleted) { deleted += 1 }
        }
        return MailboxCounts(messages: messages, unseen: unseen, deleted: deleted)
    }
}
