import EventLog
import TestSupport
import Testing

/// The sizes that Docs/Limits.md states of the log: the suite tries a part of each, `make soak` all of it.
@Suite(.serialized) struct `A log at its limits` {
    @Test func `holds a payload of 64 MiB`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let text = String(repeating: "x", count: Soak.size(64, inSuite: 8) << 20)
        try store.record([.added(text), .added("next")])
        let events = try store.events(EventSelection())
        #expect(events.map { $0.payload?.count } == [text.utf8.count + 11, 15])
        #expect(try store.verify().events == 2)
    }

    @Test func `holds a transaction of a million events`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let count = Soak.size(1_000_000, inSuite: 20_000)
        try store.record((0..<count).map { .added("\($0)") })
        #expect(try store.head().position == Position(Int64(count)) && store.head().transaction == 1)
        #expect(try store.verify().events == Int64(count))
    }

    @Test func `holds ten million events, and the last are appended and read like the first`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let count = Soak.size(10_000_000, inSuite: 30_000)
        func fill(to end: Int) throws {
            var position = Int(try store.head().position.rawValue)
            while position < end {
                let next = min(end, position + 10_000)
                try store.record((position..<next).map { .added("\($0)") })
                position = next
            }
        }
        func append() throws -> Double {
            try ThreadClock.seconds { for _ in 0..<50 { try store.record([.added("one more")]) } } / 50
        }
        func read() throws -> Double {
            let head = try store.head().position.rawValue
            return try ThreadClock.seconds {
                for number in 1...50 {
                    let place = head * Int64(number) / 50
                    let selection = EventSelection(after: Position(place - 1), through: Position(place))
                    #expect(try store.events(selection).count == 1)
                    _ = try store.root(at: Position(place))
                }
            } / 50
        }
        try fill(to: 1_000)
        let first = (try append(), try read())
        try fill(to: count)
        let last = (try append(), try read())
        print("\(count) events: appending \(first.0) s, then \(last.0) s; reading \(first.1) s, then \(last.1) s")
        // The way to a root is longer by the logarithm of the log.
        #expect(last.0 < first.0 * 4 + 0.000_5 && last.1 < first.1 * 6 + 0.000_5, "\(first) → \(last)")
        let again = try folder.open()
        #expect(try again.head().position.rawValue == Int64(count) + 50)
        #expect(try again.verify().events == again.head().position.rawValue)
    }
}
