import EventLog
import Glibc
import Synchronization
import Testing

/// What an engine does whose log several threads and processes share; here the file.
struct ConcurrencyTests {
    private static func open(_ log: String) throws -> SQLiteLogStore {
        try SQLiteLogStore.open(at: log, access: .readWrite)
    }

    /// Appends transactions of three events about one own stream.
    private static func write(_ count: Int, to log: String, as name: String) throws {
        let store = try open(log)
        for number in 0..<count {
            try store.record([
                .added("\(name) \(number)"), .edited(.started(0), "\(name) \(number)"),
                .edited(.started(0), version: 2, "\(name) \(number)"),
            ])
        }
    }

    private func expectWhole(_ store: SQLiteLogStore, transactions: Int) throws {
        let events = try store.events(EventSelection())
        #expect(events.map(\.position.rawValue) == Array(1...Int64(transactions * 3)))
        #expect(
            try store.head() == LogHead(position: Position(Int64(transactions * 3)), transaction: Int64(transactions)))
        for (_, events) in Dictionary(grouping: events, by: \.transaction) {
            #expect(Set(events.map(\.stream)).count == 1)
        }
        #expect(try store.verify().events == Int64(transactions * 3))
    }

    @Test func `two threads lose no append and leave no gap`() async throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let log = folder.log
        async let first: Void = onThread { try Self.write(25, to: log, as: "first") }
        async let second: Void = onThread { try Self.write(25, to: log, as: "second") }
        _ = try await (first, second)
        try expectWhole(store, transactions: 50)
        let texts = try store.events(EventSelection(typeName: NoteAdded.type.name)).map {
            String(decoding: $0.payload ?? [], as: UTF8.self)
        }
        #expect(Set(texts).count == 50)
    }

    @Test func `two processes lose no append and leave no gap`() async throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let log = folder.log
        async let other: Void = writeInAnotherProcess(log)
        try await onThread { try Self.write(20, to: log, as: "here") }
        await other
        try expectWhole(store, transactions: 40)
    }

    private func writeInAnotherProcess(_ log: String) async {
        await #expect(processExitsWith: .success) { [log] in
            try Self.write(20, to: log, as: "there")
        }
    }

    @Test func `a head that another connection moved is a conflict, and reading again helps`() async throws {
        let folder = try LogFolder()
        _ = try folder.create()
        let log = folder.log
        // Each decides on the head that it read; only one of two that read the same may win.
        func increment() async throws -> Int {
            try await onThread {
                let store = try Self.open(log)
                var conflicts = 0
                for _ in 0..<20 {
                    while true {
                        let head = try store.head().position
                        do {
                            try store.record([.added("after \(head)")], ifHead: head)
                            break
                        } catch EventLogError.conflict {
                            conflicts += 1
                        }
                    }
                }
                return conflicts
            }
        }
        async let first = increment()
        async let second = increment()
        _ = try await (first, second)
        let store = try Self.open(log)
        let texts = try store.events(EventSelection()).map { String(decoding: $0.payload ?? [], as: UTF8.self) }
        #expect(texts == (0..<40).map { #"{"text":"after \#($0)"}"# })
    }

    @Test func `of two that decide on one head exactly one wins`() throws {
        let folder = try LogFolder()
        let (first, second) = (try folder.create(), try folder.open())
        let (firstHead, secondHead) = (try first.head().position, try second.head().position)
        try first.record([.added("a")], ifHead: firstHead)
        #expect(throws: EventLogError.conflict(expected: "head 0", actual: "head 1")) {
            try second.record([.added("b")], ifHead: secondHead)
        }
        #expect(try second.lines() == ["1: 1@1 test.note-added/1 1 0"])
    }

    @Test func `a writer that waits in vain is told who holds the lock`() throws {
        let folder = try LogFolder()
        let (holder, waiting) = (try folder.create(), try folder.open())
        waiting.setLockTimeout(50)
        try holder.withWriterLock {
            let clock = ContinuousClock()
            let duration = clock.measure {
                let error = #expect(throws: EventLogError.self) { try waiting.record([.added("a")]) }
                guard case .busy(let name) = error else {
                    Issue.record("not busy: \(String(describing: error))")
                    return
                }
                #expect(name?.hasPrefix("process \(getpid()) (") == true, "\(name ?? "nobody")")
            }
            #expect(duration >= .milliseconds(40))
            // Readers are kept out by nobody.
            let head = try waiting.head().position
            #expect(head == .start)
        }
        try waiting.record([.added("b")])
        #expect(try holder.head().position == Position(1))
    }

    @Test func `the same key from two connections is one transaction`() throws {
        let folder = try LogFolder()
        let (first, second) = (try folder.create(), try folder.open())
        let receipt = try first.record([.added("a")], key: "k")
        let again = try second.record([.added("a")], key: "k")
        #expect(again.isRepeat)
        #expect(again.transaction == receipt.transaction)
        #expect(try first.head().position == Position(1))
    }

    @Test func `a reader sees whole transactions only`() async throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let log = folder.log
        let done = Shared(Atomic(false))
        let reads = SharedCount(Atomic(0))
        async let writer: Void = onThread {
            defer { done.value.store(true, ordering: .releasing) }
            for part in 1...3 {
                // On a busy machine all would be written before the first read.
                for _ in 0..<60_000 where reads.value.load(ordering: .acquiring) < part { usleep(1_000) }
                try Self.write(10, to: log, as: "writer \(part)")
            }
        }
        var last: Int64 = 0
        while !done.value.load(ordering: .acquiring) {
            let head = try store.head()
            #expect(head.position.rawValue == head.transaction * 3)
            #expect(head.position.rawValue >= last)
            last = head.position.rawValue
            let events = try store.events(EventSelection())
            #expect(events.count.isMultiple(of: 3))
            #expect(events.last.map(\.position.rawValue) ?? 0 == Int64(events.count))
            reads.value.add(1, ordering: .releasing)
            await Task.yield()
        }
        try await writer
        #expect(reads.value.load(ordering: .acquiring) >= 3)
        try expectWhole(store, transactions: 30)
    }

    /// Counts for two threads.
    private final class SharedCount: Sendable {
        let value: Atomic<Int>
        init(_ value: consuming Atomic<Int>) { self.value = value }
    }

    /// Shares what cannot be copied with a thread.
    private final class Shared: Sendable {
        let value: Atomic<Bool>
        init(_ value: consuming Atomic<Bool>) { self.value = value }
    }

    @Test func `a reader of a log that is being written needs no right to write`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("a")])
        let reader = try folder.open(access: .readOnly)
        try store.record([.added("b")])
        #expect(try reader.head().position == Position(2))
        let error = #expect(throws: EventLogError.self) { try reader.record([.added("c")]) }
        #expect(error == .readOnly(path: folder.log))
        #expect(try store.head().position == Position(2))
    }
}
