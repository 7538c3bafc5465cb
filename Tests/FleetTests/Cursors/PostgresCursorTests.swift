import Cryptography
import EventLog
import Fleet
import FleetSupport
import MailLedger
import Parallel
import TestSupport
import Testing

@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct PostgresCursorTests {
    private let log: PostgresLog
    private let ledger: LedgerID

    init() throws {
        let database = try FleetDatabase.shared.get()
        log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        ledger = try log.openCopy(.readOnly).identity.id
    }

    private func store(_ lease: Duration) -> PostgresCursors {
        PostgresCursors(of: log, on: SharedConnection(to: log), lease: lease)
    }

    private func cursor(_ position: Int64) -> StoredCursor {
        StoredCursor(ledger: ledger, position: Position(position), leaf: SHA256Hasher.digest(of: [UInt8(position)]))
    }

    /// The row of a cursor of this ledger.
    private func row(_ name: String) -> String { "WHERE ledger = '\(ledger)' AND name = '\(name)'" }

    /// Ends the lease of a cursor, as if its time had passed.
    private func expire(_ name: String) throws {
        _ = try FleetDatabase.shared.get().run(
            "UPDATE mailledger.cursor SET held_until = clock_timestamp() - interval '1 second' \(row(name))")
    }

    @Test func `a lease that ran out goes to another, and its first subscriber writes nothing any more`() throws {
        let (first, second) = (store(.seconds(600)), store(.seconds(600)))
        // Nobody renews it, as when the process stands still.
        let late = try BlockingThread.$areRefused.withValue(true) { try first.claim("a") }
        try late.store(cursor(1))
        #expect(throws: CursorError.inUse(name: "a")) { try second.claim("a") }
        try expire("a")
        let claim = try second.claim("a")
        #expect(throws: CursorError.inUse(name: "a")) { try late.store(cursor(9)) }
        #expect(throws: CursorError.inUse(name: "a")) { try late.remove() }
        #expect(try second.cursor("a") == cursor(1))
        try claim.store(cursor(2))
        #expect(throws: CursorError.inUse(name: "a")) { try late.store(cursor(9)) }
        #expect(try first.cursor("a") == cursor(2))
    }

    @Test func `a lease that ran out and went to nobody goes on`() throws {
        let store = store(.seconds(600))
        let late = try BlockingThread.$areRefused.withValue(true) { try store.claim("a") }
        try expire("a")
        try late.store(cursor(1))
        #expect(try store.cursor("a") == cursor(1))
    }

    @Test func `a claim that lives keeps its lease without writing`() async throws {
        func end() throws -> String {
            try FleetDatabase.shared.get().run("SELECT held_until FROM mailledger.cursor \(row("a"))")
        }
        let (first, second) = (store(.seconds(3)), store(.seconds(600)))
        let claim = try first.claim("a")
        // The same lease, renewed by itself, lasts beyond its first end.
        for _ in 0..<2 {
            let before = try end()
            try FleetDatabase.shared.get().wait(
                until: "(SELECT held_until FROM mailledger.cursor \(row("a"))) <> '\(before)'")
            #expect(try end() != before)
            #expect(throws: CursorError.inUse(name: "a")) { try second.claim("a") }
        }
        try claim.store(cursor(3))
    }

    @Test func `cursors of one ledger are none of another`() throws {
        let database = try FleetDatabase.shared.get()
        let other = PostgresLog(database.freshAddress())
        try other.create(origin: "tests", environment: .system)
        let claim = try store(.seconds(60)).claim("a")
        try claim.store(cursor(5))
        let others = PostgresCursors(of: other, on: SharedConnection(to: other))
        #expect(try others.cursor("a") == nil && others.names() == [])
        _ = try others.claim("a")
    }

    @Test func `a connection that the server closed is made again`() throws {
        let own = try FleetDatabase(on: .shared.get())
        let log = PostgresLog(own.freshAddress())
        try log.create(origin: "tests", environment: .system)
        let cursors = PostgresCursors(of: log, on: SharedConnection(to: log))
        let claim = try cursors.claim("a")
        try own.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        let ledger = try log.openCopy(.readOnly).identity.id
        try claim.store(StoredCursor(ledger: ledger, position: Position(1), leaf: SHA256Hasher.digest(of: [])))
        #expect(cursors.names() == ["a"])
    }
}
