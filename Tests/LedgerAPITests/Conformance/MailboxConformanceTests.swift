import JSONCoding
import MailLedger
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8621, sections 2 and 3: mailboxes and threads` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    private func refusal(_ mailbox: String) throws -> JSONValue {
        try demo.call("Mailbox/set", #""create": {"k": {\#(mailbox)}}"#)["notCreated"]["k"]
    }

    @Test(.must("8621-2-a", "8621-4.1.1-a")) func `have every email in one of them, until it ends`() throws {
        let id = try #require(try demo.found().first)
        let boxes = try demo.email(id, #""mailboxIds""#)["mailboxIds"]
        let leave = boxes.keys.map { #""mailboxIds/\#($0)": null"# }.joined(separator: ", ")
        for patch in [#""mailboxIds": {}"#, leave] {
            let done = try demo.call("Email/set", #""update": {"\#(id)": {\#(patch)}}"#)
            #expect(done["notUpdated"][id]["type"] == "invalidProperties", "\(done)")
        }
        #expect(try demo.email(id, #""mailboxIds""#)["mailboxIds"] == boxes)
        #expect(try demo.create(#""mailboxIds": {}, "subject": "Nowhere""#)["type"] == "invalidProperties")
        let all = try demo.call("Email/get", #""ids": \#(ids(demo.found())), "properties": ["mailboxIds"]"#)["list"]
        #expect(all.elements.count > 60 && all.elements.allSatisfy { !$0["mailboxIds"].keys.isEmpty })
    }

    private func ids(_ ids: [String]) -> String { "[" + ids.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }

    @Test(
        .must("8621-2-b"),
        arguments: [
            #""""#, "\"" + String(repeating: "x", count: 256) + "\"", #""a\u0000b""#, #""a\u0007b""#, #""a\u2028b""#,
            "7",
        ])
    func `have names of Net-Unicode, of 1 to 255 bytes`(name: String) throws {
        let refused = try refusal(#""name": \#(name)"#)
        #expect(refused["type"] == "invalidProperties" && refused["properties"] == ["name"], "\(refused)")
        let longest = String(repeating: "y", count: 255)
        let box = try demo.makeMailbox(longest)
        #expect(try demo.mailboxes()[longest]?["id"].text == box)
        _ = try demo.call("Mailbox/set", #""destroy": ["\#(box)"]"#)
    }

    @Test(.must("8621-2-c")) func `have names of their own beside each other`() throws {
        let (parent, taken) = (try demo.makeMailbox("Parent"), try demo.makeMailbox("Caf\u{e9}"))
        // The same letters in another form.
        for name in ["Caf\u{e9}", "Cafe\u{301}"] {
            let refused = try refusal(#""name": "\#(name)""#)
            #expect(refused["type"] == "alreadyExists" && refused["existingId"].text == taken, "\(refused)")
        }
        let inner = try demo.makeMailbox("Caf\u{e9}", #", "parentId": "\#(parent)""#)
        let moved = try demo.call("Mailbox/set", #""update": {"\#(inner)": {"parentId": null}}"#)
        #expect(moved["notUpdated"][inner]["type"] == "alreadyExists")
    }

    @Test(.must("8621-2-d")) func `lie in no circle`() throws {
        let outer = try demo.makeMailbox("Outer")
        let inner = try demo.makeMailbox("Inner", #", "parentId": "\#(outer)""#)
        for parent in [outer, inner] {
            let done = try demo.call("Mailbox/set", #""update": {"\#(outer)": {"parentId": "\#(parent)"}}"#)
            #expect(done["notUpdated"][outer]["type"] == "invalidProperties", "\(done)")
        }
        let circle = ##""create": {"a": {"name": "a", "parentId": "#b"}, "b": {"name": "b", "parentId": "#a"}}"##
        #expect(
            try demo.call("Mailbox/set", circle)["created"] == .null
                || demo.call("Mailbox/set", circle)["created"].keys.isEmpty)
    }

    @Test(.must("8621-2-e", "8621-2-f")) func `have one role each, of the registry, and no two the same`() throws {
        let known = [
            "all", "archive", "drafts", "flagged", "important", "inbox", "junk", "sent", "subscribed", "trash",
        ]
        for account in ["$A", "$B", "$C"] {
            let list = try demo.call("Mailbox/get", #""accountId": "\#(account)", "ids": null"#)["list"].elements
            let roles = list.compactMap { $0["role"].text }
            #expect(Set(roles).count == roles.count && Set(roles).isSubset(of: known) && roles.contains("inbox"))
        }
        for role in [#""trash""#, #""Trash""#, #""nonsense""#, #"["junk"]"#] {
            let refused = try refusal(#""name": "Role", "role": \#(role)"#)
            #expect(refused["type"] == "invalidProperties" && refused["properties"] == ["role"], "\(refused)")
        }
    }

    @Test(.must("8621-2-g"), arguments: ["-1", "2147483648", "1.5", #""1""#])
    func `have an order from 0 to below 2 to the 31st`(order: String) throws {
        #expect(try refusal(#""name": "Order", "sortOrder": \#(order)"#)["properties"] == ["sortOrder"])
        let box = try demo.makeMailbox("Last", #", "sortOrder": 1000000"#)
        #expect(try demo.mailboxes()["Last"]?["sortOrder"] == 1_000_000)
        _ = try demo.call("Mailbox/set", #""destroy": ["\#(box)"]"#)
    }

    @Test(.must("8621-2-h")) func `are shared by no users, whose subscriptions could differ`() throws {
        let session = try JSONBytesDecoder().decode(JSONValue.self, from: demo.ask("GET", "/jmap/session").body)
        #expect(session["accounts"].keys.count == 3)
        #expect(session["accounts"].keys.allSatisfy { session["accounts"][$0]["isPersonal"] == true })
    }

    @Test(.must("8621-2.2-a")) func `have changed properties named where counts alone changed`() throws {
        let since = try demo.state(of: "Mailbox")
        _ = try demo.importing("From: a@example.org\nSubject: Counted\n\nx\n")
        let counts = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"]
        let named = try demo.call("Mailbox/changes", #""sinceState": "\#(since)""#)["updatedProperties"].elements
        #expect(!named.isEmpty && named.compactMap(\.text).allSatisfy(counts.contains))
        let box = try demo.makeMailbox("Renamed soon")
        let before = try demo.state(of: "Mailbox")
        _ = try demo.call("Mailbox/set", #""update": {"\#(box)": {"name": "Renamed"}}"#)
        #expect(try demo.call("Mailbox/changes", #""sinceState": "\#(before)""#)["updatedProperties"] == .null)
    }

    @Test(.must("8621-2.3-a")) func `sort by their order and by their names`() throws {
        let boxes = try Dictionary(
            uniqueKeysWithValues: demo.call("Mailbox/get", #""ids": null"#)["list"].elements.map { ($0["id"], $0) })
        let byOrder = try demo.call("Mailbox/query", #""sort": [{"property": "sortOrder"}]"#)["ids"].elements
        let orders = byOrder.compactMap { boxes[$0]?["sortOrder"].number }
        #expect(orders == orders.sorted() && orders.count == boxes.count)
        let byName = try demo.call("Mailbox/query", #""sort": [{"property": "name", "isAscending": false}]"#)["ids"]
            .elements
        let names = byName.compactMap { boxes[$0]?["name"].text?.lowercased() }
        #expect(names == names.sorted(by: >) && names.count == boxes.count)
    }

    @Test(.must("8621-2.5-a")) func `with others in them do not end before these`() throws {
        let parent = try demo.makeMailbox("Has one")
        let child = try demo.makeMailbox("Is one", #", "parentId": "\#(parent)""#)
        for rest in ["", #", "onDestroyRemoveEmails": true"#] {
            let done = try demo.call("Mailbox/set", #""destroy": ["\#(parent)"]\#(rest)"#)
            #expect(done["notDestroyed"][parent]["type"] == "mailboxHasChild")
        }
        let done = try demo.call("Mailbox/set", #""destroy": ["\#(parent)", "\#(child)"]"#)
        #expect(Set(done["destroyed"].elements.compactMap(\.text)) == [parent, child])
    }

    // MARK: Threads

    @Test(.must("8621-3-a")) func `every email is of a thread, which names it`() throws {
        let emails = try demo.call("Email/get", #""ids": \#(ids(demo.found())), "properties": ["threadId"]"#)["list"]
            .elements
        let threads = Set(emails.compactMap { $0["threadId"].text })
        let got = try demo.call("Thread/get", #""ids": \#(ids(threads.sorted()))"#)["list"].elements
        let named = Dictionary(uniqueKeysWithValues: got.map { ($0["id"], $0["emailIds"].elements) })
        #expect(emails.count > 60 && emails.allSatisfy { named[$0["threadId"]]?.contains($0["id"]) == true })
    }

    @Test(.must("8621-3-b")) func `emails of threads that become one come back under other ids`() throws {
        func text(_ id: String, _ references: String) -> String {
            "From: a@example.org\nSubject: Merged\nMessage-ID: <\(id)@merge>\n\(references)\n\(id)\n"
        }
        let first = try demo.importing(text("one", ""))
        let second = try demo.importing(text("three", ""))
        let before = try demo.email(second, #""threadId", "subject""#)
        let since = try demo.state(of: "Email")
        _ = try demo.importing(text("two", "References: <one@merge> <three@merge>\n"))
        let changes = try demo.call("Email/changes", #""sinceState": "\#(since)""#)
        #expect(changes["destroyed"] == [.string(second)], "\(changes)")
        #expect(try demo.email(first, #""threadId""#) != .null && before["threadId"] != .null)
        let thread = try #require(try demo.email(first, #""threadId""#)["threadId"].text)
        let members = try demo.call("Thread/get", #""ids": ["\#(thread)"]"#)["list"][0]["emailIds"].elements
        #expect(members.count == 3 && !members.contains(.string(second)))
    }

    @Test(.must("8621-3-c")) func `emails of a thread come by the time at which they were received, always alike`()
        throws
    {
        for time in ["2026-02-03T00:00:00Z", "2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z", "2026-02-02T00:00:00Z"] {
            _ = try demo.importing(
                "From: a@example.org\nSubject: Ordered\nMessage-ID: <\(time)\(time.hashValue)\(Int.random(in: 0..<1 << 60))@order>\nReferences: <root@order>\n\n\(time)\n",
                #", "receivedAt": "\#(time)""#)
        }
        let id = try #require(try demo.found(#"{"subject": "Ordered"}"#).first)
        let thread = try #require(try demo.email(id, #""threadId""#)["threadId"].text)
        func list() throws -> [JSONValue] {
            try demo.call("Thread/get", #""ids": ["\#(thread)"]"#)["list"][0]["emailIds"].elements
        }
        let members = try list()
        let times = try members.map { try demo.email($0.text ?? "", #""receivedAt""#)["receivedAt"].text ?? "" }
        #expect(times.count == 4 && times == times.sorted())
        #expect(try list() == members)
    }
}
