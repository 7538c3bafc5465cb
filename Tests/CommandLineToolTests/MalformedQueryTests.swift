import JSONCoding
import TestSupport
import Testing

@Suite struct `A malformed query` {
    /// What can be typed: the words of a command line hold no NUL.
    private static let queries = MalformedQueries.all.filter { !$0.contains("\0") }

    private func results(
        _ queries: [String], _ ledger: ToolLedger, _ options: [String] = []
    ) throws -> [(query: String, result: ToolResult)] {
        try queries.map { ($0, try ledger.run(["messages"] + options + ["--", $0])) }
    }

    @Test func `is shown with a caret under the fault, exit code 2, and nothing on standard output`() throws {
        let ledger = try ToolLedger(account: nil)
        let results = try results(Self.queries, ledger)
        #expect(results.count >= 200)
        for (query, result) in results {
            #expect(result.exitCode == 2 && result.output.isEmpty, "\(query.debugDescription)")
            let lines = result.errorText.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 4 && lines.last == "", "\(query.debugDescription): \(result.errorText)")
            guard lines.count == 4 else { continue }
            #expect(lines[0].hasPrefix("mailledger: "), "\(lines[0])")
            #expect(lines[2].contains("^") && lines[2].allSatisfy { " ^~".contains($0) }, "\(lines)")
            #expect(!result.errorText.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        }
    }

    @Test func `is an object for a program`() throws {
        let ledger = try ToolLedger(account: nil)
        // A part of them: what differs from the text is the form alone.
        let some = stride(from: 0, to: Self.queries.count, by: 5).map { Self.queries[$0] }
        for (query, result) in try results(some, ledger, ["--format", "json"]) {
            #expect(result.exitCode == 2 && result.output.isEmpty, "\(query.debugDescription)")
            #expect(result.errorLines.count == 1, "\(result.errorText)")
            let error = try JSONBytesDecoder().decode(JSONValue.self, from: Array(result.errorText.utf8))
            #expect(error["code"]?.string == "INVALID_INPUT")
            let details = try #require(error["details"])
            let offset = try #require(details["offset"]?.string.flatMap { Int($0) })
            let length = try #require(details["length"]?.string.flatMap { Int($0) })
            #expect(details["query"]?.string == query)
            #expect(offset >= 0 && length > 0 && offset + length <= query.utf8.count, "\(query.debugDescription)")
        }
    }
}

@Suite struct `A query on a command line` {
    @Test(arguments: [
        (["is:unread", "-from:ada"], "is:unread and not from:ada"), (["-from:ada"], "not from:ada"),
        (["-from:ada is:unread or x"], "(not from:ada and is:unread) or x"), (["-(a or b)"], "not (a or b)"),
        (["-\"a b\"", "c"], "not \"a b\" and c"), (["-TAG:inbox"], "not tag:inbox"), (["--", "-lunch"], "not lunch"),
        (["-l", "1", "-label:x", "-is:(read flagged)"], "not label:x and not (is:read and is:flagged)"),
    ])
    func `may begin its words with a minus`(words: [String], explanation: String) throws {
        let ledger = try ToolLedger()
        let result = try ledger.run(["messages", "--explain"] + words)
        #expect(result.exitCode == 0 && result.errorText == "query: \(explanation)\n")
    }

    @Test func `is explained by every verb that takes one, the folder of an option included`() throws {
        let ledger = try ToolLedger()
        for words in [
            ["messages"], ["search"], ["threads"], ["mark", "--read"], ["move", "--to", "Archive"],
            ["label", "--add", "x"],
            ["delete", "--yes"], ["thread", "--pin"],
        ] {
            let result = try ledger.run(words + ["--explain", "from:(a or b) date:2024-01..2024-03"])
            // What is to change something, and finds nothing, says so.
            let isChange = !result.errorText.hasSuffix("-31\n")
            #expect(isChange == !["messages", "search", "threads"].contains(words[0]))
            #expect(result.exitCode == (isChange ? 3 : 0), "\(words): \(result.errorText)")
            #expect(
                result.errorText.hasPrefix("query: (from:a or from:b) and date:2024-01-01..2024-03-31\n"), "\(words)")
        }
        let threads = try ledger.run("threads", "--explain", "--folder", "INBOX", "x or y")
        #expect(threads.errorText == "query: (x or y) and in:INBOX\n")
    }
}
