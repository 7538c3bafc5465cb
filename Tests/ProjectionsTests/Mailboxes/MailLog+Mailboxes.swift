import EventLog
import Mail
import Projections
import SQLiteDatabase
import Testing

extension MailLog {
    func mailboxes() throws -> MailboxesQuery { try MailboxesQuery(on: connection()) }

    func summary(of folder: FolderState) throws -> MailboxSummary { try mailboxes().summary(of: folder.stream) }

    /// The messages that are in a folder now, with their UIDs and flags.
    func present(in folder: FolderState) throws -> [MailboxMessage] {
        try mailboxes().changed(in: folder.stream, since: 0)
    }

    func uids(in folder: FolderState) throws -> [UInt32] { try mailboxes().uids(in: folder.stream) }

    /// The position of the last event.
    func last() throws -> Int64 { try store.head().position.rawValue }

    /// All rows, as text.
    func mailboxRows() throws -> [String] { try connection().mailboxRows() }

    /// The rows of a build from the first event on.
    func rebuiltMailboxRows() throws -> [String] {
        let past = PastViews(
            of: store, viewsDirectory: nil, projections: AllProjections.types, catalogue: MailCatalogue.catalogue,
            canWrite: false)
        return try past.open(at: store.head().position).projector.connection.mailboxRows()
    }

    /// Erases messages as a ledger does: one step blanks their events and records that.
    func erase(_ messages: [MessageState], of account: AccountState) throws {
        try store.withWriterLock {
            let receipt = try record(
                messages.map { message in
                    message.event(
                        MessageErased(
                            message: message.id, account: account.id, events: 1, identities: [], messageID: nil,
                            keyCheck: nil))
                })
            _ = try store.blank(
                messages.map { .stream($0.stream) }, before: #require(receipt).firstPosition,
                includingSharedHeaders: false)
        }
    }

    func record(_ event: any Event, of account: AccountState) throws {
        try record([
            ProposedEvent(event, target: .any(.existing(account.stream)), account: .stream(.existing(account.stream)))
        ])
    }
}

extension Connection {
    fileprivate func mailboxRows() throws -> [String] {
        let pages = try rows("SELECT folder, page, hex(messages) FROM mailbox_page ORDER BY folder, page") { row in
            let (folder, page) = try (row.next(Int64.self), row.next(Int64.self))
            return "folder \(folder) page \(page) messages \(try row.next(String.self))"
        }
        return try pages
            + rows(
                "SELECT folder, uid, message, flags, left, modseq FROM mailbox_message ORDER BY folder, uid"
            ) { row in
                let (folder, uid, message) = try (row.next(Int64.self), row.next(Int64.self), row.next(Int64.self))
                let (flags, left, change) = try (row.next(Int64.self), row.next(Int64?.self), row.next(Int64.self))
                return
                    "folder \(folder) uid \(uid) message \(message) flags \(flags) left \(left ?? 0) modseq \(change)"
            }
    }
}
