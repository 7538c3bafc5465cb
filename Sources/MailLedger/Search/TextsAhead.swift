internal import Content
internal import EventLog
internal import Hashing
internal import SQLite
internal import Threading

/// Reads the text of messages on a thread of its own, in the order of the log, ahead of the index that takes it.
///
/// To read, parse and fold a message takes half as long again as to index its words: beside each other on two cores they take the time of the
/// longer.
final class TextsAhead {
    private struct Text: Sendable {
        let position: Int64
        let text: IndexedText
    }

    private let texts: ReadAhead<Text>
    /// What was made for an event that was not asked for yet.
    private var waiting: Text?

    /// How much text may wait, in bytes.
    private static let capacity = 8 << 20

    /// Starts with the events after a position, by connections of its own; nil where no thread can be had.
    init?(after position: Position, at location: LedgerLocation, catalogue: EventCatalogue, environment: LogEnvironment)
    {
        let texts = ReadAhead<Text>(capacity: Self.capacity, weight: { $0.text.weight }) {
            let store = try SQLiteEventStore.open(at: location.logPath, access: .readOnly, environment: environment)
            let content = ContentStore.openedIfThere(directory: location.directory, mode: .readOnly)
            var arrivals = Arrivals(after: position, of: store, catalogue: catalogue)
            return {
                guard let arrival = try arrivals.next() else { return nil }
                return Text(
                    position: arrival.position,
                    text: try IndexedText(of: arrival.raw, added: arrival.added, content: content))
            }
        }
        guard let texts else { return nil }
        self.texts = texts
    }

    /// Returns the text of an arrival, which stands behind those asked for before; nil where it has to be read.
    func text(of arrival: SearchIndex.Arrival) throws -> IndexedText? {
        while let text = try waiting ?? texts.next() {
            waiting = text.position > arrival.position ? text : nil
            if text.position == arrival.position { return text.text }
            if waiting != nil { return nil }
        }
        return nil
    }

    /// The arrivals of contents that have not come before, a few at a time: one long read would hold the log's journal.
    private struct Arrivals {
        private let store: SQLiteEventStore
        private let catalogue: EventCatalogue
        private var position: Position
        private var found: ArraySlice<SearchIndex.Arrival> = []
        /// Halves of digests: one that is taken for another is read when it is asked for.
        private var known: Set<UInt64> = []

        private static let count = 256

        init(after position: Position, of store: SQLiteEventStore, catalogue: EventCatalogue) {
            self.store = store
            self.catalogue = catalogue
            self.position = position
        }

        mutating func next() throws -> SearchIndex.Arrival? {
            while true {
                while let arrival = found.popFirst() {
                    if known.insert(arrival.raw.leadingWords.0).inserted { return arrival }
                }
                let before = position
                var found: [SearchIndex.Arrival] = []
                try store.forEach(EventSelection(after: position)) { stored in
                    found += try SearchIndex.Arrival.all(in: stored, catalogue)
                    position = stored.position
                    return found.count < Self.count
                }
                self.found = found[...]
                if position == before { return nil }
            }
        }
    }
}

extension IndexedText {
    /// What it takes while it waits, in bytes.
    fileprivate var weight: Int {
        [sender, recipients, cc, bcc, subject, body, attachments].reduce(256) { $0 + $1.utf8.count }
    }
}
