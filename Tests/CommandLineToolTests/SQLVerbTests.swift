import Foundation
import JSONCoding
import TestSupport
import Testing

@Suite struct `sql` {
    private static let page = Result { try DocumentationPage("Docs/ReadModels.md") }

    /// The ledger that the questions of the page were asked on.
    private func documentedLedger() throws -> ToolRun {
        let tool = try ToolRun()
        let samples = ["maildir", "eml", "lists.mbox"].map { "\(projectRoot)/Samples/\($0)" }.joined(separator: " ")
        let made = try tool(
            """
            mailledger init && mailledger account add mara@example.org || exit 1
            mailledger import \(samples) --account mara@example.org || exit 1
            mailledger mark --read in:INBOX && mailledger move --to Archive subject:razor
            """)
        #expect(made.status == 0, "\(made.text)")
        return tool
    }

    @Test func `answers what Docs/ReadModels.md asks`() throws {
        let tool = try documentedLedger()
        var asked = 0
        for block in try Self.page.get().sections.flatMap({ $0.code("console") }) where block.hasPrefix("$ ") {
            for part in block.components(separatedBy: "\n\n") {
                let lines = part.split(separator: "\n", maxSplits: 1).map(String.init)
                let answer = try tool(String(lines[0].dropFirst(2)))
                #expect(answer.status == 0 && answer.text == lines[1].trimmingCharacters(in: .newlines) + "\n")
                asked += 1
            }
        }
        #expect(asked == 5)
    }

    @Test(.enabled("sqlite3 is absent") { areInstalled("sqlite3") })
    func `makes its tables for sqlite3, as the page opens it`() throws {
        let tool = try documentedLedger()
        let opening = try #require(Self.page.get().sections.flatMap { $0.code("sh") }.first)
            .trimmingCharacters(in: .newlines)
        func ask(_ questions: String) throws -> ProgramOutput {
            try tool("export TMPDIR=$(dirname $MAILLEDGER)\n\(opening) -header -column <<'END'\n\(questions)\nEND")
        }
        var asked = 0
        for block in try Self.page.get().sections.flatMap({ $0.code("console") }) where block.hasPrefix("sqlite> ") {
            let session = block.components(separatedBy: "sqlite> ").dropFirst().map { part in
                part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            }
            asked += session.count
            let answers = session.flatMap { $0.dropFirst() }.joined(separator: "\n")
            let output = try ask(session.map { $0[0] }.joined(separator: "\n"))
            #expect(output.status == 0 && lines(output.text) == lines(answers), "\(output.text)")
        }
        #expect(asked == 2)
        // Each public table has the same rows in both.
        let names = try tool("mailledger sql --tables").text.split(separator: "\n").compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        #expect(names.count > 20)
        func last(_ text: String) -> Int? { text.split { $0.isWhitespace }.last.flatMap { Int($0) } }
        for name in names {
            let query = "SELECT count(*) AS rows FROM \(name)"
            #expect(try last(ask(query + ";").text) == last(tool("mailledger sql '\(query)'").text), "\(name)")
        }
    }

    /// Lines without blanks at their ends, and without empty ones.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }

    @Test func `changes nothing, and refuses what is no single SELECT`() throws {
        let ledger = try ToolLedger()
        let digests = try ledger.succeed("projections", "--digest").output
        let refused = [
            ("SELECT 1; DELETE FROM message", "several statements"), ("DELETE FROM account", "only a SELECT"),
            ("INSERT INTO account DEFAULT VALUES RETURNING id", "only a SELECT"), ("/* nothing */", "only a SELECT"),
            ("PRAGMA user_version = 3", "only a SELECT"), ("ATTACH 'other.db' AS other", "only a SELECT"),
            ("CREATE TEMP TABLE t (x)", "only a SELECT"), ("SELEC", "syntax error"),
            // SQLite finds other faults with these: it would say how to drop a view.
            ("DROP TABLE messages", "only a SELECT"), ("DELETE FROM messages", "only a SELECT"),
            ("/* all */ -- of it\n update nowhere SET x = 1", "only a SELECT"),
            ("WITH old AS (SELECT 1) DELETE FROM messages", "only a SELECT"),
            ("SELECT 1; DROP TABLE messages", "several statements"), ("SELECT 1; SELEC", "syntax error"),
            ("WITH old AS (SELECT 'DELETE') SELECT x FROM nowhere", "no such table: nowhere"),
            ("WITH replace AS (SELECT 1) SELECT x FROM nowhere", "no such table: nowhere"),
            ("EXPLAIN QUERY PLAN DROP VIEW nowhere", "only a SELECT"),
            ("SELECT x FROM nowhere", "no such table: nowhere: 'mailledger sql --tables' lists"),
            ("SELECT abs(-9223372036854775808)", "integer overflow"),
            ("SELECT load_extension('x')", "not authorized"),
        ]
        for (query, words) in refused {
            let result = try ledger.run("sql", query)
            #expect(result.exitCode == 2 && result.output.isEmpty, "\(query)")
            #expect(result.errorText.contains(words), "\(query): \(result.errorText)")
        }
        // Two columns of one name cannot be keys, and are fine for people.
        #expect(try ledger.succeed("sql", "SELECT 1 AS a, 2 AS a").text.contains("a  a\n1  2"))
        for format in ["json", "jsonl", "csv"] {
            let twice = try ledger.run("sql", "SELECT 1 AS a, 2 AS a", "--format", format)
            #expect(twice.exitCode == 2 && twice.errorText.contains("two columns are called") && twice.output.isEmpty)
        }
        #expect(try ledger.succeed("projections", "--digest").output == digests)
        try ledger.succeed("verify", "--views")
    }

    @Test func `answers in each form, as of any moment, and reads its query from a pipe`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("account", "add", "ben@example.org")
        let query =
            "SELECT address, 1.5 AS half, NULL AS missing, x'00ff' AS bytes, 9e999 AS large FROM accounts ORDER BY 1"
        let rows = try ledger.json("sql", query).array ?? []
        #expect(rows.map { $0["address"]?.string } == [ToolLedger.account, "ben@example.org"])
        #expect(rows[0]["half"]?.number == 1.5 && rows[0]["bytes"]?.string == "00ff")
        #expect(rows[0]["missing"] == .null && rows[0]["large"] == .null)
        let piped = try ledger.run(["sql", "--format", "csv"], input: Array((query + " ;-- all\n").utf8))
        #expect(
            piped.exitCode == 0
                && piped.text.hasPrefix("address,half,missing,bytes,large\r\nada@example.org,1.5,,00ff,\r\n"))
        let before = try ledger.json("sql", "SELECT count(*) AS n FROM accounts", "--at", "tx:1").array
        #expect(before?.first?["n"]?.integer == 1)
        // A control character of mail does not reach a terminal.
        #expect(try ledger.succeed("sql", "SELECT char(27) || 'x' AS y").text.contains("\u{1B}") == false)
    }
}
