import FleetSupport
import Foundation
import JSONCoding
import TestSupport
import Testing

@testable import CommandLineTool

/// Questions to several nodes: machines that share a database, each with a cache of its own, and an `ssh` that stands
/// between them.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `A fleet of nodes` {
    private final class World {
        let directory: TemporaryDirectory
        let database: FleetDatabase
        let nodes: [String: ToolNode]
        /// What `ssh` was called with, and the variables that it got.
        var log: String { get throws { try readText(directory.path("ssh.log")) } }

        init() throws {
            directory = try TemporaryDirectory()
            database = try FleetDatabase(on: PostgresServer.shared.get())
            let path = directory.path
            nodes = try Dictionary(
                uniqueKeysWithValues: ["maker", "node1", "node2"].map { try ($0, ToolNode(in: "\(path)/\($0)")) })
            let tool = try Tool.path()
            let folder = tool.prefix(upTo: tool.lastIndex(of: "/") ?? tool.startIndex)
            let script = """
                #!/bin/sh
                echo "$@" >>'\(path)/ssh.log'
                env | grep -e PGPASSWORD -e '^MAILLEDGER=' >>'\(path)/ssh.log'
                while [ "$1" != -- ]; do shift; done
                case $2 in
                mail@node2) exec env -i HOME='\(path)/node2' XDG_CACHE_HOME='\(path)/node2/cache' LC_ALL=C.UTF-8 \\
                    XDG_DATA_HOME='\(path)/node2/data' PATH='\(folder):/usr/bin:/bin' sh -c "$3" ;;
                hangs) sleep 600 ;;
                fails) printf 'one\\nPermission \\033[31mdenied (publickey).\\n' >&2; exit 255 ;;
                nonsense) echo '{"ledgers": 3, "hits": "many"}' ;;
                floods) yes '{"ledgers": 3, "hits": [' | head -c 20000000 ;;
                lies) cat '\(path)/lie.json' ;;
                esac
                """
            try writeFile("\(path)/bin/ssh", script)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(path)/bin/ssh")
            try configure(["node2": "mail@node2", "node1": "mail@node1"])
        }

        func configure(_ nodes: [String: String]) throws {
            let lines = nodes.map { "node.\($0.key).ssh=\($0.value)\n" }.sorted().joined()
            try writeFile(directory.path("config"), "[fleet]\nself=node1\n" + lines)
        }

        /// The URL of a ledger of the database.
        func url(_ ledger: String) -> String { database.url(of: ledger) }

        /// Makes a ledger with a message for each subject, and brings it into the full text of a node.
        func make(_ ledger: String, _ subjects: [(String, day: Int)], warmOn name: String?) throws {
            let node = try #require(nodes["maker"])
            try node.succeed(["init"], on: url(ledger))
            try node.succeed(["account", "add", "\(ledger)@example.org"], on: url(ledger))
            try bring(subjects, into: ledger)
            if let name { try #require(nodes[name]).succeed(["search", "razor"], on: url(ledger)) }
        }

        func bring(_ subjects: [(String, day: Int)], into ledger: String) throws {
            let box = directory.path("\(ledger).mbox")
            let mail = subjects.map { subject, day in
                """
                From p@example.org Fri Mar  1 10:00:00 2024
                From: P <p@example.org>
                Subject: \(subject)
                Date: \(day) Mar 2024 10:00:00 +0000
                Message-ID: <\(ledger)\(day)@example.org>

                A razor and its case.


                """
            }
            try writeFile(box, mail.joined())
            try #require(nodes["maker"]).succeed(["import", box], on: url(ledger))
        }

        /// Runs the tool on the first node.
        func run(_ words: [String], adding variables: [String: String] = [:]) throws -> ToolResult {
            let node = try #require(nodes["node1"])
            let environment = [
                "HOME": directory.path, "PATH": "\(directory.path("bin")):/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "MAILLEDGER": url("ada"), "MAILLEDGER_CONFIG": directory.path("config"),
            ]
            return try ToolProcess(
                Tool.path(), words, environment: environment.merging(node.variables) { $1 }.merging(variables) { $1 }
            ).wait()
        }

        func search(_ words: String...) throws -> (result: ToolResult, form: FleetSearchForm) {
            let result = try run(["fleet", "search"] + words + ["--format", "json"])
            return (result, try JSONBytesDecoder().decode(FleetSearchForm.self, from: result.output))
        }
    }

    @Test func `may hang, fail, flood or lie, and are named`() throws {
        let world = try World()
        try world.make("ada", [("One", 1)], warmOn: "node1")
        try world.make("bob", [("Two", 2)], warmOn: "node2")
        try world.configure([
            "node2": "mail@node2", "slow": "hangs", "shut": "fails", "odd": "nonsense", "loud": "floods",
            "liar": "lies",
        ])
        // What the liar says of a ledger that it cannot know, of a position before the others', and in the name of another.
        let hit = """
            "id": "3f2a0000-0000-4000-8000-000000000000", "date": "2030-01-01T00:00:00Z", "from": null, "subject": "\\u001b[2J",
            "is_read": true, "is_flagged": true, "has_attachments": true
            """
        let lie = """
            {"ledgers": 9, "hits": [{"ledger": "ada", "node": "node1", \(hit)}, {"ledger": "zoe", "node": "liar", \(hit)}],
            "searched": [{"ledger": "ada", "node": "node1", "position": 1}, {"ledger": "zoe", "node": "liar", "position": 1}],
            "not_searched": [], "unanswered": []}
            """
        try writeFile(world.directory.path("lie.json"), lie)
        let start = ContinuousClock.now
        let (result, form) = try world.search("razor", "--wait", "5")
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(result.exitCode == 5)
        #expect(form.hits.map(\.subject) == ["Two", "One"], "\(form.hits)")
        #expect(form.hits.map(\.node) == ["node2", "node1"])
        let reasons = Dictionary(uniqueKeysWithValues: form.unanswered.map { ($0.node, $0.reason) })
        #expect(Set(reasons.keys) == ["slow", "shut", "odd", "loud"])
        #expect(reasons["slow"] == "it gave no answer in time")
        #expect(reasons["shut"]?.contains("denied (publickey)") == true && reasons["shut"]?.contains("\u{1B}") == false)
        #expect(reasons["odd"] == "what it wrote is not an answer to a search")
        #expect(reasons["loud"] == "its answer is too long")
        #expect(result.errorText.contains("4 nodes gave no answer"), "\(result.errorText)")
    }

    @Test func `answer a search together, and name what none of them searched`() throws {
        let world = try World()
        try world.make("ada", [("Oldest", 1), ("Newest", 9)], warmOn: "node1")
        try world.make("bob", [("Middle", 5)], warmOn: "node2")
        try world.make("eve", [("Cold", 7)], warmOn: nil)
        let (result, form) = try world.search("razor")
        #expect(result.exitCode == 5, "\(result.errorText)")
        #expect(form.hits.map(\.subject) == ["Newest", "Middle", "Oldest"])
        #expect(form.hits.map(\.ledger) == ["ada", "bob", "ada"])
        #expect(form.hits.map(\.node) == ["node1", "node2", "node1"])
        #expect(form.notSearched.map(\.ledger) == ["eve"] && form.unanswered.isEmpty)
        #expect(result.errorText.contains("the full text of eve"), "\(result.errorText)")
        #expect(result.errorText.contains("1 of 3 ledgers not searched"), "\(result.errorText)")
        let value = try JSONSample(result.output)
        #expect(try JSONSchemas(folder: "Docs/Schemas").faults(of: value, as: "fleet_search") == [])
        // A node whose files are behind brings them forward.
        try world.bring([("Later", 11)], into: "bob")
        #expect(try world.search("razor", "--limit", "2").form.hits.map(\.subject) == ["Later", "Newest"])
        try #require(world.nodes["node2"]).succeed(["search", "razor"], on: world.url("eve"))
        let whole = try world.search("razor")
        #expect(whole.result.exitCode == 0, "\(whole.result.errorText)")
        #expect(whole.form.searched.map(\.ledger) == ["ada", "bob", "eve"])
        #expect(whole.form.searched.map(\.node) == ["node1", "node2", "node2"])
        // A folder of one ledger is none of the others, and no reason to refuse.
        #expect(try world.search("in:Nowhere").form.hits.isEmpty)
        let text = try world.run(["fleet", "search", "subject:Cold"])
        #expect(text.text.hasPrefix("eve") && text.text.contains("Cold"), "\(text.text)")
        let local = try world.search("razor", "--local")
        #expect(local.form.searched.map(\.ledger) == ["ada"])
        // A saved query is in the configuration of this machine alone.
        let nodes = try readText(world.directory.path("config"))
        try writeFile(world.directory.path("config"), nodes + "\n[query]\nlate=subject:Cold or subject:Later\n")
        let saved = try world.search("query:late")
        #expect(saved.form.hits.map(\.subject) == ["Later", "Cold"], "\(saved.result.errorText)")
    }

    @Test func `get the query as it is, and never a password`() throws {
        let world = try World()
        try world.make("ada", [("One", 1)], warmOn: nil)
        try #require(world.nodes["node2"]).succeed(["search", "razor"], on: world.url("ada"))
        let trap = world.directory.path("trap")
        let query = "razor or \"it's $(touch \(trap)) `touch \(trap)`\""
        let secret = world.url("ada").replacing("postgres@", with: "postgres:geheim@")
        let result = try world.run(
            ["fleet", "search", query, "--format", "json"],
            adding: ["PGPASSWORD": "geheim", "MAILLEDGER": secret])
        let form = try JSONBytesDecoder().decode(FleetSearchForm.self, from: result.output)
        #expect(form.hits.map(\.subject) == ["One"], "\(result.errorText)")
        #expect(!FileManager.default.fileExists(atPath: trap))
        let log = try world.log
        #expect(log.contains("BatchMode=yes") && log.contains("-- mail@node2 mailledger fleet search"), "\(log)")
        #expect(!log.contains("geheim") && !log.contains("razor"), "\(log)")
    }

    @Test func `are named by the configuration, and place ledgers`() throws {
        let world = try World()
        try world.make("ada", [("One", 1)], warmOn: nil)
        #expect(try world.run(["config", "get", "fleet.node.node2.ssh"]).text == "mail@node2\n")
        #expect(try world.run(["config", "set", "fleet.node.node3.ssh", "mail@node3"]).exitCode == 0)
        for bad in ["-oProxyCommand=x", "two words", ""] {
            #expect(try world.run(["config", "set", "fleet.node.node4.ssh", "--", bad]).exitCode == 2, "\(bad)")
        }
        #expect(try world.run(["config", "set", "fleet.node.a b.ssh", "mail@node4"]).exitCode == 2)
        let listed = try world.run(["config", "list"])
        #expect(listed.errorText.isEmpty, "\(listed.errorText)")
        let placed = try world.run(["fleet", "place", "ada", "--format", "json"])
        #expect(placed.exitCode == 0, "\(placed.errorText)")
        guard case .array(let rows) = try JSONSample(placed.output) else { throw ToolError("no list") }
        #expect(rows.count == 1)
        for row in rows { #expect(try JSONSchemas(folder: "Docs/Schemas").faults(of: row, as: "fleet_place") == []) }
        #expect(try world.run(["fleet", "place", "zoe"]).exitCode == 1)
        for number in 1...3 {
            #expect(try world.run(["config", "unset", "fleet.node.node\(number).ssh"]).exitCode == 0)
        }
        let none = try world.run(["fleet", "place"])
        #expect(none.exitCode == 2 && none.errorText.contains("fleet.node.NAME.ssh"), "\(none.errorText)")
    }
}
