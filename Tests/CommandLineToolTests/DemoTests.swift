import Foundation
import JSONCoding
import TestSupport
import Testing

@Suite struct `The demo` {
    /// What it tells, in a given time zone.
    private func tell(zone: String = "UTC") throws -> (text: String, ledger: ToolLedger) {
        let ledger = try ToolLedger(account: nil)
        let result = try ledger.run(
            ["demo", ledger.path, "--samples", projectRoot + "/Samples"], adding: ["TZ": zone])
        try #require(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
        return (result.text.replacing(ledger.path, with: "/tmp/ledger"), ledger)
    }

    private func events(_ ledger: ToolLedger) throws -> String {
        try ledger.succeed("events", "list", "--format", "jsonl").text
    }

    @Test func `makes the same ledger everywhere, told or not`() throws {
        let told = try tell(zone: "Pacific/Kiritimati")
        let again = try tell(zone: "Pacific/Niue")
        let quiet = try DemoLedger.make()
        #expect(try events(told.ledger) == events(quiet))
        #expect(try events(again.ledger) == events(quiet))
        for question in [["messages"], ["threads", "--all"], ["folders"], ["unread"], ["log"], ["search", "kernel"]] {
            let answer = try quiet.succeed(question + ["--format", "json"]).text
            #expect(try told.ledger.succeed(question + ["--format", "json"]).text == answer, "\(question)")
        }
        try quiet.checkAll()
    }

    @Test func `makes it without the files' own times`() throws {
        let directory = try TemporaryDirectory()
        let samples = directory.path("samples")
        let copied = try shell(
            "cp -R Samples '\(samples)' && find '\(samples)' -type f -exec touch -d '2001-02-03 04:05:06' {} +",
            environment: [:])
        try #require(copied.status == 0)
        let ledger = try ToolLedger(account: nil)
        try ledger.succeed("demo", "--build-only", ledger.path, "--samples", samples)
        #expect(try events(ledger) == events(DemoLedger.make()))
    }

    @Test func `tells the story with plain lines that fit a terminal, and where to go on`() throws {
        let (text, ledger) = try tell()
        #expect(!text.contains("\u{1B}"))
        let lines = text.components(separatedBy: "\n")
        for line in lines where line.hasPrefix("# ") || line.hasPrefix("$ mailledger") || line.hasPrefix("    --") {
            #expect(line.count <= 80, "\(line)")
        }
        let steps = ConsoleSession(text).steps.map(\.command)
        for verb in [
            "init", "account add", "import", "messages", "search", "mark", "move", "history", "undo", "verify",
            "chat post", "classify", "answer use", "note add", "action execute",
        ] {
            #expect(steps.contains { $0.hasPrefix("mailledger \(verb)") }, "\(verb)")
        }
        // What it suggests works there.
        let end = try #require(text.components(separatedBy: "Five things to try there:\n").last)
        let suggestions = end.components(separatedBy: "\n").filter { $0.hasPrefix("  mailledger ") }
        #expect(suggestions.count == 5)
        let program = try #require(mailledgerProgram())
        for line in suggestions {
            let output = try shell(
                "PATH=\(program.folder):$PATH\n\(line)", environment: ["MAILLEDGER": ledger.path])
            #expect(output.status == 0 && !output.text.isEmpty, "\(line)")
        }
    }

    @Test func `has the invoice that the examples name`() throws {
        let ledger = try DemoLedger.make()
        #expect(try ledger.json("show", "3f2a")["subject"]?.string == "Invoice 2025-117")
        #expect(try ledger.json("attachment", "list", "3f2a").array?.count == 1)
    }

    @Test func `has a conversation, an overruled claim, a used answer, and a note whose action became a calendar file`()
        throws
    {
        let ledger = try DemoLedger.make()
        let said = try ledger.json("messages", "kind:chat").array
        #expect(said?.map { $0["is_read"] == true } == [true, false])
        let claims = try ledger.json("history", "--type", "assist.message-classified").array
        #expect(claims?.map { $0["actor"]?.string } == ["assistant", "mara"])
        #expect(try ledger.json("count", "category:business")["count"]?.integer == 1)
        #expect(try ledger.json("answer", "list").array?.map { $0["usage_count"]?.integer } == [1])
        let action = try ledger.json("actions", "--all").array?.first
        #expect(action?["status"]?.string == "executed" && action?["calendar"]?.string != nil)
        let note = try ledger.json("notes").array?.first
        #expect(note?["title"]?.string == "Club meeting" && note?["id"] == action?["note"])
    }

    @Test func `names the folder that it cannot use`() throws {
        let ledger = try ToolLedger(account: nil)
        let result = try ledger.run(
            ["demo", "--samples", projectRoot + "/Samples"], adding: ["TMPDIR": ledger.directory.path("none")])
        expectRefusal(result, 74, ledger.directory.path("none"), lines: 1, "demo")
    }

    @Test func `has its sample mail in itself, and takes no folder that is in use`() throws {
        let ledger = try ToolLedger(account: nil)
        let temporary = try ledger.run(["demo"], adding: ["TMPDIR": ledger.directory.path])
        #expect(temporary.exitCode == 0, "\(temporary.errorText)")
        #expect(temporary.text.contains("The ledger is in \(ledger.directory.path)/mailledger-demo-"))
        try writeFile(ledger.directory.path("full/letter"), "here")
        let full = try ledger.run("demo", "--build-only", ledger.directory.path("full"))
        #expect(full.exitCode == 4 && full.output.isEmpty && full.errorText.contains("not empty"))
    }

    @Test func `is what the README shows of it, word for word`() throws {
        let section = try #require(DocumentationPage("README.md").section("A session"))
        let shown = section.code("console").flatMap { ConsoleSession($0).steps }
        let story = try #require(tell().text.components(separatedBy: "\nThe ledger is in ").first)
        var told = ConsoleSession(story).steps[...]
        #expect(shown.count >= 10)
        for step in shown {
            guard let place = told.firstIndex(where: { $0.command == step.command }) else {
                Issue.record("the demo has no such line behind the one before: \(step.command)")
                continue
            }
            #expect(told[place].answer == step.answer, "\(step.command)")
            told = told[(place + 1)...]
        }
    }
}
