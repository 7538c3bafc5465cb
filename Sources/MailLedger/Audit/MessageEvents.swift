package import EventLog
internal import Projections

/// Finds the events that concern messages: their own, and the ends and returns of what held them.
package struct MessageEvents {
    private let messages: [StreamID]
    private let reader: LedgerReader
    private let changes: ChangesQuery

    package init(of messages: [StreamID], _ reader: LedgerReader) {
        self.messages = messages
        self.reader = reader
        changes = ChangesQuery(on: reader.connection)
    }

    /// Returns the positions of all of them.
    /// - Complexity: O(the events of the messages).
    package func positions(through end: Position) throws -> Set<Position> {
        var positions = try changes.ends(with: messages, through: end)
        for stream in messages { positions.formUnion(try reader.store.positions(of: stream, through: end)) }
        return positions
    }

    /// Lends the positions, the latest first; the closure returns the position where to go on from, or nil to stop.
    ///
    /// Where the messages are many, some event of them is near: so the latest events of the log are looked at first, and what is
    /// earlier is gathered by message only when nobody stopped.
    ///
    /// - Parameters:
    ///   - window: How many events are looked at in one go; twice as many where none was of these messages.
    ///   - budget: How many are looked at before the rest is gathered; nil for what to gather costs, but no more than 65,536.
    package func forEachPosition(
        window: Int64 = 1_024, budget: Int64? = nil, _ body: (Position) throws -> Position?
    ) throws {
        let wanted = Set(messages)
        var firsts: [StreamID: StreamID]?
        var (edge, size, left) = (reader.position.rawValue, window, budget ?? Int64(min(messages.count * 4, 65_536)))
        func lend(_ positions: Set<Position>) throws -> Bool {
            for position in positions.sorted(by: >) where position.rawValue <= edge {
                guard let next = try body(position) else { return false }
                edge = next.rawValue
            }
            return true
        }
        while edge > 0, left > 0 {
            let (start, end) = (Position(max(0, edge - min(size, left))), Position(edge))
            var found: Set<Position> = []
            try reader.store.forEach(EventSelection(after: start, through: end)) { event in
                if wanted.contains(event.stream) { found.insert(event.position) }
                return true
            }
            for change in try changes.endsAndReturns(after: start, through: end) {
                if wanted.contains(change.thing) { found.insert(change.position) }
                guard change.isOfAccount else { continue }
                let first = try firsts ?? changes.firstMessages(among: messages)
                firsts = first
                if let message = first[change.thing], message.rawValue < change.position.rawValue {
                    found.insert(change.position)
                }
            }
            guard try lend(found) else { return }
            left -= end.rawValue - start.rawValue
            size = found.isEmpty ? size * 2 : window
            edge = min(edge, start.rawValue)
        }
        if edge > 0 { _ = try lend(positions(through: Position(edge))) }
    }
}
