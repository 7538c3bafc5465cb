import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// RFC 8621 section 2.5.
@Suite struct `Mailboxes that are set` {
    private func set(_ asked: AskedLedger, _ rest: String) throws -> JSONValue {
        try asked.call("Mailbox/set", #"{"accountId": "$A", \#(rest)}"#)
    }

    private func id(_ asked: AskedLedger, _ name: String) throws -> String {
        try #require(try asked.mailboxes()[name]?["id"].text)
    }

    @Test func `are made in each other by one transaction, and named by later calls`() throws {
        let asked = try AskedLedger()
        let email = try #require(try asked.found("{}").first)
        let head = try asked.ledger.store.head().transaction
        let answers = try asked.calls(
            """
            ["Mailbox/set", {"accountId": "$A", "create": {
                "b": {"name": "Inner", "parentId": "#a", "isSubscribed": false},
                "a": {"name": "Outer", "sortOrder": 7, "role": null}}}, "0"],
            ["Email/set", {"accountId": "$A", "update": {"\(email)": {"mailboxIds": {"#b": true}}}}, "1"],
            ["Mailbox/get", {"accountId": "$A", "ids": ["#b", "#a"]}, "2"]
            """)
        let created = answers[0][1]["created"]
        let (inner, outer) = (answers[2][1]["list"][0], answers[2][1]["list"][1])
        #expect(inner["parentId"] == outer["id"] && inner["name"] == "Inner" && inner["isSubscribed"] == false)
        #expect(inner["totalEmails"] == 1 && outer["sortOrder"] == 7 && outer["role"] == .null)
        #expect(created["b"]["id"] == inner["id"] && created["b"]["myRights"]["mayDelete"] == true)
        #expect(!created["b"].keys.contains("name") && created["a"].keys.contains("isSubscribed"))
        #expect(answers[1][1]["updated"].keys == [email])
        let transaction = try #require(try asked.ledger.store.transaction(head + 1)?.openedHeader())
        #expect(transaction.command == "jmap Mailbox/set" && transaction.actor == "mara")
        #expect(try asked.ledger.store.head().transaction == head + 2)
        #expect(answers[0][1]["oldState"] != answers[0][1]["newState"])
    }

    @Test func `get other names, places, orders and subscriptions, all or none of one`() throws {
        let asked = try AskedLedger()
        _ = try set(asked, #""create": {"a": {"name": "A"}, "b": {"name": "B"}, "c": {"name": "C"}}"#)
        let (a, b, c) = (try id(asked, "A"), try id(asked, "B"), try id(asked, "C"))
        var done = try set(
            asked,
            #""update": {"\#(a)": {"name": "New", "parentId": "\#(b)", "sortOrder": 3, "isSubscribed": false, "id": "\#(a)"}}"#
        )
        #expect(done["updated"] == .object([a: .null]), "\(done)")
        let new = try #require(try asked.mailboxes()["New"])
        #expect(
            new["id"].text == a && new["parentId"].text == b && new["sortOrder"] == 3 && new["isSubscribed"] == false)
        done = try set(asked, #""update": {"\#(a)": {"parentId": null}, "\#(c)": {"name": "C2", "role": "archive"}}"#)
        #expect(done["updated"].keys == [a] && done["notUpdated"][c]["type"] == "invalidProperties")
        #expect(try asked.mailboxes()["New"]?["parentId"] == .null && asked.mailboxes()["C2"] == nil)
        _ = try asked.ledger.perform(UndoRequest())
        #expect(try asked.mailboxes()["New"]?["parentId"].text == b)
    }

    @Test(arguments: [
        (#"{}"#, "invalidProperties"), (#"{"name": ""}"#, "invalidProperties"), (#"{"name": 7}"#, "invalidProperties"),
        (#"{"name": "a/b"}"#, "invalidProperties"), (#"{"name": "Taken"}"#, "alreadyExists"),
        (#"{"name": "x", "parentId": "nonsense"}"#, "invalidProperties"),
        (##"{"name": "x", "parentId": "#x"}"##, "invalidProperties"),
        (#"{"name": "x", "role": "trash"}"#, "invalidProperties"),
        (#"{"name": "x", "role": "x"}"#, "invalidProperties"),
        (#"{"name": "x", "sortOrder": -1}"#, "invalidProperties"),
        (#"{"name": "x", "totalEmails": 0}"#, "invalidProperties"),
        (#"{"name": "x", "colour": "red"}"#, "invalidProperties"), (#"{"name/x": "x"}"#, "invalidPatch"),
        ("7", "invalidProperties"),
    ])
    func `that cannot be are not made, and others are`(mailbox: String, type: String) throws {
        let asked = try AskedLedger()
        _ = try set(asked, #""create": {"t": {"name": "Taken"}}"#)
        let done = try set(asked, #""create": {"x": \#(mailbox), "y": {"name": "Fine"}}"#)
        #expect(done["notCreated"].keys == ["x"] && done["notCreated"]["x"]["type"] == .string(type), "\(done)")
        #expect(done["created"].keys == ["y"])
    }

    @Test func `stay where a change of them is refused`() throws {
        let asked = try AskedLedger()
        _ = try set(asked, ##""create": {"a": {"name": "A"}, "b": {"name": "B", "parentId": "#a"}}"##)
        let (a, b, inbox) = (try id(asked, "A"), try id(asked, "B"), try id(asked, "INBOX"))
        let before = try asked.mailboxes()
        for (target, patch, type) in [
            (a, #"{"parentId": "\#(b)"}"#, "invalidProperties"), (a, #"{"parentId": "\#(a)"}"#, "invalidProperties"),
            (a, #"{"name": "inbox"}"#, "alreadyExists"), (inbox, #"{"name": "Other"}"#, "forbidden"),
            (inbox, #"{"role": null}"#, "forbidden"), (a, #"{"totalEmails": 7}"#, "invalidProperties"),
            (a, #"{"name": null}"#, "invalidProperties"), ("nonsense", "{}", "notFound"), (a, "7", "invalidPatch"),
        ] {
            let done = try set(asked, #""update": {"\#(target)": \#(patch)}"#)
            #expect(done["notUpdated"][target]["type"] == .string(type), "\(patch) \(done)")
        }
        #expect(try asked.mailboxes() == before)
        #expect(
            try asked.error("Mailbox/set", #"{"accountId": "$A", "ifInState": "s1.0-00000000", "destroy": ["\#(b)"]}"#)
                == "stateMismatch")
        #expect(try asked.mailboxes() == before)
        let reading = try AskedLedger([], mayWrite: false)
        #expect(try reading.error("Mailbox/set", #"{"accountId": "$A"}"#) == "accountReadOnly")
        #expect(try reading.mailboxes().values.allSatisfy { $0["myRights"]["mayDelete"] == false })
    }

    @Test func `end with what is in them where that is asked for, the inner ones first`() throws {
        let asked = try AskedLedger()
        _ = try set(asked, ##""create": {"a": {"name": "A"}, "b": {"name": "B", "parentId": "#a"}}"##)
        let (a, b, inbox) = (try id(asked, "A"), try id(asked, "B"), try id(asked, "INBOX"))
        let emails = try asked.found("{}")
        let patch = #"{"mailboxIds": {"\#(b)": true}}"#
        let both = #"{"mailboxIds/\#(b)": true}"#
        _ = try asked.call(
            "Email/set", #"{"accountId": "$A", "update": {"\#(emails[0])": \#(patch), "\#(emails[1])": \#(both)}}"#)
        var done = try set(asked, #""destroy": ["\#(a)", "\#(b)", "\#(inbox)", "nonsense"]"#)
        #expect(done["destroyed"] == .null)
        #expect(done["notDestroyed"][a]["type"] == "mailboxHasChild")
        #expect(done["notDestroyed"][b]["type"] == "mailboxHasEmail")
        #expect(done["notDestroyed"]["nonsense"]["type"] == "notFound")
        done = try set(
            asked,
            #""onDestroyRemoveEmails": true, "destroy": ["\#(a)", "\#(b)", "\#(inbox)"], "update": {"\#(b)": {"name": "x"}}"#
        )
        #expect(Set(done["destroyed"].elements) == [.string(a), .string(b)])
        #expect(done["notDestroyed"][inbox]["type"] == "forbidden" && done["notUpdated"][b]["type"] == "willDestroy")
        #expect(try Set(asked.found("{}")) == Set(emails.dropFirst()))
        _ = try asked.ledger.perform(UndoRequest())
        #expect(try asked.found("{}").count == emails.count && asked.mailboxes()["B"]?["totalEmails"] == 2)
    }

    // RFC 8620 section 5.3: only the state at the end of the call has to be valid.
    @Test func `get names, roles and places that the same call frees`() throws {
        let asked = try AskedLedger()
        _ = try set(
            asked,
            ##""create": {"a": {"name": "A", "role": "flagged"}, "b": {"name": "B"}, "c": {"name": "C", "parentId": "#a"}}"##
        )
        let (a, b, c) = (try id(asked, "A"), try id(asked, "B"), try id(asked, "C"))
        var done = try set(
            asked,
            #""create": {"x": {"name": "A", "role": "flagged"}}, "update": {"\#(c)": {"name": "B", "parentId": null}}, "#
                + #""destroy": ["\#(a)", "\#(b)"]"#)
        #expect(done["notCreated"] == .null && done["notUpdated"] == .null && done["notDestroyed"] == .null, "\(done)")
        #expect(Set(done["destroyed"].elements) == [.string(a), .string(b)])
        let made = try #require(done["created"]["x"]["id"].text)
        #expect(try id(asked, "A") == made && id(asked, "B") == c && asked.mailboxes()["C"] == nil)
        #expect(try asked.mailboxes()["A"]?["role"] == "flagged")
        // A name and a role that another one gives up, and both exchanged.
        done = try set(asked, #""create": {"y": {"name": "B"}}, "update": {"\#(c)": {"name": "D"}}"#)
        let other = try #require(done["created"]["y"]["id"].text, "\(done)")
        done = try set(
            asked,
            #""update": {"\#(other)": {"role": "flagged", "name": "A"}, "\#(made)": {"role": "all", "name": "B"}}"#)
        #expect(done["notUpdated"] == .null, "\(done)")
        #expect(try id(asked, "A") == other && id(asked, "B") == made)
        done = try set(asked, #""update": {"\#(other)": {"role": "all"}, "\#(made)": {"role": "flagged"}}"#)
        #expect(done["notUpdated"] == .null, "\(done)")
        #expect(try asked.mailboxes()["A"]?["role"] == "all" && asked.mailboxes()["B"]?["role"] == "flagged")
    }

    @Test func `that are exchanged by their places keep their names`() throws {
        let asked = try AskedLedger()
        _ = try set(
            asked,
            ##""create": {"a": {"name": "A"}, "b": {"name": "B"}, "x": {"name": "X", "parentId": "#a"}, "##
                + ##""y": {"name": "X", "parentId": "#b"}}"##)
        let (a, b) = (try id(asked, "A"), try id(asked, "B"))
        let all = try asked.call("Mailbox/get", #"{"accountId": "$A", "ids": null}"#)["list"].elements
        let inner = try [a, b].map { outer in
            try #require(all.first { $0["parentId"].text == outer }?["id"].text)
        }
        let done = try set(
            asked, #""update": {"\#(inner[0])": {"parentId": "\#(b)"}, "\#(inner[1])": {"parentId": "\#(a)"}}"#)
        #expect(done["notUpdated"] == .null, "\(done)")
        let after = try asked.call("Mailbox/get", #"{"accountId": "$A", "ids": ["\#(inner[0])", "\#(inner[1])"]}"#)[
            "list"]
        #expect(after[0]["name"] == "X" && after[1]["name"] == "X")
        #expect(after[0]["parentId"].text == b && after[1]["parentId"].text == a)
    }

    @Test func `change places with those below them, whatever comes first in the call`() throws {
        for isReversed in [false, true] {
            let asked = try AskedLedger([])
            _ = try set(
                asked,
                ##""create": {"p": {"name": "P"}, "c": {"name": "C", "parentId": "#p"}, "d": {"name": "D", "parentId": "#c"}}"##
            )
            let (p, c, d) = (try id(asked, "P"), try id(asked, "C"), try id(asked, "D"))
            // P is in C, and C at the top; then P is in D, D in C.
            for (patches, parents) in [
                ([(p, "\"\(c)\""), (c, "null")], ["P": c, "C": nil, "D": c]),
                ([(c, "\"\(d)\""), (p, "null"), (d, "\"\(p)\"")], ["P": nil, "C": d, "D": p]),
            ] as [([(String, String)], [String: String?])] {
                let ordered = isReversed ? patches.reversed() : patches
                let update = ordered.map { "\"\($0.0)\": {\"parentId\": \($0.1)}" }.joined(separator: ", ")
                let done = try set(asked, "\"update\": {\(update)}")
                #expect(done["notUpdated"] == .null && done["updated"].keys.count == patches.count, "\(done)")
                let mailboxes = try asked.mailboxes()
                for (name, parent) in parents {
                    #expect(mailboxes[name]?["parentId"].text == parent, "\(name) \(update)")
                }
            }
            // A circle at the end is none that may be.
            let done = try set(asked, #""update": {"\#(p)": {"parentId": "\#(c)"}, "\#(d)": {"sortOrder": 2}}"#)
            #expect(done["notUpdated"][p]["properties"] == ["parentId"] && done["updated"].keys == [d], "\(done)")
        }
    }

    @Test func `are refused with the property that is wrong`() throws {
        let asked = try AskedLedger([])
        _ = try set(asked, #""create": {"a": {"name": "A"}}"#)
        let a = try id(asked, "A")
        let done = try set(
            asked,
            #""create": {"x": {"name": "X", "sortOrder": 1000001}}, "update": {"\#(a)": {"sortOrder": 1000001}}"#)
        for refused in [done["notCreated"]["x"], done["notUpdated"][a]] {
            #expect(refused["type"] == "invalidProperties" && refused["properties"] == ["sortOrder"], "\(done)")
        }
    }

    @Test func `are found by the creation id of what they are in`() throws {
        let asked = try AskedLedger([])
        let answers = try asked.calls(
            """
            ["Mailbox/set", {"accountId": "$A", "create": {
                "p": {"name": "Outer"}, "c": {"name": "Inner", "parentId": "#p"}}}, "0"],
            ["Mailbox/query", {"accountId": "$A", "filter": {"parentId": "#p"}}, "1"],
            ["Mailbox/query", {"accountId": "$A", "filter": {"operator": "NOT", "conditions": [{"parentId": "#p"}]}}, "2"],
            ["Mailbox/query", {"accountId": "$A", "filter": {"parentId": "#nobody"}}, "3"]
            """)
        let inner = answers[0][1]["created"]["c"]["id"]
        #expect(answers[1][1]["ids"] == [inner] && answers[3][1]["ids"] == [], "\(answers)")
        #expect(!answers[2][1]["ids"].elements.contains(inner) && answers[2][1]["ids"].elements.count > 3)
    }

    @Test func `are refused what another object of the call keeps after all`() throws {
        let asked = try AskedLedger()
        _ = try set(asked, ##""create": {"a": {"name": "A"}, "b": {"name": "B", "parentId": "#a"}}"##)
        let (a, b) = (try id(asked, "A"), try id(asked, "B"))
        // B is not ended, so A is not, so its name stays taken.
        let email = try #require(try asked.found("{}").first)
        _ = try asked.call(
            "Email/set", #"{"accountId": "$A", "update": {"\#(email)": {"mailboxIds": {"\#(b)": true}}}}"#)
        let done = try set(asked, #""create": {"x": {"name": "A"}}, "destroy": ["\#(a)", "\#(b)"]"#)
        #expect(done["notCreated"]["x"]["type"] == "alreadyExists" && done["notCreated"]["x"]["existingId"].text == a)
        #expect(done["notDestroyed"][a]["type"] == "mailboxHasChild")
        #expect(done["notDestroyed"][b]["type"] == "mailboxHasEmail")
        #expect(done["created"] == .null && done["destroyed"] == .null)
    }

    @Test func `are described where a name became another`() throws {
        let asked = try AskedLedger()
        // RFC 5198: one form of each letter.
        let given = "Re\u{301}sume\u{301}"
        let made = try set(asked, #""create": {"a": {"name": "\#(given)"}, "b": {"name": "B"}}"#)["created"]
        let kept = try #require(try asked.mailboxes().keys.first { $0.hasPrefix("R\u{e9}") })
        #expect(Array(kept.utf8) == Array("R\u{e9}sum\u{e9}".utf8) && made["a"]["name"].text == kept)
        let b = try id(asked, "B")
        _ = try set(asked, #""destroy": ["\#(try #require(made["a"]["id"].text))"]"#)
        let done = try set(asked, #""update": {"\#(b)": {"name": "\#(given)", "sortOrder": 4}}"#)
        #expect(done["updated"] == .object([b: .object(["name": .string(kept)])]), "\(done)")
    }
}
