internal import Cryptography
internal import Domain
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Copies or moves messages into another mailbox, all of them or none (RFC 9051 sections 6.4.7 and 6.4.8).
///
/// One that is there already gets an equal beside it: a message of its own. One that ended comes back.
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

    /// What the first mailbox shows: the messages of today, of a moment, or those that were deleted there.
    enum Source: String, Codable { case today, moment, deleted }

    let account: AccountID
    let from: FolderID
    var source = Source.today
    let to: FolderID
    /// UIDs of the first mailbox, present or not.
    let uids: [UInt32]
    /// Whether they leave the first one.
    let leaves: Bool

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let target = try MailboxOfDecision(to, reader)
        guard let first = try reader.folder(withID: from) else {
            throw NoAnswer("The mailbox is not there any more", code: "NONEXISTENT")
        }
        let live = leaves ? Set(try reader.folders().map(\.id)) : []
        var events: [ProposedEvent] = []
        var taken: [(uid: UInt32, message: MessageID)] = []
        var again: [(uid: UInt32, message: MessageState, row: FetchedRow)] = []
        try forEachMessage(in: first, target, reader) { row, message in
            if let decided = try coming(message, into: target.row.state) {
                events += decided
                taken.append((row.uid, message.id))
            } else {
                again.append((row.uid, message, row))
                if leaves { events += ExpungeMessages.leaving(message, from, live: live) }
            }
        }
        guard let owner = try reader.account(withID: account) else {
            throw NoAnswer("The account is not there any more", code: "NONEXISTENT")
        }
        var placing = try PlacementDecision(owner, reader, call, behind: events, from: .imap)
        for entry in again {
            taken.append((entry.uid, try placing.recordAnew(try equal(entry.message, entry.row, reader))))
        }
        try MailboxNumbers.requireRoom(for: placing.events.count, behind: reader.position.rawValue)
        return Decision(placing.events) { [taken] done in
            try done.read { reader in
                let query = try MailboxesQuery(on: reader.connection)
                let states = try MessageStates(on: reader.connection)
                let pairs = try taken.compactMap { entry in
                    try states.stream(of: entry.message)
                        .flatMap { try query.uid(of: $0.rawValue, in: target.row.stream) }
                        .map { Pair(old: entry.uid, new: $0) }
                }
                return Answer(
                    pairs: pairs.sorted { $0.new < $1.new },
                    validity: try query.numbers(of: target.row.stream).uidValidity)
            }
        }
    }

    /// Lends the messages that were asked for.
    private func forEachMessage(
        in first: FolderRow, _ target: MailboxOfDecision, _ reader: LedgerReader,
        _ body: (FetchedRow, MessageState) throws -> Void
    ) throws {
        let query = try MailboxesQuery(on: reader.connection)
        let rows = FetchedRows(on: reader.connection, ofDeleted: source == .deleted)
        var count = 0
        try rows.forEach(in: first.stream, uids: uids) { row in
            count += 1
            guard let message = try target.state(of: row.state.message) else { return true }
            // Another session took it away. To copy some of the messages is not allowed, to move some is.
            if try source == .today && query.uid(of: row.state.message, in: first.stream) != row.uid {
                guard leaves else { throw NoAnswer("Some of the messages are gone", code: "EXPUNGEISSUED") }
            } else {
                try body(row, message)
            }
            return true
        }
        // Some were brought back since the client heard of them.
        guard source != .deleted || count == uids.count else {
            throw NoAnswer("Some of the messages are gone", code: "EXPUNGEISSUED")
        }
    }

    /// Returns what puts a message into the target; nil if it is there, and an equal has to come beside it.
    private func coming(_ message: MessageState, into target: FolderState) throws -> [ProposedEvent]? {
        if message.isDeleted { return try returning(message, to: target) }
        if leaves, from == to { return Self.comingAgain(message, in: to) }
        if message.copies.contains(where: { $0.folder == to }) { return nil }
        guard leaves else { return [Self.arriving(message, in: to)] }
        return try MoveMessages().decide([message], to: target, from: [from])
    }

    /// Returns what brings a deleted message back in the target, wherever it ended, and as one that is not struck out.
    private func returning(_ message: MessageState, to target: FolderState) throws -> [ProposedEvent] {
        let isThere = message.copies.contains { $0.folder == to }
        let restored = message.event(MessageRestored(message: message.id))
        let back = message.applying(restored.event)
        let moved = isThere ? [] : try MoveMessages().decide([back], to: target)
        let now = moved.reduce(back) { $0.applying($1.event) }
        let inside = now.copies.filter { $0.folder == to }
        let struckOut = inside.allSatisfy(\.isHidden) ? inside : []
        return [restored] + moved + struckOut.map { now.event($0.hiding(false, of: now.id)) }
    }

    /// Reads a message again, to put an equal beside it.
    private func equal(_ message: MessageState, _ row: FetchedRow, _ reader: LedgerReader) throws -> PlacedMessage {
        guard let content = try reader.blob(ofMessage: row.content) else {
            throw NoAnswer("The bytes of a message are not here", code: "CANNOT")
        }
        return try PlacedMessage(content, in: [to], keywords: message.keywords, receivedAt: row.receivedAt)
    }

    /// Returns what brings a message into a folder that it is not in.
    static func arriving(_ message: MessageState, in folder: FolderID, raw: SHA256Digest? = nil) -> ProposedEvent {
        let copy = MessageCopy(
            number: message.nextCopy, folder: folder, source: "", raw: raw ?? message.copies[0].raw,
            flags: message.keywords.maildirFlags,
            maildir: message.copies.lazy.filter { !$0.isHidden }.compactMap(\.maildir).first)
        return message.event(MessageCopied(message: message.id, copy: copy, keywords: nil))
    }

    /// Returns what lets a message leave a folder and come again, under a new UID.
    private static func comingAgain(_ message: MessageState, in folder: FolderID) -> [ProposedEvent] {
        let inside = message.copies.filter { $0.folder == folder }
        let ends = inside.map { message.event(CopyRemoved(message: message.id, copy: $0, keywords: nil)) }
        // They keep their sources, by which an import or a sync knows them.
        let again = inside.enumerated().map { index, copy in
            let flags = index == 0 ? copy.shown.flags : copy.flags
            return message.event(
                MessageCopied(
                    message: message.id,
                    copy: MessageCopy(
                        number: message.nextCopy + index, folder: folder, source: copy.source, raw: copy.raw,
                        flags: flags, fromLine: copy.fromLine, maildir: copy.maildir), keywords: nil))
        }
        return ends + again
    }
}
