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
        var placing = try PlacementDecision(account, reader, call, from: "imap")
        let id: MessageID
        var events: [ProposedEvent]
        do {
            id = try placing.record(message)
            events = placing.events
        } catch let there as AlreadyThere {
            id = there.message
            events = try again(id, in: mailbox, reader)
        }
        return Decision(events) { done in
            try done.read { reader in
                let query = try MailboxesQuery(on: reader.connection)
                let stream = try MessageStates(on: reader.connection).stream(of: id)
                return Answer(
                    uid: try stream.flatMap { try query.uid(of: $0.rawValue, in: mailbox.row.stream) },
                    validity: try query.summary(of: mailbox.row.stream).uidValidity)
            }
        }
    }

    /// Decides on a message that the account has: it comes into the folder, with the flags beside its own.
    private func again(
        _ id: MessageID, in mailbox: MailboxOfDecision, _ reader: LedgerReader
    ) throws -> [ProposedEvent] {
        let states = try MessageStates(on: reader.connection)
        guard let stream = try states.stream(of: id), let state = try states.state(of: stream) else { return [] }
        let arriving = TransferMessages.arriving(state, in: folder)
        let now = arriving.reduce(state) { $0.applying($1.event) }
        return arriving + [now.marked(now.keywords.union(message.keywords))].compactMap { $0 }
    }
}
