package import EventLog
package import LedgerKernel
package import Mail

/// The folders in which messages were, for the lines of many operations: the read models know only the present.
///
/// A message that a program marks again and again has thousands of events, and each of them asks: its folders are looked
/// up once.
package final class FoldersOfMessages {
    private let reader: LedgerReader
    private var known: [StreamID: [(position: Position, folders: Set<FolderID>)]] = [:]

    /// The number of messages of which it keeps the folders.
    private static let limit = 1_000

    package init(_ reader: LedgerReader) {
        self.reader = reader
    }

    /// The folders of a message right after an event; none of an erased one.
    /// - Complexity: O(the events of the message) for the first look, and O(its moves) for each of the next ones.
    package func folders(of stream: StreamID, at position: Position) throws -> Set<FolderID> {
        try stays(of: stream).last { $0.position <= position }?.folders ?? []
    }

    /// The folders of a message from each position at which they changed, the earliest first.
    func stays(of stream: StreamID) throws -> [(position: Position, folders: Set<FolderID>)] {
        if let stays = known[stream] { return stays }
        var stays: [(position: Position, folders: Set<FolderID>)] = []
        var state: MessageState?
        // The contents of most of them say nothing of folders.
        let places = try reader.store.places(in: stream, through: reader.position, typeEndingIn: "")
        for place in places where !Self.isOfTheSameFolders.contains(place.type) {
            let selection = EventSelection(after: place.position.advanced(by: -1), through: place.position)
            guard let stored = try reader.store.events(selection).first else { continue }
            for case .event(let event) in try reader.store.contents(of: stored, by: reader.catalogue) {
                state =
                    (event as? MessageAdded).map { MessageState($0, stream: stream, accountStream: stored.account) }
                    ?? state?.applying(event)
            }
            let folders = Set(state?.copies.map(\.folder) ?? [])
            if state != nil, stays.last?.folders != folders { stays.append((place.position, folders)) }
        }
        if known.count >= Self.limit { known = [:] }
        known[stream] = stays
        return stays
    }

    /// The events of a message that come often and leave it where it is.
    private static let isOfTheSameFolders: Set<String> = [
        MessageMarked.type.name, CopyChanged.type.name, CopyPushed.type.name,
    ]
}
