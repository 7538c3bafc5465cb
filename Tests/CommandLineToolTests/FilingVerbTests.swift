import JSONCoding
import TestSupport
import Testing

/// `mailledger copy` and `unfile`, as a process.
@Suite struct `mailledger copy and unfile` {
    private func ledger() throws -> ToolLedger {
        let ledger = try ToolLedger()
        try ledger.succeed("folder", "add", "Tax", "--account", ToolLedger.account)
        for number in 0..<2 {
            try writeFile(ledger.directory.path("mail/\(number).eml"), Array(GeneratedMail.lone(number).utf8))
        }
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        return ledger
    }

    @Test func `file messages, take them off, and say so`() throws {
        let ledger = try ledger()
        let start = try ledger.head()
        #expect(try ledger.succeed("copy", "*", "--to", "Tax", "--dry-run").text == "Would file 2 messages.\n")
        #expect(try ledger.head() == start)
        let copied = try ledger.json("copy", "*", "--to", "tax", "--reason", "return")
        #expect(copied["matched"]?.integer == 2 && copied["changed"]?.integer == 2)
        #expect(try ledger.json("count", "in:Tax in:INBOX")["count"]?.integer == 2)
        #expect(try ledger.succeed("copy", "*", "--to", "Tax").text == "Filed 0 messages; 2 needed no change.\n")
        let id = try ledger.id("subject:1")
        let history = try ledger.succeed("history", id).text
        #expect(history.contains("mail.message-copied") && history.contains("folder: – → Tax"))
        #expect(history.contains("“return”"))
        #expect(try ledger.succeed("why", "message", id, "folders").text.contains("copy"))
        #expect(
            try ledger.succeed("unfile", "id:\(id)", "--from", "INBOX").text == "Removed 1 message from INBOX.\n")
        #expect(try ledger.json("messages", "in:INBOX").array?.count == 1)
        try ledger.succeed("undo")
        try ledger.succeed("undo", "--yes")
        #expect(try ledger.json("count", "in:INBOX")["count"]?.integer == 2)
        try ledger.checkAll()
    }

    @Test func `refuse what would leave a message nowhere, a past, and what is not there`() throws {
        let ledger = try ledger()
        try ledger.succeed("copy", "subject:1", "--to", "Tax")
        let head = try ledger.head()
        let last = try ledger.run("unfile", "*", "--from", "INBOX")
        #expect(last.exitCode == 4 && last.errorText.contains("'mailledger delete'"))
        #expect(try ledger.run("copy", "subject:nothing", "--to", "Tax").exitCode == 3)
        #expect(try ledger.run("unfile", "subject:nothing", "--from", "Tax").exitCode == 3)
        #expect(try ledger.run("copy", "*", "--to", "Nowhere").exitCode == 3)
        #expect(try ledger.run("unfile", "*", "--from", "Nowhere").exitCode == 3)
        #expect(try ledger.run("copy", "--to", "Tax").exitCode == 2)
        #expect(try ledger.run("unfile", "*", "--from", "INBOX", "--at", "tx:1").exitCode == 2)
        #expect(try ledger.head() == head)
    }
}
