import Cryptography
import EventLog
import Fleet
import FleetSupport
import TestSupport
import Testing

/// What a superuser of the server does to a ledger in SQL, past triggers, constraints and grants: `verify` names it.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct ServerTamperTests {
    /// A database whose guards are gone, with the names that the scripts of ``Tamper`` have.
    private static let unguarded = Result {
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        try database.run(
            """
            ALTER TABLE mailledger.event DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.transaction DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.tile DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.head DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.ledger DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.checkpoint DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.erasure DISABLE TRIGGER ALL;
            ALTER TABLE mailledger.event DROP CONSTRAINT event_pkey, DROP CONSTRAINT event_ledger_stream_version_key,
                ALTER leaf SET DEFAULT decode(repeat('00', 32), 'hex');
            ALTER TABLE mailledger.transaction DROP CONSTRAINT transaction_pkey;
            ALTER TABLE mailledger.tile DROP CONSTRAINT tile_pkey, DROP CONSTRAINT tile_hashes_check;
            CREATE FUNCTION public.randomblob(length int) RETURNS bytea LANGUAGE sql AS
                $$ SELECT substring(decode(repeat(md5(random()::text), 4), 'hex') FOR length) $$;
            """)
        return database
    }

    private let database: FleetDatabase

    init() throws { database = try Self.unguarded.get() }

    private func makeLog() throws -> (log: PostgresLog, store: any LogStore) {
        let log = PostgresLog(database.freshAddress())
        try log.create(origin: "tests", environment: .system)
        return (log, try log.open(.readWrite, environment: .system).store)
    }

    /// Runs a script on the rows of one ledger, under the names that the tables of a file have.
    private func run(_ script: String, on ledger: LedgerID) throws {
        let views = [
            ("events", "event", "position, stream, version, type, schema, transaction, account, payload, salt, digest"),
            (
                "transactions", "transaction",
                "number, first_position, event_count, operation, recorded_at, header, salt, digest, idempotency"
            ),
            ("erasures", "erasure", "kind, number"),
            ("ledger", "ledger", "ledger AS uuid"),
        ].map { name, table, columns in
            """
            ALTER TABLE mailledger.\(table) ALTER ledger SET DEFAULT '\(ledger)';
            CREATE OR REPLACE VIEW public.\(name) AS
                SELECT \(columns) FROM mailledger.\(table) WHERE ledger = '\(ledger)';
            """
        }
        try database.run(views.joined() + script)
    }

    private func fault(in log: PostgresLog) -> (any Error)? {
        #expect(throws: (any Error).self) {
            _ = try log.open(.readWrite, environment: .system).store.verify()
        }
    }

    // Loops, not cases: each case of a suite that is serialised waits for all others that wait.
    @Test func `damage is found at the same position in a file and on a server`() throws {
        for tamper in Tamper.events + Tamper.transactions {
            guard let script = tamper.script else { continue }
            let (log, store) = try makeLog()
            try Tamper.fill(store)
            _ = try store.verify()
            try run(script, on: store.identity.id)
            let found = fault(in: log)
            #expect(
                (found as? LogFault)?.position == Position(tamper.position),
                "\(tamper): \(found.map { "\($0)" } ?? "nothing")")
            // Nothing is appended to it from then on.
            #expect(throws: EventLogError.self, "\(tamper)") {
                try log.open(.readWrite, environment: .system).store.record([.added("x")])
            }
        }
    }

    @Test func `a payload that cannot be decoded is damage, and is noted`() throws {
        let (log, store) = try makeLog()
        try Tamper.fill(store)
        try run("UPDATE events SET payload = '{' WHERE position = 5", on: store.identity.id)
        let finding = "position 5: the payload was changed"
        // Within a transaction that only reads, too.
        #expect(throws: EventLogError.corrupt(finding)) {
            try store.withSnapshot { try store.recorded(after: .start, decodedBy: .sample).position }
        }
        #expect(throws: EventLogError.markedDamaged(finding)) {
            try log.open(.readWrite, environment: .system).store.record([.added("x")])
        }
        #expect(throws: EventLogError.corrupt(finding)) {
            try store.forEach(EventSelection(), decodedBy: .sample) { _ in true }
        }
    }

    /// What a server has beside what a file has: rows of leaves, full tiles with their roots, heads and checkpoints.
    private static let serverScripts = [
        "UPDATE mailledger.event SET leaf = randomblob(32) WHERE ledger = ID AND position = 5",
        "UPDATE mailledger.event SET leaf = randomblob(32) WHERE ledger = ID AND position = 599",
        "UPDATE mailledger.tile SET hashes = randomblob(32) || substring(hashes FROM 33) WHERE ledger = ID AND number = 1",
        "UPDATE mailledger.tile SET hashes = substring(hashes FOR 32) WHERE ledger = ID AND number = 0",
        "UPDATE mailledger.tile SET root = randomblob(32) WHERE ledger = ID AND number = 0",
        "UPDATE mailledger.tile SET number = 1 - number WHERE ledger = ID AND level = 0",
        "UPDATE mailledger.tile SET number = 5 WHERE ledger = ID AND number = 1",
        "UPDATE mailledger.tile SET level = 1 WHERE ledger = ID AND number = 1",
        "DELETE FROM mailledger.tile WHERE ledger = ID AND number = 0",
        "DELETE FROM mailledger.tile WHERE ledger = ID AND number = 1",
        """
        INSERT INTO mailledger.tile SELECT ledger, level, 2, hashes, root FROM mailledger.tile
        WHERE ledger = ID AND number = 1
        """,
        "INSERT INTO mailledger.tile SELECT ledger, 1, 0, hashes, root FROM mailledger.tile WHERE ledger = ID AND number = 1",
        "UPDATE mailledger.head SET position = position - 1 WHERE ledger = ID",
        "UPDATE mailledger.head SET position = position + 1 WHERE ledger = ID",
        "UPDATE mailledger.head SET transaction = transaction - 1 WHERE ledger = ID",
        "DELETE FROM mailledger.head WHERE ledger = ID",
        "UPDATE mailledger.checkpoint SET size = 599 WHERE ledger = ID",
        "UPDATE mailledger.checkpoint SET note = replace(note, E'\\n600\\n', E'\\n599\\n') WHERE ledger = ID",
        "UPDATE mailledger.checkpoint SET note = left(note, -5) WHERE ledger = ID",
        "INSERT INTO mailledger.checkpoint SELECT ledger, 599, note FROM mailledger.checkpoint WHERE ledger = ID",
        "UPDATE mailledger.ledger SET origin = 'other' WHERE ledger = ID",
        "UPDATE mailledger.ledger SET verifier = NULL WHERE ledger = ID",
        "INSERT INTO mailledger.erasure VALUES (ID, 'event', 7)",
        "INSERT INTO mailledger.erasure VALUES (ID, 'transaction', 1)",
        "INSERT INTO mailledger.erasure VALUES (ID, 'event', 7000)",
        "DELETE FROM mailledger.erasure WHERE ledger = ID",
        "UPDATE mailledger.erasure SET number = number + 1 WHERE ledger = ID AND kind = 'event'",
        "UPDATE mailledger.erasure SET kind = 'transaction' WHERE ledger = ID AND kind = 'event'",
    ]

    @Test func `what only a server has is found when it is changed, deleted, swapped or added`() throws {
        for script in Self.serverScripts {
            let (log, store) = try makeLog()
            try store.record(Array(repeating: .added("a"), count: 300))
            try store.record([.erased(.at(3))])
            _ = try store.blank([.stream(StreamID(3))], before: Position(301), includingSharedHeaders: false)
            try store.record(Array(repeating: .added("b"), count: 299))
            let signer = try #require(NoteSigner(name: "tests", seed: [UInt8](repeating: 1, count: 32)))
            try store.setFirstVerifier(signer.verifier)
            try store.keep(SignedCheckpoint(store.checkpoint(at: Position(600)), by: signer))
            _ = try store.verify()
            try database.run(script.replacing("ID", with: "'\(store.identity.id)'"))
            let found = fault(in: log)
            #expect(found is LogFault || found is EventLogError, "\(script): \(found.map { "\($0)" } ?? "nothing")")
        }
    }
}
