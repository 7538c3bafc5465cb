import EventLog
import FleetSupport
import LibPQ
import MailLedger
import TestSupport
import Testing

@testable import Fleet

/// Each bad setting of a server, on a server that has it.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct ServerSettingsTests {
    /// A server of its own: these settings are of all its databases.
    private static let server = Result { try PostgresServer(settings: ["fsync=on"], inMemory: true) }
    private static let shared = Result { try FleetDatabase(on: server.get()) }

    private let database: FleetDatabase

    init() throws { database = try Self.shared.get() }

    private func makeLog() throws -> PostgresLog {
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        return log
    }

    /// Runs a closure while a setting is another one, and waits until the server knows it, before and after.
    private func with(_ name: String, _ value: String, _ body: () throws -> Void) throws {
        func reload() throws {
            let before = try database.run("SELECT pg_conf_load_time()")
            try database.run("SELECT pg_reload_conf()")
            while try database.run("SELECT pg_conf_load_time()") == before {}
        }
        try database.run("ALTER SYSTEM SET \(name) = '\(value)'")
        try reload()
        defer {
            _ = try? database.run("ALTER SYSTEM RESET \(name)")
            try? reload()
        }
        try body()
    }

    @Test(arguments: [
        ("fsync", "off"), ("full_page_writes", "off"), ("session_replication_role", "replica"),
    ])
    func `a server that would lose mail is refused, with what to do`(name: String, value: String) throws {
        let log = try makeLog()
        try with(name, value) {
            #expect {
                _ = try log.open(.readOnly, environment: .system)
            } throws: { error in
                guard case .setting(let fault)? = error as? FleetError else { return false }
                return fault.name == name && fault.value == value && !fault.advice.isEmpty
            }
        }
        _ = try log.open(.readOnly, environment: .system)
    }

    @Test func `a database of another encoding is refused`() throws {
        try database.run(
            "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
        let address = try #require(
            PostgresAddress("postgresql://postgres@/latin?host=\(database.folder)&ledger=any"))
        #expect {
            _ = try PostgresLog(address).connect()
        } throws: {
            "\($0)".hasPrefix("server_encoding is LATIN1")
        }
    }

    @Test(arguments: [
        ("log_statement", "mod"), ("log_min_duration_statement", "0"), ("log_min_duration_sample", "10"),
        ("log_transaction_sample_rate", "1"), ("log_parameter_max_length_on_error", "64"), ("debug_print_plan", "on"),
        ("zero_damaged_pages", "on"), ("ignore_checksum_failure", "on"), ("statement_timeout", "1h"),
    ])
    func `doctor names what loses mail, or shows it in the server's log`(name: String, value: String) throws {
        let log = try makeLog()
        let before = try log.examine().faults
        #expect(!before.contains { $0.name == name })
        try with(name, value) {
            let fault = try log.examine().faults.first { $0.name == name }
            #expect(fault?.weight == .named)
            #expect(fault?.advice.isEmpty == false)
        }
    }

    @Test func `a question that the server ends is not taken for a ledger in use`() throws {
        let role = try database.nodeRole()
        let log = PostgresLog(database.freshAddress(user: role))
        try database.run("ALTER ROLE \(role) SET statement_timeout = '1ms'")
        defer { _ = try? database.run("ALTER ROLE \(role) RESET statement_timeout") }
        let error = #expect(throws: FleetError.self) {
            _ = try log.mapping { try PostgresConnection(to: log.address).ask(["SELECT pg_sleep(1)"]) }
        }
        #expect(error.map { "\($0)".contains("statement_timeout") } == true)
    }

    @Test func `a question that an administrator ends is not laid to a time-out`() throws {
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        let error = #expect(throws: FleetError.self) {
            _ = try log.mapping {
                try PostgresConnection(to: log.address).ask(["SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)"])
            }
        }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("an administrator") && !words.contains("statement_timeout"), "\(words)")
    }

    @Test func `a node reads while the standby is missing, though its row on the server is old`() throws {
        let node = FleetNode("one", in: try TemporaryDirectory())
        let url = database.freshURL()
        try PostgresPlace.create(at: #require(LedgerURL(url)), origin: "tests/missing", environment: .system)
        try with("synchronous_standby_names", "nobody") {
            // One that has no cache, and no row.
            #expect(try node.open(url).answer(CountNotes()).count == 0)
            try database.run(
                "SET synchronous_commit = off; UPDATE mailledger.node SET seen_at = now() - interval '2 hours'")
            #expect(try node.open(url).answer(CountNotes()).count == 0)
        }
        #expect(try database.run("SELECT bool_and(seen_at > now() - interval '1 hour') FROM mailledger.node") == "t")
    }

    @Test func `a missing standby is a fault, unless the ledger is set to allow that`() throws {
        let log = try makeLog()
        let name = "synchronous_standby_names"
        func change(_ needsStandby: Bool) throws {
            let ledger = try log.ledgerName
            try database.run(
                """
                UPDATE mailledger.ledger SET needs_standby = \(needsStandby) WHERE name = '\(ledger)'
                """)
        }
        try change(true)
        #expect(try log.examine().faults.contains { $0.name == name } && log.examine().allowed.isEmpty)
        try change(false)
        #expect(try !log.examine().faults.contains { $0.name == name })
        #expect(try log.examine().allowed.map(\.name) == [name])
    }

    @Test func `a ledger that needs a standby takes no writes without one, and is read`() throws {
        let log = try makeLog()
        // One that has the log open when the setting goes away is refused, too.
        let store = try log.store(.readWrite, .system)
        _ = try store.append(.noted("before"))
        let name = try log.ledgerName
        func change(_ needsStandby: Bool) throws {
            try database.run("UPDATE mailledger.ledger SET needs_standby = \(needsStandby) WHERE name = '\(name)'")
        }
        try change(true)
        for writer in [store, try log.store(.readWrite, .system)] {
            #expect {
                _ = try writer.append(.noted("lost by a failover"))
            } throws: {
                if case .noStandby? = $0 as? FleetError { true } else { false }
            }
            #expect(try writer.head().position == Position(1) && writer.verify().events == 1)
        }
        try change(false)
        #expect(try store.append(.noted("behind")).lastPosition == Position(2))
    }

    @Test func `the log of a server that shows parameters has mail in it, and doctor's advice keeps it out`() throws {
        let log = try makeLog()
        func logged() throws -> String {
            try database.run("SELECT pg_read_file('../server.log')")
        }
        try with("log_statement", "all") {
            _ = try log.open(.readWrite, environment: .system).store.append(.noted("canary-in-the-log"))
            let shown = try logged()
            #expect(shown.contains("canary-in-the-log"))
            try with("log_parameter_max_length", "0") {
                let faults = try log.examine().faults
                #expect(!faults.contains { $0.name == "log_statement" })
                _ = try log.open(.readWrite, environment: .system).store.append(.noted("canary-kept-out"))
                let kept = try logged()
                #expect(!kept.contains("canary-kept-out"))
            }
        }
    }

    @Test func `a server without a standby is warned of, and one whose standby is away is named`() throws {
        let log = try makeLog()
        let warnings = try log.connectAndJudge().warnings.map(\.name)
        #expect(warnings == ["synchronous_standby_names"])
        try with("synchronous_standby_names", "nobody") {
            let warnings = try log.connectAndJudge().warnings
            #expect(warnings == [])
            let faults = try log.examine().faults.map(\.name)
            #expect(faults == ["the standby"])
        }
    }

    @Test(arguments: ["off", "local", "remote_write"])
    func `a transaction that writes confirms its commit, whatever the role has set`(value: String) throws {
        let log = try makeLog()
        try database.run("ALTER ROLE some_node SET synchronous_commit = '\(value)'")
        try database.run("ALTER ROLE some_node SET idle_in_transaction_session_timeout = 0")
        defer { _ = try? database.run("ALTER ROLE some_node RESET ALL") }
        let store = try log.store(.readWrite, .system)
        let inside = try store.withWriterLock {
            try store.first(
                """
                SELECT current_setting('synchronous_commit'), current_setting('idle_in_transaction_session_timeout')
                """
            ) { try [$0.next(String.self), $0.next(String.self)] }
        }
        #expect(inside == ["on", "15s"])
        #expect(try log.examine().summary.contains("synchronous_commit (\(value))"))
    }

    // MARK: Rights and guards

    @Test func `a role that may do more than a node is named`() throws {
        let address = database.freshAddress(user: "greedy")
        try database.run("CREATE ROLE greedy LOGIN IN ROLE mailledger_node")
        let log = PostgresLog(address)
        try log.create(origin: "tests", environment: .system)
        func role() throws -> [ServerFault] { try log.examine().faults.filter { $0.name == "the role greedy" } }
        #expect(try role() == [])
        for (grant, right) in [
            ("DELETE ON mailledger.event", "DELETE of event"), ("TRUNCATE ON mailledger.tile", "TRUNCATE of tile"),
            ("UPDATE ON mailledger.transaction", "UPDATE of transaction"),
            ("UPDATE (name) ON mailledger.ledger", "UPDATE of ledger.name"),
        ] {
            try database.run("GRANT \(grant) TO greedy")
            #expect(try role().map(\.value) == ["allowed \(right)"])
            try database.run("REVOKE \(grant) FROM greedy")
        }
        try database.run("ALTER ROLE greedy BYPASSRLS")
        #expect(try role().map(\.value) == ["allowed to bypass row-level security"])
        let owner = try PostgresLog(database.address(of: #require(address.ledger))).examine().faults
        #expect(owner.contains { $0.name == "the role postgres" && $0.value.contains("owner") })
    }

    @Test(arguments: [
        ("ALTER TABLE mailledger.event DISABLE TRIGGER change", "the trigger change of event"),
        ("DROP TRIGGER truncation ON mailledger.transaction", "the trigger truncation of transaction"),
        ("ALTER TABLE mailledger.tile ENABLE REPLICA TRIGGER change", "the trigger change of tile"),
        (
            """
            CREATE OR REPLACE FUNCTION mailledger.allow_blanking() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN RETURN new; END $$
            """, "the function allow_blanking"
        ),
        ("ALTER TABLE mailledger.event DISABLE ROW LEVEL SECURITY", "the row-level security of event"),
        ("CREATE POLICY more ON mailledger.head USING (true)", "the row-level security of head"),
        ("DROP POLICY auditors ON mailledger.tile", "the row-level security of tile"),
        ("DROP POLICY caches_of_auditors ON mailledger.node", "the row-level security of node"),
        ("ALTER POLICY caches_of_auditors ON mailledger.node WITH CHECK (true)", "the row-level security of node"),
        ("ALTER POLICY nodes ON mailledger.event TO PUBLIC", "the row-level security of event"),
        ("ALTER POLICY nodes ON mailledger.event USING (false)", "the row-level security of event"),
        (
            "ALTER POLICY auditors ON mailledger.tile USING (mailledger.audits(ledger, current_user) >= false)",
            "the row-level security of tile"
        ),
        (
            """
            ALTER POLICY caches_of_auditors ON mailledger.node USING (mailledger.audits(ledger, current_user))
                WITH CHECK (mailledger.audits(ledger, current_user))
            """, "the row-level security of node"
        ),
        ("ALTER FUNCTION mailledger.audits RESET search_path", "the function audits"),
        ("ALTER FUNCTION mailledger.audits SECURITY INVOKER", "the function audits"),
        (
            "ALTER POLICY auditors ON mailledger.event USING (mailledger.audits(ledger, current_user) OR true)",
            "the row-level security of event"
        ),
        (
            """
            DROP TRIGGER change ON mailledger.event;
            CREATE TRIGGER change BEFORE UPDATE ON mailledger.event FOR EACH ROW WHEN (false)
                EXECUTE FUNCTION mailledger.allow_blanking()
            """, "the trigger change of event"
        ),
        (
            """
            DROP TRIGGER change ON mailledger.tile;
            CREATE TRIGGER change BEFORE UPDATE ON mailledger.tile FOR EACH ROW
                EXECUTE FUNCTION mailledger.refuse_change()
            """, "the trigger change of tile"
        ),
    ])
    func `a guard that is missing or changed is named, and made again`(change: String, name: String) throws {
        let database = try FleetDatabase(on: Self.server.get())
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        #expect(try log.examine().faults.isEmpty && log.examine().allowed.map(\.name) == ["synchronous_standby_names"])
        #expect(try FleetSchema.apply(on: database.connect()) == [])
        try database.run(change)
        #expect(try log.examine().faults.map(\.name) == [name])
        #expect(try FleetSchema.apply(on: database.connect()) == [name])
        #expect(try log.examine().faults == [])
    }

    @Test(arguments: [
        ("REVOKE UPDATE ON mailledger.head FROM mailledger_node", "not allowed UPDATE of head"),
        ("REVOKE INSERT ON mailledger.event FROM mailledger_node", "not allowed INSERT of event"),
    ])
    func `a right that a node lacks is named`(change: String, value: String) throws {
        let database = try FleetDatabase(on: Self.server.get())
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        try database.run(change)
        #expect(try log.examine().faults.map(\.value) == [value])
    }

    @Test func `a lost table is named, and not made again empty`() throws {
        let database = try FleetDatabase(on: Self.server.get())
        let log = PostgresLog(database.freshAddress())
        try log.create(origin: "tests", environment: .system)
        try database.run("DROP TABLE mailledger.cursor")
        let connection = try database.connect()
        #expect(throws: FleetError.incomplete("cursor")) { _ = try FleetSchema.apply(on: connection) }
        for user in try ["postgres", database.nodeRole()] {
            let ledger = try #require(log.address.ledger)
            let faults = try PostgresLog(database.address(of: ledger, user: user)).examine().faults
            #expect(faults.contains { $0.name == "the table cursor" }, "\(user)")
        }
    }

    @Test func `a policy of the operator's own stays when guards are made again`() throws {
        let database = try FleetDatabase(on: Self.server.get())
        try database.run(
            """
            ALTER TABLE mailledger.content ENABLE ROW LEVEL SECURITY;
            CREATE POLICY own ON mailledger.content TO mailledger_node USING (true) WITH CHECK (true);
            DROP TRIGGER change ON mailledger.tile
            """)
        let connection = try database.connect()
        #expect(try FleetSchema.apply(on: connection) == ["the trigger change of tile"])
        #expect(try database.run("SELECT count(*) FROM pg_policies WHERE policyname = 'own'") == "1")
    }

    @Test func `a role that may record nothing is named`() throws {
        let log = try makeLog()
        try with("default_transaction_read_only", "on") {
            let faults = try log.examine().faults
            #expect(faults.contains { $0.name == "default_transaction_read_only" })
        }
    }

    @Test func `a right of auditors to read mail of all ledgers is named`() throws {
        let database = try FleetDatabase(on: Self.server.get())
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole()))
        try log.create(origin: "tests", environment: .system)
        for reader in ["mailledger_auditor", "PUBLIC"] {
            try database.run("GRANT SELECT ON mailledger.content TO \(reader)")
            let faults = try log.examine().faults
            #expect(faults.map(\.name) == ["the right of mailledger_auditor to read content"])
            try database.run("REVOKE SELECT ON mailledger.content FROM mailledger_auditor, PUBLIC")
            #expect(try log.examine().faults == [])
        }
    }

    @Test(.enabled(if: Pooler.isInstalled, "pgbouncer is not installed"))
    func `a pooler that gives each statement another session is refused`() throws {
        let log = try makeLog()
        let pooler = try Pooler(before: Self.server.get(), mode: "statement")
        let through = database.address(of: try #require(log.address.ledger), user: "some_node", through: pooler)
        #expect(throws: EventLogError.self) { _ = try PostgresLog(through).open(.readOnly, environment: .system) }
    }
}
