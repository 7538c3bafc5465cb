import Foundation
import Glibc
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Backups by the tool` {
    @Test func `that are killed at any moment leave a backup that can be restored`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("backup")
        var generator = SeededGenerator(for: "killed backups")
        var (kills, restored) = (0, 0)
        var heads: Set<LogHead> = [try ledger.head()]
        for round in 0..<24 where kills < 12 {
            // Each goes on with what the one before left, and so makes calls of its own.
            let calls = try ledger.leavingNoTrace { try ledger.calls(by: ["backup", folder]) }
            let fault = Faults.Fault(kind: .any, number: Int.random(in: 1...calls, using: &generator), manner: .kill)
            let killed = try ledger.run(
                ["backup", folder], adding: Faults.variables(below: ledger.directory.path, at: fault))
            // A copy makes a few calls more or less, so that one of the last may come no more.
            #expect([0, -SIGKILL].contains(killed.exitCode), "\(fault) of \(calls): \(killed.errorText)")
            if killed.exitCode == -SIGKILL { kills += 1 }
            if FileManager.default.fileExists(atPath: folder + "/backup.json") {
                let copy = ledger.directory.path("copy\(round)")
                try ledger.succeed("restore", folder, copy)
                let stats = try ledger.json("stats", "--ledger", copy)
                let head = LogHead(events: stats["events"]?.integer ?? -1, root: stats["root"]?.string ?? "")
                #expect(heads.contains(head), "round \(round), seed \(generator.seed)")
                try ledger.succeed("verify", "--ledger", copy)
                restored += 1
            }
            // At first there is no whole backup for the next kill to hit; then there is.
            if round % 4 == 3 { try ledger.succeed("backup", folder) }
            try ledger.succeed("label", "--add", "round\(round)", "label:taxes")
            heads.insert(try ledger.head())
        }
        print("\(kills) backups were killed; \(restored) left one that was restored")
        #expect(kills == 12 && restored >= 8)
        try ledger.succeed("backup", folder)
        let answer = try ledger.json("restore", folder, ledger.directory.path("last"), "--verify")
        #expect(try answer["root"]?.string == ledger.head().root && answer["problems"]?.array == [])
    }

    @Test(.enabled("python3 is not installed") { areInstalled("python3") })
    func `are restored and gone on with where a kill within a commit left a journal`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("backup")
        try ledger.succeed("backup", folder)
        let head = try ledger.head()
        // What stands in the file is half of a commit: its journal holds the pages of before.
        let torn = try shell(
            """
            cd '\(folder)' && python3 - events.sqlite <<'END'
            import os, sqlite3, sys
            path = sys.argv[1]
            if os.fork() == 0:
                db = sqlite3.connect(path, isolation_level=None)
                db.execute("PRAGMA journal_mode = DELETE")
                db.execute("PRAGMA cache_size = 1")
                db.execute("BEGIN IMMEDIATE")
                db.execute("CREATE TABLE torn (x)")
                for n in range(400): db.execute("INSERT INTO torn VALUES (randomblob(2000))")
                os._exit(0)
            os.wait()
            sys.exit(0 if os.path.getsize(path + "-journal") > 0 else 1)
            END
            """, environment: [:])
        try #require(torn.status == 0, "\(torn.text)")
        let copy = ledger.directory.path("copy")
        try ledger.succeed("restore", folder, copy, "--verify")
        #expect(try ledger.json("stats", "--ledger", copy)["root"]?.string == head.root)
        #expect(!filesBelow(folder).contains("events.sqlite-journal"))
        try ledger.succeed("label", "--add", "later", "label:taxes")
        try ledger.succeed("backup", folder)
    }

    @Test(.enabled("python3 is not installed") { areInstalled("python3") })
    func `notice that the copy of before has gone bad, and say what to do`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("backup")
        try ledger.succeed("backup", folder)
        func change(_ file: String, _ statements: String) throws {
            let done = try shell(
                """
                python3 -c 'import sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                db.executescript(sys.argv[2])' '\(folder)/\(file)' "\(statements)"
                """, environment: [:])
            try #require(done.status == 0, "\(done.text)")
        }
        try change("content.sqlite", "UPDATE content SET data = zeroblob(length(data)) WHERE id IN (3, 4)")
        #expect(try ledger.json("backup", folder, "--only-new")["repaired"]?.integer == 0)
        let repaired = try ledger.run("backup", folder)
        #expect(
            repaired.exitCode == 0 && repaired.errorText.contains("2 messages in \(folder) had gone bad"),
            "\(repaired.exitCode) \(repaired.errorText)")
        try ledger.succeed("restore", folder, ledger.directory.path("copy"), "--verify")
        try change(
            "events.sqlite",
            "DROP TRIGGER events_are_never_changed; UPDATE events SET payload = replace(payload, 'a', 'e') WHERE position = 9"
        )
        let refused = try ledger.run("backup", folder)
        expectRefusal(refused, 6, "the backup in \(folder) is damaged: position 9", lines: 1, "backup")
        #expect(refused.errorText.contains("into a new folder"))
        try ledger.succeed("verify")
        try ledger.succeed("backup", folder + "-new")
    }

    @Test func `are refused with a reason, and change nothing`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("backup")
        try ledger.succeed("backup", folder)
        let things = ledger.directory.path("things")
        try writeFile(things + "/letter", "x")
        expectRefusal(try ledger.run("backup", things), 4, "holds other things", lines: 1, "backup")
        expectRefusal(try ledger.run("backup", ledger.path), 4, "lies in the ledger", lines: 1, "backup")
        expectRefusal(
            try ledger.run("restore", things, ledger.directory.path("a")), 1, "not a backup", lines: 1, "restore")
        expectRefusal(try ledger.run("restore", folder, ledger.path), 4, "is a ledger already", lines: 1, "restore")
        expectRefusal(try ledger.run("restore", folder, things), 4, "is not empty", lines: 1, "restore")
        for verb in ["folders", "verify"] {
            let refused = try ledger.run(verb, "--ledger", folder)
            expectRefusal(refused, 1, "is a backup of a ledger, and no ledger", lines: 1, verb)
            #expect(refused.errorText.contains("'mailledger restore BACKUP DIR'"))
        }
        expectRefusal(try ledger.run("folders", "--ledger", things), 1, "is not a ledger", lines: 1, "folders")
        let copied = try shell("cp -a '\(ledger.path)' '\(ledger.path)-old'", environment: [:])
        try #require(copied.status == 0)
        try ledger.succeed("mark", "--read", "in:INBOX")
        try ledger.succeed("backup", folder)
        let old = try ledger.run("backup", folder, "--ledger", ledger.path + "-old")
        expectRefusal(old, 6, "has an event at position 175 that this ledger has not", lines: 1, "backup")
    }

    @Test func `erase again what a witness remembers to be erased, and lose it with the next one into the folder`()
        throws
    {
        let ledger = try DemoLedger.make()
        let (folder, witness) = (ledger.directory.path("backup"), ledger.directory.path("witness"))
        let word = "invoice-2025-117"
        try ledger.succeed("witness", "add", witness)
        try ledger.succeed("backup", folder)
        let old = folder + "-old"
        try #require(try shell("cp -a '\(folder)' '\(old)'", environment: [:]).status == 0)
        try ledger.succeed("erase", "message", "3f2a7432", "--reason", "request 17", "--yes")
        #expect(try readText(witness).contains("\nerased message 26 "))
        #expect(!files(below: folder, holding: word).isEmpty)
        #expect(try ledger.json("backup", folder)["erased"]?.integer == 5)
        #expect(files(below: folder, holding: word).isEmpty)
        // A witness that the configuration names is asked without being told to; it remembers more than came back.
        for (arguments, exitCode) in [([], 0), (["--verify"], 6), (["--witness", witness], 6)] as [([String], Int32)] {
            let copy = ledger.directory.path("copy\(arguments.count)\(exitCode)")
            let restored = try ledger.run(["restore", old, copy] + arguments)
            #expect(
                restored.exitCode == exitCode && restored.text.contains("Erased 1 message again."), "\(restored.text)")
            #expect(files(below: copy, holding: word).isEmpty)
            if exitCode == 6 { #expect(restored.text.contains("remembers 175 events, and the log has 174")) }
        }
        let gone = try ledger.run(
            "restore", old, ledger.directory.path("other"), "--erased-in", ledger.directory.path("no"))
        #expect(gone.exitCode != 0 && filesBelow(ledger.directory.path("other")).isEmpty)
        // The same sentence whether or not something is to be erased again.
        for options in [[], ["--erased-in", ledger.path]] {
            let missing = try ledger.run(
                ["restore", ledger.directory.path("no"), ledger.directory.path("other")] + options)
            #expect(missing.exitCode == 74 && missing.errorText.contains("no: "), "\(missing.errorText)")
        }
    }

    @Test func `that erase again report the new ledger as it is at the end`() throws {
        let ledger = try DemoLedger.make()
        let (folder, copy) = (ledger.directory.path("backup"), ledger.directory.path("copy"))
        try ledger.succeed("backup", folder)
        let before = try ledger.head()
        try ledger.succeed("erase", "message", "3f2a7432", "--reason", "request 17", "--yes")
        let answer = try ledger.json("restore", folder, copy, "--erased-in", ledger.path)
        let stats = try ledger.json("stats", "--ledger", copy)
        #expect(answer["erased"]?.integer == 1 && answer["signed_events"]?.integer == before.events)
        #expect(answer["root"] == stats["root"] && answer["root"]?.string != before.root)
        #expect(answer["events"] == stats["events"] && answer["events"]?.integer ?? 0 > before.events)
        let again = try ledger.json("backup", folder + "-copy", "--ledger", copy)
        #expect(answer["contents"] == again["contents"])
        let text = try ledger.succeed("restore", folder, copy + "2", "--erased-in", ledger.path).text
        let root = try #require(try ledger.json("stats", "--ledger", copy + "2")["root"]?.string)
        #expect(text.contains("\nroot \(root)\n"), "\(text)")
    }

    @Test func `say how many events nobody signed, and which messages are gone`() throws {
        let ledger = try DemoLedger.make()
        let (folder, copy) = (ledger.directory.path("backup"), ledger.directory.path("copy"))
        try ledger.succeed("backup", folder)
        let (signed, note) = (try ledger.head().events, try readFile(folder + "/checkpoint"))
        try ledger.succeed("label", "--add", "later", "label:taxes")
        try ledger.succeed("backup", folder)
        #expect(try !ledger.succeed("restore", folder, copy).text.contains("checkpoint"))
        try writeFile(folder + "/checkpoint", note)
        let unsigned = try ledger.head().events - signed
        let text = try ledger.succeed("restore", folder, copy + "2").text
        #expect(text.contains("signs \(signed) events; the \(unsigned) event"), "\(text)")
        let answer = try ledger.json("restore", folder, copy + "3")
        #expect(answer["signed_events"]?.integer == signed && answer["unsigned_events"]?.integer == unsigned)
        try Connection(path: folder + "/content.sqlite", mode: .readWrite).run("DELETE FROM content WHERE id = 3")
        let partly = try ledger.run("restore", folder, copy + "4")
        #expect(partly.exitCode == 5 && partly.errorText.contains("1 message was left out"), "\(partly.errorText)")
        let named = partly.lines.filter { $0.hasPrefix("left out: content ") && $0.hasSuffix(" is missing") }
        #expect(named.count == 1, "\(partly.text)")
    }

    @Test func `name a signing key that is no key`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("backup")
        try ledger.succeed("backup", folder, "--with-keys")
        try writeFile(folder + "/keys/signing.key", "no key\n")
        let unread = try ledger.run("restore", folder, ledger.directory.path("unread"))
        #expect(unread.exitCode == 6 && unread.text.contains("keys/signing.key holds no signing key"), "\(unread.text)")
        let verified = try ledger.run("restore", folder, ledger.directory.path("verified"), "--verify")
        let verify = try ledger.run("verify", "--ledger", ledger.directory.path("verified"))
        #expect(verified.exitCode == 6 && verify.exitCode == 6, "\(verified.text) \(verify.text)")
        let problem = try #require(verify.text.split(separator: "\n").last { $0.contains("signing.key") })
        #expect(verified.text.split(separator: "\n").contains(problem), "\(verified.text) \(verify.text)")
    }

    @Test(arguments: [false, true])
    func `restored beside witnesses of more say how to go on, with the key or without`(withKeys: Bool) throws {
        let ledger = try DemoLedger.make()
        let (folder, copy) = (ledger.directory.path("backup"), ledger.directory.path("copy"))
        let witnesses = ["one", "two"].map { ledger.directory.path($0) }
        for witness in witnesses { try ledger.succeed("witness", "add", witness) }
        try ledger.succeed(["backup", folder] + (withKeys ? ["--with-keys"] : []))
        try ledger.succeed("mark", "--read", "in:INBOX")
        let restored = try ledger.succeed("restore", folder, copy)
        #expect(try ledger.run("messages", "--ledger", copy).exitCode == 6)
        let commands = restored.lines.filter { $0.hasPrefix("  mailledger ") }.map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(commands.count == (withKeys ? 2 : 5), "\(restored.text)")
        for command in commands { try ledger.succeed(Array(command.dropFirst())) }
        try ledger.succeed("label", "--add", "later", "label:taxes", "--ledger", copy)
        // The mark that the restore leaves is nothing to take back: the import before it is.
        try ledger.succeed("undo", "--ledger", copy)
        let next = try ledger.run("undo", "--dry-run", "--ledger", copy)
        #expect(!next.errorText.contains("restored log"), "\(next.text) \(next.errorText)")
        for witness in witnesses { try ledger.succeed("witness", "check", witness, "--ledger", copy) }
    }

    @Test func `tell by a witness that a newer one is missing`() throws {
        let ledger = try DemoLedger.make()
        let (folder, witness) = (ledger.directory.path("backup"), ledger.directory.path("witness"))
        try ledger.succeed("backup", folder)
        try ledger.succeed("witness", "add", witness)
        try ledger.succeed("restore", folder, ledger.directory.path("same"), "--verify", "--witness", witness)
        try ledger.succeed("mark", "--read", "in:INBOX")
        let old = try ledger.run("restore", folder, ledger.directory.path("old"), "--verify")
        #expect(old.exitCode == 6 && old.text.contains("remembers"), "\(old.text) \(old.errorText)")
    }

    @Test func `and exported events through a pipe give the same ledger, and bad ones none`() throws {
        let ledger = try DemoLedger.make()
        let lines = try ledger.succeed("export", "--events", "--content")
        let copy = ledger.directory.path("copy")
        let imported = try ledger.run(["import", "--events", "-", "--ledger", copy], input: lines.output)
        #expect(imported.exitCode == 0 && imported.errorText.isEmpty, "\(imported.errorText)")
        for question in [["verify"], ["rebuild", "--check"], ["doctor"]] {
            try ledger.succeed(question + ["--ledger", copy])
        }
        let answers = try [ledger.path, copy].map {
            try ledger.succeed("messages", "--format", "json", "--ledger", $0).text
        }
        #expect(answers[0] == answers[1])
        let bad = lines.text.replacing("Invoice 2025-117", with: "Invoice 2025-118")
        let number = try #require(bad.split(separator: "\n").firstIndex { $0.contains("2025-118") }) + 1
        let refused = try ledger.run(
            ["import", "--events", "-", "--ledger", ledger.directory.path("none")], input: Array(bad.utf8))
        expectRefusal(refused, 6, "standard input, line \(number): ", lines: 1, "import --events")
        #expect(!FileManager.default.fileExists(atPath: ledger.directory.path("none")))
        for (arguments, exitCode) in [
            (["export", "--events", "subject:x"], 2), (["export", "--events", "--as", "jsonl"], 2),
            (["export", "--after", "3", "--as", "jsonl", "--to", "-"], 2), (["export", "--events", "--after", "3"], 2),
            (["import", "--events", "a", "b"], 2), (["import", "--events", "/nonexistent"], 74),
            (["import", "--events", "-", "--account", "mara@example.org"], 2),
            (["import", "--events", "/dev/null"], 2),
        ] as [([String], Int32)] {
            #expect(try ledger.run(arguments).exitCode == exitCode, "\(arguments)")
        }
    }
}
