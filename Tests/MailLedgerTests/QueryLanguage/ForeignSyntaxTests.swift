import MailLedger
import Projections
import Testing

@Suite struct `Syntax of other programs` {
    private let context = QueryContext(now: 1_710_504_000_000_000)

    @Test(arguments: [
        "near", "xor", "Near", "NEARBY", "ADJUST", "NEAR/x", "a/b/", "/usr/bin", "C++", "a+b", "AT&T", "[PATCH]",
        "why?", "x=1",
        "wait..what", "$5", "don't", "[0/3]", "<ada@example.org>", "peter@example.org", "a^b", "#12",
    ])
    func `is not seen in words of people`(word: String) throws {
        #expect(throws: Never.self) { try MessageFilter(query: word, in: context) }
        #expect(throws: Never.self) { try MessageFilter(query: "subject:\(word)", in: context) }
    }

    @Test(arguments: [
        "/lunch/", "NEAR", "XOR", "+lunch", "~lunch", "lunch~2", "{a", "a|b", "w?rd", "size>1M", "2024..2025",
    ])
    func `is a word in quotes, and is explained so`(word: String) throws {
        #expect(throws: QueryError.self) { try MessageFilter(query: word, in: context) }
        let filter = try MessageFilter(query: "\"\(word)\"", in: context)
        #expect(filter == .text(.any, TextMatch(word)))
        #expect(filter.explanation(in: context) == "\"\(word)\"")
        #expect(try MessageFilter(query: filter.explanation(in: context), in: context) == filter)
    }
}
