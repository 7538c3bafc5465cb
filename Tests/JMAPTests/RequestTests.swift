import JMAP
import JSONCoding
import Testing

/// RFC 8620 section 3.
@Suite struct `A request of JMAP` {
    private static let using = #""using": ["urn:ietf:params:jmap:core"]"#

    private func problem(_ body: String) throws -> JMAPProblem? {
        do {
            _ = try JMAPRequest(Array(body.utf8), JMAPLimits())
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "", "nonsense", "{", #"{"using": [], "using": [], "methodCalls": []}"#, #"{"a": "\ud800"}"#,
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65), String(repeating: "[", count: 1_000_000),
    ])
    func `that is no I-JSON is a problem as a whole`(body: String) throws {
        #expect(try problem(body)?.type == "notJSON")
        #expect(throws: JMAPProblem.self) { try JMAPRequest([0xFF, 0xFE], JMAPLimits()) }
    }

    @Test(arguments: [
        "[]", "null", "{}", #"{"using": []}"#, #"{"using": {}, "methodCalls": []}"#,
        #"{"using": [1], "methodCalls": []}"#, #"{"using": [], "methodCalls": {}}"#,
        #"{"using": [], "methodCalls": [{}]}"#, #"{"using": [], "methodCalls": [["a", {}]]}"#,
        #"{"using": [], "methodCalls": [["a", {}, 1]]}"#, #"{"using": [], "methodCalls": [["a", [], "c"]]}"#,
        #"{"using": [], "methodCalls": [], "createdIds": []}"#,
        #"{"using": [], "methodCalls": [], "createdIds": {"a": 1}}"#,
    ])
    func `of another form is a problem as a whole`(body: String) throws {
        #expect(try problem(body)?.type == "notRequest")
    }

    @Test func `that uses what is not there, or goes beyond a bound, is a problem, and says which`() throws {
        let unknown = try #require(
            try problem(#"{"using": ["urn:ietf:params:jmap:submission"], "methodCalls": []}"#))
        #expect(unknown.json["type"] == "urn:ietf:params:jmap:error:unknownCapability")
        #expect(unknown.json["status"] == 400 && unknown.limit == nil)
        let calls = (0..<33).map { #"["Core/echo", {}, "\#($0)"]"# }.joined(separator: ",")
        let many = try #require(try problem("{\(Self.using), \"methodCalls\": [\(calls)]}"))
        #expect(many.type == "limit" && many.json["limit"] == "maxCallsInRequest")
        let long = try #require(try problem(String(repeating: " ", count: 10_000_001)))
        #expect(long.type == "limit" && long.json["limit"] == "maxSizeRequest")
    }

    @Test func `is answered call by call, in order, each with the id of its call`() throws {
        let asked = try AskedLedger([])
        let answer = try asked.ask(
            """
            {"using": ["urn:ietf:params:jmap:core"], "methodCalls": [["Core/echo", {"a": {"b": [1, 2.5, null, "é"]}}, "x"],
                ["No/such", {}, "y"], ["Core/echo", {}, "x"]]}
            """)
        #expect(answer["sessionState"] == "state" && answer["createdIds"] == .null)
        let responses = answer["methodResponses"]
        #expect(responses[0] == ["Core/echo", ["a": ["b": [1, 2.5, nil, "é"]]], "x"])
        #expect(responses[1][0] == "error" && responses[1][1]["type"] == "unknownMethod" && responses[1][2] == "y")
        #expect(responses[2] == ["Core/echo", [:], "x"])
    }

    @Test func `finds no method of what it does not use`() throws {
        let asked = try AskedLedger([])
        let answer = try asked.ask("{\(Self.using), \"methodCalls\": [[\"Mailbox/get\", {}, \"c\"]]}")
        #expect(answer["methodResponses"][0][1]["type"] == "unknownMethod")
    }

    @Test func `gets created ids back where it gives some, and names what is meant by them`() throws {
        let asked = try AskedLedger()
        let inbox = try #require(try asked.mailboxes()["INBOX"]?["id"].text)
        let answer = try asked.ask(
            """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "createdIds": {"k": "\(inbox)"},
                "methodCalls": [["Mailbox/get", {"accountId": "\(try asked.account)", "ids": ["#k", "#other"]}, "c"]]}
            """)
        #expect(answer["createdIds"] == ["k": .string(inbox)])
        let get = answer["methodResponses"][0][1]
        #expect(get["list"][0]["id"] == .string(inbox) && get["notFound"] == ["#other"])
        // By both ids one mailbox is not entered and left.
        let email = try #require(try asked.call("Email/query", #"{"accountId": "$A"}"#)["ids"][0].text)
        let set = try asked.ask(
            """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "createdIds": {"k": "\(inbox)"},
                "methodCalls": [["Email/set", {"accountId": "\(try asked.account)", "update": {"\(email)":
                    {"mailboxIds/#k": true, "mailboxIds/\(inbox)": null}}}, "c"]]}
            """)["methodResponses"][0][1]
        #expect(set["notUpdated"][email]["type"] == "invalidPatch")
    }

    @Test(arguments: [
        ("{}", "invalidArguments"), (#"{"accountId": 3}"#, "invalidArguments"),
        (#"{"accountId": "$A", "nonsense": 1}"#, "invalidArguments"), (#"{"accountId": "A00"}"#, "accountNotFound"),
        (#"{"accountId": "A00000000000000000000000000000000"}"#, "accountNotFound"),
        (#"{"accountId": "$A", "ids": "x"}"#, "invalidArguments"),
        (#"{"accountId": "$A", "ids": [1]}"#, "invalidArguments"),
        (#"{"accountId": "$A", "properties": ["name", "nonsense"]}"#, "invalidArguments"),
    ])
    func `of the wrong arguments fails in its own place`(arguments: String, error: String) throws {
        #expect(try AskedLedger([]).error("Mailbox/get", arguments) == error)
    }
}

/// RFC 8620 section 3.6.2.
@Suite struct `A call that fails` {
    private static let unanswerable = #"["Email/query", {"accountId": "$A", "filter": {"text": 7}}, "1"]"#

    @Test func `leaves the answers of those before and behind it, which may have written`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found("{}").first)
        let answers = try asked.calls(
            """
            ["Email/set", {"accountId": "$A", "update": {"\(id)": {"keywords/x": true}}}, "0"], \(Self.unanswerable),
            ["Email/query", {"accountId": "$A", "filter": {"hasKeyword": "x"}}, "2"]
            """)
        #expect(answers[0][1]["updated"].keys == [id])
        #expect(answers[1][0] == "error" && answers[1][1]["type"] == "invalidArguments", "\(answers[1])")
        #expect(answers[2][1]["ids"] == [.string(id)])
    }

    @Test func `is answered so in a request that writes nothing, too`() throws {
        let asked = try AskedLedger()
        let answers = try asked.calls(#"\#(Self.unanswerable), ["Mailbox/get", {"accountId": "$A"}, "2"]"#)
        #expect(answers[0][1]["type"] == "invalidArguments" && answers[1][0] == "Mailbox/get")
        // Words are looked for all the same, once the full text is there.
        #expect(try asked.found(#"{"text": "fees"}"#).isEmpty == false)
    }

    @Test(arguments: ["Email", "Mailbox"]) func `by too many comparators is told so`(type: String) throws {
        let asked = try AskedLedger([])
        let property = type == "Email" ? "size" : "name"
        func sorted(_ count: Int) throws -> String? {
            let comparators = Array(repeating: #"{"property": "\#(property)"}"#, count: count).joined(separator: ",")
            return try asked.error("\(type)/query", #"{"accountId": "$A", "sort": [\#(comparators)]}"#)
        }
        #expect(try sorted(20) == nil)
        #expect(try sorted(21) == "unsupportedSort" && sorted(3_000) == "unsupportedSort")
    }
}

/// What a small request could keep a thread busy with.
@Suite struct `A request that asks for much` {
    private func list(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map { "\"\(text($0))\"" }.joined(separator: ",")
    }

    @Test(arguments: ["properties", "bodyProperties"]) func `gets at most 200 properties`(key: String) throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found("{}").first)
        for (count, error) in [(200, nil), (201, "invalidArguments"), (20_000, "invalidArguments")] {
            let names = list(count) { "header:x\($0)" }
            #expect(
                try asked.error("Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "\#(key)": [\#(names)]}"#)
                    == error)
        }
    }

    @Test func `refers to others in a call of at most 1,000 arguments`() throws {
        let first = #"["Core/echo", {"v": 1}, "0"]"#
        for (count, name) in [(999, "Core/echo"), (1_000, "error"), (50_000, "error")] {
            let members = (0..<count).map { "\"x\($0)\": 0" }.joined(separator: ",")
            let reference = ##""#y": {"resultOf": "0", "name": "Core/echo", "path": "/v"}"##
            let answers = try AskedLedger([]).calls(#"\#(first), ["Core/echo", {\#(members), \#(reference)}, "1"]"#)
            #expect(answers[1][0] == .string(name), "\(count)")
        }
    }

    @Test func `filters by at most 1,000 mailboxes`() throws {
        let asked = try AskedLedger([])
        for (count, error) in [(1_000, nil), (150_000, "unsupportedFilter")] {
            let ids = list(count) { "F\($0)" }
            let filter = #"{"inMailboxOtherThan": [\#(ids)]}"#
            #expect(try asked.error("Email/query", #"{"accountId": "$A", "filter": \#(filter)}"#) == error)
        }
    }

    @Test func `gets no more answers once its time is over`() throws {
        var limits = JMAPLimits()
        limits.seconds = 0
        let asked = try AskedLedger([], limits: limits)
        let answers = try asked.calls(#"["Core/echo", {}, "0"], ["Mailbox/get", {"accountId": "$A"}, "1"]"#)
        #expect(answers.count == 2 && answers.allSatisfy { $0[1]["type"] == "serverUnavailable" })
    }

    @Test func `gets what has room, and the next call what is left of it`() throws {
        var limits = JMAPLimits()
        limits.answer = 20_000
        let asked = try AskedLedger(limits: limits)
        let parts = (0..<2_000).map { "--b\n\npart \($0)\n" }.joined()
        try asked.receive("Subject: many\nContent-Type: multipart/mixed; boundary=b\n\n\(parts)--b--\n")
        let id = try #require(try asked.found(#"{"subject": "many"}"#).first)
        func get(_ rest: String, _ call: Int) -> String {
            #"["Email/get", {"accountId": "$A", "ids": ["\#(id)"], \#(rest)}, "\#(call)"]"#
        }
        let calls = [
            get(#""properties": ["bodyStructure"]"#, 0), get(#""properties": ["subject"]"#, 1),
            get(#""properties": ["bodyValues"], "fetchAllBodyValues": true"#, 2), get(#""properties": ["size"]"#, 3),
        ]
        let answers = try asked.calls(calls.joined(separator: ","))
        #expect(answers.map { $0[0].text } == ["error", "Email/get", "error", "Email/get"], "\(answers)")
        #expect(answers[0][1]["type"] == "requestTooLarge" && answers[2][1]["type"] == "requestTooLarge")
    }

    @Test(arguments: ["Mailbox/get", "Thread/get", "Email/query"]) func `has one room for all calls`(method: String)
        throws
    {
        var limits = JMAPLimits()
        limits.answer = 20_000
        let asked = try AskedLedger(limits: limits)
        let threads = try asked.found("{}").map { $0.replacing("M", with: "T") }
        let ids = method == "Thread/get" ? #", "ids": ["\#(threads.joined(separator: "\", \""))"]"# : ""
        let call = #"["\#(method)", {"accountId": "$A"\#(ids)}, "c"]"#
        let answers = try asked.calls(Array(repeating: call, count: 32).joined(separator: ","))
        #expect(answers[0][0] == .string(method))
        #expect(answers[31][1]["type"] == "requestTooLarge", "\(answers[31])")
    }

    @Test func `gets no more answers from a server that stops`() throws {
        let asked = try AskedLedger([])
        let body = #"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [["Core/echo", {}, "0"]]}"#
        let request = try JMAPRequest(Array(body.utf8), JMAPLimits())
        func answer(by end: Int64) throws -> JSONValue {
            try JMAPService(stopsAt: { end }).answer(request, of: asked.caller, on: asked.ledger) { _ in "" }
        }
        #expect(try answer(by: .max)["methodResponses"][0][0] == "Core/echo")
        #expect(try answer(by: 0)["methodResponses"][0][1]["type"] == "serverUnavailable")
    }

    @Test func `gets many ids of creation back soon`() throws {
        let ids = (0..<50_000).map { "\"k\($0)\": \"x\"" }.joined(separator: ",")
        let answer = try AskedLedger([]).ask(
            #"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [], "createdIds": {\#(ids)}}"#)
        #expect(answer["createdIds"].keys.count == 50_000)
    }
}

/// RFC 8620 section 3.7.
@Suite struct `A result reference` {
    private let echoed =
        #"["Core/echo", {"list": [{"ids": ["a", "b"], "n": 1}, {"ids": ["c"], "n": 2}], "a/b": {"~x": "y"}}, "0"]"#

    private func value(_ reference: String, _ first: String? = nil) throws -> JSONValue {
        let answers = try AskedLedger([]).calls("\(first ?? echoed), [\"Core/echo\", {\"#v\": \(reference)}, \"1\"]")
        let last = try #require(answers.last)
        return last[0] == "error" ? last[1]["type"] : last[1]["v"]
    }

    @Test func `takes a value of an answer before it, by a path`() throws {
        func path(_ path: String) throws -> JSONValue {
            try value(#"{"resultOf": "0", "name": "Core/echo", "path": "\#(path)"}"#)
        }
        #expect(try path("/list/0/n") == 1)
        #expect(try path("/list/*/n") == [1, 2])
        #expect(try path("/list/*/ids") == ["a", "b", "c"])
        #expect(try path("/a~1b/~0x") == "y")
        #expect(try path("/list/1") == ["ids": ["c"], "n": 2])
        for wrong in [
            "/nothing", "/list/2", "/list/01", "/list/-1", "/list/x", "/list/0/n/*", "list", "/list/*/none", "/a~2b",
            "/a~",
        ] {
            #expect(try path(wrong) == "invalidResultReference", "\(wrong)")
        }
    }

    @Test func `is invalid where it is of no call before it, of another method, or of one that failed`() throws {
        #expect(try value(#"{"resultOf": "9", "name": "Core/echo", "path": "/list"}"#) == "invalidResultReference")
        #expect(try value(#"{"resultOf": "1", "name": "Core/echo", "path": "/v"}"#) == "invalidResultReference")
        #expect(try value(#"{"resultOf": "0", "name": "Email/get", "path": "/list"}"#) == "invalidResultReference")
        let failed = #"["No/such", {}, "0"]"#
        #expect(
            try value(#"{"resultOf": "0", "name": "No/such", "path": "/type"}"#, failed) == "invalidResultReference")
        #expect(try value("7") == "invalidArguments")
    }

    @Test func `does not stand beside the argument itself`() throws {
        let both = ##"["Core/echo", {"v": 1, "#v": {"resultOf": "0", "name": "Core/echo", "path": "/list"}}, "1"]"##
        let answers = try AskedLedger([]).calls("\(echoed), \(both)")
        #expect(answers.last?[1]["type"] == "invalidArguments")
    }

    @Test func `that would double its value again and again is stopped`() throws {
        let first = #"["Core/echo", {"v": ["0123456789"]}, "0"]"#
        let whole = { (number: Int) in #"{"resultOf": "\#(number)", "name": "Core/echo", "path": ""}"# }
        let others = (1..<32).map { number in
            ##"["Core/echo", {"#a": \##(whole(number - 1)), "#b": \##(whole(number - 1))}, "\##(number)"]"##
        }
        let answers = try AskedLedger([]).calls(([first] + others).joined(separator: ","))
        #expect(answers.count == 32 && answers[10][0] == "Core/echo")
        #expect(
            answers.contains { $0[1]["type"] == "requestTooLarge" }
                && answers.last?[1]["type"] == "invalidResultReference")
    }

    @Test func `leads from a query to its messages and their threads`() throws {
        let asked = try AskedLedger()
        let answers = try asked.calls(
            """
            ["Email/query", {"accountId": "$A", "limit": 5}, "0"],
            ["Email/get", {"accountId": "$A", "#ids": {"resultOf": "0", "name": "Email/query", "path": "/ids"},
                "properties": ["threadId"]}, "1"],
            ["Thread/get", {"accountId": "$A", "#ids": {"resultOf": "1", "name": "Email/get", "path": "/list/*/threadId"}}, "2"]
            """)
        #expect(answers[1][1]["list"].elements.map { $0["id"] } == answers[0][1]["ids"].elements)
        let members = answers[2][1]["list"].elements.flatMap { $0["emailIds"].elements }
        #expect(Set(members).isSuperset(of: answers[0][1]["ids"].elements))
        #expect(answers[2][1]["notFound"] == [])
    }
}
