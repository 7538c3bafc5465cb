import JSONCoding
import TestSupport
import Testing

@Suite struct `What takes how long` {
    private static let secret = "walrusmail"

    private func makeLedger() throws -> ToolLedger {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try writeFile(
            "\(mail)/cur/1.M1.host:2,", "From: \(Self.secret)@example.org\nSubject: \(Self.secret)\n\n\(Self.secret)\n")
        try ledger.succeed("import", mail, "--account", ToolLedger.account)
        return ledger
    }

    @Test func `is told to people on standard error, and the answer stays the same`() throws {
        let ledger = try makeLedger()
        let plain = try ledger.succeed("search", Self.secret)
        let told = try ledger.run("search", Self.secret, "--verbose")
        #expect(told.exitCode == 0 && told.output == plain.output)
        let phases = told.errorLines.map { $0.prefix { $0 != ":" } }
        #expect(phases.first == "open" && phases.contains("search") && phases.last == "answer")
        for line in told.errorLines {
            #expect(line.wholeMatch(of: /[a-z]+: [0-9]+\.[0-9] ms(, [0-9]+ events?)?/) != nil, "\(line)")
        }
    }

    @Test func `goes as lines of JSON to a file that processes share, and tells nothing of the mail`() throws {
        let ledger = try makeLedger()
        let file = ledger.directory.path("log.jsonl")
        for words in [["mark", "--flagged", "*"], ["folders"], ["search", Self.secret], ["undo"]] {
            let result = try ledger.start(words, adding: ["MAILLEDGER_LOG": file]).wait()
            #expect(result.exitCode == 0 && result.errorText.isEmpty)
        }
        let text = try readText(file)
        #expect(!text.contains(Self.secret) && !text.contains("ada") && !text.contains("INBOX"))
        #expect(permissions(of: file) == 0o600)
        let lines = try text.split(separator: "\n").map {
            try JSONBytesDecoder().decode(JSONValue.self, from: Array($0.utf8))
        }
        let phases = Set(lines.compactMap { $0["phase"]?.string })
        #expect(phases == ["open", "views", "search", "answer", "lock", "decide", "append"])
        #expect(lines.contains { $0["phase"]?.string == "append" && $0["events"]?.integer == 1 })
        #expect(lines.allSatisfy { $0["microseconds"]?.integer ?? -1 >= 0 && $0["time"]?.string != nil })
        #expect(Set(lines.compactMap { $0["process"]?.integer }).count == 4)
        // A log that cannot be written keeps nobody from working.
        #expect(try ledger.run(["folders"], adding: ["MAILLEDGER_LOG": "/nonexistent/log"]).exitCode == 0)
    }
}
