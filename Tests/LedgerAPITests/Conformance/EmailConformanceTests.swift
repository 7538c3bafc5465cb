import JSONCoding
import MailLedger
import TestSupport
import Testing

@Suite(.demoServed, .serialized) struct `JMAP of RFC 8621, sections 4.1 and 4.2: emails` {
    private let demo: DemoServer

    init() throws {
        demo = try #require(DemoServer.current)
    }

    // MARK: Properties

    @Test(.must("8621-4.1.1-b", "8621-4.1.1-c", "8621-4.1.1-f"))
    func `have mailboxes and keywords that are true, these in lower case`() throws {
        let id = try demo.importing(
            "From: a@example.org\nSubject: Keywords\n\nx\n", #", "keywords": {"$SEEN": true, "MiXed": true}"#)
        let got = try demo.email(id, #""keywords", "mailboxIds""#)
        #expect(got["keywords"] == ["$seen": true, "mixed": true])
        #expect(got["mailboxIds"] == .object([try demo.inbox(): true]))
        for value in ["false", "1", #""true""#, "{}"] {
            for property in ["keywords/x", "mailboxIds/\(try demo.inbox())"] {
                let done = try demo.call("Email/set", #""update": {"\#(id)": {"\#(property)": \#(value)}}"#)
                #expect(done["notUpdated"][id]["type"] == "invalidProperties", "\(property) \(value)")
            }
            let whole = try demo.call("Email/set", #""update": {"\#(id)": {"keywords": {"x": \#(value)}}}"#)
            #expect(whole["notUpdated"][id]["type"] == "invalidProperties")
        }
        #expect(try demo.email(id, #""keywords", "mailboxIds""#) == got)
    }

    @Test(.must("8621-4.1.1-d")) func `that a mail reader marked as deleted are not there`() throws {
        let box = try demo.makeMailbox("Deleted in part")
        let ids = try (0..<2).map {
            try demo.importing("From: a@example.org\nSubject: Deleted \($0)\n\nx\n", into: box)
        }
        try demo.flagFirstDeleted(in: "Deleted in part")
        #expect(try demo.found(#"{"inMailbox": "\#(box)"}"#) == [ids[1]])
        let counts = try #require(try demo.mailboxes()["Deleted in part"])
        for count in ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"] {
            #expect(counts[count] == 1, "\(count)")
        }
        for keyword in [#"\\Deleted"#, #"\\Recent"#] {
            let done = try demo.call("Email/set", #""update": {"\#(ids[1])": {"keywords/\#(keyword)": true}}"#)
            #expect(done["notUpdated"][ids[1]]["type"] == "invalidProperties")
        }
    }

    @Test(
        .must("8621-4.1.1-e"),
        arguments: [
            "", "a b", "a(b", "a)b", "a{b", "a]b", "a%b", "a*b", "a\\\"b", "a\\\\b", "caf\u{e9}", "a\\u0007b",
            String(repeating: "k", count: 256),
        ])
    func `have keywords of the letters that IMAP has`(keyword: String) throws {
        let id = try #require(try demo.found().first)
        for patch in [#""keywords/\#(keyword)": true"#, #""keywords": {"\#(keyword)": true}"#] {
            let done = try demo.call("Email/set", #""update": {"\#(id)": {\#(patch)}}"#)
            #expect(done["notUpdated"][id]["type"] == "invalidProperties", "\(done)")
        }
        let longest = String(repeating: "l", count: 255)
        _ = try demo.call("Email/set", #""update": {"\#(id)": {"keywords/\#(longest)": true}}"#)
        #expect(try demo.email(id, #""keywords""#)["keywords"][longest] == true)
    }

    @Test(.must("8621-4.1.2.1-a")) func `have no NUL in a raw field`() throws {
        let id = try demo.importing("From: a@example.org\nX-Nul: a\u{0}b\nSubject: NUL\n\nx\n")
        #expect(try demo.email(id, #""header:X-Nul:asRaw""#)["header:X-Nul:asRaw"] == " ab")
    }

    private func texts(of field: String) throws -> [String?] {
        let id = try demo.importing("From: a@example.org\nSubject: \(field)\nX-Text: \(field)\n\n\(field)\n")
        let got = try demo.email(id, #""subject", "header:Subject:asText", "header:X-Text:asText""#)
        return ["subject", "header:Subject:asText", "header:X-Text:asText"].map { got[$0].text }
    }

    @Test(
        .must("8621-4.1.2.2-a"),
        arguments: [
            "a=?utf-8?q?b?=", "=?utf-8?q?a?=b", "=?utf-8?q?a b?=", "=?utf-8?x?a?=", "=?utf-8?q?a?==?utf-8?q?b?=",
        ])
    func `have texts whose encoded words are read in no wrong place`(field: String) throws {
        #expect(try texts(of: field).dropFirst() == [field, field])
    }

    @Test(
        .must("8621-4.1.2.2-b"),
        arguments: [
            ("=?utf-8?q?caf=C3=A9?=", "caf\u{e9}"),
            ("=?utf-8?b?Y2Fmw6k=?= and =?iso-8859-1?q?=E9?=", "caf\u{e9} and \u{e9}"),
            ("=?utf-8?q?cafe=CC=81?=", "caf\u{e9}"), ("A\u{30a}", "\u{c5}"),
        ])
    func `have texts whose letters are composed`(field: String, text: String) throws {
        for got in try texts(of: field) { #expect(got.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars)) }
    }

    @Test(.must("8621-4.1.2.3-a", "8621-4.1.2.4-a")) func `have names of addresses that are decoded`() throws {
        let id = try demo.importing(
            "From: =?utf-8?q?Ren=C3=A9?= <a@example.org>\nTo: =?utf-8?q?Caf=C3=A9?=: =?utf-8?b?w4U=?= <b@example.org>;\nSubject: Names\n\nx\n"
        )
        let got = try demo.email(id, #""from", "header:From:asAddresses", "header:To:asGroupedAddresses""#)
        let author: JSONValue = [["name": "Ren\u{e9}", "email": "a@example.org"]]
        #expect(got["from"] == author && got["header:From:asAddresses"] == author)
        #expect(
            got["header:To:asGroupedAddresses"]
                == [["name": "Caf\u{e9}", "addresses": [["name": "\u{c5}", "email": "b@example.org"]]]])
    }

    @Test(
        .must("8621-4.1.3-a"),
        arguments: ["header:To:all:asAddresses", "header:To:asAddresses:asRaw", "header:To:all:all", "header::asRaw"])
    func `have fields in a form first, then all`(property: String) throws {
        #expect(try demo.error("Email/get", #""ids": [], "properties": ["\#(property)"]"#) == "invalidArguments")
        _ = try demo.call("Email/get", #""ids": [], "properties": ["header:To:asAddresses:all"]"#)
    }

    @Test(.must("8621-4.1.4-a")) func `have previews of at most 256 characters`() throws {
        _ = try demo.importing(
            "From: a@example.org\nSubject: Long\nContent-Type: text/plain; charset=utf-8\n\n\(String(repeating: "e\u{301}\u{1F468}\u{200D}\u{1F469} ", count: 300))\n"
        )
        let list = try demo.call(
            "Email/get",
            #""ids": [\#(demo.found().map { "\"\($0)\"" }.joined(separator: ", "))], "properties": ["preview"]"#)[
                "list"
            ].elements
        let lengths = list.compactMap { $0["preview"].text?.unicodeScalars.count }
        #expect(lengths.count == list.count && lengths.allSatisfy { $0 <= 256 } && lengths.max() ?? 0 > 100)
    }

    // MARK: Getting them

    @Test(.must("8621-4.2-a", "8621-4.2-b"), arguments: [1, 4, 5, 6, 7, 1_000])
    func `have bodies cut at the bytes that are asked for, within no character`(most: Int) throws {
        let body = "1234\u{2603}5"
        let id = try demo.importing(
            "From: a@example.org\nSubject: Cut at \(most)\nContent-Type: text/plain; charset=utf-8\n\n\(body)\n")
        let values = try demo.email(
            id, #""bodyValues""#, #", "fetchTextBodyValues": true, "maxBodyValueBytes": \#(most)"#)["bodyValues"]
        let value = values[values.keys[0]]
        let text = try #require(value["value"].text)
        #expect(text.utf8.count <= most && (body + "\n").hasPrefix(text) && !text.contains("\u{FFFD}"))
        #expect(value["isTruncated"] == .bool(most < 9) && text.utf8.count >= min(most, 9) - 2)
    }

    @Test(.must("8621-4.2-c")) func `have the properties that a list shows where none are named`() throws {
        let id = try #require(try demo.found().first)
        let usual = [
            "id", "blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt", "messageId", "inReplyTo",
            "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt", "hasAttachment",
            "preview", "bodyValues", "textBody", "htmlBody", "attachments",
        ]
        for rest in ["", #", "properties": null"#] {
            #expect(try Set(demo.call("Email/get", #""ids": ["\#(id)"]\#(rest)"#)["list"][0].keys) == Set(usual))
        }
        let body = [
            "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location",
        ]
        let parts = try demo.email(id, #""textBody""#)["textBody"]
        #expect(Set(parts[0].keys) == Set(body))
    }

    @Test(
        .must("8621-4.2-d"),
        arguments: [
            "header:From:asDate", "header:Subject:asAddresses", "header:Date:asText", "header:To:asText",
            "header:Message-ID:asURLs", "header:List-Post:asText", "header:Received:asText", "header:From:asNothing",
        ])
    func `have fields in no form that is forbidden`(property: String) throws {
        #expect(try demo.error("Email/get", #""ids": [], "properties": ["\#(property)"]"#) == "invalidArguments")
        #expect(try demo.error("Email/get", #""ids": [], "bodyProperties": ["\#(property)"]"#) == "invalidArguments")
    }

    @Test(
        .must("8621-4.2-e"), arguments: ["header:SUBJECT:asText", "header:subject:asText", "header:sUbJeCt:asText:all"])
    func `have fields under the names as they are asked for`(property: String) throws {
        let id = try #require(try demo.found().first)
        #expect(try Set(demo.email(id, #""\#(property)""#).keys) == ["id", property])
    }
}
