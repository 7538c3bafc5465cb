import Foundation
import JMAP
import JSONCoding
import MailLedger
import TestSupport
import Testing

private let inner = """
    From: Inner <inner@example.org>
    Subject: Within
    Date: Mon, 5 Jan 2026 10:00:00 +0100
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=i

    --i
    Content-Type: text/plain; charset=utf-8

    The inner text.
    --i
    Content-Type: application/x-thing; name="thing.bin"
    Content-Disposition: attachment; filename="thing.bin"
    Content-Transfer-Encoding: base64

    AAEC
    --i--
    """

private func outer(_ type: String, _ encoding: String, _ body: String) -> String {
    """
    From: Outer <outer@example.org>
    Subject: Without
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=o

    --o
    Content-Type: text/plain

    See below.
    --o
    Content-Type: \(type)
    Content-Transfer-Encoding: \(encoding)

    \(body)
    --o--
    """
}

/// RFC 8621 section 4.9.
@Suite struct `Email parse` {
    private func parse(_ asked: AskedLedger, _ ids: [String], _ rest: String = "") throws -> JSONValue {
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        return try asked.call("Email/parse", #"{"accountId": "$A", "blobIds": [\#(list)]\#(rest)}"#)
    }

    @Test func `reads an upload, with the properties that are usual`() throws {
        let asked = try AskedLedger([])
        let blob = try asked.upload(inner)
        let done = try parse(asked, [blob], #", "fetchTextBodyValues": true"#)
        #expect(done["notParsable"] == .null && done["notFound"] == .null)
        let email = done["parsed"][blob]
        #expect(
            email.keys == [
                "messageId", "inReplyTo", "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject",
                "sentAt", "hasAttachment", "preview", "bodyValues", "textBody", "htmlBody", "attachments",
            ])
        #expect(email["subject"] == "Within" && email["sentAt"] == "2026-01-05T10:00:00+01:00")
        #expect(email["from"] == [["name": "Inner", "email": "inner@example.org"]] && email["to"] == .null)
        #expect(email["hasAttachment"] == true && email["preview"] == "The inner text.")
        #expect(email["bodyValues"]["1"]["value"] == "The inner text.")
        #expect(email["attachments"][0]["name"] == "thing.bin")
        #expect(email["attachments"][0]["blobId"] == .string(blob + "-2"))
        // Nothing came of it.
        #expect(try asked.found("{}") == [])
    }

    @Test func `has null for what only an email in a mailbox has`() throws {
        let asked = try AskedLedger([])
        let blob = try asked.upload(inner)
        let properties = #""id", "threadId", "mailboxIds", "keywords", "receivedAt""#
        let email = try parse(
            asked, [blob],
            #", "properties": [\#(properties), "blobId", "size", "header:Subject:asText", "bodyStructure", "headers"]"#)[
                "parsed"][blob]
        for key in ["id", "threadId", "mailboxIds", "keywords", "receivedAt"] { #expect(email[key] == .null) }
        #expect(email["blobId"] == .string(blob) && email["header:Subject:asText"] == "Within")
        #expect(email["size"].number == inner.replacing("\n", with: "\r\n").utf8.count)
        #expect(email["bodyStructure"]["subParts"].elements.count == 2 && email["headers"].elements.count == 5)
    }

    @Test(arguments: [("message/rfc822", "7bit"), ("application/octet-stream", "base64"), ("message/rfc822", "base64")])
    func `reads messages within messages, whose parts are blobs again`(_ type: String, _ encoding: String) throws {
        let asked = try AskedLedger([])
        let bytes = Array(inner.replacing("\n", with: "\r\n").utf8)
        let body = encoding == "base64" ? Data(bytes).base64EncodedString() : inner
        try asked.receive(outer(type, encoding, body))
        let attachment = try asked.email("{}", #"["attachments"]"#)["attachments"][0]
        let blob = try #require(attachment["blobId"].text)
        let email = try parse(asked, [blob], #", "fetchTextBodyValues": true"#)["parsed"][blob]
        #expect(email["subject"] == "Within" && email["bodyValues"]["1"]["value"] == "The inner text.")
        let part = try #require(email["attachments"][0]["blobId"].text)
        #expect(part == blob + "_2")
        let thing = try #require(JMAPBlob(part))
        let account = try asked.account
        let content = try asked.ledger.read { try thing.read(in: account, for: "mara", limit: 10_000, $0) }
        #expect(try content?.bytes(limit: 10) == [0, 1, 2])
        // The same of an upload of the whole.
        let upload = try asked.upload(outer(type, encoding, body))
        #expect(try parse(asked, [upload + "-2"])["parsed"][upload + "-2"]["subject"] == "Within")
    }

    @Test func `tells what is not there from what is no message`() throws {
        let asked = try AskedLedger([])
        let text = try asked.upload("no message at all")
        let other = try asked.addAccount("tomas@example.org")
        let elsewhere = try asked.upload(inner, to: other)
        let ofOther = try asked.upload(Array("From: x@example.org\r\n\r\n".utf8), by: "tomas")
        let missing = ["foo", "B00", "U" + String(repeating: "0", count: 64), text + "-7", elsewhere, ofOther]
        let done = try parse(asked, [text] + missing)
        #expect(done["parsed"] == .null && done["notParsable"] == [.string(text)])
        #expect(done["notFound"].elements.compactMap(\.text) == missing)
    }

    @Test func `refuses calls of another form, and forms that a field does not have`() throws {
        let asked = try AskedLedger([])
        for arguments in [
            #"{"accountId": "$A"}"#, #"{"accountId": "$A", "blobIds": null}"#, #"{"accountId": "$A", "blobIds": "x"}"#,
            #"{"accountId": "$A", "blobIds": [1]}"#,
            #"{"accountId": "$A", "blobIds": [], "properties": ["header:From:asDate"]}"#,
            #"{"accountId": "$A", "blobIds": [], "properties": ["nonsense"]}"#,
        ] {
            #expect(try asked.error("Email/parse", arguments) == "invalidArguments")
        }
        let many = (0...1_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try asked.error("Email/parse", #"{"accountId": "$A", "blobIds": [\#(many)]}"#) == "requestTooLarge")
    }
}
