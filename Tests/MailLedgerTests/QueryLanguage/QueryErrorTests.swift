import MailLedger
import Projections
import TestSupport
import Testing

/// Reads a query that must be refused.
private func fault(_ query: String) -> QueryError? {
    do throws(QueryError) {
        _ = try MessageFilter(query: query, in: QueryContext(now: 1_710_504_000_000_000))
        return nil
    } catch {
        return error
    }
}

private struct NoNames: FilterResolver {
    func folders(matching path: String) -> [Int64] { [] }
    func folders(exactly path: String) -> [Int64] { [] }
    func accounts(matching text: String) -> [Int64] { [] }
    func messages(withIDPrefix prefix: String) -> [Int64] { [] }
    func threads(withMemberIDPrefix prefix: String) -> [Int64] { [] }
}

struct QueryErrorTests {
    /// The line that is shown, the line under it, and the message with its hint.
    static let shown: [(query: String, carets: String, description: String)] = [
        ("form:ada is:unread", "^~~~", "unknown field \"form\": did you mean \"from\"?"),
        ("is:unread form:ada", "          ^~~~", "unknown field \"form\": did you mean \"from\"?"),
        ("http://x", "^~~~", "unknown field \"http\": quote the word to search for it as it is"),
        ("is:unred", "   ^~~~~", "unknown value \"unred\": did you mean \"unread\"?"),
        ("(a or b", "^", "a parenthesis that is not closed"),
        ("a) b", " ^", "a closing parenthesis without an opening one"),
        ("a \"b c", "  ^", "a quote that is not closed"),
        ("from: ada", "^~~~~", "\"from:\" has no value: write the value right after the colon"),
        ("a or", "  ^~", "\"or\" has nothing after it: quote it to search for the word"),
        ("and a", "^~~", "\"and\" has nothing before it: quote it to search for the word"),
        ("a and or b", "      ^~", "\"or\" follows \"and\": quote it to search for the word"),
        ("a () b", "  ^~", "nothing between the parentheses"), ("date:2024-13", "     ^~~~~~~", "there is no month 13"),
        ("date:2024..2024-02-30", "           ^~~~~~~~~~", "there is no day 30 in that month"),
        ("date:2024..2023", "     ^~~~~~~~~~", "the range ends before it begins: write the earlier date first"),
        ("size:1X", "     ^~", "\"1x\" is not a size: write 500, 10k, 1.5M or 2G"),
        ("subject:!!!", "        ^~~", "\"!!!\" has no letter or digit to search for"),
        (
            "a*b", "^~~",
            "a \"*\" that is not at the end of its word: word* finds words that begin so, subject:*part* a part of them"
        ),
        ("f(x)", " ^", "a parenthesis right after a word: put a space before it, or quote the whole word"),
        ("日本 form:x", "     ^~~~", "unknown field \"form\": did you mean \"from\"?"),
        ("e\u{301}\u{1F600} form:x", "    ^~~~", "unknown field \"form\": did you mean \"from\"?"),
        ("a\tform:x", "  ^~~~", "unknown field \"form\": did you mean \"from\"?"),
        // What a newcomer from notmuch, mu or web mail types.
        ("in:Work/*", "   ^~~~~~", "this field takes no \"*\": a folder stands for all below it, too"),
        ("path:Work", "^~~~", "unknown field \"path\": write in:FOLDER; a query cannot ask for the paths of files"),
        ("Since:3d", "^~~~~", "unknown field \"Since\": write date:2024-03-05.. for that day and later"),
        ("is:inbox", "   ^~~~~", "unknown value \"inbox\": write in:inbox"),
        ("flag:attach", "     ^~~~~~", "unknown value \"attach\": write has:attachment"),
        ("has:unread", "    ^~~~~~", "unknown value \"unread\": write is:unread"),
        (
            "thread:{a}", "       ^~~",
            "\"{a}\" is not an id"
        ),
        ("date:yesterdy", "     ^~~~~~~~", "\"yesterdy\" is not a date: did you mean \"yesterday\"?"),
        (
            "subject:/re/ x", "        ^~~~",
            "a regular expression, which a query cannot have: word* finds words that begin so; "
                + "quote it to search for it as it is"
        ),
        (
            "a XOR b", "  ^~~",
            "\"XOR\" joins no words: write (a or b) and not (a and b); in small letters it is a word"
        ),
        (
            "size>1M", "^~~~~~~",
            "a field without its \":\": write size:>1M; quote it to search for it as it is"
        ),
        ("query:x", "      ^", "no saved query \"x\""),
    ]

    @Test(arguments: shown.indices)
    func `an error shows the fault under the query`(index: Int) throws {
        let row = Self.shown[index]
        let error = try #require(fault(row.query))
        #expect(error.description == row.description)
        let lines = error.rendered.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2)
        #expect(lines.first.map(String.init) == String(row.query.map { $0 == "\t" ? " " : $0 }))
        #expect(lines.last.map(String.init) == row.carets)
    }

    @Test func `control and direction characters are refused, and shown as something harmless`() throws {
        for scalar in ["\0", "\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}"] {
            let error = try #require(fault("ab \"\(scalar)\""))
            #expect(error.rendered == "ab \"\u{FFFD}\"\n    ^")
        }
    }

    @Test func `a long query is cut around the fault`() throws {
        let long = String(repeating: "word ", count: 500)
        let error = try #require(fault(long + "form:ada " + long))
        let lines = error.rendered.split(separator: "\n")
        #expect(lines[0].count <= 80 && lines[0].hasPrefix("…") && lines[0].hasSuffix("…"))
        let column = lines[1].prefix { $0 == " " }.count
        #expect(lines[0].dropFirst(column).hasPrefix("form:ada"))
    }

    @Test func `each of hundreds of malformed queries is refused with a caret within the line`() throws {
        let contexts: [(before: String, after: String)] = [
            ("", ""), ("is:unread ", ""), ("日本 or not ", " in:INBOX"), ("(x or ", ") y"),
        ]
        var count = 0
        for bad in MalformedQueries.all {
            for context in contexts {
                let query = context.before + bad + context.after
                guard let error = fault(query) else {
                    Issue.record("accepted: \(query)")
                    continue
                }
                count += 1
                expectSound(error, query)
            }
        }
        #expect(count == MalformedQueries.all.count * contexts.count && MalformedQueries.all.count >= 200)
    }

    private func expectSound(_ error: QueryError, _ query: String) {
        #expect(error.query == query)
        #expect(!error.message.isEmpty && !error.message.contains("\n"))
        #expect(
            error.range.lowerBound >= 0 && !error.range.isEmpty && error.range.upperBound <= query.utf8.count,
            "\(query)")
        #expect(error.range.lowerBound < query.utf8.count)
        let bytes = Array(query.utf8)[error.range]
        #expect(String(validating: bytes, as: UTF8.self) != nil, "the range of \(error.message) splits a character")
        let lines = error.rendered.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2, "\(query)")
        // Columns are at most two for a character of the line.
        let columns = lines[0].reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
        #expect(lines[1].contains("^") && lines[1].count <= columns, "\(query)\n\(error.rendered)")
        #expect(lines[1].allSatisfy { " ^~".contains($0) })
    }

    @Test func `what ends a query too early is refused`() throws {
        for query in [
            "a or", "a and", "not", "a not", "or", "and", "a or (b and", "from:", "-", "a -", "(", "\"", "a (",
            "from:(",
        ] {
            expectSound(try #require(fault(query), "\(query)"), query)
        }
    }

    @Test func `nesting, terms and length have limits`() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
        }
        #expect(fault(nested(40)) == nil)
        for query in [
            nested(41), nested(30_000), String(repeating: "-", count: 30_000) + "a",
            String(repeating: "not ", count: 20_000) + "a",
            String(repeating: "from:(", count: 41), String(repeating: "(", count: 90_000),
            String(repeating: "a ", count: 2_001),
            "from:(" + String(repeating: "a ", count: 2_001) + ")", String(repeating: "a", count: 100_001),
        ] {
            expectSound(try #require(fault(query)), query)
        }
        // What may be read may also be run: the filter's limit lies beyond the query's.
        let deepest = String(repeating: "(a or b ", count: 40) + "c" + String(repeating: ")", count: 40)
        let filter = try MessageFilter(query: "a or b " + deepest, in: QueryContext(now: 0))
        #expect(throws: Never.self) { try filter.resolved(by: NoNames()) { $0 } }
        #expect(fault(String(repeating: "a or ", count: 1_999) + "a") == nil)
    }
}
