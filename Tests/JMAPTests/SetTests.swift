import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// RFC 8620 section 5.3 and RFC 8621 section 4.6, as far as keywords go.
@Suite struct `Keywords by JMAP` {
    private func set(_ asked: AskedLedger, _ update: String, _ rest: String = "") throws -> JSONValue {
        try asked.call("Email/set", #"{"accountId": "$A", "update": {\#(update)}\#(rest)}"#)
    }

    private func keywords(_ asked: AskedLedger, _ id: String) throws -> [String] {
        try asked.call("Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "properties": ["keywords"]}"#)["list"][0][
            "keywords"
        ]
        .keys
    }

    @Test func `are set one by one, and as a whole`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found(#"{"notKeyword": "$seen"}"#).first)
        let done = try set(asked, #""\#(id)": {"keywords/$seen": true, "keywords/Paper": true}"#)
        #expect(done["updated"] == .object([id: nil]) && done["notUpdated"] == .null)
        #expect(done["oldState"] != done["newState"])
        for key in ["created", "destroyed", "notCreated", "notDestroyed"] { #expect(done[key] == .null) }
        #expect(try keywords(asked, id) == ["$seen", "paper"])
        _ = try set(asked, #""\#(id)": {"keywords/$seen": null, "keywords/absent": null}"#)
        #expect(try keywords(asked, id) == ["paper"])
        _ = try set(asked, #""\#(id)": {"keywords": {"$flagged": true, "b": true}}"#)
        #expect(try keywords(asked, id) == ["$flagged", "b"])
        _ = try set(asked, #""\#(id)": {"keywords": {}}"#)
        #expect(try keywords(asked, id) == [])
    }

    @Test func `are one transaction of the log, by the token's actor and for a reason`() throws {
        let asked = try AskedLedger()
        let ids = try asked.found("{}").prefix(5)
        let before = try asked.ledger.store.head().transaction
        let update = ids.map { #""\#($0)": {"keywords/x": true}"# }.joined(separator: ",")
        #expect(try set(asked, update)["updated"].keys.count == 5)
        let head = try asked.ledger.store.head().transaction
        #expect(head == before + 1)
        let header = try #require(try asked.ledger.store.transaction(head)?.openedHeader())
        #expect(header.command == "jmap Email/set" && header.actor == "mara" && header.osUser == "token:phone")
        #expect(header.reason == "Email/set by a test")
        // What is so already is no change, and still an update.
        let again = try set(asked, update)
        #expect(again["updated"].keys.count == 5 && again["oldState"] == again["newState"])
        #expect(try asked.ledger.store.head().transaction == head)
        _ = try asked.ledger.perform(UndoRequest())
        #expect(try asked.found(#"{"hasKeyword": "x"}"#) == [])
    }

    @Test(arguments: [
        (#"{"keywords/a b": true}"#, "invalidProperties"), (#"{"keywords/é": true}"#, "invalidProperties"),
        (#"{"keywords/x": false}"#, "invalidProperties"), (#"{"keywords/x": 1}"#, "invalidProperties"),
        (#"{"keywords/": true}"#, "invalidProperties"), (#"{"keywords": {"a": false}}"#, "invalidProperties"),
        (#"{"keywords": 3}"#, "invalidProperties"), (#"{"keywords": {}, "keywords/x": true}"#, "invalidPatch"),
        (#"{"subject": "other"}"#, "invalidProperties"), (#"{"nonsense": 1}"#, "invalidProperties"),
        (#"{"mailboxIds/F00000000000000000000000000000000": true}"#, "invalidProperties"),
        (#"{"keywords/x/y": true}"#, "invalidPatch"), (#"{"keywords/x~2": true}"#, "invalidPatch"),
        (#"{"from/0": null}"#, "invalidPatch"), ("7", "invalidPatch"),
    ])
    func `that cannot be set are refused for that message alone`(patch: String, type: String) throws {
        let asked = try AskedLedger()
        let ids = try asked.found("{}")
        let done = try set(asked, #""\#(ids[0])": \#(patch), "\#(ids[1])": {"keywords/fine": true}"#)
        #expect(done["notUpdated"][ids[0]]["type"] == .string(type), "\(done)")
        #expect(done["updated"].keys == [ids[1]])
        #expect(try keywords(asked, ids[1]).contains("fine"))
    }

    @Test func `leave what is given as it is`() throws {
        let asked = try AskedLedger()
        let email = try asked.email("{}", #"["subject", "mailboxIds", "size"]"#)
        let id = try #require(email["id"].text)
        let (subject, size) = (try #require(email["subject"].text), try #require(email["size"].number))
        let box = try #require(email["mailboxIds"].keys.first)
        let patch =
            #"{"id": "\#(id)", "subject": "\#(subject)", "size": \#(size), "mailboxIds": {"\#(box)": true}, "keywords/x": true}"#
        #expect(try set(asked, #""\#(id)": \#(patch)"#)["updated"].keys == [id])
    }

    @Test func `of what is not there are not set, and nothing is made without a mailbox`() throws {
        let asked = try AskedLedger()
        let missing = "M" + String(repeating: "0", count: 32)
        let done = try set(
            asked, #""\#(missing)": {"keywords/x": true}, "nonsense": {}"#, #", "create": {"k": {"subject": "s"}}"#)
        #expect(
            done["notUpdated"][missing]["type"] == "notFound" && done["notUpdated"]["nonsense"]["type"] == "notFound")
        #expect(done["notCreated"]["k"]["properties"] == ["mailboxIds"])
    }

    @Test func `are set in the state that is asked for alone, and by those who may write`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found("{}").first)
        let update = #""update": {"\#(id)": {"keywords/x": true}}"#
        let state = try asked.call("Email/get", #"{"accountId": "$A", "ids": []}"#)["state"].text ?? ""
        #expect(
            try asked.error("Email/set", #"{"accountId": "$A", "ifInState": "s1.0-00000000", \#(update)}"#)
                == "stateMismatch")
        #expect(try asked.error("Email/set", #"{"accountId": "$A", "ifInState": "\#(state)", \#(update)}"#) == nil)
        #expect(
            try asked.error("Email/set", #"{"accountId": "$A", "ifInState": "\#(state)", \#(update)}"#)
                == "stateMismatch")
        let reading = try AskedLedger(mayWrite: false)
        #expect(try reading.error("Email/set", #"{"accountId": "$A", "update": {}}"#) == "accountReadOnly")
        let many = (0..<1_001).map { #""M\#($0)": {}"# }.joined(separator: ",")
        #expect(try asked.error("Email/set", #"{"accountId": "$A", "update": {\#(many)}}"#) == "requestTooLarge")
        let answers = try asked.calls(
            """
            ["Email/set", {"accountId": "$A", "update": {"\(id)": {"keywords/y": true}}}, "0"],
            ["Email/get", {"accountId": "$A", "ids": ["\(id)"], "properties": ["keywords"]}, "1"]
            """)
        #expect(
            answers[1][1]["list"][0]["keywords"]["y"] == true && answers[1][1]["state"] == answers[0][1]["newState"])
    }

    @Test func `of any label have a name of their own, by which they come back`() throws {
        let asked = try AskedLedger()
        let labels = ["to do", "Größe", "日本", "=x", "=3d", "a=b", "Paper", "a.b_c-d", "x(y"].compactMap {
            try? Keyword($0)
        }
        let id = try #require(try asked.found("{}").first)
        let row = try #require(
            try asked.ledger.read { try $0.messages() }.first {
                id.hasSuffix($0.id.description.replacing("-", with: ""))
            })
        _ = try asked.ledger.perform(
            MarkMessagesRequest(filter: MessageQuery("id:\(row.id)"), adding: KeywordSet(labels)))
        let before = try #require(try asked.ledger.read { try $0.messages() }.first { $0.id == row.id }?.keywords)
        let names = try keywords(asked, id)
        #expect(names.count == before.count)
        for name in names {
            #expect(name.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"(){]%*\"\\".utf8.contains($0) }, "\(name)")
            #expect(try asked.found(#"{"hasKeyword": "\#(name)"}"#).contains(id), "\(name)")
        }
        #expect(names.contains("=to=20do") && names.contains("paper") && names.contains("a=b"))
        let whole = names.map { "\"\($0)\": true" }.joined(separator: ",")
        _ = try set(asked, #""\#(id)": {"keywords": {\#(whole)}}"#)
        #expect(try asked.ledger.read { try $0.messages() }.first { $0.id == row.id }?.keywords == before)
        // What is escaped without need, or badly, is the name of none.
        for name in ["=paper", "=to=2", "=to=zz", "=ff=ff", "="] {
            #expect(try set(asked, #""\#(id)": {"keywords/\#(name)": true}"#)["notUpdated"].keys == [id], "\(name)")
        }
    }
}

/// An email has an id, and a client may know it by the id of its creation.
@Suite struct `An email that is named twice in a set` {
    private func set(_ asked: AskedLedger, _ id: String, _ arguments: String) throws -> JSONValue {
        let using = #"["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"]"#
        let call = #"["Email/set", {"accountId": "\#(try asked.account)", \#(arguments)}, "c"]"#
        let answer = try asked.ask(
            #"{"using": \#(using), "createdIds": {"k": "\#(id)"}, "methodCalls": [\#(call)]}"#)
        return answer["methodResponses"][0][1]
    }

    @Test func `takes the first patch, and refuses the other`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found("{}").first)
        let done = try set(
            asked, id, ##""update": {"#k": {"keywords/first": true}, "\##(id)": {"keywords/second": true}}"##)
        #expect(done["updated"].keys == [id] && done["notUpdated"].keys == [id], "\(done)")
        #expect(done["notUpdated"][id]["type"] == "invalidPatch")
        #expect(try asked.found(#"{"hasKeyword": "first"}"#) == [id])
        #expect(try asked.found(#"{"hasKeyword": "second"}"#) == [])
    }

    @Test func `ends once`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found("{}").first)
        let done = try set(
            asked, id, ##""update": {"#k": {"keywords/x": true}}, "destroy": ["\##(id)", "#k", "\##(id)"]"##)
        #expect(done["destroyed"] == [.string(id)] && done["notDestroyed"]["#k"]["type"] == "notFound", "\(done)")
        #expect(done["notUpdated"]["#k"]["type"] == "willDestroy" && done["updated"] == .null)
        #expect(try !asked.found("{}").contains(id))
    }
}

/// RFC 8620 section 5.3: another process may be first.
@Suite struct `Emails that change on the way to a set` {
    @Test func `are not found where they ended`() throws {
        let asked = try AskedLedger()
        let ids = try asked.found("{}")
        asked.meanwhile = { _ = try $0.perform(DeleteMessagesRequest(filter: "*")) }
        let done = try asked.call(
            "Email/set",
            #"{"accountId": "$A", "update": {"\#(ids[0])": {"keywords/x": true}}, "destroy": ["\#(ids[1])"]}"#)
        #expect(done["updated"] == .null && done["destroyed"] == .null, "\(done)")
        #expect(done["notUpdated"][ids[0]]["type"] == "notFound" && done["notDestroyed"][ids[1]]["type"] == "notFound")
        #expect(done["oldState"] == done["newState"])
    }

    @Test func `are not found where they are other emails by now`() throws {
        let asked = try AskedLedger([])
        for name in ["a", "b", "c"] { try asked.receive("Subject: \(name)\nMessage-ID: <\(name)@x>\n\ntext") }
        let ids = try asked.found("{}", #", "sort": [{"property": "receivedAt"}]"#)
        let path = try asked.write("Subject: d\nMessage-ID: <d@x>\nReferences: <a@x> <b@x> <c@x>\n\ntext")
        asked.meanwhile = {
            _ = try Importer(
                into: $0, account: "mara@example.org", options: ImportOptions(), context: $0.context(command: "import")
            ).run([path])
        }
        let update = ids.map { #""\#($0)": {"keywords/x": true}"# }.joined(separator: ",")
        let done = try asked.call("Email/set", #"{"accountId": "$A", "update": {\#(update)}}"#)
        let now = try asked.found("{}")
        let gone = Set(ids).subtracting(now)
        #expect(gone.count == 2, "\(now)")
        #expect(Set(done["notUpdated"].keys) == gone, "\(done)")
        #expect(try Set(asked.found(#"{"hasKeyword": "x"}"#)) == Set(ids).subtracting(gone))
    }
}

/// A label that has no name here.
@Suite struct `A label too long for JMAP` {
    @Test func `stays where the keywords that are shown are set as a whole`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.found("{}").first)
        let row = try #require(
            try asked.ledger.read { try $0.messages() }.first {
                id.hasSuffix($0.id.description.replacing("-", with: ""))
            })
        let long = try Keyword(String(repeating: "я", count: 60))
        _ = try asked.ledger.perform(
            MarkMessagesRequest(filter: MessageQuery("id:\(row.id)"), adding: KeywordSet([long, Keyword("short")])))
        for keywords in [#"{"a": true}"#, "{}"] {
            let done = try asked.call(
                "Email/set", #"{"accountId": "$A", "update": {"\#(id)": {"keywords": \#(keywords)}}}"#)
            #expect(done["updated"].keys == [id])
            let now = try #require(try asked.ledger.read { try $0.messages() }.first { $0.id == row.id }?.keywords)
            #expect(now.contains(long.text) && !now.contains("short"), "\(keywords)")
        }
    }
}

/// RFC 8621 section 2.3.
@Suite struct `A query for mailboxes` {
    private func asked() throws -> AskedLedger {
        let asked = try AskedLedger([])
        for name in ["Club", "Club/Fees", "Club/Boats", "Attic"] {
            _ = try asked.ledger.perform(AddFolderRequest(account: "mara@example.org", path: name))
        }
        return asked
    }

    private func names(_ asked: AskedLedger, _ rest: String) throws -> [String] {
        let ids = try asked.call("Mailbox/query", #"{"accountId": "$A", \#(rest)}"#)["ids"].elements
        let names = Dictionary(try asked.mailboxes().map { ($0.value["id"], $0.key) }) { $1 }
        return ids.compactMap { names[$0] }
    }

    @Test func `filters by name, role, parent and subscription`() throws {
        let asked = try asked()
        #expect(try names(asked, #""filter": {"name": "ees"}"#) == ["Fees"])
        #expect(try names(asked, #""filter": {"role": "trash"}"#) == ["Trash"])
        #expect(Set(try names(asked, #""filter": {"hasAnyRole": false}"#)) == ["Club", "Fees", "Boats", "Attic"])
        let club = try #require(try asked.mailboxes()["Club"]?["id"].text)
        #expect(Set(try names(asked, #""filter": {"parentId": "\#(club)"}"#)) == ["Fees", "Boats"])
        #expect(!(try names(asked, #""filter": {"parentId": null}"#)).contains("Fees"))
        #expect(try names(asked, #""filter": {"isSubscribed": false}"#) == [])
        let not = #"{"operator": "NOT", "conditions": [{"parentId": null}, {"name": "fees"}]}"#
        #expect(try names(asked, #""filter": \#(not)"#) == ["Boats"])
        #expect(
            try asked.error("Mailbox/query", #"{"accountId": "$A", "filter": {"colour": "red"}}"#) == "invalidArguments"
        )
    }

    @Test(arguments: [
        #"{"name": null}"#, #"{"hasAnyRole": null}"#, #"{"isSubscribed": null}"#, #"{"name": 7}"#,
        #"{"operator": "OR", "conditions": [{"role": null}, {"colour": "red"}]}"#,
        #"{"operator": "XOR", "conditions": []}"#, #"{"operator": "NOT"}"#,
    ])
    func `refuses a filter that is wrong anywhere, and null where it is no value`(filter: String) throws {
        let asked = try AskedLedger([])
        #expect(try asked.error("Mailbox/query", #"{"accountId": "$A", "filter": \#(filter)}"#) == "invalidArguments")
    }

    @Test func `has at most 200 conditions`() throws {
        let asked = try AskedLedger([])
        let conditions = Array(repeating: #"{"name": "a"}"#, count: 200).joined(separator: ",")
        let filter = #"{"operator": "OR", "conditions": [\#(conditions)]}"#
        #expect(try asked.error("Mailbox/query", #"{"accountId": "$A", "filter": \#(filter)}"#) == "unsupportedFilter")
    }

    @Test func `sorts by order and name, as a tree where it asks, and gives parts`() throws {
        let asked = try asked()
        let sorted = try names(asked, #""sort": [{"property": "name"}]"#)
        #expect(sorted == sorted.sorted { $0.lowercased() < $1.lowercased() } && sorted.count > 8)
        #expect(try names(asked, #""sort": [{"property": "name", "isAscending": false}]"#) == sorted.reversed())
        let tree = try names(asked, #""sort": [{"property": "name"}], "sortAsTree": true"#)
        let club = try #require(tree.firstIndex(of: "Club"))
        #expect(Array(tree[club...].prefix(3)) == ["Club", "Boats", "Fees"])
        #expect(try names(asked, #""sort": [{"property": "name"}], "position": 1, "limit": 2"#) == Array(sorted[1..<3]))
        // A child whose parent is not shown is not either.
        #expect(try names(asked, #""filter": {"name": "fees"}, "filterAsTree": true"#) == [])
        let roles = try asked.call("Mailbox/query", #"{"accountId": "$A", "calculateTotal": true, "limit": 1}"#)
        #expect(roles["total"].number == sorted.count && roles["ids"].elements.count == 1)
        #expect(
            try asked.error("Mailbox/query", #"{"accountId": "$A", "sort": [{"property": "x"}]}"#) == "unsupportedSort")
        let collated = #"{"accountId": "$A", "sort": [{"property": "name", "collation": "i;x"}]}"#
        #expect(try asked.error("Mailbox/query", collated) == "unsupportedSort")
        #expect(try asked.error("Mailbox/query", collated.replacing("i;x", with: "i;ascii-casemap")) == nil)
    }
}
