internal import Domain
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Takes the messages that are struck out of a mailbox; those that are nowhere else end (RFC 9051 section 6.4.3).
struct ExpungeMessages: LedgerCommand {
    static let name = "expunge-messages"

    struct Answer: Encodable, Sendable {
        /// The holds that kept some of them.
        let heldBy: [String]
    }

    let folder: FolderID
    /// Those of which to take the ones that are struck out, ascending; nil for all.
    let uids: [UInt32]?

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let mailbox = try MailboxOfDecision(folder, reader)
        let asked = uids.map { Set($0) }
        let struckOut = try MailboxesQuery(on: reader.connection).pages(of: mailbox.row.stream)
            .filter { $0.flags.contains(.deleted) && asked?.contains($0.uid) != false }
        var events: [ProposedEvent] = []
        var heldBy: Set<String> = []
        try mailbox.forEach(struckOut.map(\.uid)) { _, message in
            let decided = Self.leaving(message, folder)
            let holds = try reader.holdsInTheWay(of: decided)
            guard holds.isEmpty else { return heldBy.formUnion(holds.map(\.name)) }
            events += decided
        }
        return Decision(events) { [heldBy] _ in Answer(heldBy: heldBy.sorted()) }
    }

    /// Returns what takes a message out of a folder, or ends it where it is in no other.
    static func leaving(_ message: MessageState, _ folder: FolderID) -> [ProposedEvent] {
        guard let other = message.copies.first(where: { $0.folder != folder }) else {
            return DeleteMessages().decide([message])
        }
        let inside = message.copies.filter { $0.folder == folder }
        // A copy that an import found goes where its message is, so that the next import knows it.
        let moves = inside.filter { !$0.source.isEmpty }.map {
            MessageMoved.Move(copy: $0.number, folder: Change(old: folder, new: other.folder))
        }
        let ends = inside.filter { $0.source.isEmpty }.map {
            message.event(CopyRemoved(message: message.id, copy: $0.shown, keywords: nil))
        }
        return ends + (moves.isEmpty ? [] : [message.event(MessageMoved(message: message.id, copies: moves))])
    }
}
