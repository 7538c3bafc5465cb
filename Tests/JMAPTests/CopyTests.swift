import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import TestSupport
import Testing

/// RFC 8620 sections 5.4 and 6.3, RFC 8621 section 4.7.
@Suite struct `Copies between accounts` {
    private func copy(_ asked: AskedLedger, _ to: String, _ create: String, _ rest: String = "") throws -> [JSONValue] {
        try asked.calls(
            #"["Email/copy", {"fromAccountId": "$A", "accountId": "\#(to)", "create": {\#(create)}\#(rest)}, "c"]"#)
    }

    @Test func `of an email have its bytes, and mailboxes and keywords of their own`() throws {
        let asked = try AskedLedger()
        let other = try asked.addAccount("tomas@example.org")
        let inbox = try asked.inbox(of: other)
        let id = try #require(try asked.found(#"{"hasKeyword": "$seen"}"#).first)
        let answers = try copy(
            asked, other,
            """
            "a": {"id": "\(id)", "mailboxIds": {"\(inbox)": true}},
            "b": {"id": "\(id)", "mailboxIds": {"\(inbox)": true}, "keywords": {}}
            """)
        let done = answers[0][1]
        #expect(answers.count == 1 && done["accountId"] == .string(other))
        #expect(done["fromAccountId"] == .string(try asked.account))
        let made = done["created"]["a"]
        #expect(made.keys == ["id", "blobId", "threadId", "size"] && made["id"] != .string(id))
        #expect(done["notCreated"]["b"]["existingId"] == made["id"])
        func get(_ account: String, _ id: String) throws -> JSONValue {
            try asked.call(
                "Email/get",
                #"{"accountId": "\#(account)", "ids": ["\#(id)"], "properties": ["blobId", "keywords", "receivedAt", "size"]}"#
            )["list"][0]
        }
        let (before, after) = (try get(asked.account, id), try get(other, #require(made["id"].text)))
        for key in ["blobId", "keywords", "receivedAt", "size"] { #expect(before[key] == after[key]) }
        #expect(try asked.lastHeader?.command == "jmap Email/copy")
    }

    @Test func `end their originals where that is asked for, by a call of its own`() throws {
        let asked = try AskedLedger()
        let other = try asked.addAccount("tomas@example.org")
        let inbox = try asked.inbox(of: other)
        let id = try #require(try asked.found("{}").first)
        let one =
            #""a": {"id": "\#(id)", "mailboxIds": {"\#(inbox)": true}}, "b": {"id": "M1", "mailboxIds": {"\#(inbox)": true}}"#
        let mismatch = try copy(
            asked, other, one, #", "onSuccessDestroyOriginal": true, "destroyFromIfInState": "s1.0-00000001""#)
        #expect(mismatch.count == 2 && mismatch[0][1]["created"].keys == ["a"])
        #expect(mismatch[0][1]["notCreated"]["b"]["type"] == "notFound")
        #expect(mismatch[1] == ["error", ["type": "stateMismatch"], "c"])
        #expect(try asked.found("{}").contains(id))
        let second = try #require(try asked.found("{}").dropFirst().first)
        let done = try copy(
            asked, other, #""a": {"id": "\#(second)", "mailboxIds": {"\#(inbox)": true}}"#,
            #", "onSuccessDestroyOriginal": true"#)
        #expect(done.count == 2 && done[1][0] == "Email/set" && done[1][2] == "c")
        let account = try JSONValue.string(asked.account)
        #expect(done[1][1]["destroyed"] == [.string(second)] && done[1][1]["accountId"] == account)
        #expect(try !asked.found("{}").contains(second))
        // Nothing was copied, so nothing is ended.
        let none = try copy(
            asked, other, #""a": {"id": "M1", "mailboxIds": {"\#(inbox)": true}}"#,
            #", "onSuccessDestroyOriginal": true"#)
        #expect(none.count == 1)
    }

    @Test func `are refused between one account, from none, and in other states`() throws {
        let asked = try AskedLedger()
        let other = try asked.addAccount("tomas@example.org")
        for (arguments, type) in [
            (#""fromAccountId": "$A", "accountId": "$A", "create": {}"#, "invalidArguments"),
            (#""fromAccountId": "A1", "accountId": "$A", "create": {}"#, "fromAccountNotFound"),
            (#""fromAccountId": "$A", "accountId": "A1", "create": {}"#, "accountNotFound"),
            (#""accountId": "$A", "create": {}"#, "invalidArguments"),
            (#""fromAccountId": "$A", "accountId": "\#(other)""#, "invalidArguments"),
            (
                #""fromAccountId": "$A", "accountId": "\#(other)", "create": {}, "onSuccessDestroyOriginal": 1"#,
                "invalidArguments"
            ),
            (
                #""fromAccountId": "$A", "accountId": "\#(other)", "create": {}, "ifFromInState": "s1.0-00000001""#,
                "stateMismatch"
            ),
            (
                #""fromAccountId": "$A", "accountId": "\#(other)", "create": {}, "ifInState": "s1.0-00000001""#,
                "stateMismatch"
            ),
        ] {
            #expect(try asked.error("Email/copy", "{\(arguments)}") == type, "\(arguments)")
        }
        let bad = try copy(asked, other, #""a": {"id": 7, "mailboxIds": {}, "subject": "x"}"#)[0][1]
        #expect(bad["notCreated"]["a"]["properties"].elements.compactMap(\.text) == ["subject", "id", "mailboxIds"])
    }

    @Test func `of blobs are found in the other account, and by no way else`() throws {
        let asked = try AskedLedger()
        let other = try asked.addAccount("tomas@example.org")
        let whole = try #require(try asked.email(#"{"hasAttachment": true}"#, #"["blobId"]"#)["blobId"].text)
        let part = try #require(
            try asked.email(#"{"hasAttachment": true}"#, #"["attachments"]"#)["attachments"][0]["blobId"].text)
        let upload = try asked.upload("From: x@example.org\n\nx\n")
        func isThere(_ id: String) throws -> Bool {
            let blob = try #require(JMAPBlob(id))
            return try asked.ledger.read { try blob.read(in: other, for: "mara", limit: 1 << 20, $0) } != nil
        }
        for id in [whole, part, upload] { #expect(try !isThere(id)) }
        let done = try asked.call(
            "Blob/copy",
            #"{"fromAccountId": "$A", "accountId": "\#(other)", "blobIds": ["\#(whole)", "\#(part)", "\#(upload)", "foo"]}"#
        )
        #expect(done["copied"].keys == [whole, part, upload] && done["notCopied"] == ["foo": ["type": "notFound"]])
        for id in [whole, part, upload] {
            let copied = try #require(done["copied"][id].text)
            #expect(try isThere(copied))
        }
        // What was copied belongs to who did it.
        let copied = try #require(done["copied"][whole].text)
        let mine = try #require(JMAPBlob(copied))
        #expect(try asked.ledger.read { try mine.read(in: other, for: "tomas", limit: 1 << 20, $0) } == nil)
        for (arguments, type) in [
            (#""fromAccountId": "$A", "accountId": "$A", "blobIds": []"#, "invalidArguments"),
            (#""fromAccountId": "A1", "accountId": "$A", "blobIds": []"#, "fromAccountNotFound"),
            (#""fromAccountId": "$A", "accountId": "\#(other)""#, "invalidArguments"),
        ] {
            #expect(try asked.error("Blob/copy", "{\(arguments)}") == type)
        }
        let reader = try AskedLedger([], mayWrite: false)
        #expect(
            try reader.error("Blob/copy", #"{"fromAccountId": "A1", "accountId": "$A", "blobIds": []}"#)
                == "accountReadOnly")
    }
}
