import JSONCoding
import TestSupport
import Testing

/// Lists as programs take them: names one a line, and counts.
@Suite struct `Names in lists` {
    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        try ledger.succeed("label", "--add", "work", "subject:tax")
        return ledger
    }

    @Test func `are those of the summary, in its order`() throws {
        let ledger = try world()
        for verb in ["messages", "threads"] {
            let ids = try ledger.json(verb).array?.compactMap { $0["id"]?.string } ?? []
            #expect(ids.count >= 4)
            #expect(try ledger.succeed(verb, "--output", "ids").lines == ids)
            #expect(try ledger.succeed(verb, "--output", "ids", "--sort", "oldest").lines == ids.reversed())
            #expect(
                try ledger.succeed(verb, "--output", "ids", "--limit", "2", "--offset", "1").lines == Array(ids[1...2]))
            #expect(try ledger.json(verb, "--output", "ids").array?.compactMap(\.string) == ids)
            #expect(try ledger.succeed(verb, "--output", "ids", "--format", "jsonl").lines == ids.map { "\"\($0)\"" })
            let threads = try ledger.json("threads").array?.compactMap { $0["id"]?.string }
            #expect(try ledger.succeed(verb, "--output", "threads").lines == threads)
            let oldest = try ledger.json(verb, "--sort", "oldest").array?.compactMap { $0["id"]?.string }
            #expect(oldest == ids.reversed())
            #expect(try ledger.succeed(verb, "--output", "tags").lines == ["$flagged", "$seen", "work"])
            #expect(try ledger.succeed(verb, "--output", "tags", "subject:tax").lines == ["$seen", "work"])
            let files = try ledger.succeed(verb, "--output", "files").lines
            #expect(files.sorted() == ["1.M1.host", "2.M1.host", "4.M1.host", "5.M1.host", "Work/3.M1.host"])
            #expect(try ledger.succeed(verb, "--output", "files", "tax").lines.sorted() == ["1.M1.host", "2.M1.host"])
            for output in ["ids", "threads", "files", "tags"] {
                #expect(try ledger.succeed(verb, "walrus", "--output", output).output.isEmpty)
                #expect(try ledger.succeed(verb, "walrus", "--output", output, "--format", "json").text == "[]\n")
            }
        }
        #expect(try ledger.succeed("search", "tax", "--output", "ids").lines.count == 2)
    }

    @Test func `end with NUL for xargs`() throws {
        let ledger = try world()
        let ids = try ledger.succeed("messages", "--output", "ids").lines
        let text = try ledger.succeed("messages", "--output", "ids", "-0").text
        #expect(text == ids.map { $0 + "\0" }.joined())
        #expect(try ledger.succeed("messages", "--output", "ids", "--null").text == text)
        let shown = try ledger.json("show", ids[0], ids[1]).array?.compactMap { $0["id"]?.string }
        #expect(shown == Array(ids[...1]))
        expectRefusal(try ledger.run("messages", "-0"), 2, "--null goes with --output", lines: 1, "summary")
        let refused = try ledger.run("messages", "-0", "--output", "ids", "--format", "json")
        #expect(refused.exitCode == 2 && refused.output.isEmpty)
    }

    @Test func `of files are bytes for a program, and one harmless line for a person`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try writeFile(mail + "/a\nb\u{1B}[2J.eml", "From: a@example.org\nSubject: x\n\nx\n")
        try ledger.succeed("import", mail, "--account", ToolLedger.account)
        #expect(try ledger.succeed("messages", "--output", "files").text == "a␊b␛[2J.eml\n")
        #expect(try ledger.succeed("messages", "--output", "files", "-0").text == "a\nb\u{1B}[2J.eml\0")
        let shown = try ledger.runOnTerminal(["messages", "--output", "files", "-0"]).text
        #expect(shown == "a␊b␛[2J.eml\0")
    }

    @Test func `are counted`() throws {
        let ledger = try world()
        #expect(try ledger.succeed("count").text == "5\n")
        #expect(try ledger.succeed("count", "subject:tax").text == "2\n")
        #expect(try ledger.succeed("count", "subject:tax", "--output", "threads").text == "1\n")
        #expect(try ledger.succeed("count", "--output", "files").text == "5\n")
        #expect(try ledger.succeed("count", "walrus").text == "0\n")
        #expect(
            try ledger.succeed("count", "is:unread", "--format", "jsonl").text
                == "{\"query\":\"is:unread\",\"understood\":\"is:unread\",\"output\":\"messages\",\"count\":2}\n")
        func batch(_ lines: String, _ options: String...) throws -> ToolResult {
            try ToolProcess(
                Tool.path(), ["count", "--batch"] + options, environment: ledger.environment, input: Array(lines.utf8)
            ).wait()
        }
        #expect(try batch("subject:tax\n\nwalrus\n").text == "2\n5\n0\n")
        #expect(try batch("").text.isEmpty)
        #expect(try batch("tax\n", "--format", "json").text.contains("\"count\": 2"))
        let refused = try batch("tax\nfrm:x\n")
        #expect(refused.exitCode == 2 && refused.output.isEmpty && refused.errorText.contains("^~~"))
        expectRefusal(try ledger.run("count", "tax", "--batch"), 2, "--batch", lines: 1, "both")
    }
}
