import EventLog
import Fleet
import FleetSupport
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// What the tool itself stores: contents and the events that name them are of one transaction.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct StoredTogetherTests {
    private let directory: TemporaryDirectory
    private let database: FleetDatabase
    private let ledger: Ledger

    init() throws {
        directory = try TemporaryDirectory()
        database = try FleetDatabase(on: .shared.get())
        // The rows themselves have the numbers of savepoints.
        try database.run(
            """
            CREATE TABLE witness (kind text, xact xid8);
            CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS
                $$ BEGIN INSERT INTO witness VALUES (TG_TABLE_NAME, pg_current_xact_id()); RETURN new; END $$;
            CREATE TRIGGER witness AFTER INSERT ON mailledger.content FOR EACH ROW EXECUTE FUNCTION witness();
            CREATE TRIGGER witness AFTER INSERT ON mailledger.event FOR EACH ROW EXECUTE FUNCTION witness();
            """)
        let url = try #require(LedgerURL(database.freshURL(user: database.nodeRole())))
        try PostgresPlace.create(at: url, origin: "tests", environment: .system)
        let variables = ["XDG_CACHE_HOME": directory.path("cache"), "XDG_DATA_HOME": directory.path("data")]
        ledger = try PostgresPlace(at: url, variables: variables).open(.readWrite)
        _ = try ledger.perform(
            AddAccountRequest(account: AddAccount(address: "ada@example.org", displayName: "Ada")),
            Call(command: "account add"))
    }

    /// The contents, and those of them that no event of the same transaction of the server came with.
    private func counts() throws -> String {
        try database.run(
            """
            SELECT count(*), count(*) FILTER (WHERE xact NOT IN (SELECT xact FROM witness WHERE kind = 'event'))
            FROM witness WHERE kind = 'content'
            """)
    }

    private func message(_ name: String, size: Int = 100) -> String {
        "From: bob@example.org\nTo: ada@example.org\nSubject: \(name)\nMessage-ID: <\(name)@example.org>\n\n"
            + String(repeating: "\(name) and more words\n", count: size / 20)
    }

    @Test func `an import stores a message with the event that names it, however large it is`() throws {
        let folder = directory.path("mail")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, size) in [("a", 100), ("b", 5_000), ("large", 6 << 20), ("c", 100)] {
            try message(name, size: size).write(toFile: "\(folder)/\(name).eml", atomically: true, encoding: .utf8)
        }
        let importer = Importer(
            into: ledger, account: "ada@example.org", options: ImportOptions(),
            context: ledger.context(command: "import"))
        let report = try importer.run([folder])
        #expect(report.added == 4)
        #expect(try counts() == "4|0")
        let again = try importer.run([folder])
        #expect(again.added == 0)
        #expect(try counts() == "4|0")
    }

    @Test func `what a program saves is stored with its event`() throws {
        let account = try ledger.read { try $0.account("ada@example.org") }
        try ledger.mail.save(
            [IncomingMessage(account: account.id, bytes: Array(message("saved").utf8))],
            context: ledger.context(command: "message save"))
        #expect(try counts() == "1|0")
    }
}
