import EventLog
import Fleet
import FleetSupport
import LibPQ
import TestSupport
import Testing

@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct PostgresLogTests {
    private let database: FleetDatabase

    init() throws { database = try FleetDatabase.shared.get() }

    @Test func `the tables are made once, and other versions are refused by name`() throws {
        let other = try FleetDatabase(on: PostgresServer.shared.get())
        let connection = try other.connect()
        try FleetSchema.apply(on: connection)
        try FleetSchema.require(on: connection)
        try other.run("INSERT INTO mailledger.schema_version VALUES (99, now())")
        #expect(throws: FleetError.schema(found: 99)) { try FleetSchema.apply(on: connection) }
        #expect(throws: FleetError.schema(found: 99)) { _ = try PostgresLog(other.freshAddress()).connect() }
    }

    @Test func `an append takes two round trips, and one more to look for its key`() throws {
        let address = database.freshAddress()
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let proxy = try CuttingProxy(before: database.folder)
        let store = try PostgresLog(database.address(of: address, on: proxy.folder)).store(.readWrite, .system)
        let batch = ProposedTransaction(
            (0..<20).map { ProposedEvent(Noted(text: "\($0)"), target: .noStream, account: .none) },
            context: ProposedTransaction.noted("").context)
        // The first one makes the connection.
        _ = try store.append(.noted("first"))
        for (transaction, trips) in [(.noted("one"), 2), (batch, 2), (.noted("with a key", key: "key"), 3)] {
            let before = proxy.roundTrips
            _ = try store.append(transaction)
            #expect(proxy.roundTrips - before == trips, "\(transaction.events.count) events")
        }
    }

    /// All that an administrator's script leaves: columns, indexes, rights, policies, triggers and functions.
    private func catalogue(of database: FleetDatabase) throws -> [String] {
        let connection = try database.connect()
        return try connection.rows(
            """
            SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
                FROM information_schema.columns WHERE table_schema = 'mailledger'
            UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'mailledger'
            UNION ALL SELECT concat_ws(' ', relname, relacl, relrowsecurity, reloptions)
                FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'mailledger'
            UNION ALL SELECT concat_ws(' ', relname, attname, attacl, attstattarget, attstorage)
                FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'mailledger'
            UNION ALL SELECT concat_ws(' ', tablename, policyname, roles, cmd, qual, with_check)
                FROM pg_policies WHERE schemaname = 'mailledger'
            UNION ALL SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
                JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'mailledger'
            UNION ALL SELECT concat_ws(' ', proname, prosrc, prosecdef, proconfig)
                FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname = 'mailledger'
            """
        ) { try $0.next(String.self) }.sorted()
    }

    @Test(arguments: 1..<FleetSchema.version)
    func `tables of an older version are refused by name, and become those of today with their rows`(
        version: Int64
    ) throws {
        let old = try FleetDatabase(on: PostgresServer.shared.get(), version: version)
        let log = PostgresLog(old.freshAddress())
        #expect(throws: FleetError.schema(found: version)) { try log.create(origin: "tests", environment: .system) }
        try old.run(
            """
            INSERT INTO mailledger.ledger VALUES (gen_random_uuid(), 'kept', 'tests', 1, 0, false);
            INSERT INTO mailledger.head SELECT ledger, 0, 0 FROM mailledger.ledger
            """)
        try FleetSchema.apply(on: old.connect())
        let new = try FleetDatabase(on: PostgresServer.shared.get())
        let (upgraded, fresh) = (try catalogue(of: old), try catalogue(of: new))
        #expect(upgraded == fresh && fresh.count > 100)
        let kept = PostgresLog(old.address(of: "kept"))
        #expect(try kept.openCopy(.readWrite).append(.noted("goes on")).lastPosition == Position(1))
    }

    @Test func `a ledger is found by its name, and made once`() throws {
        let log = PostgresLog(database.freshAddress())
        #expect(throws: EventLogError.notALedger(path: log.address.description)) {
            _ = try log.openCopy(.readOnly)
        }
        try log.create(origin: "tests", environment: .system)
        #expect(throws: EventLogError.alreadyExists(path: log.address.description)) {
            try log.create(origin: "tests", environment: .system)
        }
        #expect(try log.openCopy(.readOnly).identity.origin == "tests")
    }

    @Test func `what the client refuses is no fault of the server, and a full one is no wrong password`() throws {
        let log = PostgresLog(database.freshAddress())
        try log.create(origin: "tests", environment: .system)
        let bogus = try #require(PostgresAddress(log.address.description + "&sslmode=bogus"))
        #expect {
            _ = try PostgresLog(bogus).openCopy(.readOnly)
        } throws: { error in
            guard case .badParameters(let words)? = error as? FleetError else { return false }
            return words.contains("bogus")
        }
        try database.run("DROP ROLE IF EXISTS busy; CREATE ROLE busy LOGIN CONNECTION LIMIT 0 IN ROLE mailledger_node")
        let name = try #require(log.address.ledger)
        #expect {
            _ = try PostgresLog(database.address(of: name, user: "busy")).openCopy(.readOnly)
        } throws: { error in
            guard case .unreachable(_, let reason)? = error as? EventLogError else { return false }
            return reason.contains("too many connections")
        }
    }

    @Test func `grants and triggers refuse what changes the log`() throws {
        try database.run("DROP ROLE IF EXISTS keeper; CREATE ROLE keeper LOGIN IN ROLE mailledger_node")
        let address = database.freshAddress(user: "keeper")
        let log = PostgresLog(address)
        try log.create(origin: "tests", environment: .system)
        let connection = try PostgresConnection(to: address)
        for statement: PostgresStatement in [
            "DELETE FROM mailledger.event", "TRUNCATE mailledger.event", "UPDATE mailledger.event SET payload = NULL",
            "DELETE FROM mailledger.transaction", "DELETE FROM mailledger.tile", "DELETE FROM mailledger.content",
            "UPDATE mailledger.transaction SET header = NULL", "UPDATE mailledger.ledger SET name = 'x'",
            "DELETE FROM mailledger.erasure_work", "SELECT * FROM mailledger.auditor",
        ] {
            #expect {
                _ = try connection.ask(statement)
            } throws: { ($0 as? PostgresError)?.condition == .forbidden }
        }
    }

    @Test func `triggers refuse what the owner of the tables would do by accident`() throws {
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let log = PostgresLog(database.freshAddress())
        try log.create(origin: "tests", environment: .system)
        let store = try log.openCopy(.readWrite)
        _ = try store.append(.noted("kept"))
        // A row each, for what is refused by row.
        try database.run(
            """
            INSERT INTO mailledger.content SELECT ledger, sha256('x'), 1, 1, 1, 'x' FROM mailledger.ledger;
            INSERT INTO mailledger.content_piece SELECT ledger, sha256('x'), 1, 'x' FROM mailledger.ledger;
            INSERT INTO mailledger.erasure SELECT ledger, 'event', 9 FROM mailledger.ledger;
            INSERT INTO mailledger.checkpoint SELECT ledger, 1, 'note' FROM mailledger.ledger;
            """)
        let statements: [PostgresStatement] = [
            "UPDATE mailledger.content SET data = 'y'", "TRUNCATE mailledger.content",
            "UPDATE mailledger.content_piece SET data = 'y'", "TRUNCATE mailledger.content_piece",
            "UPDATE mailledger.erasure SET number = 1", "DELETE FROM mailledger.erasure", "TRUNCATE mailledger.erasure",
            "UPDATE mailledger.checkpoint SET note = ''", "DELETE FROM mailledger.checkpoint",
            "TRUNCATE mailledger.checkpoint", "DELETE FROM mailledger.head", "TRUNCATE mailledger.head",
            "DELETE FROM mailledger.ledger", "TRUNCATE mailledger.ledger", "TRUNCATE mailledger.tile",
            "UPDATE mailledger.event SET payload = '{}'", "DELETE FROM mailledger.event", "TRUNCATE mailledger.event",
        ]
        for statement in statements {
            #expect("\(statement)") {
                _ = try database.connect().ask(statement)
            } throws: { ($0 as? PostgresError)?.condition == .forbidden }
        }
        #expect(try store.events(EventSelection()).map { $0.payload != nil } == [true])
    }
}
