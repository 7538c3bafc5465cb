import TestSupport
import Testing

@testable import CommandLineTool

/// What was typed is shown again in errors, but not all of it where it is long.
@Suite struct `What a refusal shows again` {
    private static let lines: [[String]] = [
        ["--LONG"], ["LONG"], ["messages", "--LONG"], ["messages", "--limit", "LONG"], ["messages", "in:LONG"],
        ["messages", "(LONG"], ["show", "LONG"], ["messages", "--at", "LONG"], ["folder", "LONG"], ["help", "LONG"],
        ["config", "get", "LONG"], ["config", "set", "LONG", "x"], ["messages", "--format", "LONG"],
        ["history", "LONG"], ["events", "list", "--type", "LONG"], ["folders", "--account", "LONG"],
        ["import", "LONG", "--account", "ada@example.org"], ["query", "show", "LONG"], ["log", "--verb", "LONG"],
        ["account", "add", "LONG"], ["folder", "add", "LONG", "--account", "ada@example.org"],
        ["folders", "LONG", "LONG"], ["folders", "--ledger", "/LONG"], ["messages", "--format", "json", "--LONG"],
        ["messages", "--format", "json", "in:LONG"], ["events", "forget", "LONG"], ["attachment", "list", "LONG"],
    ]

    @Test(arguments: ["x", "x ", "e\u{301}\u{301}\u{301}", "\u{1B}[2J"])
    func `is bounded, whatever was typed where`(_ piece: String) throws {
        let ledger = try ToolLedger()
        let long = String(repeating: piece, count: 15_000)
        for line in Self.lines {
            let words = line.map { $0.replacing("LONG", with: long) }
            let result = try ledger.run(words)
            #expect(result.exitCode != 0 || !line.contains("add"), "\(line)")
            #expect(result.errorText.utf8.count < 10_000, "\(line): \(result.errorText.utf8.count)")
        }
    }

    @Test func `is whole where it is short, and ends with what to do`() {
        #expect(Echo.bounded("unknown option '--verbos'") == "unknown option '--verbos'")
        let text = "unknown option '\(String(repeating: "x", count: 100_000))'. Did you mean '--verbose'?"
        #expect(Echo.bounded(text).count < 400 && Echo.bounded(text).hasSuffix("x'. Did you mean '--verbose'?"))
        #expect(Echo.bounded(text).hasPrefix("unknown option 'xxx"))
    }
}
