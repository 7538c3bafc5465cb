import Cryptography
import EventLog
import Fleet
import FleetSupport
import MailLedger
import TestSupport
import Testing

@testable import CommandLineTool

/// Questions over all ledgers of a database of which some give no answer.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `A question over all ledgers` {
    private struct Noted: Event, Hashable {
        static let type = EventType("test.noted", schema: 1)
        let text: String
    }

    @Test
    func `names a ledger whose part of the database is lost, and a header that PostgreSQL cannot read is no obstacle`()
        throws
    {
        let directory = try TemporaryDirectory()
        let node = try ToolNode(in: directory.path("node"))
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let role = try database.nodeRole()
        for name in ["ada", "bob"] {
            try node.succeed(["init"], on: database.url(of: name))
            try node.succeed(["note", "add", "of \(name)"], on: database.url(of: name))
        }
        let place = try PostgresPlace(at: #require(LedgerURL(database.url(of: "ada"))), variables: node.variables)
        _ = try place.open(.readWrite).store.append(
            ProposedTransaction(
                [ProposedEvent(Noted(text: "\0"), target: .noStream, account: .none)],
                context: OperationContext(
                    operation: OperationID(UniqueID.random(from: randomBytes)), command: "note", actor: "a\0b",
                    osUser: "ada", host: "h", program: "tests/1")))
        let url = database.url(of: "ada").replacing("postgres@", with: "\(role)@")
        let whole = try node.run(["fleet", "log", "--verb", "note add"], on: url)
        #expect(whole.code == 0 && whole.text.contains("ada") && whole.text.contains("bob"), "\(whole)")
        // As a worker of Citus that is gone.
        try database.run(
            """
            CREATE FUNCTION public.reach(wanted uuid) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
                IF wanted = (SELECT ledger FROM mailledger.ledger WHERE name = 'bob') THEN
                    RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006';
                END IF;
                RETURN true;
            END $$;
            CREATE POLICY lost ON mailledger.transaction AS RESTRICTIVE TO mailledger_node USING (public.reach(ledger));
            CREATE POLICY lost ON mailledger.head AS RESTRICTIVE TO mailledger_node USING (public.reach(ledger));
            CREATE POLICY lost ON mailledger.event AS RESTRICTIVE TO mailledger_node USING (public.reach(ledger));
            CREATE POLICY lost ON mailledger.node AS RESTRICTIVE TO mailledger_node USING (public.reach(ledger));
            ALTER DATABASE \(database.name) SET enable_seqscan = off
            """)
        for question in [["log", "--verb", "note add"], ["status"]] {
            let answer = try node.run(["fleet"] + question, on: url)
            #expect(answer.code == 5 && answer.text.contains("ada") && !answer.text.contains("bob"), "\(answer)")
            #expect(answer.errors.contains("bob gave no answer"), "\(answer.errors)")
            #expect(answer.errors.contains("1 ledger gave no answer"), "\(answer.errors)")
        }
        let search = try node.run(["fleet", "search", "word"], on: url)
        #expect(search.code == 5 && search.errors.contains("bob was not searched"), "\(search)")
    }
}
