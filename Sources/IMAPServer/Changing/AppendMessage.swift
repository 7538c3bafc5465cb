internal import Domain
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Brings a message into a mailbox (RFC 9051 section 6.3.12).
struct AppendMessage: LedgerCommand {
    static let name = "append-message"

    struct Answer: Encodable, Sendable {
        /// Nil where the folder ended meanwhile.
        let uid: UInt32?
        let validity: UInt32
    }

    let account: AccountID
    let folder: FolderID
    let message: PlacedMessage

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard let account = try reader.account(withID: account) else {
            throw NoAnswer("The account is not there any more", code: "NONEXISTENT")
        }
        let mailbox = try MailboxOfDecision(folder, reader)
        var placing = try PlacementDecision(account, reader, call, from: .imap)
        let id: MessageID
        var events: [ProposedEvent] = []
        let known = try placing.known(message)
        if let known, try placing.isLive(known) {
            if known.copies.contains(where: { $0.folder == folder }) {
                // A client that puts it there a second time counts on a second one.
                id = try placing.recordAnew(message)
            } else {
                id = known.id
                events = try arriving(known)
            }
        } else if let known, try !placing.isOfSameArrival(message, known) {
            // The client's date counts, and a message that comes back keeps the one that it had.
            id = try placing.recordAnew(message)
        } else {
            id = try placing.record(message, known: known)
        }
        events = placing.events + events
        try MailboxNumbers.requireRoom(for: events.count, behind: reader.position.rawValue)
        return Decision(events) { done in
            try done.read { reader in
                let query = try MailboxesQuery(on: reader.connection)
                let stream = try MessageStates(on: reader.connection).stream(of: id)
                return Answer(
                    uid: try stream.flatMap { try query.uid(of: $0.rawValue, in: mailbox.row.stream) },
                    validity: try query.numbers(of: mailbox.row.stream).uidValidity)
            }
        }
    }

    /// Returns what brings a message of another folder into this one, with the flags beside its own.
    private func arriving(_ state: MessageState) throws -> [ProposedEvent] {
        let copy = TransferMessages.arriving(state, in: folder, raw: message.raw)
        let now = state.applying(copy.event)
        return [copy] + [now.marked(now.keywords.union(message.keywords))].compactMap { $0 }
    }
}
