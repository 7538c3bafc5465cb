internal import Domain
internal import EventLog
internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// Changes the keywords of messages, and whether they are struck out in one mailbox (RFC 9051 section 6.4.6).
struct StoreFlags: LedgerCommand {
    static let name = "store-flags"

    enum Action: String, Codable, Sendable { case replace, add, remove }

    struct Answer: Encodable, Sendable {
        /// The UIDs that had changed since the client knew them, and stay as they are.
        let modified: [UInt32]
        /// The UIDs whose flags others changed before, of which the client has not heard.
        let unheard: [UInt32]
        /// The holds that kept some from being struck out; these stay as they are.
        let heldBy: [String]
    }

    let folder: FolderID
    let uids: [UInt32]
    let action: Action
    let keywords: KeywordSet
    /// Whether `\Deleted` is among the flags.
    var strikesOut = false
    /// RFC 7162 section 3.1.3.
    var unchangedSince: Int64?
    /// The position up to which the client has heard of changes.
    var heard: Position?

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let row = try MailboxOfDecision(folder, reader)
        let keywords = try LabelsQuery(on: reader.connection).spelled(keywords)
        var modified: [UInt32] = []
        var unheard: [UInt32] = []
        var events: [ProposedEvent] = []
        var heldBy: Set<String> = []
        try row.forEach(uids) { state, message in
            if let unchangedSince, state.modSeq > unchangedSince { return modified.append(state.uid) }
            if let heard, state.modSeq > heard.rawValue { unheard.append(state.uid) }
            let struckOut = struckOut(message)
            let holds = struckOut.isEmpty ? [] : try reader.holdsInTheWay(of: struckOut)
            guard holds.isEmpty else { return heldBy.formUnion(holds.map(\.name)) }
            if let marked = message.marked(wanted(message.keywords, keywords)) { events.append(marked) }
            events += struckOut
        }
        return Decision(events) { [modified, unheard, heldBy] _ in
            Answer(modified: modified, unheard: unheard, heldBy: heldBy.sorted())
        }
    }

    /// Returns what strikes a message out in the mailbox, or takes that back.
    private func struckOut(_ message: MessageState) -> [ProposedEvent] {
        guard let isDeleted = wantsDeleted else { return [] }
        let inside = message.copies.filter { $0.folder == folder }
        // Beside one that is shown lies a file that is one too many.
        guard isDeleted || inside.allSatisfy(\.isHidden) else { return [] }
        return inside.filter { $0.isHidden != isDeleted }
            .map { message.event($0.hiding(isDeleted, of: message.id)) }
    }

    private func wanted(_ current: KeywordSet, _ keywords: KeywordSet) -> KeywordSet {
        switch action {
        case .add: return current.union(keywords)
        case .remove: return current.subtracting(keywords)
        case .replace:
            // A label that no flag can name stays: the client has not seen it.
            return KeywordSet(current.filter { KeywordName.name(of: $0.key) == nil }).union(keywords)
        }
    }

    /// Whether the messages are to be struck out; nil leaves that.
    private var wantsDeleted: Bool? {
        switch action {
        case .replace: strikesOut
        case .add: strikesOut ? true : nil
        case .remove: strikesOut ? false : nil
        }
    }
}

extension LabelsQuery {
    /// Writes keywords as the first messages that have them do.
    func spelled(_ keywords: KeywordSet) throws -> KeywordSet {
        KeywordSet(try keywords.map { try spelling(of: $0) ?? $0 })
    }
}

/// A mailbox as a decision sees it, under the writer's lock.
struct MailboxOfDecision {
    let row: FolderRow
    private let states: MessageStates
    private let rows: FetchedRows
    private let query: MailboxesQuery

    init(_ folder: FolderID, _ reader: LedgerReader) throws {
        guard let row = try reader.folder(withID: folder), !row.isDeleted else {
            throw NoAnswer("The mailbox is not there any more", code: "NONEXISTENT")
        }
        self.row = row
        states = try MessageStates(on: reader.connection)
        rows = FetchedRows(on: reader.connection)
        query = try MailboxesQuery(on: reader.connection)
    }

    /// Lends the messages that are present, in the order of their UIDs.
    func forEach(_ uids: [UInt32], _ body: (MailboxMessage, MessageState) throws -> Void) throws {
        try rows.forEachState(in: row.stream, uids: uids) { state in
            guard let message = try states.state(of: StreamID(state.message)), try isPresent(state) else { return true }
            try body(state, message)
            return true
        }
    }

    func isPresent(_ state: MailboxMessage) throws -> Bool {
        try query.uid(of: state.message, in: row.stream) == state.uid
    }

    func state(of message: Int64) throws -> MessageState? { try states.state(of: StreamID(message)) }
}
