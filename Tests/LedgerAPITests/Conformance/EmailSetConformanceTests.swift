import JSONCoding
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8621, section 4.6: emails that are made` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    private static let text = #""bodyValues": {"t": {"value": "Text."}}"#

    @Test(
        .must(
            "8621-4.6-a", "8621-4.6-b", "8621-4.6-c", "8621-4.6-d", "8621-4.6-e", "8621-4.6-f", "8621-4.6-g",
            "8621-4.6-h",
            "8621-4.6-i", "8621-4.6-j", "8621-4.6-k", "8621-4.6-l", "8621-4.6-m"),
        arguments: [
            (#""headers": [{"name": "Subject", "value": " x"}]"#, "headers"),
            (
                #""bodyStructure": {"partId": "t", "type": "text/plain", "headers": []}, \#(text)"#,
                "bodyStructure/headers"
            ),
            (#""from": [{"email": "a@example.org"}], "header:From": " b@example.org""#, "header:From"),
            (#""header:From:asAddresses": [], "header:from": " b@example.org""#, "header:from"),
            (#""header:From:asDate": "2026-01-01T00:00:00Z""#, "header:From:asDate"),
            (#""header:Subject:asAddresses": []"#, "header:Subject:asAddresses"),
            (#""header:Content-Language": " en""#, "header:Content-Language"),
            (#""header:Content-Transfer-Encoding": " 8bit""#, "header:Content-Transfer-Encoding"),
            (
                #""bodyStructure": {"partId": "t", "type": "text/plain"}, "textBody": [{"partId": "t", "type": "text/plain"}], \#(text)"#,
                "textBody"
            ),
            (#""bodyStructure": {"partId": "t", "type": "text/plain"}, "attachments": [], \#(text)"#, "attachments"),
            (
                #""subject": "x", "bodyStructure": {"partId": "t", "type": "text/plain", "header:Subject": " y"}, \#(text)"#,
                "bodyStructure/header:Subject"
            ),
            (#""textBody": []"#, "textBody"),
            (#""textBody": [{"partId": "t", "type": "text/html"}], \#(text)"#, "textBody"),
            (#""textBody": [{"partId": "t"}, {"partId": "t"}], \#(text)"#, "textBody"),
            (#""htmlBody": [{"partId": "t", "type": "text/plain"}], \#(text)"#, "htmlBody"),
            (
                #""htmlBody": [{"partId": "t", "type": "text/html"}, {"partId": "t", "type": "text/html"}], \#(text)"#,
                "htmlBody"
            ),
            (#""textBody": [{"partId": "missing", "type": "text/plain"}], \#(text)"#, "textBody"),
            (#""textBody": [{"partId": "t", "type": "text/plain", "charset": "utf-8"}], \#(text)"#, "textBody"),
            (#""textBody": [{"partId": "t", "type": "text/plain", "size": 5}], \#(text)"#, "textBody"),
            (
                #""textBody": [{"partId": "t", "type": "text/plain", "header:Content-Transfer-Encoding": " 8bit"}], \#(text)"#,
                "textBody"
            ),
            (
                #""textBody": [{"partId": "t", "type": "text/plain"}], "bodyValues": {"t": {"value": "x", "isTruncated": true}}"#,
                "bodyValues"
            ),
            (
                #""textBody": [{"partId": "t", "type": "text/plain"}], "bodyValues": {"t": {"value": "x", "isEncodingProblem": true}}"#,
                "bodyValues"
            ),
        ])
    func `from properties that are none together are refused, and these are named`(properties: String, named: String)
        throws
    {
        let count = try demo.found().count
        let refused = try demo.create(properties)
        #expect(refused["type"] == "invalidProperties", "\(refused)")
        #expect(
            refused["properties"].elements.compactMap(\.text).contains { $0.hasPrefix(named) || named.hasPrefix($0) },
            "\(refused)")
        #expect(try demo.found().count == count)
    }

    @Test(.must("8621-4.6-n")) func `have a Message-ID and a date where none is given`() throws {
        let made = try demo.create(
            #""subject": "Made", "textBody": [{"partId": "t", "type": "text/plain"}], \#(Self.text)"#)
        let id = try #require(made["id"].text, "\(made)")
        let got = try demo.email(id, #""messageId", "sentAt", "header:Message-ID", "header:Date""#)
        #expect(got["messageId"][0].text?.contains("@") == true && got["sentAt"].text != nil)
        #expect(
            try #require(got["header:Message-ID"].text).wholeMatch(of: /\s*<[A-Za-z0-9._-]+@[A-Za-z0-9.-]+>/) != nil)
        #expect(
            try #require(got["header:Date"].text).wholeMatch(
                of: /\s*\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/) != nil)
        for type in ["blobId", "threadId", "size"] { #expect(made[type] != .null) }
        let given = try demo.create(
            #""subject": "Given", "messageId": ["given@example.org"], "sentAt": "2026-01-02T03:04:05+02:00""#)
        let kept = try demo.email(try #require(given["id"].text, "\(given)"), #""messageId", "sentAt""#)
        #expect(kept["messageId"] == ["given@example.org"] && kept["sentAt"] == "2026-01-02T03:04:05+02:00")
    }

    @Test(.must("8621-4.6-o")) func `of blobs that are missing are refused with all of these`() throws {
        let there = try #require(try demo.upload("here", type: "text/plain")["blobId"].text)
        let refused = try demo.create(
            #""attachments": [{"blobId": "U01", "type": "image/png"}, {"blobId": "\#(there)", "type": "text/plain"}, {"blobId": "nothing", "type": "image/png"}]"#
        )
        #expect(
            refused["type"] == "blobNotFound" && Set(refused["notFound"].elements) == ["U01", "nothing"], "\(refused)")
    }
}
