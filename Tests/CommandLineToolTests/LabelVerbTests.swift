import JSONCoding
import TestSupport
import Testing

/// Labels as a person writes them, as keywords and as folders.
@Suite struct `A label` {
    private func ledger() throws -> ToolLedger {
        let ledger = try ToolLedger()
        for number in 0..<3 {
            try writeFile(ledger.directory.path("mail/\(number).eml"), Array(GeneratedMail.lone(number).utf8))
        }
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        return ledger
    }

    private func count(_ query: String, in ledger: ToolLedger) throws -> Int64? {
        try ledger.json("count", query)["count"]?.integer
    }

    @Test func `keeps the case of its first writing, and may have blanks`() throws {
        let ledger = try ledger()
        try ledger.succeed("label", "--add", "Tax", "--add", "To Do", "subject:0")
        try ledger.succeed("label", "--add", "TAX", "subject:1")
        for query in ["label:tax", "tag:TAX", "label:Tax", "keyword:\"tax\""] {
            #expect(try count(query, in: ledger) == 2, "\(query)")
        }
        #expect(try count("label:\"to do\"", in: ledger) == 1 && count("tag:\"TO DO\"", in: ledger) == 1)
        #expect(try ledger.succeed("messages", "*", "--output", "tags").lines == ["Tax", "To Do"])
        let keywords = try ledger.json("messages", "subject:1").array?.first?["keywords"]
        #expect(keywords == .array([.string("Tax")]))
        #expect(try ledger.succeed("show", try ledger.id("subject:0")).text.contains("Tax \"To Do\""))
        #expect(try ledger.succeed("label", "--add", "tax", "subject:1").text.contains("1 needed no change"))
        try ledger.succeed("label", "--remove", "tAX", "--remove", "to do", "*")
        #expect(try count("label:*", in: ledger) == 0)
        try ledger.checkAll()
    }

    @Test func `that is a folder files a message there, takes it off, and is undone`() throws {
        let ledger = try ledger()
        try ledger.succeed("folder", "add", "Tax", "--kind", "label", "--account", ToolLedger.account)
        let added = try ledger.succeed("label", "--add", "tax", "--add", "urgent", "subject:0")
        #expect(
            added.lines == [
                "Labelled 1 message.",
                "Tax is a folder of kind label, so the messages are filed in it or removed from it.",
            ])
        #expect(try count("in:Tax in:INBOX label:urgent", in: ledger) == 1)
        #expect(try count("label:TAX", in: ledger) == 1 && count("tag:tax", in: ledger) == 1)
        #expect(try ledger.json("messages", "subject:0").array?.first?["keywords"] == .array([.string("urgent")]))
        try ledger.succeed("undo")
        #expect(try count("label:tax or label:urgent or in:Tax", in: ledger) == 0)
        // By the folder or by the label, it is the same.
        try ledger.succeed("copy", "subject:1", "--to", "Tax")
        #expect(try ledger.succeed("label", "--add", "Tax", "subject:1").text.contains("1 needed no change"))
        #expect(try count("label:*", in: ledger) == 1)
        try ledger.succeed("label", "--remove", "TAX", "*")
        #expect(try count("label:tax", in: ledger) == 0 && count("in:INBOX", in: ledger) == 3)
        try ledger.succeed("move", "subject:2", "--to", "Tax")
        let last = try ledger.run("label", "--remove", "Tax", "*")
        #expect(last.exitCode == 4 && last.errorText.contains("'mailledger move'"))
        try ledger.checkAll()
    }

    @Test func `of before a folder of its name is taken off both`() throws {
        let ledger = try ledger()
        try ledger.succeed("label", "--add", "Tax", "subject:0")
        try ledger.succeed("folder", "add", "tax", "--kind", "label", "--account", ToolLedger.account)
        try ledger.succeed("label", "--add", "Tax", "subject:0 or subject:1")
        #expect(try count("label:Tax", in: ledger) == 2)
        try ledger.succeed("label", "--remove", "Tax", "*")
        #expect(try count("label:Tax", in: ledger) == 0 && count("in:tax", in: ledger) == 0)
    }
}
