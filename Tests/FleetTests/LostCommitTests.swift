import EventLog
import Fleet
import FleetSupport
import LibPQ
import Synchronization
import TestSupport
import Threading
import Testing

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
        try database.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try database.run("SELECT pg_reload_conf()")
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
        #expect(throws: EventLogError.self) { try store.append(cancelled) }
        isOver.store(true, ordering: .relaxed)
        try database.run("ALTER SYSTEM RESET synchronous_standby_names")
        try database.run("SELECT pg_reload_conf()")
        #expect(try log.open(.readWrite, environment: .system).store.verify().events >= 1)
    }
}
