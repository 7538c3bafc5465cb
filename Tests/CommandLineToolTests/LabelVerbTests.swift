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
        #expect(try ledger.succeed("label", "--add", "tax", "subject:1").text.contains("1 had nothing to change"))
        try ledger.succeed("label", "--remove", "tAX", "--remove", "to do", "*")
        #expect(try count("label:*", in: ledger) == 0)
        try ledger.checkAll()
    }
}
