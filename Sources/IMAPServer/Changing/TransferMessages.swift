internal import Domain
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Copies or moves messages into another mailbox, all of them or none (RFC 9051 sections 6.4.7 and 6.4.8).
///
/// An account has each message once: one that is there already comes again, under a new UID. One that ended comes back.
struct TransferMessages: LedgerCommand {
    static let name = "transfer-messages"

    struct Answer: Encodable, Sendable {
        /// The UIDs before and after, in the order of those after.
        let pairs: [Pair]
        /// The target's UIDVALIDITY.
        let validity: UInt32
    }

    struct Pair: Encodable, Sendable {
        let old: UInt32
        let new: UInt32
    }

    let account: AccountID
    let from: FolderID
    /// Whether they are messages that were deleted there.
    var isFromDeleted = false
    let to: FolderID
    /// UIDs of the first mailbox, present or not.
    let uids: [UInt32]
    /// Whether they leave the first one.
    let leaves: Bool

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let target = try MailboxOfDecision(to, reader)
        guard let source = try reader.folder(withID: from) else {
            throw NoAnswer("The mailbox is not there any more", code: "NONEXISTENT")
        }
        var events: [ProposedEvent] = []
        var taken: [(uid: UInt32, message: Int64)] = []
        let rows = FetchedRows(on: reader.connection, ofDeleted: isFromDeleted)
        try rows.forEachState(in: source.stream, uids: uids) { state in
            guard var message = try target.state(of: state.message) else { return true }
            func take(_ decided: [ProposedEvent]) {
                message = decided.reduce(message) { $0.applying($1.event) }
                events += decided
            }
            if message.isDeleted {
                take([message.event(MessageRestored(message: message.id))])
                // One that ended elsewhere comes to the place that was asked for.
                if !message.copies.contains(where: { $0.folder == to }) {
                    take(try MoveMessages().decide([message], to: target.row.state))
                }
                let struckOut = message.copies.filter { $0.folder == to && MessageCopy.isHidden(flags: $0.flags) }
                take(struckOut.map { message.event($0.hiding(false, of: message.id)) })
            } else if leaves, from != to, !message.copies.contains(where: { $0.folder == to }) {
                take(try MoveMessages().decide([message], to: target.row.state, from: [from]))
            } else {
                take(Self.arriving(message, in: to))
                if leaves, from != to, message.copies.contains(where: { $0.folder == from }) {
                    take(ExpungeMessages.leaving(message, from))
                }
            }
            taken.append((state.uid, state.message))
            return true
        }
        return Decision(events) { [taken] done in
            try done.read { reader in
                let query = try MailboxesQuery(on: reader.connection)
                let pairs = try taken.compactMap { entry in
                    try query.uid(of: entry.message, in: target.row.stream).map { Pair(old: entry.uid, new: $0) }
                }
                return Answer(
                    pairs: pairs.sorted { $0.new < $1.new },
                    validity: try query.summary(of: target.row.stream).uidValidity)
            }
        }
    }

    /// Returns what brings a message into a folder; one that is there leaves first, and gets a new UID.
    static func arriving(_ message: MessageState, in folder: FolderID) -> [ProposedEvent] {
        let inside = message.copies.filter { $0.folder == folder }
        guard let first = inside.first else {
            guard let raw = message.copies.first?.raw else { return [] }
            let copy = MessageCopy(
                number: message.nextCopy, folder: folder, source: "", raw: raw, flags: message.keywords.maildirFlags)
            return [message.event(MessageCopied(message: message.id, copy: copy, keywords: nil))]
        }
        let ends = inside.map { message.event(CopyRemoved(message: message.id, copy: $0, keywords: nil)) }
        // They keep their sources, by which an import or a sync knows them.
        let again = inside.enumerated().map { index, copy in
            let flags = String(copy.flags.filter { $0 != "T" })
            return message.event(
                MessageCopied(
                    message: message.id,
                    copy: MessageCopy(
                        number: message.nextCopy + index, folder: folder, source: copy.source, raw: copy.raw,
                        flags: copy.number == first.number ? flags : copy.flags, fromLine: copy.fromLine,
                        maildir: copy.maildir), keywords: nil))
        }
        return ends + again
    }
}
