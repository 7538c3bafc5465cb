import Fleet
import FleetSupport
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// What somebody who audits a ledger on a server can ask, from a machine where it was never opened.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `Somebody who audits` {
    private let database: FleetDatabase
    private let directory = Result { try TemporaryDirectory() }
    private let url: String

    init() throws {
        database = try FleetDatabase(on: PostgresServer.shared.get())
        url = database.url(of: "ada")
    }

    private func node(_ name: String) throws -> ToolNode { try ToolNode(in: directory.get().path(name)) }

    /// A ledger with mail and a note, of which the role `inspector` may see all, and one beside it of which it sees nothing.
    private func makeLedgers() throws -> String {
        let owner = try node("owner")
        let mail = try GeneratedMail.writeMailboxes(1, each: 12, below: directory.get().path)[0]
        for ledger in ["ada", "bob"] {
            try owner.succeed(["init"], on: database.url(of: ledger))
            try owner.succeed(["note", "add", "of \(ledger)"], on: database.url(of: ledger))
        }
        try owner.succeed(["account", "add", "mara@harbour.example.com"], on: url)
        try owner.succeed(["import", mail, "--account", "mara@harbour.example.com"], on: url)
        try database.run(
            """
            DO $$ BEGIN
                CREATE ROLE inspector LOGIN IN ROLE mailledger_auditor;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
            INSERT INTO mailledger.auditor SELECT 'inspector', ledger FROM mailledger.ledger WHERE name = 'ada'
            """)
        // Copies whose bytes differ: whether they are one message needs the contents.
        let odd = try directory.get().path("odd")
        let text = "From: a@b.example\nSubject: odd\nMessage-ID: <odd@x>\n\nhi\n"
        for (place, copy) in [("cur/1:2,S", text), (".Archive/cur/2:2,S", text + "\n")] {
            try writeFile(odd + "/" + place, Array(copy.utf8))
        }
        for folder in ["new", "tmp", ".Archive/new", ".Archive/tmp"] {
            try FileManager.default.createDirectory(atPath: odd + "/" + folder, withIntermediateDirectories: true)
        }
        try owner.succeed(["import", odd, "--account", "mara@harbour.example.com"], on: url)
        return url.replacing("postgres@", with: "inspector@")
    }

    /// Verbs that only read, and no content.
    private static let questions = """
        count
        messages --limit 3
        threads --limit 3
        notes
        unread
        folders
        log --limit 5
        history --since 2024 --limit 5
        why unread
        diff 20
        events list --limit 3
        messages --at 15 --limit 3
        verify
        status
        projections
        fleet status
        fleet log
        """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    @Test func `gets the answers that a node gets, after an erasure, too, and leaves no trace of a change`() throws {
        let audited = try makeLedgers()
        let (auditor, other) = (try node("auditor"), try node("other"))
        func compareAll() throws {
            let before = try database.run("SELECT position, transaction, erasures FROM mailledger.head ORDER BY ledger")
            for question in Self.questions {
                let answer = try auditor.run(question, on: audited)
                #expect(answer.code == 0, "\(question): \(answer.errors)")
                // What a node sees of the caches, and of other ledgers, is not the same.
                if ["status", "fleet", "projections"].contains(question[0]) { continue }
                let wanted = try other.run(question, on: url)
                #expect(answer.text.replacing(audited, with: url) == wanted.text, "\(question)")
            }
            #expect(try !auditor.run(["fleet", "status"], on: audited).text.contains("bob"))
            let doctor = try auditor.run(["doctor"], on: audited)
            #expect(doctor.code == 0 && doctor.text.contains("not checked: the server forbids it"), "\(doctor)")
            let after = try database.run("SELECT position, transaction, erasures FROM mailledger.head ORDER BY ledger")
            #expect(before == after)
        }
        try compareAll()
        // The cache has mail in it, so an erasure waits for it.
        let erased = try node("owner").run(["erase", "query", "subject:2", "--reason", "letter", "--yes"], on: url)
        #expect(
            erased.code == 0 && erased.text.contains("auditor/cache") && erased.text.contains("(inspector)"),
            "\(erased)")
        try compareAll()
        let caches = try database.run("SELECT node, erasures FROM mailledger.node WHERE node LIKE '%(inspector)'")
        #expect(caches.split(separator: "\n").count == 1 && caches.hasSuffix("|1"), "\(caches)")
    }

    @Test func `hears that words need the contents, and asks without them`() throws {
        let audited = try makeLedgers()
        let auditor = try node("auditor")
        for question in [
            ["messages", "from:ada"], ["count", "to:ada"], ["threads", "subject:5"], ["log", "subject:5"],
            ["search", "kernels"],
        ] {
            let answer = try auditor.run(question, on: audited)
            #expect(answer.code == 4 && answer.errors.contains("Words, also those behind from:"), "\(answer)")
        }
        for query in ["in:INBOX", "date:2000..", "is:unread", "label:x", "list:x", "message-id:odd@x", "added:2000.."] {
            let answer = try auditor.run(["count", query], on: audited)
            #expect(answer.code == 0, "\(query): \(answer.errors)")
        }
    }

    @Test func `changes nothing, and hears that the role may not`() throws {
        let audited = try makeLedgers()
        let auditor = try node("auditor")
        for change in [
            ["note", "add", "mine"], ["mark", "--read", "subject:5"], ["delete", "subject:5", "--yes"],
            ["undo", "--yes"], ["erase", "query", "subject:5", "--reason", "letter", "--yes"], ["search", "kernels"],
            ["stats"], ["verify", "--content"], ["export", "--events", "--content"],
        ] {
            let answer = try auditor.run(change, on: audited)
            #expect(answer.code == 4 && answer.errors.contains("the server forbids it"), "\(change): \(answer)")
        }
        // Nor what another cache has said of itself.
        try node("other").succeed(["count"], on: url)
        try database.run("SET ROLE inspector; UPDATE mailledger.node SET erasures = 99")
        #expect(try database.run("SELECT max(erasures) FROM mailledger.node WHERE node NOT LIKE '%(inspector)'") == "0")
        #expect(throws: (any Error).self) {
            try database.run(
                """
                SET ROLE inspector;
                INSERT INTO mailledger.node SELECT ledger, 'of another', 99, now() FROM mailledger.ledger
                """)
        }
        #expect(try database.run("SELECT count(*) FROM mailledger.node WHERE node = 'of another'") == "0")
    }
}
