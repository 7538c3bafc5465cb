import EventLog
import JSONCoding
import TestSupport
import Testing

/// A transaction of many events is the same, byte for byte, as one whose events are encoded one by one.
struct EncodingOnCoresTests {
    /// An event that JSON cannot hold where its number is none.
    private struct Measured: Event {
        static let type = EventType("test.measured", schema: 1)
        let value: Double
    }

    /// Events of which some stand on streams that others of them start.
    private func makeEvents(_ count: Int, from random: inout SeededGenerator) -> [ProposedEvent] {
        var starts: [Int] = []
        return (0..<count).map { offset in
            if let start = starts.randomElement(using: &random), Bool.random(using: &random) {
                return .edited(.started(start), String(repeating: "é\"", count: offset % 40))
            }
            starts.append(offset)
            return .added("\(offset)", account: Bool.random(using: &random) ? .own : .none)
        }
    }

    @Test func `payloads, versions and leaf hashes are those of each event alone`() throws {
        var random = SeededGenerator(for: "encoding on cores")
        for count in [1, 127, 128, 129, 160, 161, 1_000] {
            let store = try SQLiteLogStore.inMemory(environment: .system)
            let events = makeEvents(count, from: &random)
            try store.record([.added("before")])
            try store.record(events)
            let stored = try store.events(EventSelection(after: Position(1)))
            #expect(stored.map(\.position.rawValue) == Array(2...Int64(count + 1)))
            for (proposed, stored) in zip(events, stored) {
                #expect(try JSONBytesEncoder().encode(proposed.event) == stored.payload)
                // The one is computed from the row, the other was kept with it.
                #expect(try store.leaf(at: stored.position) == store.recordedLeaf(at: stored.position))
            }
            var versions: [StreamID: Int] = [:]
            for event in stored {
                versions[event.stream, default: 0] += 1
                #expect(event.version == versions[event.stream])
            }
            #expect(try store.verify().events == Int64(count + 1))
        }
    }

    @Test func `the first event that cannot be taken is told, and nothing is left of the others`() throws {
        var random = SeededGenerator(for: "refusals on cores")
        for _ in 0..<12 {
            let store = try SQLiteLogStore.inMemory(environment: .system)
            try store.record([.added("before")])
            let root = try store.root(at: Position(1))
            var events = makeEvents(Int.random(in: 2...700, using: &random), from: &random)
            let unencodable = Int.random(in: 1..<events.count, using: &random)
            let misplaced = Int.random(in: 1..<events.count, using: &random)
            events[unencodable] = ProposedEvent(Measured(value: .nan), target: .noStream, account: .none)
            if misplaced != unencodable { events[misplaced] = .edited(.at(99_999), "nowhere") }
            let error = #expect(throws: (any Error).self) { try store.record(events) }
            if misplaced < unencodable {
                guard case .conflict? = error as? EventLogError else {
                    Issue.record("\(String(describing: error)) for event \(misplaced), before \(unencodable)")
                    continue
                }
            } else {
                #expect(error is JSONEncodingError)
            }
            #expect(try store.head().position == Position(1))
            #expect(try store.root(at: Position(1)) == root)
            try store.record([.added("after")])
            #expect(try store.verify().events == 2)
        }
    }
}
