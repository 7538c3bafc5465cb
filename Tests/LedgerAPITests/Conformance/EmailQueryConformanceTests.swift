import JSONCoding
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8621, sections 4.4 and 5: emails that are found` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    @Test(.must("8621-4.4.1-a")) func `by a word in each field of their authors and readers, and in the subject`()
        throws
    {
        let fields = ["From", "To", "Cc", "Bcc", "Subject"]
        let ids = try fields.map { field in
            let others = ["From", "To"].filter { $0 != field }.map { "\($0): x@example.org\n" }.joined()
            let value = field == "Subject" ? "zebrafish" : "Zebrafish <\(field.lowercased())@example.org>"
            return try demo.importing(
                "\(others)\(field): \(value)\nMessage-ID: <\(field)@zebra>\n\nAbout something else.\n")
        }
        #expect(try Set(demo.found(#"{"text": "zebrafish"}"#)) == Set(ids))
        for (field, id) in zip(fields, ids) {
            #expect(try demo.found(#"{"\#(field.lowercased())": "zebrafish"}"#).contains(id), "\(field)")
        }
    }

    @Test(.must("8621-4.4.1-b"), arguments: ["[]", #"["a", "b", "c"]"#, #""Subject""#, "[1]"])
    func `by a field of one or two words`(header: String) throws {
        #expect(try demo.error("Email/query", #""filter": {"header": \#(header)}"#) == "invalidArguments")
        let id = try demo.importing("From: a@example.org\nX-Sought: one\nSubject: Field\n\n\(header)\n")
        #expect(try demo.found(#"{"subject": "Field", "header": ["X-Sought"]}"#).contains(id))
        #expect(try demo.found(#"{"subject": "Field", "header": ["X-Sought", "ONE"]}"#).contains(id))
        #expect(try demo.found(#"{"subject": "Field", "header": ["X-Sought", "two"]}"#).isEmpty)
    }

    @Test(.must("8621-4.4.1-c")) func `all of them where nothing is asked for`() throws {
        let all = try demo.found("null")
        #expect(try demo.found() == all && demo.found(#"{"operator": "AND", "conditions": [{}, {}]}"#) == all)
        #expect(try demo.found(#"{"operator": "NOT", "conditions": [{}]}"#).isEmpty && !all.isEmpty)
    }

    @Test(.must("8621-4.4.1-d", "8621-4.4.1-e")) func `by all words, those in quotes beside each other`() throws {
        func make(_ body: String) throws -> String {
            try demo.importing("From: a@example.org\nSubject: Phrase\n\n\(body)\n")
        }
        let (beside, apart) = (
            try make("the quokka's burrow is here"), try make("burrow of the quokka's friend, the other")
        )
        _ = try make("a quokka alone")
        func found(_ text: String) throws -> Set<String> {
            try Set(demo.found(#"{"subject": "Phrase", "body": "\#(text)"}"#))
        }
        #expect(try found("quokka's burrow") == [beside, apart] && found("burrow quokka's") == [beside, apart])
        #expect(try found(#"\"quokka's burrow\""#) == [beside])
        // A quote within a phrase has a backslash before it.
        #expect(try found(#"'quokka\\'s burrow'"#) == [beside] && found(#"\"quokka\\'s burrow\""#) == [beside])
    }

    // MARK: Sorting

    @Test(.must("8621-4.4.2-a")) func `in the order in which they were received`() throws {
        for (isAscending, order) in [("true", { (a: String, b: String) in a < b }), ("false", { $0 > $1 })] {
            let ids = try demo.found("{}", #", "sort": [{"property": "receivedAt", "isAscending": \#(isAscending)}]"#)
            let list = try demo.call(
                "Email/get",
                #""ids": [\#(ids.map { "\"\($0)\"" }.joined(separator: ", "))], "properties": ["receivedAt"]"#)["list"]
            let times = list.elements.compactMap { $0["receivedAt"].text }
            #expect(times == times.sorted(by: order) && times.count > 60)
        }
        let session = try demo.ask("GET", "/jmap/session").text
        #expect(session.contains(#""emailQuerySortOptions":["receivedAt""#))
    }

    @Test(.must("8621-4.4.2-b"), arguments: ["hasKeyword", "allInThreadHaveKeyword", "someInThreadHaveKeyword"])
    func `by a keyword only where it is named`(property: String) throws {
        #expect(try demo.error("Email/query", #""sort": [{"property": "\#(property)"}]"#) == "invalidArguments")
    }

    @Test(.must("8621-4.4.2-c", "8621-4.4.2-d", "8621-4.4.2-e")) func `by keywords of their own, and of their threads`()
        throws
    {
        let box = try demo.makeMailbox("Sorted by keywords")
        func make(_ id: String, _ parent: String, _ isMarked: Bool) throws -> String {
            try demo.importing(
                "From: a@example.org\nSubject: \(id)\nMessage-ID: <\(id)@sort>\nReferences: <\(parent)@sort>\n\n\(id)\n",
                isMarked ? #", "keywords": {"marked": true}"# : "", into: box)
        }
        let (a1, a2) = (try make("a1", "a1", true), try make("a2", "a1", true))
        let (b1, b2) = (try make("b1", "b1", true), try make("b2", "b1", false))
        let c1 = try make("c1", "c1", false)
        func trueOnes(_ property: String) throws -> Set<String> {
            let sort = #", "sort": [{"property": "\#(property)", "keyword": "marked", "isAscending": false}]"#
            let count = ["hasKeyword": 3, "allInThreadHaveKeyword": 2, "someInThreadHaveKeyword": 4][property] ?? 0
            return try Set(demo.found(#"{"inMailbox": "\#(box)"}"#, sort).prefix(count))
        }
        #expect(try trueOnes("hasKeyword") == [a1, a2, b1])
        #expect(try trueOnes("allInThreadHaveKeyword") == [a1, a2])
        #expect(try trueOnes("someInThreadHaveKeyword") == [a1, a2, b1, b2])
        #expect(try demo.found(#"{"inMailbox": "\#(box)"}"#).contains(c1))
    }

    // MARK: Snippets

    private func snippet(_ id: String, _ filter: String) throws -> JSONValue {
        try demo.call("SearchSnippet/get", #""filter": \#(filter), "emailIds": ["\#(id)"]"#)["list"][0]
    }

    @Test(.must("8621-5-a", "8621-5-b", "8621-5-c")) func `show what was found, as HTML without marks of its own`()
        throws
    {
        let id = try demo.importing(
            "From: a@example.org\nSubject: <b>wombat</b> & co\n\n\(String(repeating: "a < b & ", count: 60))<i>wombat</i>\(String(repeating: " & more > less", count: 60))\n"
        )
        let found = try snippet(id, #"{"text": "wombat"}"#)
        #expect(found["subject"] == "&lt;b&gt;<mark>wombat</mark>&lt;/b&gt; &amp; co")
        let preview = try #require(found["preview"].text)
        #expect(preview.contains("&lt;i&gt;<mark>wombat</mark>&lt;/i&gt;") && preview.utf8.count <= 255)
        #expect(!preview.replacing("<mark>", with: "").replacing("</mark>", with: "").contains { "<>".contains($0) })
        for filter in ["{}", #"{"hasKeyword": "$seen"}"#, "null", #"{"text": "nowhere"}"#] {
            let none = try snippet(id, filter)
            #expect(none["subject"] == .null && none["preview"] == .null && none["emailId"].text == id, "\(filter)")
        }
    }
}
