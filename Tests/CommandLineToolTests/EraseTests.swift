import Glibc
import JSONCoding
import TestSupport
import Testing

/// `erase` and `hold`, as processes.
@Suite
struct EraseTests {
    private static let words = ["canarysubject", "canarysender", "canarylabel", "canaryfile"]

    private func makeLedger(messages: Int = 20) throws -> ToolLedger {
        let ledger = try ToolLedger()
        for number in 0..<messages {
            let word = number == 7 ? "canary" : "plain"
            try writeFile(
                ledger.directory.path("mail/\(word)file\(number).eml"),
                """
                From: \(word)sender@example.org
                To: ada@example.org
                Subject: \(word)subject \(number)
                Date: Mon, 5 Feb 2024 10:00:00 +0000
                Message-ID: <\(word)\(number)@example.org>

                The \(word)body.

                """)
        }
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        try ledger.succeed("label", "--add", "canarylabel", "from:canarysender")
        _ = try ledger.run("search", "canarybody")
        return ledger
    }

    private func leftovers(_ ledger: ToolLedger) -> [String] {
        Self.words.filter { !files(below: ledger.path, holding: $0).isEmpty }
    }

    @Test(.requirement(174)) func `a plan counts what is no mail, too`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("note", "add", "Tides", "--text", "High water")
        try ledger.succeed("action", "add", "next-step", "Look", "--note", "Tides")
        try ledger.succeed("action", "add", "next-step", "Ask", "--note", "Tides")
        try ledger.succeed("profile", "set", "--email", ToolLedger.account)
        try ledger.succeed("answer", "add", "--question", "which", "--text", "This.")
        let text = try ledger.succeed("erase", "note", "Tides", "--reason", "request 17", "--dry-run").text
        #expect(text.contains("notes") && text.contains("actions") && !text.contains("answers"))
        let note = try ledger.json("erase", "note", "Tides", "--reason", "request 17", "--dry-run")
        #expect(note["notes"]?.integer == 1 && note["actions"]?.integer == 2 && note["messages"]?.integer == 0)
        #expect(note["answers"]?.integer == 0 && note["conversations"]?.integer == 0 && note["profiles"]?.integer == 0)
        let profile = try ledger.json("erase", "profile", "--reason", "request 18", "--dry-run")
        #expect(profile["profiles"]?.integer == 1 && profile["answers"]?.integer == 1 && profile["notes"]?.integer == 0)
    }

    @Test func `erase address takes the whole address, and names one that no mail has`() throws {
        let ledger = try makeLedger(messages: 8)
        let reason = ["--reason", "request 21"]
        let part = try ledger.run(["erase", "address", "sender@example.org"] + reason)
        #expect(part.exitCode == 3 && part.errorText.contains("no message has the address sender@example.org"))
        #expect(try ledger.run(["erase", "address", "canarysender"] + reason).exitCode == 2)
        let plan = try ledger.json(
            "erase", "address", "CanarySender@example.org", "--dry-run", "--reason", "request 21")
        #expect(plan["messages"]?.integer == 1 && leftovers(ledger).count == Self.words.count)
        try ledger.succeed(["erase", "address", "Canary <canarysender@example.org>", "--yes"] + reason)
        #expect(leftovers(ledger).isEmpty)
        #expect(try ledger.succeed("count").text == "7\n")
    }

    @Test func `erase shows a plan, asks, needs a reason, and leaves nothing`() throws {
        let ledger = try makeLedger()
        let id = try ledger.id("from:canarysender")
        let head = try ledger.head()
        #expect(leftovers(ledger).count == Self.words.count)
        #expect(try ledger.run("erase", "message", id, "--yes").exitCode == 2)
        #expect(try ledger.run("erase", "message", id, "--reason", "request 17").exitCode == 2)
        #expect(try ledger.run("erase", "message", "zzzz", "--reason", "r", "--yes").exitCode == 3)
        let plan = try ledger.succeed("erase", "message", id, "--reason", "request 17", "--dry-run").text
        #expect(plan.contains("messages") && plan.contains("events"))
        #expect(try ledger.head() == head)
        let answer = try ledger.json("erase", "message", id, "--reason", "request 17", "--yes")
        #expect(answer["messages"]?.integer == 1 && answer["contents"]?.integer == 1)
        #expect(answer["remaining"]?.array?.isEmpty == true)
        #expect(leftovers(ledger).isEmpty)
        try ledger.checkAll()
        #expect(leftovers(ledger).isEmpty)
        // It says that it was there, and no more.
        let shown = try ledger.run("show", id)
        #expect(shown.exitCode == 3 && shown.errorText.contains("was erased"))
        #expect(try ledger.succeed("history", id).text.contains("mail.message-erased"))
        let missing = try ledger.json("why", "missing", id)["findings"]?.array ?? []
        #expect(missing.map { $0["kind"]?.string } == ["erased"])
        #expect(missing.first?["event"]?["reason"]?.string == "request 17")
        let words = try ledger.succeed("why", "missing", id).text
        #expect(words.contains("was erased") && words.contains("request 17"))
        #expect(try ledger.json("erase", "list").array?.first?["reason"]?.string == "request 17")
        let undo = try ledger.run("undo")
        #expect(undo.exitCode == 4 && undo.errorText.contains("an erasure cannot be undone"))
        let again = try ledger.json("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        #expect(again["erased"]?.integer == 1 && again["added"]?.integer == 0)
        #expect(leftovers(ledger).isEmpty)
    }

    @Test func `a hold says which name in its query stands for nothing, and holds by the rest`() throws {
        let ledger = try makeLedger()
        let query = "from:canarysender or in:Nowhere"
        let added = try ledger.succeed("hold", "add", "case", "--query", query, "--reason", "letter").text
        #expect(
            added.hasSuffix("A part of its query finds nothing now: no folder \"Nowhere\". The rest of it holds.\n"))
        #expect(try ledger.run("delete", "from:canarysender", "--yes").exitCode == 4)
    }

    @Test func `erase takes the actions on the mail, too, and counts them`() throws {
        let ledger = try makeLedger()
        let id = try ledger.id("from:canarysender")
        try ledger.succeed(
            "action", "add", "email", "Call canaryperson", "--on", id, "--email-to", "canaryperson@example.org",
            "--email-subject", "canaryquestion", "--email-body", "canarysecret")
        try ledger.succeed("action", "add", "next-step", "canarystep", "--on", id)
        try ledger.succeed("action", "delete", "canarystep")
        let words = ["canaryperson", "canaryquestion", "canarysecret", "canarystep"]
        for word in words { #expect(!files(below: ledger.path, holding: word).isEmpty, "\(word)") }
        let erasure = ["erase", "query", "from:canarysender", "--reason", "request 17"]
        #expect(try ledger.succeed(erasure + ["--dry-run"]).text.contains("actions"))
        let result = try ledger.succeed(erasure + ["--yes", "--format", "json"])
        let answer = try JSONBytesDecoder().decode(JSONValue.self, from: result.output)
        #expect(answer["messages"]?.integer == 1 && answer["actions"]?.integer == 2)
        for word in words + Self.words { #expect(files(below: ledger.path, holding: word).isEmpty, "\(word)") }
        #expect(try ledger.json("actions").array?.isEmpty == true)
        try ledger.checkAll()
    }

    @Test func `erase that is killed at any moment is brought to its end by the next command that may write`() throws {
        var generator = SeededGenerator(for: "killed erasures")
        let erasure = ["erase", "query", "from:canarysender", "--reason", "request 17", "--yes"]
        let template = try makeLedger(messages: 60)
        let calls = try template.leavingNoTrace { try template.calls(by: erasure) }
        let commands = [["folders"], ["messages", "*"], ["stats"], ["rebuild"], ["log"]]
        var begun = 0
        for (command, fault) in zip(commands, Faults.Fault.kills(commands.count, among: calls, &generator)) {
            let ledger = try ToolLedger(account: nil)
            try copyTree(template.path, to: ledger.path)
            let killed = try ledger.run(erasure, adding: Faults.variables(below: ledger.directory.path, at: fault))
            #expect([0, -SIGKILL].contains(killed.exitCode), "\(fault) of \(calls): \(killed.errorText)")
            // One that only reads finds all in order, and leaves it as it is.
            #expect(try ledger.run("verify").exitCode == 0)
            #expect(try ledger.run(command).exitCode == 0)
            if try ledger.json("erase", "list").array?.isEmpty == true {
                // It was killed before it had begun: then nothing is gone.
                #expect(try ledger.json("count", "from:canarysender")["count"]?.integer == 1)
                try ledger.succeed(erasure)
            } else if killed.exitCode != 0 {
                begun += 1
            }
            #expect(leftovers(ledger).isEmpty, "after \(command)")
            try ledger.checkAll()
        }
        print("\(begun) of \(commands.count) erasures were killed after they had begun")
        #expect(begun >= 2)
    }

    @Test func `hold keeps mail from every way of taking it away, names itself, and can be overridden for a reason`()
        throws
    {
        let ledger = try makeLedger()
        let account = ToolLedger.account
        #expect(try ledger.run("hold", "add", "case 7", "--query", "from:canarysender").exitCode == 2)
        #expect(try ledger.run("hold", "add", "case 7", "--query", "frm:x", "--reason", "r").exitCode == 2)
        try ledger.succeed("hold", "add", "case 7", "--query", "from:canarysender", "--reason", "letter")
        #expect(try ledger.run("hold", "add", "case 7", "--account", account, "--reason", "r").exitCode == 4)
        let id = try ledger.id("from:canarysender")
        try ledger.succeed("folder", "add", "Held", "--account", account)
        try ledger.succeed("move", "id:\(id)", "--to", "Held")
        let head = try ledger.head()
        for command in [
            ["delete", "*", "--yes"], ["prune", "--keep", "0", "--yes"], ["account", "delete", account, "--yes"],
            ["erase", "message", id, "--reason", "r", "--yes"], ["undo", "--transaction", "2"],
            ["delete", "*", "--dry-run"], ["account", "delete", account, "--dry-run"],
            ["folder", "delete", "Held", "--yes"], ["folder", "delete", "Held", "--dry-run"],
            ["erase", "message", id, "--reason", "r", "--dry-run"],
            ["erase", "account", account, "--reason", "r", "--dry-run"],
        ] {
            let result = try ledger.run(command)
            #expect(result.exitCode == 4 && result.errorText.contains("case 7"), "\(command): \(result.errorText)")
        }
        // What would be, and what stands in its way.
        let planned = try ledger.run("folder", "delete", "Held", "--dry-run")
        #expect(planned.text.contains("Deleted with it: 1 message.\nHeld by \"case 7\": 1 message."))
        let form = try JSONBytesDecoder().decode(
            JSONValue.self, from: ledger.run("folder", "delete", "Held", "--dry-run", "--format", "json").output)
        #expect(form["holds"]?.array?.map(\.string) == ["case 7"] && form["blockers"]?.array?.isEmpty == true)
        for what in [["folder", "delete", "Held"], ["account", "delete", account]] {
            let overridden = try ledger.succeed(what + ["--dry-run", "--override-hold", "--reason", "r"])
            #expect(overridden.text.hasSuffix("Held by \"case 7\": 1 message.\n"), "\(overridden.text)")
        }
        let erasing = ["erase", "query", "from:canarysender", "--reason", "r", "--dry-run"]
        let erasure = try JSONBytesDecoder().decode(
            JSONValue.self, from: ledger.run(erasing + ["--format", "json"]).output)
        #expect(erasure["holds"]?.array?.map(\.string) == ["case 7"] && erasure["messages"] == 1)
        let overridden = try ledger.succeed(erasing + ["--override-hold"])
        #expect(overridden.text.hasSuffix("Held by \"case 7\": 1 message.\n"), "\(overridden.text)")
        #expect(try ledger.head() == head)
        // What it does not cover goes, and what it covers may be read, marked and moved.
        try ledger.succeed("delete", "subject:\"plainsubject 3\"", "--yes")
        try ledger.succeed("mark", "--read", "from:canarysender")
        try ledger.succeed("move", "from:canarysender", "--to", "Archive")
        #expect(try ledger.run("delete", "id:\(id)", "--yes", "--override-hold").exitCode == 2)
        try ledger.succeed("delete", "id:\(id)", "--yes", "--override-hold", "--reason", "the court agrees")
        #expect(
            try ledger.succeed("events", "list", "--type", "mail.hold-overruled", "--format", "json").text.contains(
                "mail.hold-overruled"))
        // Deleted, it is held all the same.
        #expect(try ledger.run("erase", "message", id, "--reason", "r", "--yes").exitCode == 4)
        try ledger.succeed("hold", "remove", "case 7", "--reason", "closed")
        try ledger.succeed("erase", "message", id, "--reason", "r", "--yes")
        #expect(try ledger.json("hold", "list").array?.isEmpty == true)
        #expect(try ledger.json("hold", "list", "--all").array?.count == 1)
        try ledger.checkAll()
    }
}
