internal import Content
internal import Cryptography
internal import EventLog
internal import Parallel
internal import SQLiteDatabase

/// Reads the log and the text of its messages on a thread of its own, in the order of the log, ahead of the index that takes it.
///
/// To read, parse and fold a message takes nearly as long as to index its words: beside each other on two cores they take the time of the
/// longer.
final class TextsAhead {
    /// The arrivals of an event, with the position reached.
    struct Step: Sendable {
        let position: Position
        /// A text is nil if the same content came before, and the index has it.
        let arrivals: [(arrival: SearchIndex.Arrival, text: IndexedText?)]
    }

    private let steps: ReadAhead<Step>

    /// The limit for waiting text, in bytes.
    private static let capacity = 8 << 20

    /// Starts with the events after a position, by connections of its own; nil if no thread is available.
    init?(
        after position: Position, of log: any LogPlace, contents: ContentPlace, catalogue: EventCatalogue,
        environment: LogEnvironment
    ) {
        let steps = ReadAhead<Step>(capacity: Self.capacity, weight: \.weight) {
            let store = try log.open(.readOnly, environment: environment).store
            var arrivals = Arrivals(after: position, of: store, contents.makeReader(), catalogue: catalogue)
            return {
                try arrivals.next().map { event in
                    let arrivals = try event.arrivals.map { arrival, isNew in
                        (arrival, isNew ? try arrivals.text(of: arrival) : nil)
                    }
                    return Step(position: event.position, arrivals: arrivals)
                }
            }
        }
        guard let steps else { return nil }
        self.steps = steps
    }

    /// Returns the next step; nil behind the last event.
    func next() throws -> Step? {
        try steps.next()
    }

    /// The events that bring content, a few at a time: one long read would hold the log's journal.
    private struct Arrivals {
        typealias Found = (position: Position, arrivals: [(arrival: SearchIndex.Arrival, isNew: Bool)])

        private let store: any LogReading
        private let content: ContentStore
        private let catalogue: EventCatalogue
        private var position: Position
        private var found: ArraySlice<Found> = []
        /// The contents of those that were found, read together.
        private var contents: ContentsAhead
        /// Halves of digests: a text that was skipped because it seemed known is read by the caller.
        private var known: Set<UInt64> = []

        private static let count = 256

        init(
            after position: Position, of store: any LogReading, _ content: ContentStore, catalogue: EventCatalogue
        ) {
            self.store = store
            self.content = content
            contents = ContentsAhead([], of: content)
            self.catalogue = catalogue
            self.position = position
        }

        mutating func next() throws -> Found? {
            if found.isEmpty {
                let before = position
                found = try read()[...]
                contents = ContentsAhead(
                    found.flatMap { $0.arrivals.filter(\.isNew).map(\.arrival.raw) }, of: content)
                guard position > before else { return nil }
            }
            return found.popFirst()
        }

        /// Reads the text of an arrival of the event that was returned last.
        mutating func text(of arrival: SearchIndex.Arrival) throws -> IndexedText {
            try IndexedText(of: arrival.raw, added: arrival.added) { try contents.read($0) }
        }

        private mutating func read() throws -> [Found] {
            var (found, last): ([Found], Position) = ([], position)
            try store.forEach(EventSelection(after: position)) { stored in
                let arrivals = try SearchIndex.Arrival.all(in: stored, of: store, catalogue)
                if !arrivals.isEmpty {
                    found.append(
                        (stored.position, arrivals.map { ($0, known.insert($0.raw.leadingWords.0).inserted) }))
                }
                last = stored.position
                return found.count < Self.count
            }
            // Events without arrivals count as read, too.
            if last > found.last?.position ?? position { found.append((last, [])) }
            position = last
            return found
        }
    }
}

extension TextsAhead.Step {
    /// Its size while it waits, in bytes.
    fileprivate var weight: Int {
        arrivals.reduce(64) { $0 + ($1.text?.weight ?? 256) }
    }
}
