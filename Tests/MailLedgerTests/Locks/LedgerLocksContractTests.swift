import EventLog
import Fleet
import FleetSupport
import Glibc
import MailLedger
import Synchronization
import TestSupport
import Testing

/// What all locks of a ledger do.
struct LedgerLocksContractTests {
    /// A factory of locks that nobody has; each entry of ``all`` is tested.
    struct Engine: Sendable, CustomTestStringConvertible {
        /// Locks, and a second handle on the same.
        struct Fixture {
            let locks: any LedgerLocks
            let other: any LedgerLocks
            let directory: TemporaryDirectory?
        }

        let testDescription: String
        let make: @Sendable () throws -> Fixture

        static let all =
            local + (FleetDatabase.isPossible ? [server] : []) + (FleetDatabase.canBePooled ? [pooled] : [])

        private static let server = Engine(testDescription: "PostgreSQL") {
            try makeServer(in: FleetDatabase.shared.get(), through: nil)
        }

        private static let pooled = Engine(testDescription: "PostgreSQL behind pgbouncer") {
            try makeServer(in: FleetDatabase.pooled.get(), through: Pooler.shared.get())
        }

        private static func makeServer(in database: FleetDatabase, through pooler: Pooler?) throws -> Fixture {
            let log = try PostgresLog(database.freshAddress(user: database.nodeRole(), through: pooler))
            try log.create(origin: "tests", environment: .system)
            return Fixture(
                locks: PostgresLocks(of: log, on: SharedConnection(to: log)),
                other: PostgresLocks(of: log, on: SharedConnection(to: log)), directory: nil)
        }

        /// Those that keep contents apart from the log. On a server both are one transaction, and nothing is locked.
        static let local = [
            Engine(testDescription: "folder") {
                let directory = try TemporaryDirectory()
                let location = LedgerLocation(directory.path)
                return Fixture(
                    locks: FolderLocks(at: location), other: FolderLocks(at: location), directory: directory)
            },
            Engine(testDescription: "memory") {
                let locks = MemoryLocks()
                return Fixture(locks: locks, other: locks, directory: nil)
            },
        ]
    }

    /// Counts who is within.
    private final class Inside: Sendable {
        private let count = Mutex(0)

        func enter() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }

        func leave() {
            count.withLock { $0 -= 1 }
        }
    }

    private func expectBusy(_ locks: any LedgerLocks, _ use: ContentUse) {
        #expect(throws: EventLogError.busy(holder: nil)) { try locks.lockContent(use, patience: .milliseconds(30)) }
    }

    @Test(arguments: Engine.local) func `any number store at once, and nobody collects meanwhile`(engine: Engine) throws
    {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        var storing: [any HeldLock] = []
        for locks in [fixture.locks, fixture.other, fixture.locks] {
            storing.append(try locks.lockContent(.storing, patience: .zero))
        }
        while !storing.isEmpty {
            expectBusy(fixture.other, .collecting)
            storing.removeLast()
        }
        let collecting = try fixture.other.lockContent(.collecting, patience: .zero)
        for use in ContentUse.allCases { expectBusy(fixture.locks, use) }
        // To erase is another matter.
        #expect(try fixture.locks.lockErasure(patience: .zero) != nil)
        withExtendedLifetime(collecting) {}
    }

    @Test(arguments: Engine.all) func `one erases at a time`(engine: Engine) throws {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        var held = try fixture.locks.lockErasure(patience: .zero)
        #expect(held != nil)
        #expect(try fixture.other.lockErasure(patience: .milliseconds(30)) == nil)
        held = nil
        #expect(try fixture.other.lockErasure(patience: .zero) != nil)
    }

    @Test(arguments: Engine.all) func `who waits has the lock once it is let go`(engine: Engine) async throws {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        let locks = fixture.other
        // Each counts how many are alone with it: never more than one.
        try await eachIsAlone { try #require(try locks.lockErasure(patience: .seconds(30))) }
    }

    @Test(arguments: Engine.local) func `who waits to collect does so once it is alone`(engine: Engine) async throws {
        let fixture = try engine.make()
        defer { withExtendedLifetime(fixture) {} }
        let locks = fixture.other
        try await eachIsAlone { try locks.lockContent(.collecting, patience: .seconds(30)) }
    }

    private func eachIsAlone(_ lock: @escaping @Sendable () throws -> any HeldLock) async throws {
        let inside = Inside()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5 {
                        let held = try lock()
                        #expect(inside.enter() == 1)
                        usleep(500)
                        inside.leave()
                        withExtendedLifetime(held) {}
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
    func `the contract runs over PostgreSQL, too`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL" })
    }

    @Test(.enabled(if: FleetDatabase.canBePooled, "pgbouncer is not installed"))
    func `and behind a pooler that changes sessions between transactions`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL behind pgbouncer" })
    }
}
