import Glibc
import TestSupport
import Testing

/// Text for people: on a terminal, in a pipe, and when it is hostile.
@Suite struct `Text output` {
    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        let result = try ledger.run("import", mail, "--account", ToolLedger.account)
        #expect(result.exitCode == 5)
        return ledger
    }

    /// All verbs that show something of the mail.
    private func verbs(_ ledger: ToolLedger) throws -> [[String]] {
        let all = try ledger.json("messages", "*").array ?? []
        let ids = all.compactMap { $0["id"]?.string }
        return [
            ["folders"], ["messages", "*"], ["threads"], ["unread"], ["search", "body"], ["log"], ["stats"],
            ["account", "list"], ["account", "show", ToolLedger.account], ["events", "list"], ["projections"],
            ["doctor"],
            ["verify"], ["history", ToolLedger.account], ["events", "tail", "--once"], ["events", "show", "9"],
            ["messages", "--output", "files"], ["threads", "--output", "tags"], ["count", "tax"],
        ]
            + ids.flatMap { [["show", $0], ["history", $0], ["attachment", "list", $0]] }
            + ids.prefix(3).flatMap { [["show", $0, "--thread", "--fold"], ["show", $0, "--overview"]] }
    }

    @Test func `of a message that was classified tells the claims, and who made them`() throws {
        let ledger = try DemoLedger.make()
        let id = try #require(try ledger.json("messages", "subject:kernel", "--limit", "1").array?.first?["id"]?.string)
        #expect(try !ledger.succeed("show", id).text.contains("Claims"))
        try ledger.succeed(
            "classify", id, "--category", "business", "--score", "40", "--memory", "m-1", "--by", "model-x")
        let text = try ledger.succeed("show", id).text
        for word in ["Claims", "category", "business", "score", "40", "model-x", "memory", "m-1"] {
            #expect(text.contains(word), "\(word): \(text)")
        }
    }

    @Test func `of hostile mail moves, recolours, reorders and hides nothing`() throws {
        let ledger = try world()
        var shown = ""
        for verb in try verbs(ledger) {
            let result = try ledger.succeed(verb)
            let dangerous = dangerous(result.text)
            #expect(dangerous.isEmpty, "\(verb): \(dangerous.map { String($0.value, radix: 16) })")
            shown += result.text
        }
        // It is shown, not left out.
        #expect(shown.contains("␛[31m␛[2J") && shown.contains("\\u{202E}") && shown.contains("\\u{9B}"))
    }

    /// What a terminal would obey, or show in another order.
    private func dangerous(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            return isControl || scalar.properties.isBidiControl
        }
    }

    @Test func `on a terminal is as harmless, the message's own bytes too`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("import", projectRoot + "/Samples/eml/hostile.eml", "--account", ToolLedger.account)
        let id = try #require(ledger.succeed("messages", "--output", "ids").lines.first)
        for verb in [
            ["messages"], ["threads"], ["show", id], ["show", id, "--thread"], ["show", id, "--raw"], ["history", id],
            ["attachment", "list", id], ["search", "won"], ["messages", "--output", "files", "-0"], ["events", "list"],
        ] {
            let text = try ledger.runOnTerminal(verb, adding: ["NO_COLOR": "1"]).text
            #expect(!text.isEmpty, "\(verb)")
            #expect(dangerous(text).allSatisfy { $0 == "\0" && verb.contains("-0") }, "\(verb): \(dangerous(text))")
        }
    }

    @Test func `in JSON is harmless on a terminal, and the same to a program`() throws {
        let ledger = try world()
        let id = try ledger.id("red")
        for verb in [
            ["messages"], ["show", id], ["show", id, "--thread"], ["events", "list"], ["threads"], ["history", id],
        ] {
            for format in ["json", "jsonl"] {
                let text = try ledger.succeed(verb + ["--format", format]).text
                #expect(dangerous(text).isEmpty, "\(verb)")
                #expect(text.contains("\\u202e"), "\(verb)")
            }
        }
        let shown = try #require(ledger.json("show", id)["subject"]?.string)
        #expect(shown.unicodeScalars.contains("\u{202E}") && shown.unicodeScalars.contains("\u{9B}"))
    }

    @Test func `has colours on a terminal or where they are asked for, and nowhere else`() throws {
        let ledger = try world()
        for verb in try verbs(ledger) {
            for terminal in [["TERM": "xterm-256color"], ["TERM": "xterm", "CLICOLOR_FORCE": "1"], ["NO_COLOR": "1"]] {
                #expect(try !ledger.run(verb, adding: terminal).text.contains("\u{1B}"), "\(verb)")
            }
        }
        let painted = try ledger.succeed("messages", "*", "--color", "always").text
        #expect(painted.contains("\u{1B}[1m") && painted.contains("\u{1B}[0m"))
        let plain = painted.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(try ledger.succeed("messages", "*", "--color", "never").text == plain)
        #expect(try ledger.run(["messages", "*", "--color", "always"], adding: ["NO_COLOR": "1"]).text == painted)
        #expect(try !ledger.succeed("messages", "*", "--color", "always", "--format", "json").text.contains("\u{1B}"))
    }

    @Test func `that nobody reads to its end is no error`() throws {
        let ledger = try ToolLedger()
        let boxes = try GeneratedMail.writeMailboxes(1, each: 400, below: ledger.directory.path("mail"))
        try ledger.succeed(["import"] + boxes + ["--account", ToolLedger.account])
        for verb in [
            ["messages", "*"], ["messages", "*", "--format", "jsonl"], ["messages", "*", "--format", "json"],
            ["threads"],
            ["events", "list"], ["show", "--raw", try ledger.id("id:\(firstID(ledger))")], ["events", "tail"],
            ["events", "follow"], ["events", "follow", "--format", "jsonl"], ["--help"],
        ] {
            var ends: [CInt] = [0, 0]
            try #require(unsafe pipe(&ends) == 0)
            let process = try ToolProcess(Tool.path(), verb, environment: ledger.environment, output: ends[1])
            close(ends[0])
            close(ends[1])
            let result = try process.wait()
            #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(verb): \(result.exitCode) \(result.errorText)")
        }
    }

    private func firstID(_ ledger: ToolLedger) throws -> String {
        try #require(ledger.json("messages", "*", "--limit", "1").array?.first?["id"]?.string)
    }

    @Test func `that cannot be written is an error`() throws {
        let ledger = try world()
        let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(full >= 0)
        defer { close(full) }
        for verb in [
            ["messages", "*"], ["folders", "--format", "json"], ["show", "--raw", try firstID(ledger)], ["help"],
            ["--help"], ["--version"], ["help", "show"], ["completion", "bash"],
        ] {
            let result = try ToolProcess(Tool.path(), verb, environment: ledger.environment, output: full).wait()
            #expect(result.exitCode == 74, "\(verb)")
            #expect(result.errorLines.count == 1, "\(verb): \(result.errorText)")
        }
    }

    @Test func `of a search says when there is more, and names and JSON have all`() throws {
        let ledger = try ToolLedger()
        let boxes = try GeneratedMail.writeMailboxes(1, each: 103, below: ledger.directory.path("mail"))
        try ledger.succeed("import", boxes[0], "--account", ToolLedger.account)
        let words = ["search", "*"]
        let text = try ledger.run(words)
        #expect(text.exitCode == 0 && text.lines.count == 100)
        #expect(text.errorText == "100 of 103; --limit shows more\n")
        #expect(try ledger.runOnTerminal(words).errorText == "100 of 103; --limit shows more\n")
        #expect(try ledger.succeed(words + ["--offset", "3"]).lines.count == 100)
        #expect(try ledger.succeed(words + ["--limit", "5"]).lines.count == 5)
        #expect(try ledger.succeed(words + ["--limit", "103"]).lines.count == 103)
        for more in [["--output", "ids"], ["--output", "files"], ["--format", "jsonl"]] {
            #expect(try ledger.succeed(words + more).lines.count == 103, "\(more)")
        }
        try ledger.succeed("config", "set", "search.limit", "7")
        #expect(try ledger.succeed(words + ["--output", "ids"]).lines.count == 7)
        #expect(try ledger.run(words).errorText == "7 of 103; --limit shows more\n")
    }

    @Test func `that is bytes is neither JSON nor several messages`() throws {
        let ledger = try world()
        let id = try firstID(ledger)
        for (option, format) in [("--raw", "json"), ("--raw", "jsonl"), ("--html", "json"), ("--html", "jsonl")] {
            let result = try ledger.run("show", id, option, "--format", format)
            #expect(result.exitCode == 2 && result.output.isEmpty)
            #expect(result.errorText.contains("\(option) and --format \(format) exclude each other"))
        }
        expectRefusal(try ledger.run("show", "--raw", id, id), 2, "export QUERY --to FILE --as mboxrd", lines: 1, "raw")
    }

    @Test func `of the latest events is that of all events`() throws {
        let ledger = try world()
        let all = try ledger.succeed("events", "list").lines
        #expect(try ledger.succeed("events", "tail", "--once", "--limit", "3").lines == all.suffix(3))
        // Wide enough for each payload.
        let tail = try ledger.runOnTerminal(["events", "tail", "--once"], columns: 4_000)
        #expect(tail.lines == all.suffix(10))
    }

    @Test func `of threads has a dash where nobody is named`() throws {
        let ledger = try ToolLedger()
        try writeFile(ledger.directory.path("mail/a.eml"), "Subject: nobody\n\nbody\n")
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        #expect(try ledger.succeed("threads").text.contains("  –  nobody"))
    }

    @Test func `of the log has a line an operation, with its minute, its actor and its reason`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed(
            "folder", "add", "New", "--account", ToolLedger.account, "--actor", "bob", "--reason", "a new\nplace")
        let lines = try ledger.succeed("log").lines
        #expect(lines.count == 2)
        let pattern =
            /[0-9a-f]{8}  20[0-9-]{8} [0-9]{2}:[0-9]{2}  bob \(.+@.+\) +folder add +created 1 folder: New +a new␊place/
        #expect(lines[0].wholeMatch(of: pattern) != nil, "\(lines[0])")
        #expect(lines[1].contains("account add"))
    }

    @Test func `has no progress in a pipe`() throws {
        let ledger = try ToolLedger()
        let boxes = try GeneratedMail.writeMailboxes(1, each: 200, below: ledger.directory.path("mail"))
        for verb in [["import", boxes[0], "--account", ToolLedger.account], ["verify"], ["rebuild"]] {
            #expect(try ledger.succeed(verb).lines.allSatisfy { !$0.contains("\r") })
        }
    }

    // MARK: The bytes themselves

    @Test func `of a raw message is its bytes, whatever they are`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        var bodies: [[UInt8]] = [
            Array("plain\n".utf8), Array("no end of line".utf8), Array("CR LF\r\nand LF\n".utf8), Array(0...255), [],
        ]
        bodies.append([UInt8](repeating: 0x61, count: 3 << 20))
        for (number, body) in bodies.enumerated() {
            try writeFile(
                "\(mail)/\(number).eml", Array("From: a@example.org\nSubject: raw\(number)\n\n".utf8) + body)
        }
        try ledger.succeed("import", mail, "--account", ToolLedger.account)
        for number in bodies.indices {
            let raw = try ledger.succeed("show", ledger.id("subject:raw\(number)"), "--raw").output
            #expect(try raw == readFile("\(mail)/\(number).eml"), "\(number)")
        }
    }
}
