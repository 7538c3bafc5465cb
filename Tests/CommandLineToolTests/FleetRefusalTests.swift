import FleetSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// What the tool says where a URL or a server gives less than it was asked for.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `On a server that refuses, the tool` {
    private let database: FleetDatabase
    private let directory = Result { try TemporaryDirectory() }
    private let url: String

    init() throws {
        database = try FleetDatabase(on: PostgresServer.shared.get())
        url = database.url(of: "ada")
    }

    private func node() throws -> ToolNode { try ToolNode(in: directory.get().path("node")) }

    @Test func `says what of an import is recorded, and goes on from there`() throws {
        let node = try node()
        try node.succeed(["init"], on: url)
        try node.succeed(["account", "add", "ada@example.org"], on: url)
        try database.run(
            """
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                RAISE EXCEPTION USING ERRCODE = TG_ARGV[0], MESSAGE = 'no more of this';
            END $$
            """)
        func refuse(behind position: Int, with state: String) throws {
            try database.run(
                """
                DROP TRIGGER IF EXISTS fill ON mailledger.event;
                CREATE TRIGGER fill BEFORE INSERT ON mailledger.event FOR EACH ROW
                    WHEN (new.position > \(position)) EXECUTE FUNCTION fill('\(state)')
                """)
        }
        // The first transaction of an import has at most 1,000 messages.
        let mail = try GeneratedMail.writeMailboxes(1, each: 2_300, below: directory.get().path)[0]
        let again = ["import", mail, "--account", "ada@example.org"]
        var counts = [0]
        for (position, state, ending) in [
            (1_100, "53100", "; a part is recorded, and the same command goes on behind it when there is room\n"),
            (2_200, "XX000", "; a part is recorded, and the same command goes on behind it\n"),
        ] {
            try refuse(behind: position, with: state)
            let answer = try node.run(again, on: url)
            #expect(answer.code == 74 && answer.errors.contains("no more of this"), "\(answer)")
            #expect(answer.errors.hasSuffix(ending), "\(answer.errors)")
            #expect(answer.text.hasPrefix("Added "), "\(answer.text)")
            let count = try node.succeed(["count"], on: url).filter(\.isNumber)
            counts.append(try #require(Int(count)))
        }
        #expect(counts[0] < counts[1] && counts[1] < counts[2] && counts[2] < 2_300, "\(counts)")
        try database.run("DROP TRIGGER fill ON mailledger.event")
        try node.succeed(again, on: url)
        #expect(try node.succeed(["count"], on: url).filter(\.isNumber) == "2300")
        try node.succeed(["verify", "--content"], on: url)
    }

    @Test func `records what was typed, whatever encoding the URL names`() throws {
        let node = try node()
        try node.succeed(["init"], on: url)
        try node.succeed(["note", "add", "Größe"], on: url + "&client_encoding=LATIN1")
        #expect(try node.succeed(["notes"], on: url).contains("Größe"))
        try node.succeed(["verify"], on: url)
    }

    @Test func `names what is wrong with the name of a ledger, and never repeats the URL`() throws {
        let node = try node()
        for (name, words) in [
            (String(repeating: "a", count: 300), "at most 255 bytes"), ("a%0Ab", "control character"),
            ("a&ledger=b", "more than one ledger"),
        ] {
            for verb in [["count"], ["fleet", "status"]] {
                let answer = try node.run(verb, on: "postgresql://node:s3cr3t@127.0.0.1:1/mail?ledger=\(name)")
                #expect(answer.code == 2 && answer.errors.contains(words), "\(verb) \(name): \(answer)")
                #expect(!answer.errors.contains("s3cr3t"), "\(answer.errors)")
            }
        }
    }

    @Test func `says what the server has against a parameter, and that no answer will help`() throws {
        let role = try database.nodeRole()
        let own = url.replacing("postgres@", with: "\(role)@")
        let refused = try node().run(["count"], on: own + "&options=-c%20session_replication_role%3Dreplica")
        #expect(refused.code == 4 && refused.errors.contains("session_replication_role"), "\(refused)")
        #expect(!refused.errors.contains("try again"), "\(refused)")
        let copying = try node().run(["count"], on: own + "&replication=true")
        #expect(copying.code == 2 && copying.errors.contains("replication"), "\(copying)")
    }
}
