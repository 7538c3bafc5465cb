import EventLog
import Fleet
import FleetSupport
import LibPQ
import TestSupport
import Testing

/// What each role may do, and what it may see.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct RolesTests {
    private let database: FleetDatabase

    init() throws { database = try FleetDatabase(on: PostgresServer.shared.get()) }

    private func makeLog(events: Int) throws -> (store: any LogStore, address: PostgresAddress) {
        let address = try database.freshAddress(user: database.nodeRole())
        try PostgresLog(address).create(origin: "tests", environment: .system)
        let store = try PostgresLog(address).open(.readWrite, environment: .system).store
        for number in 0..<events { _ = try store.append(.noted("canary \(number)")) }
        return (store, address)
    }

    private func isForbidden(_ statement: PostgresStatement, as role: PostgresStatement?, on address: PostgresAddress)
        throws -> Bool
    {
        let connection = try PostgresConnection(to: address)
        do {
            _ = try connection.ask(["BEGIN"] + (role.map { [$0] } ?? []) + [statement, "COMMIT"])
            return false
        } catch let error as PostgresError where error.condition == .forbidden {
            return true
        }
    }

    @Test func `a node changes and deletes nothing of the log, by any statement`() throws {
        let (_, address) = try makeLog(events: 2)
        let statements: [PostgresStatement] = [
            "UPDATE mailledger.event SET payload = '{}'", "UPDATE mailledger.event SET leaf = digest",
            "DELETE FROM mailledger.event", "TRUNCATE mailledger.event",
            "UPDATE mailledger.transaction SET header = '{}'", "DELETE FROM mailledger.transaction",
            "TRUNCATE mailledger.transaction", "UPDATE mailledger.tile SET root = hashes",
            "DELETE FROM mailledger.tile", "TRUNCATE mailledger.tile", "DELETE FROM mailledger.head",
            "TRUNCATE mailledger.head", "DELETE FROM mailledger.ledger", "UPDATE mailledger.ledger SET origin = 'x'",
            "UPDATE mailledger.ledger SET needs_standby = false", "UPDATE mailledger.erasure SET number = 1",
            "DELETE FROM mailledger.erasure", "DELETE FROM mailledger.erasure_work",
            "DELETE FROM mailledger.erasure_content", "UPDATE mailledger.checkpoint SET note = ''",
            "DELETE FROM mailledger.checkpoint", "UPDATE mailledger.content SET data = NULL",
            "DELETE FROM mailledger.content", "UPDATE mailledger.content_piece SET data = ''",
            "DELETE FROM mailledger.content_piece", "DELETE FROM mailledger.node",
            "INSERT INTO mailledger.setting VALUES ('retention_days', '0')", "SELECT * FROM mailledger.auditor",
            "ALTER TABLE mailledger.event DISABLE TRIGGER change", "DROP TABLE mailledger.event",
            "SET LOCAL session_replication_role = replica", "CREATE TABLE mailledger.mine (a int)",
        ]
        for statement in statements {
            let isForbidden = try isForbidden(statement, as: nil, on: address)
            #expect(isForbidden, "\(statement)")
        }
    }

    @Test func `an administrator who is no superuser makes the tables`() throws {
        let name = "administrator_\(Int.random(in: 0..<1_000_000_000))"
        try database.run("CREATE ROLE \(name) LOGIN CREATEROLE")
        try database.run("CREATE DATABASE \(name) OWNER \(name)")
        let url = try #require(LedgerURL("postgresql://\(name)@/\(name)?host=\(database.folder)"))
        try FleetSchema.apply(at: url, newNeedStandby: false)
        try FleetSchema.apply(at: url)
    }

    @Test func `the eraser blanks only what an erasure names, and only whole`() throws {
        let (store, address) = try makeLog(events: 3)
        let asEraser: PostgresStatement = "SET LOCAL ROLE mailledger_eraser"
        let ledger = PostgresValue.uuid(store.identity.id.uniqueID.bytes)
        _ = try PostgresConnection(to: address).ask("INSERT INTO mailledger.erasure VALUES (\(ledger), 'event', 2)")
        let refused: [PostgresStatement] = [
            "UPDATE mailledger.event SET payload = NULL, salt = NULL WHERE ledger = \(ledger) AND position = 1",
            "UPDATE mailledger.event SET payload = '{}', salt = NULL WHERE ledger = \(ledger) AND position = 2",
            "UPDATE mailledger.event SET payload = NULL WHERE ledger = \(ledger) AND position = 2",
            "UPDATE mailledger.event SET payload = NULL, salt = NULL, type = 'x' WHERE ledger = \(ledger) AND position = 2",
            "UPDATE mailledger.event SET payload = NULL, salt = NULL WHERE ledger = \(ledger)",
            "UPDATE mailledger.transaction SET header = NULL, salt = NULL WHERE ledger = \(ledger) AND number = 2",
            "DELETE FROM mailledger.event WHERE ledger = \(ledger) AND position = 2",
            "INSERT INTO mailledger.erasure VALUES (\(ledger), 'event', 1)",
        ]
        for statement in refused {
            let isForbidden = try isForbidden(statement, as: asEraser, on: address)
            #expect(isForbidden, "\(statement)")
        }
        let isForbidden = try isForbidden(
            "UPDATE mailledger.event SET payload = NULL, salt = NULL WHERE ledger = \(ledger) AND position = 2",
            as: asEraser, on: address)
        #expect(!isForbidden)
        #expect(try store.events(EventSelection()).map { $0.payload == nil } == [false, true, false])
    }

    @Test func `somebody who audits one ledger sees no sign of another`() throws {
        let (mine, address) = try makeLog(events: 3)
        let (other, elsewhere) = try makeLog(events: 40)
        let (name, hidden) = (try #require(address.ledger), try #require(elsewhere.ledger))
        try database.run(
            """
            DROP ROLE IF EXISTS reader; DROP ROLE IF EXISTS second_reader;
            CREATE ROLE reader LOGIN IN ROLE mailledger_auditor;
            CREATE ROLE second_reader LOGIN IN ROLE mailledger_auditor;
            INSERT INTO mailledger.auditor VALUES ('reader', '\(mine.identity.id)');
            INSERT INTO mailledger.auditor VALUES ('second_reader', '\(other.identity.id)');
            """)
        let url = try #require(LedgerURL(database.address(of: name, user: "reader").description))
        // What the verbs of the fleet ask.
        let questions = FleetQuestions(at: url)
        #expect(try questions.ledgers().rows.map(\.name) == [name])
        let changes = try questions.changes(TransactionSelection(), effect: nil, limit: 1_000).rows
        #expect(changes.count == 3 && changes.allSatisfy { $0.ledger == name })
        // What may be asked in SQL.
        let connection = try PostgresConnection(to: database.address(of: name, user: "reader"))
        let tables: [(PostgresStatement, Int64)] = [
            ("mailledger.ledger", 1), ("mailledger.head", 1), ("mailledger.transaction", 3), ("mailledger.event", 3),
            ("mailledger.tile", 0), ("mailledger.erasure", 0), ("mailledger.checkpoint", 0), ("mailledger.node", 0),
            ("mailledger.erasure_work", 0),
        ]
        for (table, count) in tables {
            #expect(try connection.first("SELECT count(*) FROM \(table)") { try $0.next(Int64.self) } == count)
        }
        let others: [PostgresStatement] = [
            "SELECT 1 FROM mailledger.content", "SELECT 1 FROM mailledger.content_piece",
            "SELECT 1 FROM mailledger.lock",
            "SELECT 1 FROM mailledger.cursor", "SELECT 1 FROM mailledger.auditor",
            "SELECT 1 FROM mailledger.erasure_content", "DELETE FROM mailledger.event",
            "INSERT INTO mailledger.erasure VALUES (gen_random_uuid(), 'event', 1)",
        ]
        for statement in others {
            #expect {
                _ = try connection.ask(statement)
            } throws: { ($0 as? PostgresError)?.condition == .forbidden }
        }
        // Nor may it ask what another role reads.
        let guess = try connection.first(
            "SELECT mailledger.audits(\(.uuid(other.identity.id.uniqueID.bytes)), 'second_reader')"
        ) { try $0.next(Bool.self) }
        #expect(guess == false)
        // A plan names no value of another ledger.
        let plan = try connection.rows("EXPLAIN (VERBOSE) SELECT * FROM mailledger.event") { try $0.next(String.self) }
        #expect(!plan.isEmpty && !plan.contains { $0.contains("\(other.identity.id)") || $0.contains(hidden) })
        // The name of a hidden ledger is refused as one that nobody has.
        func refusal(_ name: String) -> String {
            do {
                _ = try PostgresLog(database.address(of: name, user: "reader")).open(.readOnly, environment: .system)
                return "opened"
            } catch {
                return "\(error)".replacing(name, with: "NAME")
            }
        }
        #expect(refusal(hidden) == refusal("nobody-has-this"))
        #expect(refusal(hidden) != "opened")
    }
}
