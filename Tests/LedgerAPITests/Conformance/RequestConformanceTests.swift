import JSONCoding
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8620, section 3: a request` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    @Test(
        .must("8620-3.1-a"),
        arguments: [
            ("text/plain", #"{"using": [], "methodCalls": []}"#), ("application/json", "{} {}"),
            ("application/json", #"[{"using": [], "methodCalls": []}]"#), ("application/json", ""),
        ])
    func `of another type, or of no single object, is refused`(type: String, body: String) throws {
        let answer = try demo.post(body, type: type)
        #expect(answer.status == 400 && answer.fields["content-type"] == "application/problem+json")
    }

    @Test(.must("8620-3.1-b")) func `is answered by one object of JSON`() throws {
        let answer = try demo.post(#"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": []}"#)
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
        let json = try JSONBytesDecoder().decode(JSONValue.self, from: answer.body)
        #expect(json.keys == ["methodResponses", "sessionState"] && json["sessionState"].text != nil)
    }

    @Test(.must("8620-3.3-a", "8620-3.10-a")) func `has its calls done one after the other`() throws {
        let id = try #require(try demo.found().first)
        let get = #"["Email/get", {"accountId": "$A", "ids": ["\#(id)"], "properties": ["keywords"]}, "g"]"#
        func set(_ value: String) -> String {
            #"["Email/set", {"accountId": "$A", "update": {"\#(id)": {"keywords/first": \#(value)}}}, "s"]"#
        }
        let answers = try demo.calls("\(get), \(set("true")), \(get), \(set("null")), \(get)")
        let seen = [0, 2, 4].map { answers[$0][1]["list"][0]["keywords"].keys.contains("first") }
        #expect(seen == [false, true, false])
    }

    @Test(.must("8620-3.3-b")) func `may have properties that the server does not know`() throws {
        #expect(
            try demo.response(#"["Core/echo", {"a": 1}, "c"]"#, #", "colour": {"red": [1]}"#)["methodResponses"]
                == [["Core/echo", ["a": 1], "c"]])
    }

    @Test(.must("8620-3.4-a")) func `has its answers in the order of its calls`() throws {
        let calls = ["x", "y", "x", "z"].map { #"["Core/echo", {"n": "\#($0)"}, "\#($0)"]"# }.joined(separator: ", ")
        let answers = try demo.calls(calls)
        #expect(answers.map { $0[2].text } == ["x", "y", "x", "z"])
        #expect(answers.map { $0[1]["n"].text } == ["x", "y", "x", "z"])
    }

    @Test(.must("8620-3.4-b")) func `gets its ids of creation back, with those of what it made`() throws {
        let made = #"["Mailbox/set", {"accountId": "$A", "create": {"new": {"name": "Created"}}}, "c"]"#
        let response = try demo.response(made, #", "createdIds": {"old": "Fold"}"#)
        #expect(response["createdIds"]["old"] == "Fold" && response["createdIds"].keys.count == 2)
        #expect(response["createdIds"]["new"] == response["methodResponses"][0][1]["created"]["new"]["id"])
        #expect(try demo.response(made.replacing("Created", with: "Other"))["createdIds"] == .null)
    }

    @Test(
        .must("8620-3.5-a"),
        arguments: [
            (
                "Email/query",
                #""filter": null, "sort": null, "position": 0, "anchor": null, "anchorOffset": 0, "limit": null, "calculateTotal": false, "collapseThreads": false"#
            ),
            (
                "Mailbox/query",
                #""filter": null, "sort": null, "position": 0, "anchorOffset": 0, "calculateTotal": false, "sortAsTree": false, "filterAsTree": false"#
            ),
            ("Mailbox/get", #""ids": null, "properties": null"#),
            (
                "Mailbox/set",
                #""ifInState": null, "create": null, "update": null, "destroy": null, "onDestroyRemoveEmails": false"#
            ),
        ])
    func `may leave out what has a default`(method: String, defaults: String) throws {
        #expect(try demo.call(method) == demo.call(method, defaults))
    }

    @Test(.must("8620-3.6.1-a")) func `beyond a limit is answered with its name`() throws {
        let many = [String](repeating: #"["Core/echo", {}, "c"]"#, count: 33).joined(separator: ", ")
        let calls = try demo.post(#"{"using": ["urn:ietf:params:jmap:core"], "methodCalls": [\#(many)]}"#)
        #expect(calls.status == 400 && calls.text.contains(#""type":"urn:ietf:params:jmap:error:limit""#))
        #expect(calls.text.contains(#""limit":"maxCallsInRequest""#))
        let long = try demo.ask(
            "POST", "/jmap/api", ["Content-Type": "application/json", "Content-Length": "10000001"])
        #expect(long.status == 400 && long.text.contains(#""limit":"maxSizeRequest""#), "\(long.text)")
    }

    @Test(.must("8620-3.6.2-a", "8620-3.6.2-b", "8620-3.6.2-c", "8620-3.6.2-d"))
    func `has an error in the place of a call that fails, and goes on behind it`() throws {
        let answers = try demo.calls(
            #"""
            ["Core/echo", {"n": 1}, "0"], ["Nothing/at", {}, "1"],
            ["Mailbox/set", {"accountId": "$A", "create": {"n": {"name": "Not made"}}, "update": 7}, "2"],
            ["Mailbox/query", {"accountId": "$A", "filter": {"name": "Not made"}}, "3"], ["Core/echo", {"n": 2}, "4"]
            """#)
        #expect(answers.map { $0[0].text } == ["Core/echo", "error", "error", "Mailbox/query", "Core/echo"])
        #expect(answers.map { $0[2].text } == ["0", "1", "2", "3", "4"])
        #expect(answers[1][1]["type"] == "unknownMethod" && answers[2][1]["type"] == "invalidArguments")
        #expect(answers[3][1]["ids"] == [])
    }

    @Test(
        .must("8620-3.6.2-e"),
        arguments: [
            ("Email/set", #""ifInState": "s1.1-00000000", "update": {"ID": {"keywords/failed": true}}"#),
            ("Email/set", #""update": {"ID": {"keywords/failed": true}}, "destroy": "ID""#),
            ("Email/set", #""update": {"ID": {"keywords/failed": true}}, "colour": "red""#),
            ("Email/copy", #""fromAccountId": "$A", "create": {"k": {"id": "ID", "mailboxIds": {}}}"#),
            ("Mailbox/set", #""ifInState": "x", "create": {"k": {"name": "failed"}}"#),
        ])
    func `that fails leaves the ledger as it was`(method: String, arguments: String) throws {
        let id = try #require(try demo.found().first)
        let before = try demo.response(#"["Email/get", {"accountId": "$A", "ids": ["\#(id)"]}, "0"]"#)
        #expect(try demo.error(method, arguments.replacing("ID", with: id)) != nil)
        #expect(try demo.response(#"["Email/get", {"accountId": "$A", "ids": ["\#(id)"]}, "0"]"#) == before)
        #expect(try demo.found(#"{"hasKeyword": "failed"}"#).isEmpty && demo.mailboxes()["failed"] == nil)
    }

    @Test(.must("8620-3.7-a")) func `has its references resolved before its arguments are read`() throws {
        let answers = try demo.calls(
            #"""
            ["Email/query", {"accountId": "$A", "limit": 3, "sort": [{"property": "size"}]}, "q"],
            ["Email/get", {"accountId": "$A", "#ids": {"resultOf": "q", "name": "Email/query", "path": "/ids"},
                "properties": ["threadId"]}, "g"],
            ["Thread/get", {"accountId": "$A",
                "#ids": {"resultOf": "g", "name": "Email/get", "path": "/list/*/threadId"}}, "t"]
            """#)
        let ids = answers[0][1]["ids"].elements
        #expect(ids.count == 3 && answers[1][1]["list"].elements.map { $0["id"] } == ids)
        #expect(
            Set(answers[2][1]["list"].elements.map { $0["id"] })
                == Set(answers[1][1]["list"].elements.map { $0["threadId"] }))
    }

    @Test(
        .must("8620-3.7-b"),
        arguments: [
            #"{"resultOf": "x", "name": "Email/query", "path": "/ids"}"#,
            #"{"resultOf": "q", "name": "Thread/get", "path": "/ids"}"#,
            #"{"resultOf": "q", "name": "Email/query", "path": "/nothing"}"#,
            #"{"resultOf": "q", "name": "Email/query", "path": "/ids/99"}"#,
            #"{"resultOf": "q", "name": "Email/query", "path": "/ids/-1"}"#,
            #"{"resultOf": "q", "name": "Email/query", "path": "ids"}"#,
        ])
    func `whose reference leads nowhere is not done`(reference: String) throws {
        let id = try #require(try demo.found().first)
        let answers = try demo.calls(
            #"""
            ["Email/query", {"accountId": "$A", "limit": 1}, "q"],
            ["Email/set", {"accountId": "$A", "update": {"\#(id)": {"keywords/referred": true}},
                "#destroy": \#(reference)}, "s"]
            """#)
        #expect(answers[1][0] == "error" && answers[1][1]["type"] == "invalidResultReference", "\(answers[1])")
        #expect(try demo.found(#"{"hasKeyword": "referred"}"#).isEmpty)
    }

    @Test(.must("8620-3.7-c")) func `has an argument as it is or by reference, not both`() throws {
        let answers = try demo.calls(
            #"""
            ["Email/query", {"accountId": "$A", "limit": 1}, "q"],
            ["Email/get", {"accountId": "$A", "ids": [],
                "#ids": {"resultOf": "q", "name": "Email/query", "path": "/ids"}}, "g"]
            """#)
        #expect(answers[1][0] == "error" && answers[1][1]["type"] == "invalidArguments")
    }

    @Test(
        .must("8620-3.9-a"),
        arguments: [
            ("Mailbox/get", #""ids": null, "colour": 1"#), ("Mailbox/get", #""ids": "x""#),
            ("Mailbox/get", #""accountId": 7, "ids": null"#), ("Email/get", #""ids": [7]"#),
            ("Email/query", #""position": "1""#), ("Email/query", #""filter": []"#),
            ("Email/query", #""sort": [{"property": "size", "isAscending": "yes"}]"#), ("Email/changes", ""),
            ("Email/queryChanges", ""), ("Thread/changes", #""sinceState": 7"#), ("Email/set", #""create": []"#),
            ("Mailbox/set", #""update": {"x": 1}, "onDestroyRemoveEmails": "no""#), ("Email/import", ""),
            ("Email/copy", #""create": {}"#), ("Blob/copy", #""fromAccountId": "$B""#), ("Email/parse", ""),
            ("SearchSnippet/get", #""filter": {"text": "x"}"#),
        ])
    func `with arguments that are unknown, missing or of another type is refused`(
        method: String, arguments: String
    ) throws {
        #expect(try demo.error(method, arguments) == "invalidArguments")
    }
}
