internal import SQLiteDatabase

/// Notes of which pages rows changed, and makes those again.
final class MailboxPageWriter {
    private struct Key: Hashable, Comparable {
        let folder: Int64
        let page: Int64

        static func < (left: Key, right: Key) -> Bool { (left.folder, left.page) < (right.folder, right.page) }
    }

    private let selectFolders: Statement
    private let selectMessages: Statement
    private let replace: Statement
    private let remove: Statement
    private var changed: Set<Key> = []
    /// Pages to which new messages came, whatever their folders.
    private var arrivals: Set<Int64> = []

    init(on connection: Connection) throws {
        selectFolders = try connection.prepare(
            """
            SELECT DISTINCT folder FROM mailbox_message INDEXED BY mailbox_message_by_message
            WHERE message BETWEEN ?1 AND ?2
            """)
        selectMessages = try connection.prepare(
            """
            SELECT uid, message, flags FROM mailbox_message
            WHERE folder = ?1 AND uid BETWEEN ?2 AND ?3 AND left IS NULL
                AND NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = mailbox_message.message)
            ORDER BY uid
            """)
        replace = try connection.prepare("INSERT OR REPLACE INTO mailbox_page VALUES (?1, ?2, ?3)")
        remove = try connection.prepare("DELETE FROM mailbox_page WHERE folder = ?1 AND page = ?2")
    }

    func noteChange(_ folder: Int64, _ uid: Int64) {
        changed.insert(Key(folder: folder, page: uid >> MailboxPage.bits))
    }

    /// Notes a new message: where it came to first, its UID is its stream.
    func noteArrival(at position: Int64) { arrivals.insert(position >> MailboxPage.bits) }

    /// Makes the pages of which something was noted.
    func write() throws {
        for page in arrivals {
            let messages = MailboxPage.uids(of: page)
            try selectFolders.forEach(messages.lowerBound, messages.upperBound) { row in
                changed.insert(Key(folder: try row.next(), page: page))
                return true
            }
        }
        for key in changed.sorted() {
            var page = MailboxPage(number: key.page)
            let uids = MailboxPage.uids(of: key.page)
            try selectMessages.forEach(key.folder, uids.lowerBound, uids.upperBound) { row in
                try page.append(
                    uid: row.next(), message: row.next(), flags: UInt8(truncatingIfNeeded: row.next(Int64.self)))
                return true
            }
            if page.bytes.isEmpty {
                try remove.run(key.folder, key.page)
            } else {
                try replace.run(key.folder, key.page, page.bytes)
            }
        }
        changed.removeAll(keepingCapacity: true)
        arrivals.removeAll(keepingCapacity: true)
    }
}
