import Foundation
import Glibc
import TestSupport
import Testing

/// `migrate`, `projections` and `doctor`, where read models are not as they should be.
@Suite(.enabled("sqlite3 is not installed") { areInstalled("sqlite3") })
struct MigrateTests {
    private func change(_ ledger: ToolLedger, _ sql: String) throws {
        let output = try shell(
            "for file in '\(ledger.path)'/views/*.sqlite; do sqlite3 \"$file\" \"\(sql)\"; done", environment: [:])
        #expect(output.status == 0, "\(output.text)")
    }

    @Test func `a dry run counts the rows that differ and switches nothing, and migrate makes them right`() throws {
        let ledger = try DemoLedger.make()
        #expect(
            try ledger.succeed("migrate", "--dry-run").text
                == "The read models are those of this version: there is nothing to upgrade.\n")
        try change(ledger, "UPDATE folder SET name = 'Elsewhere' WHERE name = 'Receipts'; DELETE FROM keyword")
        let dry = try ledger.succeed("migrate", "--dry-run").text
        #expect(dry.contains("folders"))
        #expect(dry.contains("  name  Elsewhere → Receipts\n"))
        #expect(dry.contains("messages"))
        #expect(!dry.contains("threads"))
        #expect(dry.hasSuffix("Nothing was changed. 'mailledger migrate' makes these read models live.\n"))
        #expect(try ledger.succeed("folders").text.contains("Elsewhere"))
        #expect(try ledger.succeed("migrate", "--samples", "0").text.hasSuffix("These read models are live now.\n"))
        #expect(try !ledger.succeed("folders").text.contains("Elsewhere"))
        try ledger.succeed("rebuild", "--check")
    }

    @Test func `an event that stops the read models is named, with what can be done`() throws {
        let ledger = try DemoLedger.make()
        try change(
            ledger, "INSERT INTO failure VALUES (1, 'messages', 9, 3, 'mail.message-added/1', 'a fault of this test')")
        let health = try ledger.run("projections")
        #expect(health.exitCode == 6)
        let failure = "the projection messages failed at event 9 (mail.message-added/1, stream 3): a fault of this test"
        #expect(health.text.contains(failure))
        let doctor = try ledger.run("doctor")
        #expect(doctor.exitCode == 6)
        #expect(doctor.text.contains(failure))
        #expect(doctor.text.contains("mailledger events show 9"))
    }

    @Test func `two ledgers with one log have one digest each, and a past moment has another`() throws {
        let ledger = try DemoLedger.make()
        let copy = try TemporaryDirectory()
        try writeFile(copy.path + "/events", try ledger.succeed("export", "--events", "--content").text)
        try ledger.succeed("import", "--events", copy.path + "/events", "--ledger", copy.path + "/ledger")
        func digests(_ arguments: String...) throws -> [String?] {
            struct Health: Decodable { let digest: String? }
            let answer = try ledger.succeed(["projections", "--digest", "--format", "json"] + arguments)
            return try JSONDecoder().decode([Health].self, from: Data(answer.text.utf8)).map(\.digest)
        }
        try ledger.succeed("messages", "--ledger", copy.path + "/ledger")
        let here = try digests()
        #expect(here.count { $0 != nil } >= 9)
        #expect(try digests("--ledger", copy.path + "/ledger") == here)
        #expect(try digests("--at", "tx:3") != here)
    }

    /// How often to kill: a hundred times in `make soak`.
    private static var kills: Int {
        Soak.size(100, inSuite: 12)
    }

    @Test func `Any moment at which a rebuild is killed leaves what is live unharmed, and the next one ends`() throws {
        var generator = SeededGenerator(for: "killed rebuilds")
        let ledger = try DemoLedger.make()
        let before = try ledger.succeed("messages", "*", "--format", "json").text
        var kills = 0
        let calls = try ledger.calls(by: ["rebuild"])
        for fault in Faults.Fault.kills(Self.kills, among: calls, &generator) {
            let killed = try ledger.run(["rebuild"], adding: Faults.variables(below: ledger.directory.path, at: fault))
            #expect([0, -SIGKILL].contains(killed.exitCode), "\(fault) of \(calls): \(killed.errorText)")
            if killed.exitCode == -SIGKILL { kills += 1 }
            #expect(try ledger.succeed("messages", "*", "--format", "json").text == before, "seed \(generator.seed)")
        }
        print("\(kills) of \(Self.kills) rebuilds of \(calls) calls were killed")
        #expect(kills >= Self.kills * 9 / 10)
        try ledger.succeed("rebuild")
        #expect(try ledger.succeed("messages", "*", "--format", "json").text == before)
        try ledger.succeed("verify", "--views")
    }
}
