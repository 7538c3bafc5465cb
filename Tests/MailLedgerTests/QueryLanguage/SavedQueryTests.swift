import MailLedger
import Projections
import Testing
import WireModels

@Suite struct `A saved query` {
    private static func context(_ saved: [String: String]) -> QueryContext {
        var context = QueryContext(now: 1_710_504_000_000_000)
        context.savedQueries = { saved }
        return context
    }

    private static let saved = [
        "work": "label:work or from:office", "todo": "query:work is:unread", "recent": "date:yesterday..",
        "loop": "a query:pool", "pool": "b query:loop", "self": "query:self", "bad": "is:unread frm:ada",
        "worse": "a or query:bad", "gone": "query:nowhere", "blank": " \t", "two words": "x", "far": "query:worse",
    ]

    private func fault(_ query: String, _ saved: [String: String] = saved) -> QueryError? {
        do throws(QueryError) {
            _ = try MessageFilter(query: query, in: Self.context(saved))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("query:work", "label:work or from:office"), ("-query:work", "not (label:work or from:office)"),
        ("query:todo", "(label:work or from:office) and is:unread"),
        ("query:(todo or recent)", "((label:work or from:office) and is:unread) or date:2024-03-14.."),
        ("QUERY:\"two words\" y", "x and y"), ("a query:work", "a and (label:work or from:office)"),
        ("query:recent -query:work", "date:2024-03-14.. and not (label:work or from:office)"),
    ])
    func `stands for what it says`(query: String, explanation: String) throws {
        let context = Self.context(Self.saved)
        let filter = try MessageFilter(query: query, in: context)
        #expect(filter.explanation(in: context) == explanation)
        #expect(try MessageFilter(query: explanation, in: QueryContext(now: context.now)) == filter)
    }

    @Test(arguments: [
        ("query:work", "(label:work or from:office)"), ("é -query:work b", "é -(label:work or from:office) b"),
        (
            "query:(todo or \"two words\") 3f2a5c8",
            "(((label:work or from:office) and is:unread) or (x)) 3f2a5c8"
        ),
        ("(QUERY:recent) date:7d..", "((date:2024-03-14..)) date:7d.."), ("word:query x", "word:query x"),
    ])
    func `is replaced by what it stands for where others do not know it`(query: String, expected: String) throws {
        let context = Self.context(Self.saved)
        let typed = try TypedQuery(query, in: context)
        #expect(typed.withoutSavedQueries == expected)
        #expect(try TypedQuery(expected, in: QueryContext(now: context.now)).filter == typed.filter)
    }

    @Test(arguments: [
        ("a query:wrk", "        ^~~", "no saved query \"wrk\": did you mean \"work\"?"),
        ("query:Work", "      ^~~~", "no saved query \"Work\": did you mean \"work\"?"),
        ("query:self", "      ^~~~", "saved queries that use each other in a circle: self → self"),
        ("query:loop", "      ^~~~", "saved queries that use each other in a circle: loop → pool → loop"),
        (
            "x or query:bad", "           ^~~",
            "in the saved query \"bad\", \"is:unread frm:ada\": unknown field \"frm\": did you mean \"from\"?"
        ),
        (
            "query:far", "      ^~~",
            "in the saved query \"bad\", \"is:unread frm:ada\": unknown field \"frm\": did you mean \"from\"?"
        ),
        (
            "query:(work gone)", "            ^~~~",
            "in the saved query \"gone\", \"query:nowhere\": no saved query \"nowhere\""
        ),
        ("query:blank", "      ^~~~~", "the saved query \"blank\" is empty"),
    ])
    func `that cannot be used is marked where it is named, with its own fault`(
        query: String, carets: String, description: String
    ) throws {
        let error = try #require(fault(query))
        #expect(error.description == description)
        #expect(error.rendered == query + "\n" + carets)
    }

    @Test func `counts with its terms and its depth, so that no chain of them grows without end`() throws {
        // Each uses the one before it twice: 2^30 terms.
        var doubling = ["q0": "a"]
        for number in 1...30 { doubling["q\(number)"] = "query:q\(number - 1) or query:q\(number - 1)" }
        #expect(try #require(fault("query:q30", doubling)).message.contains("more than 2000 terms"))
        #expect(fault("query:q9", doubling) == nil)

        var chain = ["q0": "a"]
        for number in 1...50 { chain["q\(number)"] = "query:q\(number - 1)" }
        #expect(fault("query:q38", chain) == nil)
        #expect(try #require(fault("query:q50", chain)).message.contains("nested more than"))
        // What may be read may also be run.
        var deep = ["q0": "a"]
        for number in 1...13 { deep["q\(number)"] = "b (c or (d query:q\(number - 1)))" }
        let filter = try MessageFilter(query: "query:q12", in: Self.context(deep))
        #expect(throws: Never.self) { try filter.resolved(by: NoNames()) { $0 } }
    }

    @Test func `is looked for only where one is named`() throws {
        struct Unreadable: Error, CustomStringConvertible {
            var description: String { "the file is not a file" }
        }
        var context = QueryContext(now: 0)
        context.savedQueries = { throw Unreadable() }
        #expect(throws: Never.self) { try MessageFilter(query: "from:ada \"query:x\"", in: context) }
        do throws(QueryError) {
            _ = try MessageFilter(query: "query:x", in: context)
            Issue.record("accepted")
        } catch {
            #expect(error.description == "the saved queries cannot be read: the file is not a file")
            #expect(error.range == 6..<7)
        }
    }

    @Test(arguments: [
        #"{"query": "count-messages", "parameters": {"filter": "is:unread query:work"}}"#,
        #"{"command": "mark-messages", "parameters": {"filter": "query:work", "adding": ["x"]}}"#,
    ])
    func `is refused in a request, with the reason and what to send in its place`(json: String) throws {
        guard case .refusal(let error) = try SampleLedger().ledger.respond(to: Array(json.utf8)) else {
            Issue.record("it was answered")
            return
        }
        #expect(error.knownCode == .invalidInput)
        #expect(
            error.message.hasSuffix(
                """
                saved queries are in a user's configuration file, which is not read here: \
                write the query that "work" stands for
                """), "\(error.message)")
    }
}

private struct NoNames: FilterResolver {
    func folders(matching path: String) -> [Int64] { [] }
    func folders(exactly path: String) -> [Int64] { [] }
    func accounts(matching text: String) -> [Int64] { [] }
    func messages(withIDPrefix prefix: String) -> [Int64] { [] }
    func threads(withMemberIDPrefix prefix: String) -> [Int64] { [] }
}
