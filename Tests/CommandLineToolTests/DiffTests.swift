import CommandLineTool
import JSONCoding
import TestSupport
import Testing

@Suite struct `The verb diff` {
    @Test func `tells what one operation did, thing by thing, with names`() throws {
        let ledger = try DemoLedger.make()
        let lines = try ledger.succeed("diff", "op:673acf52^", "op:673acf52").text.split(separator: "\n").map(
            String.init)
        let thing = try #require(lines.firstIndex { $0.hasPrefix("message 3f2a") })
        #expect(lines[thing].contains("Invoice 2025-117") && lines[thing].contains("mara@example.org"))
        #expect(
            lines[thing + 1]
                == "  @153 mail.message-moved  2026-02-16 02:00  cleanup-script (mara@desk.example.org)  “older than this year”"
        )
        #expect(
            lines[(thing + 2)...].prefix(2) == [
                "    copies 1  folder: Receipts → Trash", "    copies 2  folder: INBOX → Trash",
            ])
        #expect(lines.contains { $0.hasPrefix("    unread") && $0.contains("total: ") })
    }

    @Test func `counts what an account took with it, and lists it where asked`() throws {
        let ledger = try DemoLedger.make()
        let folded = try ledger.succeed("diff", "op:8f9b7808^", "op:8f9b7808").text
        #expect(folded.contains("7 messages") && folded.contains("went with it; --unfold lists them"))
        #expect(folded.contains("“new treasurer in March”") && !folded.contains("\nmessage "))
        let unfolded = try ledger.succeed("diff", "op:8f9b7808^", "op:8f9b7808", "--unfold").text
        #expect(unfolded.split(separator: "\n").count { $0.hasPrefix("message ") } == 7)
        #expect(unfolded.contains("    - messages") && unfolded.contains("    - copies 1  folder: INBOX"))
        // What was deleted and brought back does not differ.
        #expect(
            try ledger.succeed("diff", "op:8f9b7808^", "op:c24badb4").text
                == "Nothing differs, though 2 transactions came between; 'mailledger log' lists them.\n")
        #expect(try ledger.succeed("diff", "now", "now").text == "Nothing differs.\n")
    }

    @Test(arguments: [40, 80] as [UInt16])
    func `fits a terminal, and is whole in a pipe`(columns: UInt16) throws {
        let ledger = try ToolLedger()
        let subject = String(repeating: "long ", count: 600) + "end"
        try writeFile(ledger.directory.path("mail/a.eml"), "From: ada@example.org\nSubject: \(subject)\n\nYes.\n")
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        try ledger.succeed("folder", "add", "Work", "--account", ToolLedger.account)
        let before = String(try ledger.head().events)
        let name = "Work on " + String(repeating: "many things and ", count: 8) + "more"
        let reason = "the folder has the name that the whole office has used for it since the spring of last year"
        try ledger.succeed("folder", "rename", "Work", name, "--reason", reason)
        func shown(_ moment: String) throws -> [String] {
            try ledger.runOnTerminal(["diff", moment, "--color", "never", "--no-pager"], columns: columns).lines
        }
        for moment in ["0", before] {
            let lines = try shown(moment)
            #expect(!lines.isEmpty && lines.allSatisfy { TerminalWidth.of($0) <= Int(columns) }, "\(lines)")
        }
        #expect(try shown("0").count { $0.hasPrefix("message ") && $0.contains("long") && $0.contains("…") } == 1)
        let change = try shown(before)
        #expect(change.contains { $0.hasSuffix("…") && $0.contains("Work → Work on") }, "\(change)")
        let words = change.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains(reason), "\(words)")
        #expect(try ledger.succeed("diff", "0").text.contains(subject))
        #expect(try ledger.succeed("diff", before).lines.contains { $0.hasSuffix(": Work → \(name)") })
    }

    @Test func `is filtered, and written as JSON with the events`() throws {
        let ledger = try DemoLedger.make()
        func rows(_ arguments: String...) throws -> [JSONValue] {
            let result = try ledger.succeed(["diff", "2026-02-15"] + arguments + ["--format", "jsonl"])
            return try result.output.split(separator: 0x0a).map {
                try JSONBytesDecoder().decode(JSONValue.self, from: Array($0))
            }
        }
        let all = try rows("2026-02-16")
        let mine = try rows("2026-02-16", "--message", "3f2a")
        #expect(mine.count == 2 && all.count > mine.count)
        for row in mine {
            #expect(row["table"]?.string == "copies" && row["kind"]?.string == "updated")
            let column = try #require(row["columns"]?.array?.first)
            #expect(column["column"]?.string == "folder" && column["new_text"]?.string == "Trash")
            let event = try #require(row["events"]?.array?.first)
            #expect(event["position"] == column["position"] && event["actor"]?.string == "cleanup-script")
            #expect(event["reason"]?.string == "older than this year" && event["command"]?.string == "move")
        }
        #expect(try rows("2026-02-16", "--actor", "cleanup-script").count == all.count)
        #expect(try rows("2026-02-16", "--actor", "mara").isEmpty)
        #expect(try rows("2026-02-16", "--account", "mara@harbour.example.com").isEmpty)
        #expect(try rows("2026-02-16", "--folder", "Receipts").count < all.count)
        // The script's work was taken back: of messages only the flag of the day after is left.
        let messages = try rows("2026-02-18").filter { $0["entity"]?.string == "message" }
        #expect(!messages.isEmpty)
        for row in messages { #expect(row["events"]?.array?.compactMap { $0["actor"]?.string } == ["mara"]) }
    }

    @Test(arguments: [
        (["tx:1", "0"], 2, "name the earlier one first"), (["soon"], 2, "names no moment"),
        (["tx:1", "99999"], 2, "beyond the log's head"), (["op:ffffffff"], 3, "operation"),
        (["tx:1", "--account", "nobody@example.org"], 3, "nobody@example.org"),
        (["tx:1", "--folder", "Nowhere"], 3, "Nowhere"), (["tx:1", "--message", "ffff"], 3, "ffff"),
        ([], 2, "missing expected argument"),
    ])
    func `refuses what cannot be compared`(arguments: [String], exitCode: Int32, words: String) throws {
        let ledger = try ToolLedger()
        let result = try ledger.run(["diff"] + arguments)
        #expect(result.exitCode == exitCode && result.output.isEmpty, "\(result.errorText)")
        #expect(result.errorText.contains(words), "\(result.errorText)")
    }
}
