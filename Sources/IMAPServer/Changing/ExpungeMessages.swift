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
        let live = Set(try reader.folders().map(\.id))
        var events: [ProposedEvent] = []
        var heldBy: Set<String> = []
        try mailbox.forEach(struckOut.map(\.uid)) { _, message in
            let decided = Self.leaving(message, folder, live: live)
            let holds = try reader.holdsInTheWay(of: decided)
            guard holds.isEmpty else { return heldBy.formUnion(holds.map(\.name)) }
            events += decided
        }
        return Decision(events) { [heldBy] _ in Answer(heldBy: heldBy.sorted()) }
    }

    /// Returns what takes a message out of a folder, or ends it where it is in no other.
    ///
    /// A copy with a file moves to another folder of its message: so an import or a sync knows the file, and does not
    /// bring it back. If that folder has no file of the message, the file is the message there from then on. Otherwise it
    /// is one too many, and a sync marks it for the trash.
    ///
    /// - Parameter live: The folders that are not deleted.
    static func leaving(_ message: MessageState, _ folder: FolderID, live: Set<FolderID>) -> [ProposedEvent] {
        let others = message.copies.filter { $0.folder != folder && live.contains($0.folder) }
        guard let other = others.first(where: { !$0.isHidden }) ?? others.first else {
            return DeleteMessages().decide([message])
        }
        let inside = message.copies.filter { $0.folder == folder }
        let files = inside.filter { !$0.source.isEmpty }
        let moves = files.map {
            MessageMoved.Move(copy: $0.number, folder: Change(old: folder, new: other.folder))
        }
        var hasFile = others.contains { $0.folder == other.folder && $0.isSynced && !$0.isHidden }
        var marks: [ProposedEvent] = []
        // The copy that a command made there ends if a file with its bytes comes in its place.
        var stand: MessageCopy?
        for copy in files where copy.isSynced {
            // Struck out in both stays struck out; else the message is shown by one file.
            let isHidden = hasFile || other.isHidden && copy.isHidden
            if copy.isHidden != isHidden { marks.append(message.event(copy.hiding(isHidden, of: message.id))) }
            if other.source.isEmpty, other.raw == copy.raw, other.isHidden == isHidden { stand = other }
            hasFile = hasFile || !isHidden
        }
        let ends =
            inside.filter(\.source.isEmpty).map { CopyRemoved(message: message.id, copy: $0.shown, keywords: nil) }
            + [stand].compactMap(\.self).map { CopyRemoved(message: message.id, copy: $0, keywords: nil) }
        return marks + (moves.isEmpty ? [] : [message.event(MessageMoved(message: message.id, copies: moves))])
            + ends.map { message.event($0) }
    }
}
