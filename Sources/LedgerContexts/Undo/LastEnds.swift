internal import EventLog
internal import LedgerKernel

/// Where things were deleted last, each looked up once: only what was deleted after an event hinders its undo.
struct LastEnds {
    private let reader: LedgerReader
    private var known: [StreamID: Position] = [:]

    init(_ reader: LedgerReader) {
        self.reader = reader
    }

    /// Whether a thing was deleted after a position.
    mutating func has(_ thing: StreamID, endedSince position: Position) throws -> Bool {
        if let end = known[thing] { return end > position }
        let ends = try reader.store.places(in: thing, through: reader.position, typeEndingIn: "-deleted")
        let end = ends.map(\.position).max() ?? .start
        known[thing] = end
        return end > position
    }
}
