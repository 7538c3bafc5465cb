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
}
