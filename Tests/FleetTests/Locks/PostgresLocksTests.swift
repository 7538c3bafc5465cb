import EventLog
import Fleet
import FleetSupport
import LibPQ
import MailLedger
import Parallel
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

    private func locks(of log: PostgresLog? = nil, lease: Duration = .seconds(30)) -> PostgresLocks {
        let log = log ?? self.log
        return PostgresLocks(of: log, on: SharedConnection(to: log), lease: lease)
    }

    @Test func `a lock outlives the connection of its holder, and no session is held for it`() throws {
        let held = try #require(try locks().lockErasure(patience: .zero))
        let open = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND xact_start < now()"
        #expect(try database.run(open) == "0")
        try database.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        #expect(try locks().lockErasure(patience: .milliseconds(50)) == nil)
        withExtendedLifetime(held) {}
    }

    @Test func `who lives keeps a lock for longer than one that stands still would`() async throws {
        let held = try locks(lease: .milliseconds(600)).lockErasure(patience: .zero)
        #expect(held != nil)
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(150))
            #expect(try locks().lockErasure(patience: .milliseconds(5)) == nil)
        }
        withExtendedLifetime(held) {}
    }

    @Test func `a holder that stands still loses its lock`() throws {
        // Nothing renews it.
        let held = try BlockingThread.$areRefused.withValue(true) {
            try locks(lease: .milliseconds(300)).lockErasure(patience: .zero)
        }
        #expect(held != nil)
        #expect(try locks().lockErasure(patience: .zero) == nil)
        #expect(try locks().lockErasure(patience: .seconds(20)) != nil)
        withExtendedLifetime(held) {}
    }

    @Test func `locks of one ledger are none of another`() throws {
        let other = PostgresLog(database.freshAddress())
        try other.create(origin: "tests", environment: .system)
        let held = try locks().lockErasure(patience: .zero)
        #expect(try held != nil && locks(of: other).lockErasure(patience: .zero) != nil)
        withExtendedLifetime(held) {}
    }

    @Test func `a server that lets nobody in is said, and no lock is had`() throws {
        let nowhere = PostgresLog(database.address(of: "a", user: "nobody"))
        #expect {
            _ = try locks(of: nowhere).lockErasure(patience: .zero)
        } throws: { error in
            if case FleetError.noAccess = error { true } else { false }
        }
    }
}
