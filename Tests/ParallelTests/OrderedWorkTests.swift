import Parallel
import Synchronization
import TestSupport
import Testing

@Suite struct `Ordered work` {
    /// Keeps a thread busy for some turns, and returns what shows that.
    private static func turn(_ times: Int) -> UInt64 {
        var random = SeededGenerator(seed: UInt64(times) + 1)
        return (0..<times).reduce(0) { sum, _ in sum ^ random.next() }
    }

    @Test(arguments: [0, 1, 3])
    func `hands over what was made in the order of the elements, however long each takes`(helpers: Int) {
        var random = SeededGenerator(for: "ordered work with \(helpers) helpers")
        let turns = (0..<2_000).map { _ in Int.random(in: 0...200, using: &random) }
        let work = OrderedWork(helpers: helpers) { (times: Int) in Self.turn(times) }
        var made: [UInt64] = []
        for times in turns {
            work.put(times)
            while work.count > 0, Int.random(in: 0...4, using: &random) == 0 || work.count == 8 {
                if let next = work.next() { made.append(next) }
            }
        }
        while let next = work.next() { made.append(next) }
        #expect(made == turns.map(Self.turn))
        #expect(work.count == 0)
    }

    @Test func `makes each once, and nothing behind its owner`() {
        let made = Mutex<[Int: Int]>([:])
        do {
            let work = OrderedWork(helpers: 2) { (number: Int) in made.withLock { $0[number, default: 0] += 1 } }
            for number in 0..<100 { work.put(number) }
            for _ in 0..<10 { work.next() }
        }
        let atTheEnd = made.withLock { $0 }
        #expect(atTheEnd.values.allSatisfy { $0 == 1 })
        #expect((0..<10).allSatisfy { atTheEnd[$0] == 1 })
        #expect(made.withLock { $0 } == atTheEnd)
    }

    @Test func `has nothing where nothing was put in`() {
        let work = OrderedWork(helpers: 1) { (number: Int) in number }
        #expect(work.next() == nil)
        work.put(7)
        #expect(work.next() == 7)
        #expect(work.next() == nil)
    }
}
