import CivilTime
import DiskFiles
import Fleet
import FleetSupport
import Foundation
import MailLedger
import TestSupport
import Testing

@testable import CommandLineTool

/// Every verb once on a ledger in a folder and once on a server: equal answers and exit codes.
@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct ServerMatrixTests {
    /// Command lines in an order in which each has something to work on; MAIL is an mbox, OUT a folder for files.
    private static let lines = """
        init
        account add mara@harbour.example.com
        folder add Receipts
        import MAIL --account mara@harbour.example.com
        import MAIL --account mara@harbour.example.com
        account list
        folders
        messages --limit 5
        messages is:unread --format json
        threads --limit 5 --format json
        unread
        count from:p1@example.org
        search kernels --limit 3
        search kernels --format json --limit 3
        show 1
        address list
        mark --read subject:5
        label --add taxes subject:Re
        move subject:Re --to Receipts
        copy subject:8 --to Archive
        unfile subject:8 --from Archive
        delete subject:Re --yes
        undo --yes
        delete subject:3 --yes
        undelete subject:3
        note add 'a thought'
        notes
        action add reminder 'call the harbour' --note 'a thought' --date 2026-03-01
        actions
        hold add audit --account mara@harbour.example.com --reason kept
        hold list
        hold remove audit --reason over
        log --limit 5
        log --effect deleted --format json
        log --actor mara --limit 3
        history --since 2024 --limit 5
        history --since 2024 --format json --limit 5
        why unread
        diff 20
        events list --limit 3
        events list --format json --limit 3
        messages --at 15 --limit 3
        verify
        checkpoint
        key show
        projections
        reparse --dry-run
        migrate --dry-run
        rebuild
        stats
        export subject:Re --as mboxrd --to OUT/mail.mbox
        export --events --to OUT/events.jsonl
        report --output OUT/report.html
        prove 5 --output OUT/proof.json
        verify-proof OUT/proof.json
        collect --dry-run
        prune --dry-run --older-than 3650d
        folder delete Receipts --yes
        undo --yes
        account delete mara@harbour.example.com --yes
        undo --yes
        verify
        erase query subject:7 --reason test --yes
        erase address p1@example.org --reason test --dry-run
        status
        doctor
        token add phone --actor mara --scopes read
        token list
        backup OUT/backup
        """

    private struct Answer {
        let line: String
        let code: Int32
        let text: String
    }

    private func answers(
        to lines: String, ledger: String, mail: String, in folder: String, seed: String
    ) throws -> [Answer] {
        let commands = lines.split(separator: "\n").map { line in
            let line = String(line)
            let isWithout = line.hasPrefix("verify-proof") || line.hasPrefix("fleet schema")
            return (line, Self.words(line) + (isWithout ? [] : ["--ledger", ledger]))
        }
        return try answers(to: commands, ledger: ledger, mail: mail, in: folder, seed: seed)
    }

    private func answers(
        to commands: [(line: String, words: [String])], ledger: String, mail: String, in folder: String, seed: String
    ) throws -> [Answer] {
        let out = "\(folder)/out"
        for name in [out, "\(folder)/cache", "\(folder)/data", "\(folder)/config"] {
            try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
        }
        let path = "\(folder)/answer"
        let moment = try #require(Timestamp(iso8601: "2026-02-19T09:00:00Z"))
        let variables = ["XDG_CACHE_HOME": "\(folder)/cache", "XDG_DATA_HOME": "\(folder)/data"]
        let output = try Descriptor.forAppending(path)
        defer { output.close() }
        var surroundings = Surroundings.reproducible(at: moment, seed: seed, output: output)
        surroundings.errors = output
        surroundings.variable = { variables[$0] }
        var answers: [Answer] = []
        // Each opening on a server without a standby says so.
        let standbyNote = /note: synchronous_standby_names is empty:.*\n/
        for (line, words) in commands {
            let words = words.map { $0.replacing("OUT", with: out).replacing("MAIL", with: mail) }
            let before = try Data(contentsOf: URL(filePath: path)).count
            let code = Surroundings.$current.withValue(surroundings) {
                MailLedgerTool.run(words)
            }
            let bytes = try Data(contentsOf: URL(filePath: path)).dropFirst(before)
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing(ledger, with: "LEDGER").replacing(mail, with: "MAIL").replacing(folder, with: "FOLDER")
                .replacing(standbyNote, with: "")
            answers.append(Answer(line: line, code: code, text: text))
        }
        return answers
    }

    private static func words(_ line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }

    @Test func `each verb answers the same on a server as in a folder`() throws {
        let (first, second) = (try TemporaryDirectory(), try TemporaryDirectory())
        let mail = try GeneratedMail.writeMailboxes(1, each: 40, below: first.path)[0]
        let folder = try answers(
            to: Self.lines, ledger: first.path("ledger"), mail: mail, in: first.path, seed: "matrix")
        let url = try FleetDatabase.shared.get().freshURL()
        let server = try answers(
            to: Self.lines, ledger: url, mail: mail, in: second.path, seed: "matrix")
        for (here, there) in zip(folder, server) {
            // A proof without a key to trust holds in part.
            #expect(
                here.code == (here.line.hasPrefix("verify-proof") ? 5 : 0), "in a folder, \(here.line): \(here.text)")
            // This role owns the tables, and no standby confirms: 'doctor' says so.
            let expected: Int32 = here.line == "doctor" ? 6 : here.code
            try #require(there.code == expected, "\(here.line): \(there.text)")
            guard !Self.differing.contains(where: { here.line.hasPrefix($0) }) else { continue }
            #expect(here.text == there.text, "\(here.line)")
        }
        // What is written into files has the same bytes.
        for name in ["mail.mbox", "events.jsonl", "proof.json", "report.html"] {
            let (here, there) = try (
                Data(contentsOf: URL(filePath: first.path("out/\(name)"))),
                Data(contentsOf: URL(filePath: second.path("out/\(name)")))
            )
            #expect(here == there && !here.isEmpty, "\(name)")
        }
    }

    /// Verbs about no ledger, or about the configuration of whoever runs the tests.
    private static let others: Set<String> = ["providers", "catalogue", "verify-proof", "config", "query", "witness"]

    /// Whether a run is of a ledger, and reads no standard input: the process of the tests has that only once.
    private static func isCompared(_ run: AnswerRuns.Run) -> Bool {
        run.input.isEmpty && !run.arguments.contains("-") && !others.contains(run.arguments[0])
    }

    /// Lines that need what a run with input has made.
    private static let unprepared = ["message link", "note audio"]

    /// Makes the demo's ledger in a folder, and runs all verbs on it; on a server it is adopted first.
    private func runAll(in folder: String, adoptedTo url: String?) throws -> [(answer: Answer, expected: Int32)] {
        let (ledger, scratch, samples) = ("\(folder)/ledger", "\(folder)/scratch", "\(folder)/samples")
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        let demo = try DemoLedger.make()
        try FileManager.default.copyItem(atPath: demo.path, toPath: ledger)
        try FileManager.default.copyItem(atPath: projectRoot + "/Samples", toPath: samples)
        if let url {
            let name = try #require(LedgerURL(url)?.ledger)
            let adoption = ("fleet adopt", ["fleet", "adopt", ledger, "--as", name, "--ledger", url])
            let moved = try answers(to: [adoption], ledger: url, mail: "no mail", in: folder, seed: "adopted")
            try #require(moved.allSatisfy { $0.code == 0 }, "\(moved)")
        }
        func placed(_ words: [String]) -> [String] {
            words.map { word in
                word.replacing("SAMPLES", with: samples).replacing("SCRATCH", with: scratch)
                    .replacing("FIXTURES", with: projectRoot + "/Tests/Fixtures")
            } + (words.contains("--ledger") || words[0] == "restore" ? [] : ["--ledger", url ?? ledger])
        }
        let lines = AnswerRuns.all.filter(Self.isCompared).flatMap { run in
            [(run.preparation, Int32(0)), (run.arguments + ["--format", "json"], run.exitCode)]
        }.filter { !$0.0.isEmpty }
        let answers = try answers(
            to: lines.map { ($0.0.joined(separator: " "), placed($0.0)) }, ledger: url ?? ledger, mail: "no mail",
            in: folder, seed: "runs")
        return Array(zip(answers, lines.map(\.1)))
    }

    @Test func `each run of a verb that has a form answers the same on a server as in a folder`() throws {
        // Both have the same paths, as the log names some of them.
        let directory = try TemporaryDirectory()
        let place = directory.path("place")
        let folder = try runAll(in: place, adoptedTo: nil)
        try FileManager.default.moveItem(atPath: place, toPath: directory.path("before"))
        let server = try runAll(in: place, adoptedTo: FleetDatabase.shared.get().freshURL())
        #expect(folder.count == server.count && folder.count > 200)
        for ((here, expected), (there, _)) in zip(folder, server) {
            if !Self.unprepared.contains(where: here.line.hasPrefix) {
                #expect(here.code == expected, "in a folder, \(here.line): \(here.text)")
            }
            // Nobody confirms what is written, and this role owns the tables.
            let isOfServer = here.line.hasPrefix("doctor --format")
            #expect(there.code == (isOfServer ? 6 : here.code), "\(here.line): \(there.text)")
            guard !Self.differing.contains(where: here.line.hasPrefix) else { continue }
            // An erasure lists digests under a key that is drawn by lot, so the root is another one behind it.
            let own = /"messages_per_second": [0-9.]+|"root": "[0-9a-f]{64}"/
            let isBehindErasure = here.line.hasPrefix("export --subject-address")
            let texts = [here, there].map { answer in
                answer.text.replacing(own) { $0.output.hasPrefix("\"root") && !isBehindErasure ? $0.output : "" }
            }
            #expect(texts[0] == texts[1], "\(here.line)")
        }
    }

    @Test func `what a fleet is asked has the forms that are documented`() throws {
        let schemas = try JSONSchemas(folder: "Docs/Schemas")
        let (directory, folder) = (try TemporaryDirectory(), try TemporaryDirectory())
        let mail = try GeneratedMail.writeMailboxes(1, each: 3, below: directory.path)[0]
        let url = try FleetDatabase(on: PostgresServer.shared.get()).freshURL()
        _ = try answers(
            to: "init\naccount add mara@harbour.example.com\nimport MAIL", ledger: folder.path("ledger"), mail: mail,
            in: folder.path, seed: "folder")
        let lines = """
            fleet adopt \(folder.path("ledger")) --as ada
            fleet status
            fleet log --effect added --since 2024
            fleet log --verb import --actor mara
            fleet set ada --standby optional
            fleet set --standby optional
            fleet release ada \(folder.path("released"))
            fleet adopt \(folder.path("released")) --as ada
            fleet schema --apply \(url)
            """
        let forms = [
            "adoption", "fleet_ledger", "fleet_change", "fleet_change", "fleet_setting", "fleet_setting", "release",
            "adoption",
            "fleet_tables",
        ]
        for (line, form) in zip(lines.split(separator: "\n"), forms) {
            let answer = try answers(
                to: "\(line) --format json", ledger: url, mail: mail, in: directory.path, seed: "fleet \(form)")[0]
            try #require(answer.code == 0, "\(line): \(answer.text)")
            let value = try JSONSample(answer.text.utf8)
            let values = if case .array(let list) = value { list } else { [value] }
            #expect(!values.isEmpty, "\(line)")
            for value in values { #expect(schemas.faults(of: value, as: form) == [], "\(line)") }
        }
        // The folder keeps what it had, and takes no more.
        let refused = try answers(
            to: "note add late\ncount", ledger: folder.path("ledger"), mail: mail, in: folder.path, seed: "late")
        #expect(refused.map(\.code) == [4, 0] && refused[1].text.hasSuffix("3\n"), "\(refused)")
        let moved = url.replacing(try Regex("ledger=.*$"), with: "ledger=ada")
        let there = try answers(
            to: "note add late\ncount\nverify", ledger: moved, mail: mail, in: directory.path, seed: "there")
        #expect(there.map(\.code) == [0, 0, 0] && there[1].text == "3\n", "\(there)")
    }

    @Test func `a node that was away forgets what was erased before it answers`() throws {
        let (here, away) = (try TemporaryDirectory(), try TemporaryDirectory())
        let mail = here.path("mail.mbox")
        try writeFile(
            mail,
            (1...3).map { "From p@example.org Fri Mar  1 10:00:00 2024\n" + GeneratedMail.message($0) }.joined()
                + "From p@example.org Fri Mar  1 10:00:00 2024\n"
                + GeneratedMail.message(9, body: "The canary quonzalumpis sings."))
        let ledger = try FleetDatabase.shared.get().freshURL()
        _ = try answers(
            to: "init\naccount add mara@harbour.example.com\nimport MAIL", ledger: ledger, mail: mail, in: here.path,
            seed: "made")
        let before = try answers(
            to: "search quonzalumpis", ledger: ledger, mail: mail, in: away.path, seed: "away")
        #expect(before.allSatisfy { $0.code == 0 }, "\(before)")
        #expect(try holdsCanary(away.path("cache")))
        let erased = try answers(
            to: "erase query 'subject:\"Subject 2\"' --reason test --yes", ledger: ledger, mail: mail, in: here.path,
            seed: "erased")
        #expect(erased.allSatisfy { $0.code == 0 }, "\(erased)")
        #expect(try !holdsCanary(here.path("cache")))
        let after = try answers(to: "count", ledger: ledger, mail: mail, in: away.path, seed: "after")
        #expect(after.map(\.text) == ["3\n"])
        #expect(try !holdsCanary(away.path("cache")))
    }

    private func holdsCanary(_ folder: String) throws -> Bool {
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return try names.contains { name in
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
            else {
                return false
            }
            return try Data(contentsOf: URL(filePath: path)).range(of: Data("quonzalumpis".utf8)) != nil
        }
    }

    /// What is of a place's own: sizes of files, what doctor looks at in a folder, the nodes that an erasure names; and
    /// tokens, which are drawn by lot.
    private static let differing = ["stats", "doctor", "backup", "status", "projections", "token", "erase"]
}
