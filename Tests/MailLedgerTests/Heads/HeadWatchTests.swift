import EventLog
import Mail
import MailLedger
import Synchronization
import Testing

@Suite struct `A watch over the end of a log` {
    /// A log that counts how often it is asked where it ends.
    private final class Log: Sendable {
        private let state = Mutex((head: Position.start, questions: 0, fault: CursorError?.none))

        var questions: Int { state.withLock { $0.questions } }
        func note() { state.withLock { $0.questions += 1 } }
        func grow(to head: Int64) { state.withLock { $0.head = Position(head) } }
        func fail(with fault: CursorError?) { state.withLock { $0.fault = fault } }
        func head() throws -> Position {
            try state.withLock { state in
                state.questions += 1
                if let fault = state.fault { throw fault }
                return state.head
            }
        }
    }

    private func watch(_ log: Log) -> PolledHead {
        PolledHead(every: .milliseconds(5)) { try log.head() }
    }

    @Test func `asks once for 100 subscribers, and tells all of them`() async throws {
        let log = Log()
        let watch = watch(log)
        let clock = ContinuousClock()
        let start = clock.now
        let heads = try await withThrowingTaskGroup(of: Position?.self) { group in
            for _ in 0..<100 { group.addTask { try await watch.head(beyond: .start) } }
            while log.questions < 8 { try await Task.sleep(for: .milliseconds(1)) }
            log.grow(to: 3)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(heads == Array(repeating: Position(3), count: 100))
        // One question in 5 ms however many wait; one more may begin with each that comes when nobody asks.
        let most = 10 + Int(start.duration(to: clock.now) / .milliseconds(5))
        #expect(log.questions <= most, "\(log.questions) questions")
    }

    @Test func `asks nothing while nobody waits, and nothing for who is behind already`() async throws {
        let log = Log()
        log.grow(to: 5)
        let watch = watch(log)
        #expect(try await watch.head(beyond: .start) == Position(5))
        let asked = log.questions
        #expect(try await watch.head(beyond: Position(4)) == Position(5))
        try await Task.sleep(for: .milliseconds(40))
        #expect(log.questions == asked)
    }

    @Test func `tells each what it waits for, and goes on for the others`() async throws {
        let log = Log()
        let watch = watch(log)
        async let near = watch.head(beyond: Position(1))
        async let far = watch.head(beyond: Position(7))
        log.grow(to: 4)
        #expect(try await near == Position(4))
        log.grow(to: 8)
        #expect(try await far == Position(8))
    }

    @Test func `who is cancelled is told nothing, and the others go on`() async throws {
        let log = Log()
        let watch = watch(log)
        let cancelled = (0..<20).map { _ in Task { try await watch.head(beyond: .start) } }
        let other = Task { try await watch.head(beyond: .start) }
        while log.questions < 2 { try await Task.sleep(for: .milliseconds(1)) }
        for task in cancelled { task.cancel() }
        for task in cancelled { #expect(try await task.value == nil) }
        log.grow(to: 1)
        #expect(try await other.value == Position(1))
    }

    @Test func `what asking throws goes to all who wait, and the next one asks again`() async throws {
        let log = Log()
        let watch = watch(log)
        log.fail(with: .inUse(name: "log"))
        let tasks = (0..<5).map { _ in Task { try await watch.head(beyond: .start) } }
        for task in tasks { await #expect(throws: CursorError.inUse(name: "log")) { try await task.value } }
        log.fail(with: nil)
        log.grow(to: 2)
        #expect(try await watch.head(beyond: .start) == Position(2))
    }

    @Test func `asks for all logs that are waited for by one question`() async throws {
        let questions = Mutex<[Set<String>]>([])
        let ends = Mutex<[String: Position]>([:])
        let heads = PolledHeads<String>(every: .milliseconds(5)) { logs in
            questions.withLock { $0.append(logs) }
            return ends.withLock { $0.filter { logs.contains($0.key) } }
        }
        async let one = heads.head(of: "one", beyond: .start)
        async let two = heads.head(of: "two", beyond: Position(1))
        while questions.withLock({ $0.last?.count != 2 }) { try await Task.sleep(for: .milliseconds(1)) }
        ends.withLock { $0 = ["one": Position(1), "two": Position(1)] }
        #expect(try await one == Position(1))
        // The log that nobody waits for any more is not asked about.
        while questions.withLock({ $0.last != ["two"] }) { try await Task.sleep(for: .milliseconds(1)) }
        ends.withLock { $0["two"] = Position(5) }
        #expect(try await two == Position(5))
        #expect(try await heads.head(of: "two", beyond: Position(4)) == Position(5))
    }

    @Test func `what was asked about a log is no answer for long`() async throws {
        let ends = Mutex<[String: Position]>(["one": Position(9)])
        let heads = PolledHeads<String>(every: .milliseconds(5)) { logs in
            ends.withLock { $0.filter { logs.contains($0.key) } }
        }
        #expect(try await heads.head(of: "one", beyond: .start) == Position(9))
        // A log that lost its end is not said to be longer than it is, again and again.
        ends.withLock { $0["one"] = Position(6) }
        let answers = [try await heads.head(of: "one", beyond: Position(5))]
        async let next = heads.head(of: "one", beyond: Position(6))
        try await Task.sleep(for: .milliseconds(40))
        ends.withLock { $0["one"] = Position(7) }
        #expect(try await next == Position(7) && answers == [Position(9)])
    }

    @Test(arguments: Place.allCases) func `one is shared by all subscribers of a ledger`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        _ = try await world.addAccount()
        let container = world.container
        let start = try await container.head()
        let log = Log()
        container.watchHead(
            by: PolledHead(every: .milliseconds(20)) {
                log.note()
                return try await container.head()
            })
        let clock = ContinuousClock()
        let begin = clock.now
        let told = try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    var events = container.events(after: start).makeAsyncIterator()
                    return try await events.next()?.number
                }
            }
            while log.questions < 3 { try await Task.sleep(for: .milliseconds(1)) }
            _ = try await world.addAccount("grace@example.org")
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told.count == 100 && Set(told).count == 1 && told[0] != nil)
        let most = 10 + Int(begin.duration(to: clock.now) / .milliseconds(20))
        #expect(log.questions >= 3 && log.questions <= most, "\(log.questions) questions, at most \(most)")
    }
}
