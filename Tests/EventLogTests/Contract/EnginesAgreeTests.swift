import CivilTime
import EventLog
import TestSupport
import Testing

/// The same events in, the same leaves, roots, receipts and answers out, whatever engine keeps them.
struct EnginesAgreeTests {
    /// A random history, decided once: what is appended, and which streams or accounts are erased behind it.
    private struct History {
        var transactions: [ProposedTransaction] = []
        var times: [Int64] = []
        var scopes: [ErasureScope?] = []
        let start: UInt8

        init(from generator: inout SeededGenerator) {
            start = UInt8.random(in: 0...255, using: &generator)
            var streams: [(stream: StreamID, isAccount: Bool)] = []
            var position: Int64 = 0
            for number in 0..<Int.random(in: 3...12, using: &generator) {
                var events: [ProposedEvent] = []
                var scope: ErasureScope?
                for offset in 0..<Int.random(in: 1...6, using: &generator) {
                    if let (stream, _) = streams.randomElement(using: &generator), Bool.random(using: &generator) {
                        events.append(.edited(.existing(stream), "\(number)", account: .stream(.at(1))))
                    } else {
                        let isAccount = position == 0 && offset == 0
                        events.append(.added("\(number)", account: isAccount ? .own : .stream(.at(1))))
                    }
                }
                if number > 2, let (stream, _) = streams.dropFirst().randomElement(using: &generator),
                    Int.random(in: 0..<4, using: &generator) == 0
                {
                    events = [.erased(.existing(stream), account: .stream(.at(1)))]
                    scope = .stream(stream)
                }
                var context = OperationContext.sample(
                    command: ["note add", "note", "edit"].randomElement(using: &generator) ?? "",
                    reason: Bool.random(using: &generator) ? "because" : nil)
                if let last = transactions.last, Bool.random(using: &generator) {
                    context.operation = last.context.operation
                }
                transactions.append(ProposedTransaction(events, context: context, idempotencyKey: "key \(number)"))
                times.append(1_700_000_000_000_000 + Int64.random(in: 0..<5, using: &generator) * 40_000_000_000)
                scopes.append(scope)
                for (offset, event) in events.enumerated() where event.target == .noStream {
                    streams.append((StreamID(position + Int64(offset) + 1), false))
                }
                position += Int64(events.count)
            }
        }

        func environment(_ clock: TestClock) -> LogEnvironment { .fixed(clock, start: start) }

        /// Appends some of the transactions, with what they erase.
        func append(_ range: Range<Int>, to log: any LogStore, _ clock: TestClock) throws -> [Receipt] {
            try range.map { index in
                clock.set(times[index])
                return try log.withWriterLock {
                    let receipt = try log.append(transactions[index])
                    if let scope = scopes[index] {
                        _ = try log.blank([scope], before: receipt.firstPosition, includingSharedHeaders: false)
                    }
                    return receipt
                }
            }
        }
    }

    /// The first line in which two logs answer differently.
    private func difference(_ first: LogAnswers, _ second: LogAnswers) -> String? {
        guard first.lines.count == second.lines.count else {
            return "\(first.lines.count) and \(second.lines.count) lines"
        }
        return zip(first.lines, second.lines).first { $0 != $1 }.map { "\($0)\n\($1)" }
    }

    @Test func `the same history gives the same bytes, receipts and answers in every engine`() throws {
        var generator = SeededGenerator()
        for round in 0..<12 {
            let history = History(from: &generator)
            var expected: (receipts: [Receipt], answers: LogAnswers)?
            for engine in Engine.all {
                let clock = TestClock()
                let fixture = try engine(history.environment(clock))
                let receipts = try history.append(0..<history.transactions.count, to: fixture.store, clock)
                let answers = try LogAnswers(of: fixture.store, seed: UInt64(round))
                let label = "\(engine.testDescription), round \(round), seed \(generator.seed)"
                #expect(try fixture.store.verify().events == fixture.store.head().position.rawValue, "\(label)")
                guard let first = expected else {
                    expected = (receipts, answers)
                    continue
                }
                #expect(receipts.map { "\($0)" } == first.receipts.map { "\($0)" }, "\(label)")
                #expect(difference(first.answers, answers) == nil, "\(label)")
                if let reopened = try fixture.reopen?() {
                    #expect(
                        difference(first.answers, try LogAnswers(of: reopened, seed: UInt64(round))) == nil, "\(label)")
                }
            }
        }
    }

    @Test func `what is refused is refused in the same words by every engine`() throws {
        func refusals(by engine: Engine) throws -> [String] {
            let fixture = try engine(.fixed())
            let store = fixture.store
            try store.record([.added("a"), .edited(.started(0), "b"), .added("c")])
            try store.record([.added("keyed")], key: "key")
            let attempts: [(events: [ProposedEvent], head: Position?)] = [
                ([.edited(.at(1), version: 1, "stale")], nil), ([.edited(.at(1), version: 3, "ahead")], nil),
                ([.edited(.at(2), "not the first of a stream")], nil), ([.edited(.at(9), "beyond the end")], nil),
                ([.edited(.at(9), version: 0, "beyond the end")], nil), ([.added("x")], .start),
                ([.added("x")], Position(9)), ([.added("x"), .edited(.at(1), version: 7, "whole or not")], nil),
            ]
            let words = attempts.map { attempt in
                do {
                    return "recorded as \(try store.record(attempt.events, ifHead: attempt.head))"
                } catch {
                    return "\(type(of: error)) \(error)"
                }
            }
            #expect(try store.head().position == Position(4) && store.verify().events == 4)
            withExtendedLifetime(fixture) {}
            return words
        }
        let engines = try Engine.all.map { (name: $0.testDescription, words: try refusals(by: $0)) }
        for engine in engines { #expect(engine.words == engines[0].words, "\(engine.name)") }
        #expect(engines[0].words.allSatisfy { $0.hasPrefix("EventLogError ") }, "\(engines[0].words)")
    }

    @Test(arguments: Engine.all)
    func `a rehearsal answers as the log would, and leaves the log as it was`(engine: Engine) throws {
        var generator = SeededGenerator()
        for round in 0..<12 {
            var history = History(from: &generator)
            // A rehearsal blanks nothing.
            history.scopes = history.scopes.map { _ in nil }
            let split = Int.random(in: 0...history.transactions.count, using: &generator)
            let (clock, label) = (TestClock(), "round \(round), seed \(generator.seed)")
            let environment = history.environment(clock)
            let fixture = try engine(environment)
            let store = fixture.store
            _ = try history.append(0..<split, to: store, clock)
            let before = try LogAnswers(of: store, seed: UInt64(round))
            // The log that has them all is in memory: each engine answers as that one, and most take longer.
            let wholeClock = TestClock()
            let wholeEnvironment = history.environment(wholeClock)
            let wholeLog = MemoryLog()
            try wholeLog.create(origin: "tests", environment: wholeEnvironment)
            let whole = try wholeLog.open(.readWrite, environment: wholeEnvironment).store
            _ = try history.append(0..<history.transactions.count, to: whole, wholeClock)
            // A server ends a transaction that asks nothing for a while.
            let expected = try LogAnswers(of: whole, seed: UInt64(round))
            try store.withWriterLock {
                let rehearsed = try RehearsedLog(store, environment: environment)
                for index in split..<history.transactions.count {
                    clock.set(history.times[index])
                    try rehearsed.append(history.transactions[index])
                }
                #expect(
                    difference(expected, try LogAnswers(of: rehearsed, seed: UInt64(round))) == nil, "\(label)")
                #expect(
                    difference(before, try LogAnswers(of: store, seed: UInt64(round))) == nil,
                    "under the lock, \(label)")
            }
            #expect(difference(before, try LogAnswers(of: store, seed: UInt64(round))) == nil, "\(label)")
            #expect(try store.verify().transactions == split, "\(label)")
            withExtendedLifetime(fixture) {}
        }
    }

    @Test func `every engine takes over what every other one has`() throws {
        var generator = SeededGenerator()
        let history = History(from: &generator)
        for source in Engine.all {
            let clock = TestClock()
            let fixture = try source(history.environment(clock))
            let from = fixture.store
            _ = try history.append(0..<history.transactions.count, to: from, clock)
            let expected = try LogAnswers(of: from, seed: 1)
            let folder = try LogFolder()
            for place in [MemoryLog(), LogFile(folder.log)] as [any LogPlace] {
                try place.makeCopy(of: from.identity, environment: .system) { copy in
                    try copy.receive { receiver in
                        _ = try receiver.takeAll(of: from, after: .start, through: from.head().position)
                    }
                }
                let copy = try place.openCopy(.readOnly)
                #expect(difference(expected, try LogAnswers(of: copy, seed: 1)) == nil, "seed \(generator.seed)")
                #expect(try copy.verify().root == from.root(at: from.head().position))
            }
            withExtendedLifetime(fixture) {}
        }
    }

    @Test func `of two stores on one log in memory one writes at a time, and neither sees what is not committed`()
        throws
    {
        let log = MemoryLog()
        try log.create(origin: "tests", environment: .system)
        let first = try log.open(.readWrite, environment: .system).store
        let second = try log.open(.readWrite, environment: .system).store
        second.setLockTimeout(10)
        try first.withWriterLock {
            try first.record([.added("a")])
            #expect(try second.head().position == .start)
            #expect(throws: EventLogError.busy(holder: nil)) { try second.record([.added("b")]) }
        }
        #expect(try second.head().position == Position(1))
        try second.withSnapshot {
            try first.record([.added("c")])
            #expect(try second.head().position == Position(1))
        }
        #expect(try second.head().position == Position(2))
        let reader = try log.open(.readOnly, environment: .system).store
        #expect(throws: EventLogError.readOnly(path: "memory")) { try reader.record([.added("d")]) }
    }
}
