internal import EventLog
internal import Fleet
internal import Glibc
internal import LibPQ
internal import Parallel
internal import Synchronization

/// What a writer waits for when the server dies and its standby takes over.
extension FleetBench {
    func measureFailover() throws {
        let waits = try (0..<options.rounds).map { _ in try failOver() }
        add("first append after a failover, beside the promotion", .seconds, waits, nil, .atMost(1))
    }

    /// Kills a server under a writer, promotes its standby, and returns the seconds from there to the next append.
    private func failOver() throws -> Double {
        let primary = try PostgresCluster.start()
        let standby = try primary.startStandby()
        let url = """
            postgresql://postgres@/postgres?host=\(primary.folder),\(standby.folder)&target_session_attrs=read-write\
            &ledger=ada
            """
        guard let address = PostgresAddress(url) else { throw Program.Failure(description: "\(url) is no URL") }
        let log = PostgresLog(address)
        try log.create(origin: "bench", environment: .system)
        // The other server has no standby when it takes over.
        try primary.ask("UPDATE mailledger.ledger SET needs_standby = false")
        let latest = Atomic<UInt64>(0)
        let isOver = Atomic<Bool>(false)
        let ended = Mutex<Result<Void, any Error>?>(nil)
        let isStarted = BlockingThread.start {
            let result = Result {
                let writer = try Writer(log, transactions: 1, of: 1)
                while !isOver.load(ordering: .relaxed) {
                    _ = try writer.run()
                    latest.store(Clock.now.bitPattern, ordering: .relaxed)
                }
            }
            ended.withLock { $0 = result }
        }
        guard isStarted else { throw Program.Failure(description: "there is no thread") }
        func appended(after time: Double) throws -> Double {
            while true {
                let last = Double(bitPattern: latest.load(ordering: .relaxed))
                if last > time { return last }
                if case .failure(let error)? = ended.withLock({ $0 }) { throw error }
                usleep(500)
            }
        }
        _ = try appended(after: Clock.now)
        try primary.suffer("kill")
        try standby.suffer("promote")
        let promoted = Clock.now
        let wait = try appended(after: promoted) - promoted
        isOver.store(true, ordering: .relaxed)
        while ended.withLock({ $0 == nil }) { usleep(500) }
        return wait
    }
}
