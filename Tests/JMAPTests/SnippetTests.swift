import JMAP
import JSONCoding
import TestSupport
import Testing

/// RFC 8621 section 5.
@Suite struct `Search snippets` {
    private func snippet(_ asked: AskedLedger, _ filter: String) throws -> JSONValue {
        let ids = try asked.found("{}").map { "\"\($0)\"" }.joined(separator: ",")
        let done = try asked.call(
            "SearchSnippet/get", #"{"accountId": "$A", "filter": \#(filter), "emailIds": [\#(ids)]}"#)
        #expect(done["notFound"] == .null)
        return done["list"][0]
    }

    private func received(_ subject: String, _ body: String) throws -> AskedLedger {
        let asked = try AskedLedger([])
        try asked.receive(
            "From: a@example.org\nSubject: \(subject)\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n\(body)\n"
        )
        return asked
    }

    @Test func `mark what was found, with the three characters escaped`() throws {
        let asked = try received("Tea & <b>cakes</b>", "We have 3 > 2 cakes & tea.\nAnd more cakes.")
        let found = try snippet(asked, #"{"text": "cakes"}"#)
        #expect(found["subject"] == "Tea &amp; &lt;b&gt;<mark>cakes</mark>&lt;/b&gt;")
        #expect(found["preview"] == "We have 3 &gt; 2 <mark>cakes</mark> &amp; tea. And more <mark>cakes</mark>.")
        #expect(found.keys == ["emailId", "subject", "preview"])
        let subject = try snippet(asked, #"{"subject": "tea"}"#)
        #expect(subject["subject"] == "<mark>Tea</mark> &amp; &lt;b&gt;cakes&lt;/b&gt;" && subject["preview"] == .null)
        let body = try snippet(asked, #"{"body": "tea"}"#)
        #expect(body["subject"] == .null && body["preview"].text?.contains("<mark>tea</mark>") == true)
    }

    @Test(arguments: [
        ("Résumé of Straße", "resume strasse", "<mark>Résumé</mark> of <mark>Straße</mark>"),
        ("about C++ and C", "C++", "about <mark>C++</mark> and C"),
        ("(C++), or C.", "C++", "(<mark>C++</mark>), or C."),
        ("you're here", "you're", "<mark>you're</mark> here"),
        ("foo-bar baz", "bar", "foo-<mark>bar</mark> baz"), ("日本語の本", "本", "日<mark>本</mark>語の<mark>本</mark>"),
        ("tax return and return tax", "\\\"return tax\\\"", "tax return and <mark>return tax</mark>"),
        ("INVOICE, (invoice).", "invoice", "<mark>INVOICE</mark>, (<mark>invoice</mark>)."),
    ])
    func `fold words as the search does`(_ subject: String, _ words: String, _ marked: String) throws {
        let asked = try AskedLedger([])
        try asked.receive("From: a@example.org\nSubject: \(subject)\n\nx\n")
        #expect(try asked.found(#"{"subject": "\#(words)"}"#).count == 1)
        #expect(try snippet(asked, #"{"subject": "\#(words)"}"#)["subject"].text == marked)
    }

    @Test func `are null where nothing is found, or nothing is looked for`() throws {
        let asked = try received("Tea", "cakes")
        for filter in [
            "{}", "null", #"{"from": "a"}"#, #"{"text": "absent"}"#, #"{"hasAttachment": false}"#,
            #"{"operator": "NOT", "conditions": [{"text": "tea"}]}"#,
        ] {
            let found = try snippet(asked, filter)
            #expect(found["subject"] == .null && found["preview"] == .null, "\(filter)")
        }
        let all =
            #"{"operator": "OR", "conditions": [{"text": "tea"}, {"operator": "AND", "conditions": [{"body": "cakes"}]}]}"#
        let found = try snippet(asked, all)
        #expect(found["subject"] == "<mark>Tea</mark>" && found["preview"] == "<mark>cakes</mark>")
    }

    @Test func `have no more than 255 bytes, with whole characters, entities and marks`() throws {
        for filler in ["&", "<", "é", "日本 ", "word ", "x"] {
            for count in [10, 50, 61, 100, 240, 248, 255, 400] {
                let around = String(repeating: filler, count: count)
                let asked = try received("s", "\(around) needle \(around)")
                let preview = try #require(try snippet(asked, #"{"body": "needle"}"#)["preview"].text)
                #expect(preview.utf8.count <= 255 && preview.contains("<mark>needle</mark>"))
                let rest = preview.replacing("<mark>", with: "").replacing("</mark>", with: "")
                let plain = rest.replacing("&amp;", with: "").replacing("&lt;", with: "").replacing("&gt;", with: "")
                #expect(!plain.contains("&") && !plain.contains("<") && !plain.contains("\u{FFFD}"), "\(preview)")
            }
        }
    }

    @Test func `of words with signs without end are made at once`() throws {
        let signs = "C" + String(repeating: "+", count: 20_000)
        for (subject, body) in [("s", signs), (signs, "x"), ("s", String(repeating: "a.", count: 200_000))] {
            let asked = try received(subject, body)
            let ids = try asked.found("{}").map { "\"\($0)\"" }.joined(separator: ",")
            for words in ["c++", "a", "c"] {
                _ = try asked.call(
                    "SearchSnippet/get",
                    #"{"accountId": "$A", "filter": {"text": "\#(words)"}, "emailIds": [\#(ids)]}"#)
            }
        }
    }

    @Test func `name ids that are not there, and refuse what a query refuses`() throws {
        let asked = try received("Tea", "cakes")
        let done = try asked.call(
            "SearchSnippet/get",
            #"{"accountId": "$A", "filter": {"text": "tea"}, "emailIds": ["foo", "M00000000000000000000000000000000"]}"#
        )
        #expect(done["list"] == [] && done["notFound"] == ["foo", "M00000000000000000000000000000000"])
        for (arguments, type) in [
            (#""filter": {"header": ["x", "y", "z"]}, "emailIds": []"#, "invalidArguments"),
            (#""filter": {"nonsense": 1}, "emailIds": []"#, "invalidArguments"),
            (#""filter": "x", "emailIds": []"#, "invalidArguments"), (#""filter": {}"#, "invalidArguments"),
            (#""filter": {}, "emailIds": [1]"#, "invalidArguments"),
            (
                #""filter": {}, "emailIds": [\#((0...1_000).map { "\"\($0)\"" }.joined(separator: ","))]"#,
                "requestTooLarge"
            ),
        ] {
            #expect(try asked.error("SearchSnippet/get", #"{"accountId": "$A", \#(arguments)}"#) == type)
        }
    }
}
