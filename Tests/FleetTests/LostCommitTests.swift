import Content
import Cryptography
import EventLog
import FleetSupport
import Glibc
import LibPQ
import Parallel
import Synchronization
import TestSupport
import Testing

@testable import Fleet

@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct LostCommitTests {
    private let database: FleetDatabase

    init() throws { database = try FleetDatabase.shared.get() }

    private func log(
        _ address: PostgresAddress, behind proxy: CuttingProxy, patience: Double = 10
    ) throws -> any LogStore {
        var log = PostgresLog(database.address(of: address, on: proxy.folder))
        log.patience = patience
        return try log.open(.readWrite, environment: .system).store
    }

    @Test(arguments: [CuttingProxy.Cut.before, .after])
    func `a commit whose connection is cut is recorded once`(cut: CuttingProxy.Cut) throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let rounds = Soak.size(200, inSuite: 20)
        for round in 1...rounds {
            let store = try log(address, behind: proxy)
            proxy.cut(cut)
            // With a key, without one, and as part of a unit of two.
            let receipt = try store.withWriterLock {
                if round % 3 == 0 { _ = try store.append(.noted("first \(round)")) }
                return try store.append(.noted("\(round)", key: round.isMultiple(of: 2) ? "key \(round)" : nil))
            }
            #expect(!receipt.isRepeat)
            #expect(try store.head().position == receipt.lastPosition, "round \(round)")
        }
        let store = try PostgresLog(address).open(.readOnly, environment: .system).store
        #expect(try store.head().position.rawValue == Int64(rounds + rounds / 3))
        #expect(try store.verify().transactions == rounds + rounds / 3)
    }

    @Test func `what another writer recorded meanwhile is a conflict, and nothing was recorded`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let store = try log(address, behind: proxy)
        // The other one waits for the lock, and has it before the first one can look.
        proxy.cut(.before)
        proxy.whenCut {
            _ = try? PostgresLog(address).open(.readWrite, environment: .system).store.append(.noted("faster"))
        }
        #expect {
            try store.append(.noted("slower"))
        } throws: { error in
            if case .conflict? = error as? EventLogError { true } else { false }
        }
        #expect(try PostgresLog(address).open(.readOnly, environment: .system).store.head().position == Position(1))
    }

    @Test func `a new ledger, a seal or a setting without an answer may be there`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let store = try PostgresLog(database.address(of: address, on: proxy.folder)).store(.readWrite, .system)
        proxy.cut(.after)
        #expect(throws: FleetError.unanswered) {
            try store.withSealedLock { _ in try store.setSeal(.adopting(from: "here")) }
        }
        #expect(throws: FleetError.self) { _ = try store.append(.noted("sealed")) }
        // The others are sent at once: the server ends their sessions itself.
        let dying = try FleetDatabase(on: PostgresServer.shared.get())
        try dying.run(
            """
            CREATE FUNCTION public.die() RETURNS trigger AS
                'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END' LANGUAGE plpgsql;
            CREATE TRIGGER die AFTER INSERT ON mailledger.setting FOR EACH STATEMENT EXECUTE FUNCTION public.die();
            CREATE CONSTRAINT TRIGGER die AFTER INSERT ON mailledger.head DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION public.die()
            """)
        let questions = FleetQuestions(at: try #require(LedgerURL(dying.freshURL())))
        #expect(throws: FleetError.unanswered) { try questions.setNewNeedStandby(false) }
        #expect(throws: FleetError.unanswered) {
            try PostgresLog(dying.freshAddress()).create(origin: "tests", environment: .system)
        }
    }

    @Test func `a commit is not sent again if a content that it found was removed meanwhile`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let whole = ContentPlace.server(PostgresLog(address))
        let digest = try ContentStore(at: whole).batch { try $0.put(bytes: [1, 2, 3]) }
        let proxy = try CuttingProxy(before: database.folder)
        var log = PostgresLog(database.address(of: address, on: proxy.folder))
        log.patience = 10
        let store = try log.store(.readWrite, .system)
        let contents = ContentStore(at: whole) { _ in
            PostgresContentBackend(beside: store) { try ContentStore(at: whole).makeScratchFile() }
        }
        proxy.cut(.before)
        proxy.whenCut { try? ContentStore(at: whole).remove([digest]) }
        #expect {
            try store.withWriterLock {
                _ = try contents.batch { try $0.put(bytes: [1, 2, 3]) }
                return try store.append(.noted("names it"))
            }
        } throws: { error in
            if case .conflict? = error as? EventLogError { true } else { false }
        }
        #expect(try PostgresLog(address).open(.readOnly, environment: .system).store.head().position == .start)
    }

    @Test func `a commit is not sent again to a ledger that was sealed meanwhile`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let store = try log(address, behind: proxy)
        let id = store.identity.id
        proxy.cut(.before)
        proxy.whenCut { [database] in
            _ = try? database.run("UPDATE mailledger.head SET sealed = 'it moved' WHERE ledger = '\(id)'")
        }
        #expect(throws: FleetError.sealed("it moved")) { try store.append(.noted("late")) }
        #expect(try PostgresLog(address).open(.readOnly, environment: .system).store.head().position == .start)
    }

    @Test func `without an answer nobody can say, and the operation is named`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let store = try log(address, behind: proxy, patience: 0.5)
        proxy.cut(.afterAndForEver)
        let proposed = ProposedTransaction.noted("lost")
        #expect(throws: EventLogError.unconfirmed(proposed.context.operation)) { try store.append(proposed) }
        let whole = try PostgresLog(address).open(.readOnly, environment: .system).store
        #expect(try whole.transactions(of: proposed.context.operation).count == 1)
    }

    @Test func `a commit that no standby confirms is not reported as done, whether it hangs or is cancelled`() throws {
        let server = try PostgresServer()
        let database = try FleetDatabase(on: server)
        let address = database.freshAddress()
        var log = PostgresLog(address)
        try log.create(origin: "tests", environment: .system)
        try setStandby("nobody", in: database)
        log.patience = 0.5
        let store = try log.open(.readWrite, environment: .system).store
        let hanging = ProposedTransaction.noted("hangs")
        #expect(throws: EventLogError.unconfirmed(hanging.context.operation)) { try store.append(hanging) }
        // A cancelled wait is answered with success and a warning.
        let isOver = Atomic<Bool>(false)
        _ = BlockingThread.start {
            while !isOver.load(ordering: .relaxed) {
                _ = try? database.run(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            }
        }
        let cancelled = ProposedTransaction.noted("cancelled")
        #expect(throws: EventLogError.unconfirmed(cancelled.context.operation)) { try store.append(cancelled) }
        isOver.store(true, ordering: .relaxed)
        try setStandby("", in: database)
        // Each is there once, and says so under its name.
        let whole = try log.open(.readWrite, environment: .system).store
        for operation in [hanging.context.operation, cancelled.context.operation] {
            #expect(try whole.transactions(of: operation).count == 1)
        }
        #expect(try whole.verify().events == 2)
    }

    @Test(arguments: [true, false])
    func `a network that swallows everything ends within the deadline, and the operation is named`(
        afterCommit: Bool
    ) throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let store = try log(address, behind: proxy, patience: 1)
        proxy.cut(.swallow(afterCommit: afterCommit))
        let proposed = ProposedTransaction.noted("swallowed")
        let time = ContinuousClock().measure {
            #expect(throws: EventLogError.unconfirmed(proposed.context.operation)) { try store.append(proposed) }
        }
        // A second for the answer, a second to ask again, and the five seconds of a connection that is not answered.
        #expect(time < .seconds(9))
        let whole = try PostgresLog(address).open(.readOnly, environment: .system).store
        #expect(try whole.transactions(of: proposed.context.operation).count == (afterCommit ? 1 : 0))
        #expect(try whole.verify().events == (afterCommit ? 1 : 0))
    }

    @Test func `a connection that is cut within a piece of content records content and event, or neither`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        var log = PostgresLog(database.address(of: address, on: proxy.folder))
        log.patience = 10
        let place = ContentPlace.server(log)
        var generator = SeededGenerator()
        var recorded: [SHA256Digest] = []
        let rounds = Soak.size(200, inSuite: 20)
        var refused = 0
        for round in 1...rounds {
            let store = try log.store(.readWrite, .system)
            let contents = ContentStore(at: place) { _ in
                PostgresContentBackend(beside: store) { try ContentStore(at: place).makeScratchFile() }
            }
            // Three pieces, of bytes that compress to nothing less.
            let bytes = generator.bytes(5 << 19)
            func record() throws -> SHA256Digest {
                try store.withWriterLock {
                    let digest = try contents.batch { try $0.put(bytes: bytes) }
                    _ = try store.append(.noted("\(round)"))
                    return digest
                }
            }
            proxy.cut(.amid(bytes: Int.random(in: 1_000..<bytes.count, using: &generator)))
            do {
                recorded.append(try record())
            } catch {
                refused += 1
                // The same store goes on with a new connection.
                recorded.append(try record())
            }
        }
        #expect(refused > 0)
        let store = try PostgresLog(address).store(.readOnly, .system)
        #expect(try store.verify().transactions == rounds)
        let contents = ContentStore(at: .server(PostgresLog(address)), access: .readOnly)
        #expect(try contents.stats().count == rounds)
        #expect(
            try contents.findings(of: recorded) == recorded.map { .sound($0, size: 5 << 19) })
        #expect(
            try database.run(
                """
                SELECT count(*) FROM mailledger.content_piece piece JOIN mailledger.ledger USING (ledger)
                WHERE name = '\(address.ledger ?? "")'
                """) == "\(rounds * 3)")
    }

    @Test func `a standby that stands still is waited for, and what became of a commit is found behind it`() throws {
        let failover = try Failover()
        let address = failover.database.freshAddress()
        var log = PostgresLog(address)
        try log.create(origin: "tests", environment: .system)
        try failover.confirmEachCommit()
        log.patience = 1
        let hurried = try log.open(.readWrite, environment: .system).store
        log.patience = 20
        let store = try log.open(.readWrite, environment: .system).store
        let reader = try log.open(.readOnly, environment: .system).store
        func later(_ body: @escaping @Sendable () throws -> Void) {
            _ = BlockingThread.start {
                usleep(300_000)
                try? body()
            }
        }

        // For longer than there is patience.
        try failover.stall()
        let proposed = ProposedTransaction.noted("hurried")
        let time = ContinuousClock().measure {
            #expect(throws: EventLogError.unconfirmed(proposed.context.operation)) { try hurried.append(proposed) }
        }
        #expect(time < .seconds(5))
        try failover.resume()
        while try reader.transactions(of: proposed.context.operation).isEmpty { usleep(10_000) }

        // For a moment.
        try failover.stall()
        later { try failover.resume() }
        #expect(try store.append(.noted("patient")).lastPosition == Position(2))

        // Somebody cancels the wait: the server answers with success, and the standby has nothing.
        try failover.stall()
        later {
            try failover.database.run(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            usleep(300_000)
            try failover.resume()
        }
        let cancelled = ProposedTransaction.noted("cancelled")
        let receipt = try store.append(cancelled)
        #expect(receipt.lastPosition == Position(3) && !receipt.isRepeat)
        #expect(try reader.transactions(of: cancelled.context.operation).count == 1)
        #expect(try reader.verify().events == 3)
        // The standby has what was confirmed.
        let there = try failover.successor.run("SELECT count(*) FROM mailledger.event")
        #expect(there == "3")
    }

    /// Names the standby that commits wait for; a session that is there already learns of it with the next new one.
    private func setStandby(_ name: String, in database: FleetDatabase) throws {
        try database.run("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
        try database.run("SELECT pg_reload_conf()")
        while try database.run("SHOW synchronous_standby_names") != name {}
    }
}
