import EventLog
import TestSupport
import Testing

/// What every engine does when it appends.
struct AppendContractTests {
    @Test(arguments: Engine.all)
    func `positions, transactions and versions run without a gap`(engine: Engine) throws {
        var generator = SeededGenerator()
        let store = try engine().store
        try store.recordAtRandom(60, from: &generator)
        let events = try store.events(EventSelection())
        #expect(events.map(\.position.rawValue) == Array(1...Int64(events.count)))
        #expect(Set(events.map(\.transaction)) == Set(1...60))
        #expect(try store.head() == LogHead(position: Position(Int64(events.count)), transaction: 60))
        for (stream, events) in Dictionary(grouping: events, by: \.stream) {
            #expect(events.map(\.version) == Array(1...events.count))
            #expect(events.first?.position.rawValue == stream.rawValue)
        }
    }

    @Test(arguments: Engine.all)
    func `the receipt says where the events stand`(engine: Engine) throws {
        let store = try engine().store
        try store.record([.added("a")])
        let context = OperationContext.sample()
        let receipt = try store.append(ProposedTransaction([.added("b"), .added("c")], context: context))
        #expect(receipt.firstPosition == Position(2))
        #expect(receipt.lastPosition == Position(3))
        #expect(receipt.transaction == 2)
        #expect(receipt.operation == context.operation)
        #expect(receipt.eventCount == 2)
        #expect(!receipt.isRepeat)
    }

    @Test(arguments: Engine.all)
    func `a transaction is written whole or not at all`(engine: Engine) throws {
        let store = try engine().store
        try store.record([.added("a")])
        #expect(throws: EventLogError.self) {
            try store.record([.added("b"), .edited(.at(1), "c"), .edited(.at(1), version: 1, "d")])
        }
        #expect(try store.lines() == ["1: 1@1 test.note-added/1 1 0"])
        #expect(try store.transaction(2) == nil)
        #expect(try store.recordedLeaf(at: Position(2)) == nil)
        try store.record([.added("e")])
        #expect(try store.head() == LogHead(position: Position(2), transaction: 2))
    }

    @Test(
        arguments: Engine.all,
        [
            (ProposedEvent.edited(.at(1), "any"), true),
            (.edited(.at(1), version: 2, "as expected"), true),
            (.edited(.at(1), version: 1, "stale"), false),
            (.edited(.at(1), version: 3, "ahead"), false),
            (.edited(.at(2), "not the first position of a stream"), false),
            (.edited(.at(9), "beyond the head"), false),
            (.edited(.at(9), version: 0, "beyond the head"), false),
        ])
    func `an expected version is held against the stream`(engine: Engine, _ attempt: (ProposedEvent, Bool)) throws {
        let store = try engine().store
        try store.record([.added("a"), .edited(.started(0), "b")])
        guard !attempt.1 else {
            try store.record([attempt.0])
            #expect(try store.lines().last == "3: 1@3 test.note-edited/1 2 0")
            return
        }
        let error = #expect(throws: EventLogError.self) { try store.record([.added("c"), attempt.0]) }
        guard case .conflict = error else {
            Issue.record("no conflict: \(String(describing: error))")
            return
        }
        #expect(try store.head() == LogHead(position: Position(2), transaction: 1))
    }

    @Test(arguments: Engine.all)
    func `a stream started in a transaction takes later events of it`(engine: Engine) throws {
        let store = try engine().store
        try store.record([.added("before")])
        try store.record([
            .added("account", account: .own), .added("note", account: .stream(.started(0))),
            .edited(.started(1), version: 1, "exact", account: .stream(.started(0))),
            .edited(.started(0), "any", account: .own), .edited(.started(1), version: 2, "again"),
        ])
        #expect(
            try store.lines(EventSelection(after: Position(1))) == [
                "2: 2@1 test.note-added/1 2 2", "3: 3@1 test.note-added/1 2 2", "4: 3@2 test.note-edited/1 2 2",
                "5: 2@2 test.note-edited/1 2 2", "6: 3@3 test.note-edited/1 2 0",
            ])
    }

    @Test(arguments: Engine.all)
    func `the same key again returns the first receipt and appends nothing`(engine: Engine) throws {
        let store = try engine().store
        let first = try store.record([.added("a"), .added("b")], key: "k")
        try store.record([.added("c")], key: "other")
        // Even a head that has moved on since does not matter: the work was done.
        let again = try store.record([.added("d")], ifHead: .start, key: "k")
        #expect(again.isRepeat)
        #expect(again.transaction == first.transaction)
        #expect(again.operation == first.operation)
        #expect(again.firstPosition == first.firstPosition)
        #expect(again.lastPosition == first.lastPosition)
        #expect(try store.head() == LogHead(position: Position(3), transaction: 2))
    }

    @Test(arguments: Engine.all)
    func `a head that has moved on is refused`(engine: Engine) throws {
        let store = try engine().store
        try store.record([.added("a")], ifHead: .start)
        #expect(throws: EventLogError.conflict(expected: "head 0", actual: "head 1")) {
            try store.record([.added("b")], ifHead: .start)
        }
        try store.record([.added("c")], ifHead: Position(1))
        #expect(try store.head().position == Position(2))
    }

    struct Stop: Error {}

    @Test(arguments: Engine.all)
    func `the writer's lock rolls everything back when its closure throws`(engine: Engine) throws {
        let store = try engine().store
        try store.record([.added("a")])
        #expect(throws: Stop.self) {
            try store.withWriterLock {
                try store.record([.added("b")])
                try store.withWriterLock { _ = try store.record([.added("c")]) }
                #expect(try store.head().position == Position(3))
                throw Stop()
            }
        }
        #expect(try store.head() == LogHead(position: Position(1), transaction: 1))
        #expect(try store.events(EventSelection()).count == 1)
    }

    @Test(arguments: Engine.all)
    func `a refused append leaves nothing behind when its caller goes on under the lock`(engine: Engine) throws {
        let store = try engine().store
        try store.withWriterLock {
            #expect(throws: EventLogError.self) {
                try store.record([.added("a"), .added("b"), .edited(.at(1), version: 5, "c")])
            }
            try store.record([.added("d")])
        }
        #expect(try store.lines() == ["1: 1@1 test.note-added/1 1 0"])
        #expect(try store.transaction(1)?.eventCount == 1)
        #expect(try store.recordedLeaf(at: Position(1)) == store.leaf(at: Position(1)))
        #expect(try store.recordedLeaf(at: Position(2)) == nil)
    }
}
