/// What comes later to the things that a fold meets: a row is written once, as it is behind the last event of the fold.
package final class LaterEvents {
    /// An event as today's program reads it.
    package struct Later {
        package let position: Position
        package let content: any Event
    }

    private let store: any LogReading
    private let catalogue: EventCatalogue
    private let end: Position
    private var chunk: ArraySlice<StoredEvent> = []
    private var last = (stream: StreamID.none, version: 0)
    private var isOver = false
    /// Whether any later event was handed out: rows are then those of the position that the fold was made for.
    private(set) var areUsed = false

    private static let chunkSize = 256

    /// - Parameter end: The last event of the fold.
    init(of store: any LogReading, through end: Position, decodedBy catalogue: EventCatalogue) {
        (self.store, self.catalogue, self.end) = (store, catalogue, end)
    }

    /// Returns the events that come to a stream behind its first, in order.
    ///
    /// Streams have to be asked for in ascending order.
    package func events(of stream: StreamID) throws -> [Later] {
        var found: [Later] = []
        while let next = try next(), next.stream.rawValue <= stream.rawValue {
            chunk.removeFirst()
            guard next.stream == stream, let payload = next.payload else { continue }
            let contents = try store.decoding { try catalogue.decode(payload, type: next.type, at: next.position) }
            for content in contents { found.append(Later(position: next.position, content: content)) }
        }
        if !found.isEmpty { areUsed = true }
        return found
    }

    private func next() throws -> StoredEvent? {
        if chunk.isEmpty, !isOver {
            chunk = try store.laterEvents(after: last, through: end, limit: Self.chunkSize)[...]
            isOver = chunk.count != Self.chunkSize
            if let last = chunk.last { self.last = (last.stream, last.version) }
        }
        return chunk.first
    }

    /// Returns the streams that events of a type began, by a value of the event.
    package func streams<Began: Event, Key: Hashable>(
        begunBy type: Began.Type, by key: (Began) -> Key
    ) throws -> [Key: StreamID] {
        var streams: [Key: StreamID] = [:]
        let selection = EventSelection(through: end, typeName: Began.type.name)
        try store.decoding {
            try store.forEachStored(selection, decodedBy: catalogue) { stored, events in
                for case .event(let content) in events.map(\.content) {
                    if let began = content as? Began { streams[key(began)] = stored.stream }
                }
                return true
            }
        }
        return streams
    }
}
