internal import Cryptography
internal import Dispatch
internal import EventLog
internal import Fleet
internal import LibPQ
internal import Parallel
internal import Synchronization

/// Appends by one writer and by many, and what they send to a standby.
extension FleetBench {
    /// A log with the events that are appended to it, made before the clock starts.
    struct Writer {
        let store: any LogStore
        let transactions: [ProposedTransaction]

        init(_ place: any LogPlace, transactions count: Int, of events: Int) throws {
            store = try place.open(.readWrite, environment: .system).store
            let sample = SampleEvents()
            let context = OperationContext(
                operation: OperationID(UniqueID.random(from: { randomBytes($0) })), command: "bench", actor: "bench",
                osUser: "bench", host: "example.org", program: "ledger-bench")
            transactions = try (0..<count).map { number in
                try ProposedTransaction((0..<events).map { try sample.message(number * events + $0) }, context: context)
            }
        }

        /// Appends all, and returns the seconds that it took.
        func run() throws -> Double {
            try Clock.time { for transaction in transactions { _ = try store.append(transaction) } }
        }
    }

    func makeServerLog() throws -> PostgresLog {
        let log = try serverLog(freshName())
        try log.create(origin: "bench", environment: .system)
        return log
    }

    private func serverLog(_ name: String) throws -> PostgresLog {
        guard let address = PostgresAddress(cluster.url(of: name)) else {
            throw Program.Failure(description: "\(name) is no name of a ledger")
        }
        return PostgresLog(address)
    }

    private func makeFileLog() throws -> LogFile {
        let folder = "\(options.work)/\(freshName())"
        try BenchFiles.makeFolder(folder)
        let log = LogFile(folder + "/log.sqlite")
        try log.create(origin: "bench", environment: .system)
        return log
    }

    func measureAppends() throws {
        for (events, count, goal) in [(1, 200, 0.3), (10, 100, 0.5), (1_000, 4, 0.5)] {
            // Each side goes on with its log: a new one would measure how files grow.
            let (server, file) = (try makeServerLog(), try makeFileLog())
            _ = try (Writer(server, transactions: 20, of: 1).run(), Writer(file, transactions: 20, of: 1).run())
            try compare(
                "append of \(events)", hasStandby ? nil : .timesAsFast(goal),
                ours: { _ in try Writer(server, transactions: count, of: events).run() / Double(count) }, "the folder",
                theirs: { _ in try Writer(file, transactions: count, of: events).run() / Double(count) })
        }
    }

    // MARK: Many writers

    func measureWriters() throws {
        let alone = try makeServerLog()
        let ledgers = try (0..<16).map { _ in try makeServerLog() }
        try compare(
            "16 writers on 16 ledgers", hasStandby ? nil : .timesAsFast(4),
            ours: { _ in try self.together(ledgers) }, "one writer", theirs: { _ in try self.together([alone]) })
        let shared = try makeServerLog()
        try compare(
            "4 writers on one ledger", hasStandby ? nil : .timesAsFast(1),
            ours: { _ in try self.together(Array(repeating: shared, count: 4)) }, "one writer",
            theirs: { _ in try self.together([alone]) })
    }

    /// Lets a thread append to each log, and returns the seconds that a transaction took, of all of them.
    private func together(_ logs: [PostgresLog]) throws -> Double {
        let count = 200
        let (ready, start, end) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let failures = Failures()
        for log in logs {
            let isStarted = BlockingThread.start {
                defer { end.signal() }
                // A connection each, and the events, before the clock starts.
                let writer = Result { try Writer(log, transactions: count, of: 1) }
                ready.signal()
                start.wait()
                failures.noting { _ = try writer.get().run() }
            }
            guard isStarted else { throw Program.Failure(description: "there is no thread") }
        }
        for _ in logs { ready.wait() }
        let seconds = Clock.time {
            for _ in logs { start.signal() }
            for _ in logs { end.wait() }
        }
        if let failure = failures.first { throw failure }
        return seconds / Double(count * logs.count)
    }

    // MARK: Write-ahead log

    func measureWAL() throws {
        let log = try makeServerLog()
        _ = try Writer(log, transactions: 50, of: 1).run()
        // Behind a checkpoint each page is written whole once; later ones cost what the rows cost.
        try cluster.ask("CHECKPOINT")
        _ = try Writer(log, transactions: 300, of: 1).run()
        let sent = try (0..<options.rounds).map { _ in
            let writer = try Writer(log, transactions: 200, of: 1)
            let before = try walPosition()
            _ = try writer.run()
            return Double(try walPosition() - before) / 200
        }
        add("write-ahead log of a one-event transaction", .bytes, sent, nil, .atMost(3_072))
    }

    private func walPosition() throws -> Int64 {
        try cluster.value("SELECT (pg_current_wal_insert_lsn() - '0/0')::int8")
    }
}

/// What went wrong on other threads.
private final class Failures: Sendable {
    private let all = Mutex<[any Error]>([])

    var first: (any Error)? { all.withLock { $0.first } }

    func noting(_ body: () throws -> Void) {
        do { try body() } catch { all.withLock { $0.append(error) } }
    }
}
