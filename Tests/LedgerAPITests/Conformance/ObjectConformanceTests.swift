import JSONCoding
import MailLedger
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8620, section 5: objects` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    // MARK: /get and /changes

    @Test(.must("8620-5.1-a"), arguments: ["Email", "Thread", "Mailbox"])
    func `have no properties beside their own`(type: String) throws {
        #expect(try demo.error("\(type)/get", #""ids": [], "properties": ["id", "colour"]"#) == "invalidArguments")
    }

    @Test(.must("8620-5.1-b")) func `that change have another state`() throws {
        let types = ["Email", "Mailbox", "Thread"]
        let before = try types.map(demo.state)
        let id = try demo.importing("From: a@example.org\nSubject: State\n\nNew.\n")
        let after = try types.map(demo.state)
        #expect(zip(before, after).allSatisfy { $0 != $1 })
        _ = try demo.call("Email/set", #""update": {"\#(id)": {"keywords/changed": true}}"#)
        #expect(try demo.state(of: "Email") != after[0])
    }

    @Test(.must("8620-5.1-c"), arguments: ["Email", "Thread", "Mailbox"])
    func `that are asked for twice come once`(type: String) throws {
        let email = try #require(try demo.found().first)
        let ids = ["Email": email, "Thread": try #require(try demo.email(email, #""threadId""#)["threadId"].text)]
        let id = try ids[type] ?? demo.inbox()
        let got = try demo.call("\(type)/get", #""ids": ["\#(id)", "x", "\#(id)", "x"]"#)
        #expect(got["list"].elements.map { $0["id"].text } == [id] && got["notFound"] == ["x"])
    }

    @Test(.must("8620-5.2-a", "8620-5.2-c"), arguments: ["Email", "Thread", "Mailbox"], [2, 3, 1_000])
    func `change by no more than is asked for`(type: String, most: Int) throws {
        var (state, hasMore, created) = ("s1.0-00000000", true, Set<String>())
        while hasMore {
            let page = try demo.call("\(type)/changes", #""sinceState": "\#(state)", "maxChanges": \#(most)"#)
            let ids = ["created", "updated", "destroyed"].flatMap { page[$0].elements }
            #expect(ids.count <= most && Set(ids).count == ids.count)
            created.formUnion(page["created"].elements.compactMap(\.text))
            hasMore = page["hasMoreChanges"] == true
            state = try #require(page["newState"].text)
        }
        #expect(
            try created
                == Set(
                    demo.call("\(type)/changes", #""sinceState": "s1.0-00000000""#)["created"].elements.compactMap(
                        \.text)))
        #expect(try state == demo.state(of: type) && !created.isEmpty)
    }

    @Test(.must("8620-5.2-b"), arguments: ["0", "-1", #""2""#, "1.5"])
    func `change by a number above 0`(most: String) throws {
        let arguments = #""sinceState": "s1.0-00000000", "maxChanges": \#(most)"#
        for type in ["Email", "Thread", "Mailbox"] {
            #expect(try demo.error("\(type)/changes", arguments) == "invalidArguments")
        }
    }

    @Test(.must("8620-5.2-d"), arguments: ["", "nonsense", "s1.99999999-00000000", "s1.5-00000000", "s2.0-00000000"])
    func `have no changes since a state that the log does not have`(state: String) throws {
        for type in ["Email", "Thread", "Mailbox"] {
            #expect(try demo.error("\(type)/changes", #""sinceState": "\#(state)""#) == "cannotCalculateChanges")
        }
    }

    @Test(.must("8620-5.2-e"), arguments: [1, 2, 5])
    func `are made before they change and end, page by page`(most: Int) throws {
        var known = Set(try demo.found())
        var state = try demo.state(of: "Email")
        let ids = try (0..<4).map { try demo.importing("From: a@example.org\nSubject: \(most) \($0)\n\nNew.\n") }
        let update = ids.map { #""\#($0)": {"keywords/paged": true}"# }.joined(separator: ", ")
        _ = try demo.call("Email/set", #""update": {\#(update)}, "destroy": ["\#(ids[1])"]"#)
        _ = try demo.call("Email/set", #""destroy": ["\#(ids[3])"]"#)
        var hasMore = true
        while hasMore {
            let page = try demo.call("Email/changes", #""sinceState": "\#(state)", "maxChanges": \#(most)"#)
            let parts = ["created", "updated", "destroyed"].map { Set(page[$0].elements.compactMap(\.text)) }
            #expect(parts[0].isDisjoint(with: known) && parts[1].isSubset(of: known))
            #expect(parts[2].isSubset(of: known.union(parts[0])))
            known = known.union(parts[0]).subtracting(parts[2])
            hasMore = page["hasMoreChanges"] == true
            state = try #require(page["newState"].text)
        }
        #expect(try known == Set(demo.found()))
    }

    // MARK: /set

    @Test(
        .must("8620-5.3-a", "8620-5.3-b", "8620-5.3-c"),
        arguments: [
            #""from/0/name": "x""#, #""references/0": "x""#, #""keywords/a/b": true"#, #""nothing/a": true"#,
            #""mailboxIds/a/b": true"#, #""keywords": {"a": true}, "keywords/b": true"#,
            #""mailboxIds": {"INBOX": true}, "mailboxIds/x": null"#,
        ])
    func `are patched at places that are there, none within another`(patch: String) throws {
        let id = try #require(try demo.found().first)
        let before = try demo.email(id, #""keywords", "mailboxIds", "from""#)
        let patch = try patch.replacing("INBOX", with: demo.inbox())
        let done = try demo.call("Email/set", #""update": {"\#(id)": {\#(patch)}}"#)
        #expect(done["notUpdated"][id]["type"] == "invalidPatch", "\(done)")
        #expect(try demo.email(id, #""keywords", "mailboxIds", "from""#) == before)
    }

    @Test(.must("8620-5.3-d")) func `keep what the server alone sets, and may be given it as it is`() throws {
        let id = try #require(try demo.found().first)
        let size = try #require(try demo.email(id, #""size""#)["size"].number)
        for (value, type) in [(size, nil), (size + 1, "invalidProperties")] {
            let done = try demo.call("Email/set", #""update": {"\#(id)": {"size": \#(value), "id": "\#(id)"}}"#)
            #expect(done["notUpdated"][id]["type"].text == type && (done["updated"].keys == [id]) == (type == nil))
        }
        let inbox = try demo.inbox()
        let total = try #require(try demo.mailboxes()["INBOX"]?["totalEmails"].number)
        for (value, type) in [(total, nil), (total + 1, "invalidProperties")] {
            let done = try demo.call("Mailbox/set", #""update": {"\#(inbox)": {"totalEmails": \#(value)}}"#)
            #expect(done["notUpdated"][inbox]["type"].text == type)
        }
    }

    @Test(.must("8620-5.3-e")) func `are changed as a whole or not at all`() throws {
        let id = try #require(try demo.found().first)
        let done = try demo.call("Email/set", #""update": {"\#(id)": {"keywords/half": true, "size": 1}}"#)
        #expect(done["notUpdated"].keys == [id])
        let box = try demo.makeMailbox("Whole")
        _ = try demo.call("Mailbox/set", #""update": {"\#(box)": {"name": "Half", "sortOrder": -1}}"#)
        #expect(try demo.found(#"{"hasKeyword": "half"}"#).isEmpty && demo.mailboxes()["Half"] == nil)
    }

    @Test(.must("8620-5.3-f")) func `are valid behind a call, whatever they are amid it`() throws {
        let (a, b) = (try demo.makeMailbox("Left"), try demo.makeMailbox("Right"))
        let done = try demo.call(
            "Mailbox/set", #""update": {"\#(a)": {"name": "Right"}, "\#(b)": {"name": "Left"}}"#)
        #expect(Set(done["updated"].keys) == [a, b], "\(done)")
        let boxes = try demo.mailboxes()
        #expect(boxes["Right"]?["id"].text == a && boxes["Left"]?["id"].text == b)
    }

    @Test(.must("8620-5.3-g", "8620-5.3-h")) func `that are refused keep no others from being changed`() throws {
        let (stays, goes) = (try demo.makeMailbox("Stays"), try demo.makeMailbox("Goes"))
        let done = try demo.call(
            "Mailbox/set",
            #"""
            "create": {"bad": {"name": ""}, "good": {"name": "Good"}},
            "update": {"nothing": {"name": "x"}, "\#(stays)": {"name": "Stayed"}}, "destroy": ["nowhere", "\#(goes)"]
            """#)
        #expect(done["notCreated"].keys == ["bad"] && done["created"].keys == ["good"])
        #expect(done["notUpdated"]["nothing"]["type"] == "notFound" && done["updated"].keys == [stays])
        #expect(done["notDestroyed"]["nowhere"]["type"] == "notFound" && done["destroyed"] == [.string(goes)])
        let email = try demo.importing("From: a@example.org\nSubject: Refused beside\n\nNew.\n")
        let set = try demo.call(
            "Email/set",
            #""create": {"bad": {}}, "update": {"x": {}, "\#(email)": {"keywords/beside": true}}, "destroy": ["y"]"#)
        #expect(set["notCreated"].keys == ["bad"] && set["updated"].keys == [email])
        #expect(set["notUpdated"]["x"]["type"] == "notFound" && set["notDestroyed"]["y"]["type"] == "notFound")
    }

    @Test(.must("8620-5.3-i", "8620-5.3-k")) func `are meant by their ids of creation, the last of each`() throws {
        let blob = try #require(try demo.upload("From: a@example.org\nSubject: Meant\n\nx\n")["blobId"].text)
        let answers = try demo.calls(
            #"""
            ["Mailbox/set", {"accountId": "$A", "create": {"k": {"name": "First k"}}}, "0"],
            ["Mailbox/set", {"accountId": "$A", "create": {"k": {"name": "Second k"}}}, "1"],
            ["Email/import", {"accountId": "$A", "emails": {"e": {"blobId": "\#(blob)", "mailboxIds": {"#k": true}}}}, "2"],
            ["Email/get", {"accountId": "$A", "ids": ["#e"], "properties": ["mailboxIds"]}, "3"],
            ["Mailbox/get", {"accountId": "$A", "ids": ["#k"], "properties": ["name"]}, "4"]
            """#)
        let second = answers[1][1]["created"]["k"]["id"]
        #expect(
            answers[3][1]["list"][0]["mailboxIds"].keys == [second.text]
                && answers[0][1]["created"]["k"]["id"] != second)
        #expect(answers[4][1]["list"][0]["name"] == "Second k")
    }

    @Test(.must("8620-5.3-j")) func `are made in the order that their references need`() throws {
        let done = try demo.call(
            "Mailbox/set",
            ##"""
            "create": {"leaf": {"name": "Leaf", "parentId": "#branch"}, "branch": {"name": "Branch", "parentId": "#root"},
                "root": {"name": "Root"}}, "update": {"#leaf": {"sortOrder": 9}}
            """##)
        #expect(Set(done["created"].keys) == ["leaf", "branch", "root"], "\(done)")
        let boxes = try demo.mailboxes()
        #expect(
            boxes["Leaf"]?["parentId"] == boxes["Branch"]?["id"] && boxes["Branch"]?["parentId"] == boxes["Root"]?["id"]
        )
        #expect(boxes["Leaf"]?["sortOrder"] == 9)
    }

    @Test(.must("8620-5.3-l")) func `are refused for the reason that says most`() throws {
        let parent = try demo.makeMailbox("Parent")
        _ = try demo.makeMailbox("Child", #", "parentId": "\#(parent)""#)
        let boxes = try demo.call(
            "Mailbox/set",
            #""create": {"k": {"name": "Parent"}}, "update": {"\#(parent)": 7}, "destroy": ["\#(parent)"]"#)
        #expect(boxes["notCreated"]["k"]["type"] == "alreadyExists")
        #expect(boxes["notCreated"]["k"]["existingId"].text == parent)
        #expect(boxes["notUpdated"][parent]["type"] == "willDestroy")
        #expect(boxes["notDestroyed"][parent]["type"] == "mailboxHasChild")
        let blob = #""attachments": [{"blobId": "U00", "type": "image/png"}]"#
        #expect(try demo.create(blob)["type"] == "blobNotFound")
    }

    // MARK: /copy

    @Test(.must("8620-5.4-a", "8620-5.4-b")) func `are copied from another account, by their ids there`() throws {
        let id = try #require(try demo.found().first)
        let place = try #""mailboxIds": {"\#(demo.inbox())": true}"#
        let copy = #""accountId": "$A", "create": {"k": {"id": "\#(id)", \#(place)}}"#
        #expect(try demo.error("Email/copy", #""fromAccountId": "$A", \#(copy)"#) == "invalidArguments")
        #expect(
            try demo.error("Blob/copy", #""accountId": "$A", "fromAccountId": "$A", "blobIds": []"#)
                == "invalidArguments")
        let without = try demo.call(
            "Email/copy", #""accountId": "$A", "fromAccountId": "$B", "create": {"k": {\#(place)}}"#)
        #expect(without["notCreated"]["k"]["type"] == "invalidProperties", "\(without)")
    }

    @Test(.must("8620-5.4-c", "8620-5.4-d")) func `that were copied end where that is asked for, before the next call`()
        throws
    {
        let found = try demo.call("Email/query", #""accountId": "$B", "limit": 2"#)["ids"].elements.compactMap(\.text)
        let place = try #""mailboxIds": {"\#(demo.inbox())": true}"#
        let create = found.map { #""\#($0)": {"id": "\#($0)", \#(place)}"# }.joined(separator: ", ")
        let answers = try demo.calls(
            #"""
            ["Email/copy", {"accountId": "$A", "fromAccountId": "$B", "create": {\#(create)},
                "onSuccessDestroyOriginal": true}, "copy"],
            ["Email/get", {"accountId": "$B", "ids": ["\#(found[0])", "\#(found[1])"], "properties": ["id"]}, "get"]
            """#)
        #expect(answers.map { $0[0].text } == ["Email/copy", "Email/set", "Email/get"])
        #expect(answers[1][2] == "copy" && Set(answers[1][1]["destroyed"].elements.compactMap(\.text)) == Set(found))
        #expect(Set(answers[2][1]["notFound"].elements.compactMap(\.text)) == Set(found))
        let here = try #require(answers[0][1]["created"][found[0]]["id"].text)
        let there = try #""mailboxIds": {"\#(demo.inbox(of: "$C"))": true}"#
        let again = #""accountId": "$C", "fromAccountId": "$A", "create": {"k": {"id": "\#(here)", \#(there)}}"#
        let first = try demo.call("Email/copy", again)
        let second = try demo.call("Email/copy", again)
        #expect(second["notCreated"]["k"]["type"] == "alreadyExists")
        #expect(
            second["notCreated"]["k"]["existingId"] == first["created"]["k"]["id"] && first["created"]["k"] != .null)
    }

    // MARK: /query and /queryChanges

    @Test(
        .must("8620-5.5-a"),
        arguments: [
            #"{"operator": "XOR", "conditions": []}"#, #"{"operator": "and", "conditions": [{}]}"#,
            #"{"operator": "AND"}"#, #"{"operator": 7, "conditions": []}"#,
            #"{"operator": "AND", "conditions": [{"operator": "XOR", "conditions": []}]}"#,
        ])
    func `are found by AND, OR and NOT, and by no other operator`(filter: String) throws {
        for type in ["Email", "Mailbox"] {
            let error = try demo.error("\(type)/query", #""filter": \#(filter)"#)
            #expect(error == "invalidArguments" || error == "unsupportedFilter")
        }
    }

    @Test(.must("8620-5.5-b"), arguments: ["null", "[]", #"[{"property": "hasKeyword", "keyword": "nobodys"}]"#])
    func `that sort alike keep their order`(sort: String) throws {
        let first = try demo.found("{}", #", "sort": \#(sort)"#)
        for _ in 0..<3 { #expect(try demo.found("{}", #", "sort": \#(sort)"#) == first) }
        let pages = try (0..<3).flatMap { page in
            try demo.found("{}", #", "sort": \#(sort), "position": \#(page * 7), "limit": 7"#)
        }
        #expect(pages == Array(first.prefix(21)))
    }

    @Test(.must("8620-5.5-c")) func `sort by letters beyond ASCII`() throws {
        let box = try demo.makeMailbox("Letters")
        for subject in ["éb", "ÉA", "ÉC"] {
            _ = try demo.importing("From: a@example.org\nSubject: \(subject)\n\nx\n", into: box)
        }
        let sorted = try demo.found(#"{"inMailbox": "\#(box)"}"#, #", "sort": [{"property": "subject"}]"#)
        #expect(try sorted.map { try demo.email($0, #""subject""#)["subject"].text } == ["ÉA", "éb", "ÉC"])
    }

    @Test(.must("8620-5.5-d", "8620-5.5-e")) func `are counted from the end, and by no negative number`() throws {
        let all = try demo.found()
        let last = try demo.call("Email/query", #""position": -3"#)
        #expect(last["ids"].elements.compactMap(\.text) == all.suffix(3) && last["position"].number == all.count - 3)
        let before = try demo.call("Email/query", #""position": -100000, "limit": 2"#)
        #expect(before["ids"].elements.compactMap(\.text) == Array(all.prefix(2)) && before["position"] == 0)
        for type in ["Email", "Mailbox"] {
            #expect(try demo.error("\(type)/query", #""limit": -1"#) == "invalidArguments")
        }
    }

    @Test(.must("8620-5.5-f", "8620-5.5-g")) func `stand beside an anchor, or at a position`() throws {
        let all = try demo.found()
        let beside = try demo.call(
            "Email/query", #""anchor": "\#(all[5])", "anchorOffset": -1, "position": 20, "limit": 2"#)
        #expect(beside["ids"].elements.compactMap(\.text) == [all[4], all[5]] && beside["position"] == 4)
        #expect(try demo.found("{}", #", "position": 3, "anchorOffset": 9, "limit": 1"#) == [all[3]])
    }

    @Test(.must("8620-5.5-h")) func `that are found otherwise have another state of the query`() throws {
        func state(_ type: String) throws -> String? { try demo.call("\(type)/query")["queryState"].text }
        let before = (try state("Email"), try state("Mailbox"))
        _ = try demo.importing("From: a@example.org\nSubject: Found otherwise\n\nx\n")
        _ = try demo.makeMailbox("Found otherwise")
        #expect(try state("Email") != before.0 && state("Mailbox") != before.1)
    }

    @Test(.must("8620-5.5-i", "8620-5.5-j")) func `are none beyond the last, and counted where that is asked for`()
        throws
    {
        for type in ["Email", "Mailbox"] {
            let total = try #require(try demo.call("\(type)/query", #""calculateTotal": true"#)["total"].number)
            for position in [total, total + 100] {
                #expect(try demo.call("\(type)/query", #""position": \#(position)"#)["ids"] == [])
            }
            let plain = try demo.call("\(type)/query")
            #expect(!plain.keys.contains("total") && plain["ids"].elements.count == total)
        }
    }

    @Test(.must("8620-5.6-a", "8620-5.6-b", "8620-5.6-c"))
    func `that may have moved in a list are named, in the order of their places`() throws {
        let rest = #""filter": {"notKeyword": "gone"}, "sort": [{"property": "size"}]"#
        let before = try demo.call("Email/query", rest)
        let list = before["ids"].elements.compactMap(\.text)
        let since = try #require(before["queryState"].text)
        let update =
            [7, 3].map { #""\#(list[$0])": {"keywords/gone": true}"# } + [#""\#(list[5])": {"keywords/other": true}"#]
        _ = try demo.call("Email/set", #""update": {\#(update.joined(separator: ", "))}"#)
        for subject in ["Much longer than the one before it", "Short"] {
            _ = try demo.importing("From: a@example.org\nSubject: \(subject)\n\nx\n")
        }
        let plain = try demo.call("Email/queryChanges", #"\#(rest), "sinceQueryState": "\#(since)""#)
        #expect(!plain.keys.contains("total"))
        let changes = try demo.call(
            "Email/queryChanges", #"\#(rest), "sinceQueryState": "\#(since)", "calculateTotal": true"#)
        let after = try demo.call("Email/query", #"\#(rest), "calculateTotal": true"#)
        #expect(changes["total"] == after["total"])
        let removed = Set(changes["removed"].elements.compactMap(\.text))
        #expect(removed.isSuperset(of: [list[3], list[5], list[7]]))
        let places = changes["added"].elements.compactMap { $0["index"].number }
        #expect(places == places.sorted() && places.count >= 3)
        var replayed = list.filter { !removed.contains($0) }
        for added in changes["added"].elements {
            replayed.insert(try #require(added["id"].text), at: try #require(added["index"].number))
        }
        #expect(replayed == after["ids"].elements.compactMap(\.text))
    }
}
