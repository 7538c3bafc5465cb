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
        /// What is not lent yet: the positions behind the lower bound, up to the upper one.
        var rest = 0..<reader.position.rawValue
        var (size, left) = (window, budget ?? Int64(min(messages.count * 4, 65_536)))
        func lend(_ positions: Set<Position>) throws -> Bool {
            for position in isBackward ? positions.sorted(by: >) : positions.sorted()
            where rest.lowerBound < position.rawValue && position.rawValue <= rest.upperBound {
                guard let next = try body(position)?.rawValue else { return false }
                rest =
                    isBackward
                    ? rest.lowerBound..<max(next, rest.lowerBound) : min(next, rest.upperBound)..<rest.upperBound
            }
            return true
        }
        while !rest.isEmpty, left > 0 {
            let length = min(size, left)
            let searched =
                isBackward
                ? max(rest.lowerBound, rest.upperBound - length)..<rest.upperBound
                : rest.lowerBound..<min(rest.upperBound, rest.lowerBound + length)
            let (start, end) = (Position(searched.lowerBound), Position(searched.upperBound))
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
            left -= Int64(searched.count)
            let leftSome = isBackward ? rest.upperBound < searched.lowerBound : rest.lowerBound > searched.upperBound
            size = found.isEmpty ? size * 2 : leftSome ? max(32, size / 2) : window
            rest =
                isBackward
                ? rest.lowerBound..<min(rest.upperBound, searched.lowerBound)
                : max(rest.lowerBound, searched.upperBound)..<rest.upperBound
        }
        if !rest.isEmpty { _ = try lend(positions(through: Position(rest.upperBound))) }
    }
}
