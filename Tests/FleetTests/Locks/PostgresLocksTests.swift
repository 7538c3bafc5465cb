import EventLog
import Fleet
import FleetSupport
import MailLedger
import TestSupport
import Testing

@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct PostgresLocksTests {
    private let database: FleetDatabase
    private let log: PostgresLog

    init() throws {
        // A database of its own, in which connections are ended.
        database = try FleetDatabase(on: .shared.get())
        log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
    }

    @Test func `a lock is free once the connection of its holder is gone`() throws {
        let locks = PostgresLocks(of: log)
        let held = try #require(try locks.lockErasure(patience: .zero))
        #expect(try locks.lockErasure(patience: .milliseconds(50)) == nil)
        try database.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        let next = try locks.lockErasure(patience: .seconds(10))
        #expect(next != nil)
        withExtendedLifetime(held) {}
    }

    @Test func `who lives keeps a lock for longer than one that stands still would`() async throws {
        let locks = PostgresLocks(of: log, patience: .milliseconds(600))
        let held = try locks.lockContent(.collecting, patience: .zero)
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(150))
            #expect(throws: EventLogError.busy(holder: nil)) {
                try PostgresLocks(of: log).lockContent(.storing, patience: .milliseconds(5))
            }
        }
        withExtendedLifetime(held) {}
    }

    @Test func `a holder that stands still loses its lock`() async throws {
        let patience = Duration.milliseconds(300)
        // Its thread gets its turn too late.
        let held = try PostgresLocks(of: log, patience: patience, renewal: .seconds(60)).lockErasure(patience: .zero)
        #expect(held != nil)
        #expect(try PostgresLocks(of: log).lockErasure(patience: .zero) == nil)
        #expect(try PostgresLocks(of: log).lockErasure(patience: .seconds(20)) != nil)
        withExtendedLifetime(held) {}
    }

    @Test func `locks of one ledger are none of another`() throws {
        let other = PostgresLog(database.freshAddress())
        try other.create(origin: "tests", environment: .system)
        let held = try PostgresLocks(of: log).lockContent(.collecting, patience: .zero)
        _ = try PostgresLocks(of: other).lockContent(.collecting, patience: .zero)
        withExtendedLifetime(held) {}
    }

    @Test func `a server that is gone is said, and no lock is had`() throws {
        let nowhere = PostgresLog(database.address(of: "a", user: "nobody"))
        #expect {
            _ = try PostgresLocks(of: nowhere).lockErasure(patience: .zero)
        } throws: { error in
            if case EventLogError.unreachable = error { true } else { false }
        }
    }
}
