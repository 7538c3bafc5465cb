import Cryptography
import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

private let message = """
    Received: from b (b [127.0.0.1]) by c; Mon, 5 Jan 2026 10:00:00 +0100
    Received: from a (a [127.0.0.1]) by b; Sun, 4 Jan 2026 10:00:00 +0000
    From: Ada <ada@example.org>
    Message-ID: <imported@example.org>
    Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= from afar

    A letter that was never here.
    """

/// RFC 8621 section 4.8.
@Suite struct `Email import` {
    private func run(_ asked: AskedLedger, _ emails: String, _ rest: String = "") throws -> JSONValue {
        try asked.call("Email/import", #"{"accountId": "$A", "emails": {\#(emails)}\#(rest)}"#)
    }

    private func email(_ blob: String, _ inbox: String, _ rest: String = "") -> String {
        #"{"blobId": "\#(blob)", "mailboxIds": {"\#(inbox)": true}\#(rest)}"#
    }

    @Test func `makes an email of an upload, with its mailboxes, keywords and time`() throws {
        let asked = try AskedLedger()
        let (blob, inbox) = (try asked.upload(message), try asked.inbox())
        let before = try asked.ledger.store.head().transaction
        let done = try run(
            asked,
            "\"k\": "
                + email(
                    blob, inbox,
                    #", "keywords": {"$Seen": true, "to do": true}, "receivedAt": "2026-01-09T08:07:06Z""#))
        #expect(done["notCreated"]["k"]["type"] == "invalidProperties", "a name that is no keyword")
        let made = try run(
            asked,
            "\"k\": "
                + email(
                    blob, inbox,
                    #", "keywords": {"$Seen": true, "=to=20do": true}, "receivedAt": "2026-01-09T08:07:06Z""#))
        let created = made["created"]["k"]
        #expect(made["notCreated"] == .null && made["oldState"] != made["newState"])
        #expect(created.keys == ["id", "blobId", "threadId", "size"])
        let id = try #require(created["id"].text)
        let got = try asked.call(
            "Email/get",
            #"{"accountId": "$A", "ids": ["\#(id)"], "properties": ["mailboxIds", "keywords", "receivedAt", "subject", "blobId", "threadId", "size", "preview"]}"#
        )["list"][0]
        #expect(got["mailboxIds"].keys == [inbox] && got["keywords"].keys == ["$seen", "=to=20do"])
        #expect(got["receivedAt"] == "2026-01-09T08:07:06Z" && got["subject"] == "Grüße from afar")
        for key in ["blobId", "threadId", "size"] { #expect(got[key] == created[key]) }
        #expect(got["preview"] == "A letter that was never here.")
        #expect(try asked.found(#"{"body": "letter never"}"#) == [id])
        #expect(try asked.ledger.store.head().transaction == before + 1)
        let header = try #require(try asked.lastHeader)
        #expect(header.command == "jmap Email/import" && header.actor == "mara")
        #expect(header.osUser == "token:phone" && header.reason == "Email/import by a test")
        let state = try #require(made["oldState"].text)
        let changes = try asked.call("Email/changes", #"{"accountId": "$A", "sinceState": "\#(state)"}"#)
        #expect(changes["created"] == [.string(id)] && changes["newState"] == made["newState"])
        _ = try asked.ledger.perform(UndoRequest())
        #expect(try asked.found(#"{"body": "letter never"}"#) == [])
    }

    @Test func `takes the time of the latest Received, else now`() throws {
        let asked = try AskedLedger()
        let inbox = try asked.inbox()
        let first = try run(asked, "\"k\": " + email(asked.upload(message), inbox))["created"]["k"]["id"].text
        let plain = "From: a@example.org\nSubject: none\n\nx\n"
        let second = try run(asked, "\"k\": " + email(asked.upload(plain), inbox))["created"]["k"]["id"].text
        let got = try asked.call(
            "Email/get",
            #"{"accountId": "$A", "ids": ["\#(try #require(first))", "\#(try #require(second))"], "properties": ["receivedAt"]}"#
        )["list"]
        #expect(got[0]["receivedAt"] == "2026-01-05T09:00:00Z")
        let year = try #require(got[1]["receivedAt"].text?.prefix(4)).description
        #expect(try #require(Int(year)) >= 2026)
    }

    @Test func `says which email is there already`() throws {
        let asked = try AskedLedger()
        let inbox = try asked.inbox()
        let blob = try asked.upload(message)
        let made = try run(asked, "\"a\": \(email(blob, inbox)), \"b\": \(email(blob, inbox))")
        let id = try #require(made["created"]["a"]["id"].text)
        #expect(made["notCreated"]["b"] == ["type": "alreadyExists", "existingId": .string(id)])
        let again = try run(asked, "\"c\": \(email(blob, inbox))")
        #expect(again["created"] == .null && again["oldState"] == again["newState"])
        #expect(again["notCreated"]["c"] == ["type": "alreadyExists", "existingId": .string(id)])
        // A blob of the account names the same.
        let known = try #require(made["created"]["a"]["blobId"].text)
        let third = try run(asked, "\"d\": \(email(known, inbox))")
        #expect(third["notCreated"]["d"]["existingId"] == .string(id))
    }

    @Test func `brings back an email that was destroyed, where it is wanted now`() throws {
        let asked = try AskedLedger()
        let inbox = try asked.inbox()
        let blob = try asked.upload(message)
        let id = try #require(try run(asked, "\"a\": \(email(blob, inbox))")["created"]["a"]["id"].text)
        let state = try asked.call("Email/set", #"{"accountId": "$A", "destroy": ["\#(id)"]}"#)["newState"].text
        let box = try #require(
            try asked.call("Mailbox/set", #"{"accountId": "$A", "create": {"k": {"name": "Later"}}}"#)["created"]["k"][
                "id"
            ].text)
        let again = try run(asked, "\"b\": \(email(blob, box, #", "keywords": {"x": true}"#))")
        #expect(again["created"]["b"]["id"] == .string(id))
        let got = try asked.call(
            "Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "properties": ["mailboxIds", "keywords"]}"#)["list"][
                0]
        #expect(got["mailboxIds"].keys == [box] && got["keywords"].keys == ["x"])
        let changes = try asked.call(
            "Email/changes", #"{"accountId": "$A", "sinceState": "\#(try #require(state))"}"#)
        #expect(changes["created"] == [.string(id)] && changes["destroyed"] == [])
    }

    @Test(arguments: [
        (#"{}"#, ["blobId", "mailboxIds"]), (#"{"blobId": ["x"], "mailboxIds": {"$I": true}}"#, ["blobId"]),
        (#"{"blobId": "foo", "mailboxIds": {"$I": true}}"#, ["blobId"]),
        (#"{"blobId": "$B", "mailboxIds": ["x"]}"#, ["mailboxIds"]),
        (#"{"blobId": "$B", "mailboxIds": {}}"#, ["mailboxIds"]),
        (#"{"blobId": "$B", "mailboxIds": {"$I": false}}"#, ["mailboxIds"]),
        (#"{"blobId": "$B", "mailboxIds": {"F00000000000000000000000000000000": true}}"#, ["mailboxIds"]),
        (#"{"blobId": "$B", "mailboxIds": {"$I": true}, "keywords": "x"}"#, ["keywords"]),
        (#"{"blobId": "$B", "mailboxIds": {"$I": true}, "keywords": {"a b": true}}"#, ["keywords"]),
        (#"{"blobId": "$B", "mailboxIds": {"$I": true}, "receivedAt": "foo"}"#, ["receivedAt"]),
        (#"{"blobId": "$B", "mailboxIds": {"$I": true}, "receivedAt": 7}"#, ["receivedAt"]),
        (#"{"blobId": "$B", "mailboxIds": {"$I": true}, "subject": "x"}"#, ["subject"]),
    ])
    func `names the properties that are invalid, and takes the others`(_ email: String, _ properties: [String]) throws {
        let asked = try AskedLedger([])
        let (blob, inbox) = (try asked.upload(message), try asked.inbox())
        let bad = email.replacing("$B", with: blob).replacing("$I", with: inbox)
        let done = try run(asked, "\"bad\": \(bad), \"good\": \(self.email(blob, inbox))")
        #expect(done["notCreated"]["bad"]["type"] == "invalidProperties")
        #expect(done["notCreated"]["bad"]["properties"].elements.compactMap(\.text) == properties)
        #expect(done["created"].keys == ["good"])
    }

    @Test func `refuses what is no message, and calls of another form`() throws {
        let asked = try AskedLedger([])
        let inbox = try asked.inbox()
        for bytes in [[], Array("some data".utf8), [0, 1, 2, 0xFF], Array("\r\n\r\nbody".utf8)] as [[UInt8]] {
            let done = try run(asked, "\"k\": \(email(asked.upload(bytes), inbox))")
            #expect(done["notCreated"]["k"]["type"] == "invalidEmail")
        }
        for arguments in [
            #"{"accountId": "$A"}"#, #"{"accountId": "$A", "emails": null}"#, #"{"accountId": "$A", "emails": "x"}"#,
            #"{"accountId": "$A", "emails": ["x"]}"#, #"{"emails": {}}"#, #"{"accountId": "$A", "emails": {}, "x": 1}"#,
        ] {
            #expect(try asked.error("Email/import", arguments) == "invalidArguments")
        }
        let state = #"{"accountId": "$A", "emails": {}, "ifInState": "s1.0-00000001"}"#
        #expect(try asked.error("Email/import", state) == "stateMismatch")
        #expect(try asked.error("Email/import", #"{"accountId": "A1", "emails": {}}"#) == "accountNotFound")
        let reader = try AskedLedger([], mayWrite: false)
        #expect(try reader.error("Email/import", #"{"accountId": "$A", "emails": {}}"#) == "accountReadOnly")
    }

    @Test func `takes messages with fields in UTF-8 (RFC 6532)`() throws {
        let asked = try AskedLedger([])
        let text = "From: Jøran <jøran@exämple.org>\nSubject: Grüße\n\nx\n"
        let made = try run(asked, "\"k\": \(email(asked.upload(text), asked.inbox()))")
        let id = try #require(made["created"]["k"]["id"].text)
        let got = try asked.call(
            "Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "properties": ["from", "subject"]}"#)
        #expect(got["list"][0]["from"] == [["name": "Jøran", "email": "jøran@exämple.org"]])
        #expect(got["list"][0]["subject"] == "Grüße")
    }

    @Test func `keeps erased mail out, and stores nothing of it`() throws {
        let asked = try AskedLedger()
        let inbox = try asked.inbox()
        let id = try #require(
            try run(asked, "\"k\": \(email(asked.upload(message), inbox))")["created"]["k"]["id"].text)
        let uuid = id.dropFirst().description
        let filter = try MessageFilter(query: "id:\(uuid)", in: .current())
        let context = asked.ledger.context(command: "erase", reason: "asked for")
        _ = try asked.ledger.erasure.erase(.query(filter), CommandCall(context))
        // The upload went with it.
        let blob = try asked.upload(message)
        let done = try run(asked, "\"k\": \(email(blob, inbox))")
        #expect(done["created"] == .null && done["notCreated"]["k"]["type"] == "forbidden")
        let raw = SHA256Hasher.digest(of: Array(message.replacing("\n", with: "\r\n").utf8))
        #expect(try asked.ledger.read { try $0.blob(ofMessage: raw) == nil })
    }

    @Test func `is undone by nothing where another process ends the account meanwhile`() throws {
        let asked = try AskedLedger([])
        let (blob, inbox) = (try asked.upload(message), try asked.inbox())
        asked.meanwhile = { ledger in
            _ = try ledger.perform(DeleteAccountRequest(account: "mara@example.org"))
        }
        let answer = try asked.calls(
            #"["Email/import", {"accountId": "$A", "emails": {"k": \#(email(blob, inbox))}}, "c"]"#)
        #expect(answer[0][1]["type"] == "accountNotFound")
    }
}
