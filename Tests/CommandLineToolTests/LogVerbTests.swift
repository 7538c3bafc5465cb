import CommandLineTool
import Foundation
import JSONCoding
import TestSupport
import Testing

@Suite struct `The log` {
    /// A ledger with mail, some of it read by a script.
    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        try GeneratedMail.writeSmallMaildir(below: ledger.directory.path("mail"))
        _ = try ledger.run("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        try ledger.succeed("mark", "--read", "is:unread", "--actor", "robot", "--reason", "night shift")
        return ledger
    }

    @Test func `says what was done, by which query, and whose hand it was`() throws {
        let line = try #require(world().succeed("log").lines.first)
        #expect(line.contains(/robot \(\w+@.+\) +mark: is:unread +read [0-9]/), "\(line)")
        #expect(line.hasSuffix("night shift"))
    }

    @Test(arguments: [40, 60, 80, 120, 200])
    func `cuts no reason and nothing that was done`(columns: UInt16) throws {
        let ledger = try world()
        let reason =
            "all of it was read by a colleague during the night shift and need not be looked at again by anybody"
        try ledger.succeed("mark", "--flagged", "*", "--actor", "robot", "--reason", reason)
        let result = try ledger.runOnTerminal(["log", "--no-pager"], columns: columns, adding: ["NO_COLOR": "1"])
        let words = result.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains(reason) && words.contains("flagged"), "\(words)")
        #expect(result.lines.allSatisfy { TerminalWidth.of($0) <= Int(columns) })
    }

    @Test func `ends at the instant that an age in hours or minutes names`() throws {
        let ledger = try world()
        let all = try ledger.succeed("count", "*").text
        #expect(all != "0\n")
        for age in ["1h", "30min"] {
            #expect(try ledger.succeed("log", "--until", age).text.isEmpty)
            #expect(try !ledger.succeed("log", "--since", age).text.isEmpty)
            for (query, count) in [
                ("added:..\(age)", "0\n"), ("added:<=\(age)", "0\n"), ("added:<\(age)", "0\n"),
                ("added:>\(age)", all), ("added:\(age)..", all),
            ] {
                #expect(try ledger.succeed("count", query).text == count, "\(query)")
            }
            let later = ["MAILLEDGER_NOW": "2999-01-01T00:00:00Z"]
            #expect(try ledger.run(["count", "added:..\(age)"], adding: later).text == all)
            let told = try ledger.run(["log", "--until", age], adding: later)
            #expect(!told.text.isEmpty, "\(told.errorText)")
        }
        // Alone it is the hour that began then.
        #expect(try ledger.succeed("count", "added:1h").text == all)
    }

    @Test func `shows one operation with each thing, old and new`() throws {
        let ledger = try world()
        let id = try #require(ledger.json("log", "--limit", "1").array?.first?["operation"]?.string)
        let shown = try ledger.succeed("log", String(id.prefix(8))).lines
        #expect(shown.first == "operation \(id)")
        #expect(shown.contains("Reason: night shift") && shown.contains { $0.hasPrefix("Actor:  robot (") })
        #expect(shown.contains { $0.hasPrefix("message ") && $0.hasSuffix("(INBOX)") })
        #expect(shown.contains { $0.hasPrefix("    keywords (in part): ") && $0.contains("→") && $0.contains("$seen") })
        let few = try ledger.succeed("log", "op:" + id.prefix(8), "--limit", "1").lines
        #expect(few.last?.hasSuffix("shows all.") == true)
        #expect(try ledger.json("log", id)["changes"]?.array?.count ?? 0 > 1)
        #expect(try ledger.run("log", id, "--actor", "robot").exitCode == 2)
        #expect(try ledger.run("log", "op:0000000000").exitCode == 3)
    }
}

@Suite struct `Comma-separated values` {
    private func rows(_ elements: JSONValue...) throws -> String {
        var table = CSVTable()
        return try elements.map { try table.lines(of: $0) }.joined()
    }

    @Test func `are those of RFC 4180`() throws {
        let text = try rows(
            ["a": "plain", "b": "with, comma", "c": "say \"hi\"\nyou", "d": .null, "e": 5, "f": ["x", "y"]],
            ["a": "second", "b": "", "c": .bool(true), "d": -3, "e": .null, "f": []])
        #expect(
            text == "a,b,c,d,e,f\r\nplain,\"with, comma\",\"say \"\"hi\"\"\nyou\",,5,\"[\"\"x\"\",\"\"y\"\"]\"\r\n"
                + "second,,true,-3,,[]\r\n")
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
    func `are no formulas`(text: String) throws {
        let line = try #require(rows(["a": .string(text)]).split(separator: "\r\n").last)
        #expect(line.hasPrefix("'") || line.hasPrefix("\"'"), "\(line)")
    }

    @Test func `hold nothing that a terminal obeys`() throws {
        let text = try rows(["a": "\u{1B}[2Jx\u{202E}", "b": ["\u{1B}]0;x\u{07}"]])
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{07}" })
    }

    @Test func `have the keys of the lines of JSON`() throws {
        let ledger = try ToolLedger()
        let lines = try ledger.succeed("folders", "--format", "csv").text.components(separatedBy: "\r\n")
        let first = try #require(ledger.succeed("folders", "--format", "jsonl").lines.first)
        let object = try JSONBytesDecoder().decode(JSONValue.self, from: Array(first.utf8))
        guard case .object(let members) = object else { return }
        #expect(lines.first == members.keys.joined(separator: ","))
        #expect(lines.last == "" && lines.count == 8)
        #expect(try ledger.succeed("messages", "--format", "csv").text.isEmpty)
    }
}
