import Parallel
import Synchronization
import Testing

struct SerialWorkTests {
    private struct Refusal: Error {}

    @Test(arguments: [false, true])
    func `closures run one after the other, with a thread or without`(withoutThread: Bool) throws {
        let seen = Mutex<[Int]>([])
        try BlockingThread.$areRefused.withValue(withoutThread) {
            let work = SerialWork(limit: 3)
            for number in 0..<500 { try work.put { seen.withLock { $0.append(number) } } }
            try work.finish()
        }
        #expect(seen.withLock { $0 } == Array(0..<500))
    }

    @Test(arguments: [false, true])
    func `nothing runs behind an error, which is thrown`(withoutThread: Bool) throws {
        let seen = Mutex<[Int]>([])
        #expect(throws: Refusal.self) {
            try BlockingThread.$areRefused.withValue(withoutThread) {
                let work = SerialWork(limit: 3)
                for number in 0..<500 {
                    try work.put {
                        if number == 7 { throw Refusal() }
                        seen.withLock { $0.append(number) }
                    }
                }
                try work.finish()
            }
        }
        #expect(seen.withLock { $0 } == Array(0..<7))
    }

    @Test func `work that is let go of ends first`() throws {
        let count = Mutex(0)
        do {
            let work = SerialWork(limit: 2)
            for _ in 0..<20 { try work.put { count.withLock { $0 += 1 } } }
        }
        #expect(count.withLock { $0 } == 20)
    }
}
