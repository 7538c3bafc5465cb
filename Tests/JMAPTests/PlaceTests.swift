import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// RFC 8621 section 4.6.
@Suite struct `Mailboxes of messages by JMAP` {
    private func asked() throws -> (AskedLedger, boxes: [String: String], email: String) {
        let asked = try AskedLedger()
        for name in ["One", "Two"] {
            _ = try asked.ledger.perform(AddFolderRequest(account: "mara@example.org", path: name))
        }
        let boxes = try asked.mailboxes().compactMapValues { $0["id"].text }
        let inbox = try #require(boxes["INBOX"])
        return (asked, boxes, try #require(try asked.found(#"{"inMailbox": "\#(inbox)"}"#).first))
    }

    private func set(_ asked: AskedLedger, _ update: String, _ rest: String = "") throws -> JSONValue {
        try asked.call("Email/set", #"{"accountId": "$A", "update": {\#(update)}\#(rest)}"#)
    }

    private func boxes(_ asked: AskedLedger, _ id: String) throws -> Set<String> {
        let answer = try asked.call(
            "Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "properties": ["mailboxIds"]}"#)
        return Set(answer["list"][0]["mailboxIds"].keys)
    }

    @Test func `are left and entered, one by one and as a whole, and a move is one event`() throws {
        let (asked, all, id) = try asked()
        let (inbox, one, two) = (
            try #require(all["INBOX"]), try #require(all["One"]), try #require(all["Two"])
        )
        func position() throws -> Int64 { try asked.ledger.store.head().position.rawValue }
        for (patch, expected, events) in [
            (#"{"mailboxIds/\#(one)": true}"#, [inbox, one], 1), (#"{"mailboxIds/\#(one)": null}"#, [inbox], 1),
            (#"{"mailboxIds/\#(one)": true, "mailboxIds/\#(inbox)": null}"#, [one], 1),
            (#"{"mailboxIds": {"\#(two)": true}}"#, [two], 1), (#"{"mailboxIds": {"\#(two)": true}}"#, [two], 0),
            (#"{"mailboxIds": {"\#(one)": true, "\#(two)": true, "\#(inbox)": true}}"#, [one, two, inbox], 2),
            (#"{"mailboxIds/\#(one)": null, "mailboxIds/\#(inbox)": null, "keywords/kept": true}"#, [two], 3),
            (#"{"mailboxIds/\#(one)": null, "mailboxIds/nonsense": null}"#, [two], 0),
        ] as [(String, [String], Int64)] {
            let before = try position()
            let done = try set(asked, #""\#(id)": \#(patch)"#)
            #expect(done["updated"].keys == [id], "\(patch) \(done)")
            #expect(try boxes(asked, id) == Set(expected), "\(patch)")
            #expect(try position() - before == events, "\(patch)")
        }
        #expect(try asked.ledger.maintenance.checkViews() == nil)
    }

    @Test func `change with those of others in one transaction, which one undo takes back`() throws {
        let (asked, all, _) = try asked()
        let one = try #require(all["One"])
        let ids = try asked.found("{}")
        let before = try ids.map { try boxes(asked, $0) }
        let head = try asked.ledger.store.head().transaction
        let updates = ids.dropFirst().map { #""\#($0)": {"mailboxIds": {"\#(one)": true}, "keywords/x": true}"# }
        let done = try set(asked, updates.joined(separator: ","), #", "destroy": ["\#(ids[0])", "nonsense"]"#)
        #expect(Set(done["updated"].keys) == Set(ids.dropFirst()) && done["destroyed"] == [.string(ids[0])])
        #expect(done["notDestroyed"].keys == ["nonsense"] && done["notDestroyed"]["nonsense"]["type"] == "notFound")
        #expect(try asked.ledger.store.head().transaction == head + 1)
        #expect(try Set(asked.found(#"{"inMailbox": "\#(one)"}"#)) == Set(ids.dropFirst()))
        #expect(try asked.found(#"{"hasKeyword": "x"}"#).count == ids.count - 1 && !asked.found("{}").contains(ids[0]))
        _ = try asked.ledger.perform(UndoRequest())
        #expect(try ids.map { try boxes(asked, $0) } == before)
    }

    @Test(arguments: [
        (#"{"mailboxIds": {}}"#, "invalidProperties"), (#"{"mailboxIds": null}"#, "invalidProperties"),
        (#"{"mailboxIds": {"$ONE": false}}"#, "invalidProperties"),
        (#"{"mailboxIds/$INBOX": null}"#, "invalidProperties"), (#"{"mailboxIds/$ONE": 1}"#, "invalidProperties"),
        (#"{"mailboxIds/nonsense": true}"#, "invalidProperties"),
        (#"{"mailboxIds": {"F00000000000000000000000000000000": true}}"#, "invalidProperties"),
        (#"{"mailboxIds": {"$ONE": true}, "mailboxIds/$INBOX": null}"#, "invalidPatch"),
        (#"{"mailboxIds/$ONE/x": true}"#, "invalidPatch"),
    ])
    func `that cannot be are refused for that message alone`(patch: String, type: String) throws {
        let (asked, all, id) = try asked()
        let patch = patch.replacing("$ONE", with: all["One"] ?? "").replacing("$INBOX", with: all["INBOX"] ?? "")
        let before = try boxes(asked, id)
        #expect(before.count == 1)
        let done = try set(asked, #""\#(id)": \#(patch)"#)
        #expect(done["notUpdated"][id]["type"] == .string(type) && done["updated"] == .null, "\(patch) \(done)")
        #expect(try boxes(asked, id) == before)
    }

    @Test func `stay with a message that is held, whose end is refused, and others end`() throws {
        let asked = try AskedLedger()
        let ids = try asked.found("{}")
        let held = try #require(
            try asked.ledger.read { try $0.messages() }.first {
                ids[0].hasSuffix($0.id.description.replacing("-", with: ""))
            })
        _ = try asked.ledger.perform(
            AddHoldRequest(hold: "audit", kind: .message, target: held.id.description), Call(reason: "asked for"))
        let done = try set(
            asked, #""\#(ids[1])": {"keywords/x": true}"#, #", "destroy": ["\#(ids[0])", "\#(ids[1])"]"#)
        #expect(done["destroyed"] == [.string(ids[1])] && done["notUpdated"][ids[1]]["type"] == "willDestroy")
        #expect(done["notDestroyed"][ids[0]]["type"] == "forbidden")
        #expect(done["notDestroyed"][ids[0]]["description"].text?.contains("audit") == true)
        #expect(try Set(asked.found("{}")) == Set(ids).subtracting([ids[1]]))
    }
}
