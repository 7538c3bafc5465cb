import Parallel
import Synchronization
import Testing

@Suite struct `Reading ahead` {
    private struct Failure: Error, Equatable {
        let number: Int
    }

    /// Counts up to `last`, then throws or ends; tells how far it was asked.
    private final class Counter: Sendable {
        let made = Mutex(0)
        let isReleased = Mutex(false)

        func start(to last: Int, failing: Bool = false) -> @Sendable () throws -> () throws -> Int? {
            {
                let mark = Mark(self)
                return {
                    withExtendedLifetime(mark) {}
                    let number = self.made.withLock { made in
                        made += 1
                        return made
                    }
                    if number <= last { return number }
                    if failing { throw Failure(number: number) }
                    return nil
                }
            }
        }

        /// Stands for what the thread has open.
        private final class Mark {
            let counter: Counter
            init(_ counter: Counter) { self.counter = counter }
            deinit { counter.isReleased.withLock { $0 = true } }
        }
    }

    private func start(
        waiting capacity: Int, _ start: @escaping @Sendable () throws -> () throws -> Int?
    ) throws -> ReadAhead<Int> {
        let ahead = ReadAhead(capacity: capacity, weight: { _ in 1 }, start: start)
        return try #require(ahead)
    }

    @Test func `is none where no thread can be had, and nobody waits for one`() {
        let ahead = BlockingThread.$areRefused.withValue(true) {
            ReadAhead(capacity: 1, weight: { (_: Int) in 1 }) { { 1 } }
        }
        #expect(ahead == nil)
    }

    @Test(arguments: [1, 7, 1_000_000])
    func `gives all in order, however little may wait`(capacity: Int) throws {
        let counter = Counter()
        let ahead = try start(waiting: capacity, counter.start(to: 10_000))
        var taken: [Int] = []
        while let number = try ahead.next() { taken.append(number) }
        #expect(taken == Array(1...10_000))
        #expect(try ahead.next() == nil)
    }

    @Test func `throws behind what was made before, and goes on throwing`() throws {
        let counter = Counter()
        let ahead = try start(waiting: 3, counter.start(to: 5, failing: true))
        for number in 1...5 { #expect(try ahead.next() == number) }
        for _ in 1...2 { #expect(throws: Failure(number: 6)) { try ahead.next() } }
    }

    @Test func `throws what kept the thread from beginning`() throws {
        let ahead = try start(waiting: 3, { throw Failure(number: 0) })
        #expect(throws: Failure(number: 0)) { try ahead.next() }
    }

    @Test func `goes no further ahead than may wait`() throws {
        let counter = Counter()
        let ahead = try start(waiting: 10, counter.start(to: .max))
        for taken in 1...1_000 {
            #expect(try ahead.next() == taken)
            // Ten were taken over at once, ten wait, and one is being made.
            #expect(counter.made.withLock { $0 } <= taken + 21)
        }
    }

    @Test func `makes no more once nobody takes, and lets go of what it has open`() throws {
        let counter = Counter()
        do {
            let ahead = try start(waiting: 10, counter.start(to: .max))
            #expect(try ahead.next() == 1)
        }
        #expect(counter.isReleased.withLock { $0 })
        #expect(counter.made.withLock { $0 } <= 22)
    }
}
