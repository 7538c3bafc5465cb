internal import Parallel

/// Reads and decodes the events of a log on a thread of its own, ahead of the projections that take them.
///
/// Decoding is a third of a rebuild; overlapping it with applying leaves only the longer of the two.
final class EventsAhead {
    /// An event as it is stored, with the events that today's program decodes it to.
    struct Decoded: Sendable {
        let place: LogHead
        let events: [RecordedEvent]
    }

    private let chunks: ReadAhead<Chunk>
    /// The events to hand out next, and the position before them.
    private var taken: ArraySlice<Decoded> = []
    private var position: Position

    /// The number of events per read and per handover: one long read would keep the log's journal from shrinking.
    private static let chunkSize = 256

    private struct Chunk: Sendable {
        var events: [Decoded] = []
        /// Bytes of payload.
        var weight = 0
    }

    /// The limit for waiting payload, in bytes; decoded it takes a few times as much.
    private static let capacity = 2 << 20

    /// The number of events below which another connection and a thread do not pay.
    private static let few: Int64 = 2_000

    /// Starts behind a position; nil if that would not pay, if no thread is available, or if the log is in memory.
    ///
    /// No other connection reads a log in memory.
    init?(of store: any LogReading, after start: Position, through end: Position, decodedBy catalogue: EventCatalogue) {
        guard end.rawValue - start.rawValue >= Self.few, let open = store.makeReader() else { return nil }
        let chunks = ReadAhead<Chunk>(capacity: Self.capacity, weight: \.weight) {
            let store = try open()
            var last = start
            var obstacle: (any Error)?
            return {
                if let obstacle { throw obstacle }
                var chunk = Chunk()
                let selection = EventSelection(after: last, through: end)
                do {
                    try store.forEachStored(selection, decodedBy: catalogue) { stored, events in
                        let place = LogHead(position: stored.position, transaction: stored.transaction)
                        chunk.events.append(Decoded(place: place, events: events))
                        chunk.weight += stored.payload?.count ?? 0
                        last = stored.position
                        return chunk.events.count < Self.chunkSize
                    }
                } catch {
                    // The events read before it are passed on first.
                    obstacle = error
                }
                if chunk.events.isEmpty, let obstacle { throw obstacle }
                return chunk.events.isEmpty ? nil : chunk
            }
        }
        guard let chunks else { return nil }
        self.chunks = chunks
        position = start
    }

    /// Lends the events behind a position, as ``LogReading/forEachStored(_:decodedBy:_:)`` does.
    ///
    /// An event for which the closure returns false is lent again by the next call.
    ///
    /// - Returns: Whether the events were lent, which requires that the last call ended at this position.
    func forEach(after start: Position, _ body: (Decoded) throws -> Bool) throws -> Bool {
        guard start == position else { return false }
        while true {
            if taken.isEmpty { taken = try chunks.next()?.events[...] ?? [] }
            guard let next = taken.first else { return position > start }
            guard try body(next) else { return true }
            taken.removeFirst()
            position = next.place.position
        }
    }
}
