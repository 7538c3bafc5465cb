import Glibc
import JSONCoding
import TestSupport
import Testing

/// `show --thread`.
@Suite struct `A conversation` {
    private func write(_ mail: [(id: String, references: String, day: Int)], _ ledger: ToolLedger) throws {
        for (number, item) in mail.enumerated() {
            try writeFile(
                ledger.directory.path("mail/\(number).eml"),
                """
                From: P\(item.id) <p\(item.id)@example.org>
                Subject: \(item.references.isEmpty ? "" : "Re: ")Clocks
                Date: \(item.day) Mar 2024 10:00:00 +0000
                Message-ID: <\(item.id)@example.org>
                References: \(item.references.split(separator: " ").map { "<\($0)@example.org>" }.joined(separator: " "))

                text of \(item.id)

                """)
        }
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
    }

    @Test func `is a tree of who answered whom, with gaps shown`() throws {
        let ledger = try ToolLedger()
        try write(
            [
                ("a", "", 1), ("b", "a", 2), ("c", "a b", 3), ("d", "a", 4), ("f", "a e", 5), ("g", "a x y", 6),
                ("h", "a d", 7),
            ], ledger)
        let id = try ledger.succeed("messages", "--output", "ids").lines[0]
        try ledger.succeed("delete", "from:pd", "--yes")
        let text = try ledger.succeed("show", id, "--overview").lines
        let tree = text.dropFirst(2).map {
            $0.replacing(/^[0-9a-f]{8} +2024-03-0[0-9] +● +/, with: "").replacing(/^ +/, with: "")
        }
        #expect(
            tree == [
                "Pa", "├─ Pb", "│  └─ Pc", "├─ (not in this ledger)", "│  └─ Pf", "├─ (not in this ledger)", "│  └─ Pg",
                "└─ (deleted)", "└─ Ph",
            ])
        #expect(text[0] == "Clocks" && text[1] == "6 messages, 6 unread")

        let whole = try ledger.succeed("show", id, "--thread").text
        let order = ["text of a", "text of b", "text of c", "text of f", "text of g", "text of h"]
        let places = order.map { whole.firstRange(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(try ledger.succeed("show", "thread:\(id)").text == whole)
    }

    @Test func `is nested in JSON as it is on the screen`() throws {
        let ledger = try ToolLedger()
        try write([("a", "", 1), ("b", "a", 2), ("c", "a z", 3)], ledger)
        let id = try ledger.succeed("messages", "--output", "ids").lines[0]
        let answer = try ledger.json("show", id, "--thread")
        let root = try #require(answer["messages"]?.array?.first)
        #expect(root["text"]?.string == "text of a")
        #expect(root["message"]?["subject"]?.string == "Clocks")
        let replies = try #require(root["replies"]?.array)
        #expect(replies.compactMap { $0["state"]?.string } == ["present", "missing"])
        #expect(replies[1]["message_id"]?.string == "z@example.org")
        #expect(replies[1]["replies"]?.array?.first?["text"]?.string == "text of c")
        let lines = try ledger.succeed("show", id, "--overview", "--format", "jsonl").lines
        #expect(lines.count == 1 && lines[0].contains("\"text\":null") && !lines[0].contains("\"text\":\""))
        #expect(try ledger.json("show", id, id, "--thread").array?.count == 1)
    }

    @Test func `of great depth neither overflows the screen nor the stack`() throws {
        let ledger = try ToolLedger()
        let messages = (0..<600).map { number in
            "From p@example.org Fri Mar  1 10:00:00 2024\nFrom: p@example.org\nSubject: deep\nMessage-ID: <d\(number)@x>\n"
                + "In-Reply-To: <d\(number - 1)@x>\nDate: Fri, 1 Mar 2024 10:00:00 +0000\n\nx\n"
        }
        try writeFile(ledger.directory.path("deep.mbox"), messages.joined(separator: "\n"))
        try ledger.succeed("import", ledger.directory.path("deep.mbox"), "--account", ToolLedger.account)
        let id = try ledger.succeed("messages", "--output", "ids").lines[0]
        let lines = try ledger.succeed("show", id, "--overview").lines
        #expect(lines.count == 602 || lines.count == 603)
        #expect(lines.allSatisfy { $0.count < 130 })
        let onTerminal = try ledger.runOnTerminal(["show", id, "--overview", "--color", "never"])
        #expect(onTerminal.lines.allSatisfy { $0.count <= 80 })
        #expect(onTerminal.lines.dropFirst(3).allSatisfy { $0.hasSuffix(" p@example.org") })
        #expect(try ledger.succeed("show", id, "--thread", "--format", "json").output.count > 100_000)
    }

    @Test func `takes no options that contradict it`() throws {
        let ledger = try ToolLedger()
        for words in [["--raw", "--html"], ["--raw", "--thread"], ["--html", "--overview"]] {
            #expect(try ledger.run(["show", "abc"] + words).exitCode == 2)
        }
        #expect(try ledger.run("show", "abcd", "--thread").exitCode == 3)
    }
}
