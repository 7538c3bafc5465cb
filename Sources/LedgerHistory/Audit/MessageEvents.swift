package import EventLog
package import LedgerKernel
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

    /// Lends the positions in order; the closure returns the position to continue from, or nil to stop.
    ///
    /// Where the messages are many, some event of them is near. So the log is searched from the end at which the order begins, and
    /// the rest is gathered by message only if the closure has not stopped by then.
    ///
    /// - Parameters:
    ///   - isBackward: Whether the latest comes first. The closure then returns the last position that it still wants, and else the
    ///     position behind which it wants more.
    ///   - window: The number of events searched at once: doubled where none is of these messages, halved where the closure left
    ///     some out.
    ///   - budget: The number of events searched before the rest is gathered; nil for what gathering costs, at most 65,536.
    package func forEachPosition(
        isBackward: Bool = true, window: Int64 = 1_024, budget: Int64? = nil, _ body: (Position) throws -> Position?
    ) throws {
        let wanted = Set(messages)
        var firsts: [StreamID: StreamID]?
        var rest = DirectedRange(0..<reader.position.rawValue, isBackward: isBackward)
        var (size, left) = (window, budget ?? Int64(min(messages.count * 4, 65_536)))
        func lend(_ positions: Set<Position>) throws -> Bool {
            for position in positions.sorted(by: rest.isInOrder) where rest.contains(position) {
                guard let next = try body(position) else { return false }
                rest.drop(to: next.rawValue)
            }
            return true
        }
        while !rest.isEmpty, left > 0 {
            let searched = rest.first(min(size, left))
            let (start, end) = (Position(searched.bounds.lowerBound), Position(searched.bounds.upperBound))
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
            left -= searched.count
            size = found.isEmpty ? size * 2 : rest.isBehind(searched) ? max(32, size / 2) : window
            rest.drop(to: searched.end)
        }
        if !rest.isEmpty { _ = try lend(positions(through: Position(rest.bounds.upperBound))) }
    }
}

/// Positions still to be lent, in the order in which they are: behind the lower bound, up to the upper one.
private struct DirectedRange {
    private(set) var bounds: Range<Int64>
    private let isBackward: Bool

    init(_ bounds: Range<Int64>, isBackward: Bool) {
        self.bounds = bounds
        self.isBackward = isBackward
    }

    var isEmpty: Bool { bounds.isEmpty }
    var count: Int64 { Int64(bounds.count) }

    /// The bound that is reached last.
    var end: Int64 { isBackward ? bounds.lowerBound : bounds.upperBound }

    func isInOrder(_ one: Position, _ other: Position) -> Bool { isBackward ? one > other : one < other }

    func contains(_ position: Position) -> Bool {
        bounds.lowerBound < position.rawValue && position.rawValue <= bounds.upperBound
    }

    func first(_ length: Int64) -> Self {
        var first = self
        first.bounds =
            isBackward
            ? max(bounds.lowerBound, bounds.upperBound - length)..<bounds.upperBound
            : bounds.lowerBound..<min(bounds.upperBound, bounds.lowerBound + length)
        return first
    }

    /// Whether this begins behind where the other ends.
    func isBehind(_ other: Self) -> Bool {
        isBackward ? bounds.upperBound < other.bounds.lowerBound : bounds.lowerBound > other.bounds.upperBound
    }

    /// Drops everything before the bound; a bound that was passed changes nothing.
    mutating func drop(to bound: Int64) {
        bounds =
            isBackward
            ? bounds.lowerBound..<min(bounds.upperBound, max(bound, bounds.lowerBound))
            : max(bounds.lowerBound, min(bound, bounds.upperBound))..<bounds.upperBound
    }
}
