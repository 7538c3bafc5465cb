internal import Cryptography
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections

/// The messages that an import would add or change, as the rules of retention will find them at its end.
///
/// A dry run keeps it for an account that has such rules: some 750 bytes for each message that would be added or changed.
struct RetentionRehearsal {
    private struct Entry {
        let message: DatedMessage
        var state: MessageState
        var isHeld = false
    }

    /// The path of the folder for messages at the top, which may still have to be made.
    let top: String
    /// The place of messages whose folder would be made below no other; it has no id, since a dry run takes none.
    private static let newFolder = FolderID(.none)
    private var entries: [Entry] = []
    private var added: [SHA256Digest: Int] = [:]
    private var changed: [StreamID: Int] = [:]

    /// The streams of messages that would be added: behind all that are there, in the order in which they would come.
    private static let firstNew = Int64.max / 2

    init(top: String) {
        self.top = top
    }

    /// Records a copy, given the ledger's knowledge of its message.
    ///
    /// - Parameters:
    ///   - folder: The folder for a further copy, or the nearest one above it that is there.
    ///   - date: Called for a message that the rules look at for the first time, with its stream.
    ///   - start: Called for a message that would be added, with its stream and its folder.
    mutating func record(
        _ found: FoundCopy, of digests: MessageDigests, known: MessageState?, in folder: FolderID?,
        keepsHidden: (MessageState) throws -> Bool, date: (StreamID) throws -> DatedMessage,
        start: (StreamID, FolderID) -> MessageState
    ) throws {
        let folder = folder ?? Self.newFolder
        func decided(_ state: MessageState) throws -> MessageState? {
            try RecordCopy.decide(
                found, message: state, stream: .existing(state.stream), keepsHidden: keepsHidden(state),
                folder: { folder }
            ).map { state.applying($0.event) }
        }
        if let index = added[digests.reading] ?? known.flatMap({ changed[$0.stream] }) {
            entries[index].state = try decided(entries[index].state) ?? entries[index].state
        } else if let known {
            guard let state = try decided(known) else { return }
            changed[known.stream] = entries.count
            entries.append(Entry(message: try date(known.stream), state: state))
        } else {
            let stream = StreamID(Self.firstNew + Int64(entries.count))
            added[digests.reading] = entries.count
            entries.append(Entry(message: try date(stream), state: start(stream, folder)))
        }
    }

    /// Notes which of a batch's new messages a hold will cover.
    mutating func noteHeld(
        among candidates: [ImportCandidate], in account: String, _ options: ImportOptions, _ reader: LedgerReader,
        _ ledger: Ledger
    ) throws {
        let new = candidates.filter { $0.reading != nil && added[$0.digests.reading] != nil }
        let holds = try HeldArrivals(in: account, reader)
        for held in try holds.held(among: new, in: top, options, ledger) {
            if let index = added[held.digests.reading] { entries[index].isHeld = true }
        }
    }

    /// What the rules will find, in the account's live folders.
    func foreseen(in folders: [FolderRow]) -> [ForeseenMessage] {
        let streams = Dictionary(folders.map { ($0.id, $0.stream) }) { first, _ in first }
        return entries.map { entry in
            let copies = entry.state.isDeleted ? [] : entry.state.copies.filter { !$0.isHidden }
            let places = copies.compactMap { copy -> StreamID? in
                copy.folder == Self.newFolder ? StreamID.none : streams[copy.folder]
            }
            return ForeseenMessage(entry.message, in: Set(places), isHeld: entry.isHeld)
        }
    }
}
