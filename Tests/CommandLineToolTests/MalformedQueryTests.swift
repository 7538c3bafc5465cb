import JSONCoding
import TestSupport
import Testing

@Suite struct `A malformed query` {
    /// What can be typed: the words of a command line hold no NUL.
    private static let queries = MalformedQueries.all.filter { !$0.contains("\0") }

    /// Runs all at once in a few processes side by side, so that hundreds take seconds.
    private func results(_ ledger: ToolLedger, _ options: [String]) throws -> [(query: String, result: ToolResult)] {
        var found: [(String, ToolResult)] = []
        for start in stride(from: 0, to: Self.queries.count, by: 4) {
            let group = Self.queries[start..<min(start + 4, Self.queries.count)]
            let processes = try group.map { try ledger.start(["messages"] + options + ["--", $0]) }
            for (query, process) in zip(group, processes) { found.append((query, try process.wait())) }
        }
        return found
    }

    @Test func `is shown with a caret under the fault, exit code 2, and nothing on standard output`() throws {
        let ledger = try ToolLedger()
        let results = try results(ledger, [])
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
        let ledger = try ToolLedger()
        for (query, result) in try results(ledger, ["--format", "json"]) {
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
