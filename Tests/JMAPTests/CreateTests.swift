import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// An account with an inbox, in which emails are made.
private struct Making {
    let asked: AskedLedger
    let inbox: String

    init(_ mail: [String] = []) throws {
        asked = try AskedLedger(mail)
        inbox = try asked.inbox()
    }

    /// Makes one, given by its properties, in the inbox.
    func make(_ properties: String) throws -> JSONValue {
        let object = #"{"mailboxIds": {"\#(inbox)": true}\#(properties.isEmpty ? "" : ", ")\#(properties)}"#
        return try asked.call("Email/set", #"{"accountId": "$A", "create": {"k": \#(object)}}"#)
    }

    /// Makes one that has to succeed, and returns some properties of it.
    func made(
        _ properties: String, _ asking: String, location: SourceLocation = #_sourceLocation
    ) throws -> JSONValue {
        let done = try make(properties)
        let id = try #require(done["created"]["k"]["id"].text, "\(done)", sourceLocation: location)
        return try asked.call(
            "Email/get",
            #"{"accountId": "$A", "ids": ["\#(id)"], "properties": [\#(asking)], "fetchAllBodyValues": true}"#)["list"][
                0]
    }

    /// Makes one that has to fail, and returns its error.
    func error(_ properties: String) throws -> JSONValue {
        let done = try make(properties)
        #expect(done["created"] == .null && done["oldState"] == done["newState"])
        return done["notCreated"]["k"]
    }

    /// The bytes of a blob.
    func bytes(_ blob: JSONValue) throws -> [UInt8] {
        let id = try #require(blob.text)
        let (blob, account) = (try #require(JMAPBlob(id)), try asked.account)
        let content = try asked.ledger.read { try blob.read(in: account, for: "mara", limit: 1 << 26, $0) }
        return try #require(try content?.bytes(limit: 1 << 26))
    }
}

private let textPart = #""textBody": [{"partId": "t"}], "bodyValues": {"t": {"value": "A text."}}"#

/// RFC 8621 section 4.6.
@Suite struct `Emails made by JMAP` {
    @Test func `have what the server sets, and a Message-ID and a Date of its own`() throws {
        let making = try Making()
        let before = try making.asked.ledger.store.head().transaction
        let done = try making.make(#""subject": "Draft", "keywords": {"$draft": true, "$seen": true}, \#(textPart)"#)
        let created = done["created"]["k"]
        #expect(created.keys == ["id", "blobId", "threadId", "size"] && done["oldState"] != done["newState"])
        #expect(try making.asked.ledger.store.head().transaction == before + 1)
        let header = try #require(try making.asked.lastHeader)
        #expect(header.command == "jmap Email/set" && header.actor == "mara" && header.osUser == "token:phone")
        let id = try #require(created["id"].text)
        let got = try making.asked.call(
            "Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "fetchTextBodyValues": true}"#)[
                "list"][0]
        for key in ["id", "blobId", "threadId", "size"] { #expect(got[key] == created[key]) }
        #expect(got["keywords"] == ["$draft": true, "$seen": true] && got["mailboxIds"].keys == [making.inbox])
        #expect(got["messageId"].elements.count == 1 && got["messageId"][0].text?.hasSuffix("@example.org") == true)
        #expect(got["sentAt"].text?.hasSuffix("Z") == true && got["bodyValues"]["1"]["value"] == "A text.")
        #expect(got["textBody"][0]["charset"] == "us-ascii" && got["hasAttachment"] == false)
        let bytes = try making.bytes(got["blobId"])
        #expect(bytes.count == got["size"].number && bytes.allSatisfy { $0 < 0x80 })
        #expect(try making.asked.found(#"{"body": "text"}"#) == [id])
        _ = try making.asked.ledger.perform(UndoRequest())
        #expect(try making.asked.found("{}") == [])
    }

    @Test func `may have null for what a part need not say, as 'Email/get' has it`() throws {
        let making = try Making()
        let nothing = ["charset", "blobId", "name", "disposition", "cid", "language", "location", "subParts", "size"]
            .map { #""\#($0)": null"# }.joined(separator: ", ")
        let part = #"{"partId": "t", "type": "text/plain", "headers": null, \#(nothing)}"#
        let got = try making.made(
            #""textBody": [\#(part)], "bodyValues": {"t": {"value": "A text."}}, "messageId": [], "from": [], "header:X-Y:asURLs": []"#,
            #""bodyValues", "messageId", "from", "headers""#)
        #expect(got["bodyValues"]["1"]["value"] == "A text." && got["from"] == .null)
        #expect(got["messageId"].elements.count == 1)
        #expect(!got["headers"].elements.contains { $0["name"] == "From" || $0["name"] == "X-Y" })
        let tree = #"{"type": "multipart/mixed", "partId": null, "blobId": null, "subParts": [\#(part)]}"#
        _ = try making.made(#""bodyStructure": \#(tree), "bodyValues": {"t": {"value": "x"}}"#, #""size""#)
    }

    @Test func `have no more keywords and fields than a mail of people, and are refused at once`() throws {
        let making = try Making()
        let keywords = (0..<50_000).map { #""k\#($0)": true"# }.joined(separator: ",")
        #expect(try making.error(#""keywords": {\#(keywords)}"#)["properties"] == ["keywords"])
        let fields = (0..<20_000).map { #""header:X-\#($0)": " a""# }.joined(separator: ",")
        #expect(try making.error(fields)["type"] == "invalidProperties")
        let id = try #require(try making.make(#""subject": "x""#)["created"]["k"]["id"].text)
        let patch = (0..<1_001).map { #""keywords/k\#($0)": true"# }.joined(separator: ",")
        for (patch, type) in [
            (patch, "invalidProperties"), (#""keywords/$Seen": true, "keywords/$seen": null"#, "invalidPatch"),
        ] {
            let done = try making.asked.call(
                "Email/set", #"{"accountId": "$A", "update": {"\#(id)": {\#(patch)}}}"#)
            #expect(done["notUpdated"][id]["type"] == .string(type))
        }
    }

    @Test func `are not ended by the call that would make them again`() throws {
        let making = try Making()
        let same = #""subject": "x", "messageId": ["same@x"], "sentAt": "2026-03-04T05:06:07Z", \#(textPart)"#
        let id = try #require(try making.make(same)["created"]["k"]["id"].text)
        let object = #"{"mailboxIds": {"\#(making.inbox)": true}, \#(same)}"#
        let done = try making.asked.call(
            "Email/set", #"{"accountId": "$A", "create": {"k": \#(object)}, "destroy": ["\#(id)"]}"#)
        #expect(done["notCreated"]["k"]["existingId"].text == id && done["notDestroyed"][id]["type"] == "forbidden")
        #expect(done["destroyed"] == .null && done["oldState"] == done["newState"])
        #expect(try making.asked.found("{}") == [id])
        // Another draft takes its place.
        let other = object.replacing("A text.", with: "Another text.")
        let replaced = try making.asked.call(
            "Email/set", #"{"accountId": "$A", "create": {"k": \#(other)}, "destroy": ["\#(id)"]}"#)
        #expect(replaced["destroyed"] == [.string(id)] && replaced["created"]["k"]["id"] != .null)
    }

    @Test func `are named by their ids where a later call changes and ends them`() throws {
        let making = try Making()
        let inbox = making.inbox
        let answers = try making.asked.calls(
            #"""
            ["Email/set", {"accountId": "$A", "create": {"k": {"mailboxIds": {"\#(inbox)": true}, "subject": "x"}}}, "0"],
            ["Email/set", {"accountId": "$A", "update": {"#k": {"keywords/a": true}}}, "1"],
            ["Email/set", {"accountId": "$A", "destroy": ["#k"]}, "2"],
            ["Mailbox/set", {"accountId": "$A", "create": {"m": {"name": "New"}}}, "3"],
            ["Mailbox/set", {"accountId": "$A", "update": {"#m": {"name": "Newer"}}}, "4"],
            ["Mailbox/set", {"accountId": "$A", "destroy": ["#m"]}, "5"]
            """#)
        let (email, mailbox) = (answers[0][1]["created"]["k"]["id"], answers[3][1]["created"]["m"]["id"])
        #expect(answers[1][1]["updated"].keys == [email.text ?? ""] && answers[2][1]["destroyed"] == [email])
        #expect(answers[4][1]["updated"].keys == [mailbox.text ?? ""] && answers[5][1]["destroyed"] == [mailbox])
    }

    @Test func `say what their properties say`() throws {
        let making = try Making()
        let asking =
            #""messageId", "inReplyTo", "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt", "receivedAt""#
        let long = (0..<40).map { #"{"name": "Person \#($0) é", "email": "p\#($0)@example.org"}"# }.joined(
            separator: ",")
        let properties = #"""
            "messageId": ["a@x"], "inReplyTo": ["b@x"], "references": ["c@x", "b@x"],
            "sender": [{"name": null, "email": "s@example.org"}], "from": [{"name": "Ada, \"Q\" (x)", "email": "ada@example.org"}],
            "to": [\#(long)], "cc": [{"name": "Jøran", "email": "jøran@exämple.org"}], "bcc": [{"email": "b@example.org"}],
            "replyTo": [{"name": "", "email": "r@example.org"}], "subject": "Grüße =?x?=  and  \"blanks\"",
            "sentAt": "2026-03-04T05:06:07+09:30", "receivedAt": "2026-03-05T05:06:07Z"
            """#
        let got = try making.made(properties, asking)
        #expect(got["messageId"] == ["a@x"] && got["inReplyTo"] == ["b@x"] && got["references"] == ["c@x", "b@x"])
        #expect(got["sender"] == [["name": nil, "email": "s@example.org"]])
        #expect(got["from"] == [["name": "Ada, \"Q\" (x)", "email": "ada@example.org"]])
        #expect(got["to"].elements.count == 40 && got["to"][39]["name"] == "Person 39 é")
        #expect(got["cc"] == [["name": "Jøran", "email": "jøran@exämple.org"]])
        #expect(got["bcc"][0]["email"] == "b@example.org" && got["replyTo"][0]["email"] == "r@example.org")
        #expect(got["sentAt"] == "2026-03-04T05:06:07+09:30" && got["receivedAt"] == "2026-03-05T05:06:07Z")
        #expect(got["subject"].text?.hasPrefix("Grüße =?x?=") == true)
    }

    @Test(arguments: [
        (#""header:X-Foo": " raw value""#, "header:X-Foo", " raw value"),
        (#""header:X-Foo": "no blank""#, "header:X-Foo", " no blank"),
        (#""header:X-Foo:asRaw": "a\r\n b""#, "header:X-Foo:asRaw", " a\r\n b"),
        (#""header:X-Foo:asText": "Grüße  zwei""#, "header:X-Foo:asText", "Grüße  zwei"),
        (#""header:Subject:asText": "howdy""#, "header:subject:asRaw", " howdy"),
        (
            #""header:Resent-Date:asDate": "1969-02-14T12:02:00Z""#, "header:Resent-Date",
            " Fri, 14 Feb 1969 12:02:00 +0000"
        ),
        (#""header:X-Id:asMessageIds": ["a@x", "b@x"]"#, "header:X-Id", " <a@x> <b@x>"),
        (
            #""header:List-Help:asURLs": ["http://example.net", "http://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]"#,
            "header:List-Help", " <http://example.net>,\r\n <http://example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>"
        ),
        (
            #""header:Resent-To:asAddresses": [{"name": "Foo bar", "email": "foo@example.net"}]"#, "header:Resent-To",
            " \"Foo bar\" <foo@example.net>"
        ),
    ])
    func `have any header field, in each form`(_ property: String, _ asking: String, _ value: String) throws {
        #expect(try Making().made("\(property), \(textPart)", "\"\(asking)\"")[asking] == .string(value))
    }

    @Test func `have several fields of a name, and groups of addresses`() throws {
        let making = try Making()
        let several = try making.made(
            #""header:X-Foo:all": ["cat", "dog", "mouse"], "header:X-Bar:asText:all": [], \#(textPart)"#,
            #""header:X-Foo:all", "header:X-Bar:all""#)
        #expect(several["header:X-Foo:all"] == [" cat", " dog", " mouse"] && several["header:X-Bar:all"] == [])
        let groups =
            #"[{"name": "Rowers", "addresses": [{"name": null, "email": "a@x.org"}]}, {"name": null, "addresses": [{"name": "B", "email": "b@x.org"}]}]"#
        let got = try making.made(
            #""header:To:asGroupedAddresses": \#(groups), \#(textPart)"#, #""header:To:asGroupedAddresses", "to""#)
        #expect(got["header:To:asGroupedAddresses"].elements.count == 2)
        #expect(got["header:To:asGroupedAddresses"][0]["name"] == "Rowers" && got["to"].elements.count == 2)
    }

    @Test(arguments: [
        "", "a", "a\n", "\n", " a ", "From me\n.dot\n..", "é\u{1}x", "a\r\nb\rc", "--\n-- \n=_",
        String(repeating: "x", count: 2_000),
    ])
    func `have the very text that was given`(_ text: String) throws {
        let making = try Making()
        let value = String(decoding: try JSONBytesEncoder().encode(JSONValue.string(text)), as: UTF8.self)
        let got = try making.made(
            #""bodyStructure": {"type": "multipart/alternative", "subParts": [{"partId": "t"}, {"partId": "h", "type": "text/html"}]}, "bodyValues": {"t": {"value": \#(value)}, "h": {"value": \#(value)}}"#,
            #""bodyValues", "bodyStructure""#)
        let expected = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        for part in ["1", "2"] {
            #expect(
                got["bodyValues"][part] == [
                    "value": .string(expected), "isEncodingProblem": false, "isTruncated": false,
                ])
        }
        let alone = try making.made(
            #""textBody": [{"partId": "t"}], "bodyValues": {"t": {"value": \#(value)}}"#, #""bodyValues""#)
        #expect(alone["bodyValues"]["1"]["value"] == .string(expected))
    }

    @Test func `have blobs as their parts, of uploads, messages and parts of these`() throws {
        let making = try Making(["Samples/maildir"])
        let data: [UInt8] = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let upload = try making.asked.upload(data)
        let message = try making.asked.email(#"{"hasAttachment": true}"#, #"["blobId", "attachments"]"#)
        let (whole, part) = (
            try #require(message["blobId"].text), try #require(message["attachments"][0]["blobId"].text)
        )
        let got = try making.made(
            #"""
            "textBody": [{"partId": "t"}], "htmlBody": [{"partId": "h", "type": "text/html"}],
            "attachments": [
            {"blobId": "\#(upload)", "type": "image/jpeg", "cid": "fooz@x", "language": ["en", "de"], "location": "http://x/y", "disposition": "inline", "name": "Größe \"1\".jpg"},
            {"blobId": "\#(whole)", "type": "message/rfc822", "size": 3}, {"blobId": "\#(part)", "name": "part.bin"},
            {"blobId": "\#(upload)", "type": "text/csv", "charset": "iso-8859-1", "header:X-Of-Part": "yes"}],
            "bodyValues": {"t": {"value": "text"}, "h": {"value": "<b>html</b>"}}
            """#, #""attachments", "bodyStructure", "textBody", "htmlBody""#)
        let types = got["bodyStructure"]["subParts"].elements.map { $0["type"].text }
        #expect(types == ["multipart/alternative", "message/rfc822", "application/octet-stream", "text/csv"])
        #expect(got["textBody"][0]["type"] == "text/plain" && got["htmlBody"][0]["type"] == "text/html")
        let image = try #require(got["attachments"].elements.first { $0["type"] == "image/jpeg" })
        #expect(image["cid"] == "fooz@x" && image["language"] == ["en", "de"] && image["location"] == "http://x/y")
        #expect(image["disposition"] == "inline" && image["name"] == "Größe \"1\".jpg" && image["size"] == 10_000)
        #expect(try making.bytes(image["blobId"]) == data)
        for (type, source) in [("message/rfc822", whole), ("application/octet-stream", part), ("text/csv", upload)] {
            let made = try #require(got["attachments"].elements.first { $0["type"].text == type })
            #expect(try making.bytes(made["blobId"]) == making.bytes(.string(source)), "\(type)")
        }
        #expect(got["attachments"].elements.last?["charset"] == "iso-8859-1")
    }

    @Test func `are attached wherever no part of theirs says that it is inline`() throws {
        let making = try Making()
        let upload = try making.asked.upload(Array("one".utf8))
        for type in ["text/plain", "text/html", "image/png", "application/pdf"] {
            let got = try making.made(
                #"""
                "textBody": [{"partId": "t"}], "attachments": [{"blobId": "\#(upload)", "type": "\#(type)"}],
                "bodyValues": {"t": {"value": "text"}}
                """#, #""attachments", "textBody", "htmlBody", "hasAttachment""#)
            #expect(got["attachments"].elements.map { $0["type"].text } == [type] && got["hasAttachment"] == true)
            #expect(got["attachments"][0]["disposition"] == "attachment", "\(type)")
            #expect(got["textBody"].elements.count == 1 && got["htmlBody"].elements.count == 1, "\(type)")
        }
        let form = try making.made(
            #"""
            "textBody": [{"partId": "t"}], "attachments": [{"blobId": "\#(upload)", "disposition": "form-data"}],
            "bodyValues": {"t": {"value": "text"}}
            """#, #""attachments""#)
        #expect(form["attachments"][0]["disposition"] == "form-data")
    }

    @Test func `may be made, changed and ended by one call, and named in later ones`() throws {
        let making = try Making()
        let before = try making.asked.ledger.store.head().transaction
        let one = #"{"mailboxIds": {"\#(making.inbox)": true}, "subject": "a"}"#
        let answers = try making.asked.calls(
            """
            ["Mailbox/set", {"accountId": "$A", "create": {"box": {"name": "Made"}}}, "0"],
            ["Email/set", {"accountId": "$A", "create": {"a": \(one), "b": \(one.replacing("\"a\"", with: "\"b\""))},
                "update": {"#a": {"keywords/x": true, "mailboxIds/#box": true}, "#c": {"keywords/x": true}}, "destroy": ["#b"]}, "1"],
            ["Email/get", {"accountId": "$A", "ids": ["#a", "#b"], "properties": ["keywords", "mailboxIds", "subject"]}, "2"],
            ["Email/set", {"accountId": "$A", "update": {"#a": {"keywords/y": true}}}, "3"]
            """)
        #expect(try making.asked.ledger.store.head().transaction == before + 3)
        let set = answers[1][1]
        let (a, b) = (set["created"]["a"]["id"], set["created"]["b"]["id"])
        #expect(
            set["updated"].keys == [a.text] && set["destroyed"] == [b] && set["notUpdated"]["#c"]["type"] == "notFound")
        let list = answers[2][1]
        #expect(
            list["list"].elements.count == 1 && list["list"][0]["keywords"] == ["x": true] && list["notFound"] == [b])
        #expect(list["list"][0]["mailboxIds"].keys.count == 2 && answers[3][1]["notUpdated"] == .null)
    }

    @Test func `are there once, whatever makes them twice`() throws {
        let making = try Making()
        let same = #""messageId": ["once@x"], "sentAt": "2026-01-01T00:00:00Z", "subject": "once""#
        let id = try making.make(same)["created"]["k"]["id"]
        #expect(try making.error(same) == ["type": "alreadyExists", "existingId": id])
    }
}

/// Each rule of RFC 8621 section 4.6 about what may not be given together.
@Suite struct `Emails that are not made` {
    @Test(arguments: [
        (#""headers": [{"name": "X", "value": "y"}]"#, ["headers"]),
        (#""bodyStructure": {"partId": "t", "headers": []}"#, ["bodyStructure/headers"]),
        (#""from": [{"email": "a@x"}], "header:from": "b@x""#, ["header:from"]),
        (#""header:Message-Id": "<a@x>", "messageId": ["a@x"]"#, ["messageId"]),
        (#""header:X-Foo": "a", "header:x-foo:asText": "b""#, ["header:x-foo:asText"]),
        (#""header:From:asDate": "2026-01-01T00:00:00Z""#, ["header:From:asDate"]),
        (#""header:Subject:asAddresses": []"#, ["header:Subject:asAddresses"]),
        (#""header:Content-foo": "x""#, ["header:Content-foo"]),
        (#""header:content-type:asRaw": "x""#, ["header:content-type:asRaw"]),
        (
            #""bodyStructure": {"partId": "t"}, "textBody": [{"partId": "t"}], "htmlBody": [{"partId": "t"}], "attachments": []"#,
            ["textBody", "htmlBody", "attachments"]
        ),
        (#""header:foo": "a", "bodyStructure": {"partId": "t", "header:Foo": "b"}"#, ["bodyStructure/header:Foo"]),
        (#""subject": "a", "textBody": [{"partId": "t", "header:subject": "b"}]"#, ["textBody/0/header:subject"]),
        (#""textBody": []"#, ["textBody"]), (#""textBody": [{"partId": "t"}, {"partId": "t"}]"#, ["textBody"]),
        (#""textBody": [{"partId": "t", "type": "text/html"}]"#, ["textBody/0/type"]),
        (#""htmlBody": []"#, ["htmlBody"]),
        (#""htmlBody": [{"partId": "t", "type": "text/plain"}]"#, ["htmlBody/0/type"]),
        (#""bodyStructure": {"partId": "t", "blobId": "$B"}"#, ["bodyStructure/partId", "bodyStructure/blobId"]),
        (#""bodyStructure": {"partId": "absent"}"#, ["bodyStructure/partId"]),
        (#""bodyStructure": {}"#, ["bodyStructure/partId"]),
        (#""bodyStructure": {"partId": "t", "charset": "utf-8"}"#, ["bodyStructure/charset"]),
        (#""bodyStructure": {"partId": "t", "size": 7}"#, ["bodyStructure/size"]),
        (
            #""bodyStructure": {"partId": "t", "header:Content-Transfer-Encoding": "8bit"}"#,
            ["bodyStructure/header:Content-Transfer-Encoding"]
        ),
        (
            #""textBody": [{"partId": "u"}], "bodyValues": {"u": {"value": "x", "isEncodingProblem": true, "isTruncated": true}}"#,
            ["bodyValues/u/isEncodingProblem", "bodyValues/u/isTruncated"]
        ),
        (#""bodyStructure": {"type": "multipart/mixed"}"#, ["bodyStructure/subParts"]),
        (
            #""textBody": [{"partId": "t"}], "bodyValues": {"t": {"value": "a\u0000b"}}"#,
            ["bodyValues/t"]
        ),
        (#""bodyStructure": {"type": "multipart/mixed", "subParts": []}"#, ["bodyStructure/subParts"]),
        (#""bodyStructure": {"type": "text/plain", "subParts": [{"partId": "t"}]}"#, ["bodyStructure/type"]),
        (#""bodyStructure": {"subParts": [{"partId": "t"}], "partId": "t"}"#, ["bodyStructure/partId"]),
        (#""bodyStructure": {"subParts": [{"partId": "t"}, {"partId": "x"}]}"#, ["bodyStructure/subParts/1/partId"]),
        (
            #""attachments": [{"blobId": "$B", "cid": "a b"}, {"blobId": "$B", "cid": "c", "header:Content-ID": "<d>"}]"#,
            ["attachments/0/cid", "attachments/1/header:Content-ID"]
        ),
        (
            #""attachments": [{"blobId": "$B", "header:Content-Type": "text/html"}]"#,
            ["attachments/0/header:Content-Type"]
        ),
        (
            #""attachments": [{"blobId": "$B", "name": "x", "header:Content-Disposition": "inline"}]"#,
            ["attachments/0/header:Content-Disposition"]
        ),
        (#""attachments": [{"partId": "t", "type": "message/rfc822"}]"#, ["attachments/0/type"]),
        (#""id": "M1", "size": 3, "preview": "x", "nonsense": 1"#, ["id", "size", "preview", "nonsense"]),
        (#""mailboxIds": {}"#, ["mailboxIds"]),
    ])
    func `name the properties that are invalid`(_ properties: String, _ invalid: [String]) throws {
        let making = try Making()
        let blob = try making.asked.upload("x")
        var object = properties.replacing("$B", with: blob)
        if !object.contains("\"bodyValues\"") { object += #", "bodyValues": {"t": {"value": "x"}}"# }
        if object.contains("\"mailboxIds\"") {
            let done = try making.asked.call("Email/set", #"{"accountId": "$A", "create": {"k": {\#(object)}}}"#)
            #expect(done["notCreated"]["k"]["properties"].elements.compactMap(\.text) == invalid)
            return
        }
        let error = try making.error(object)
        #expect(error["type"] == "invalidProperties", "\(error)")
        #expect(error["properties"].elements.compactMap(\.text) == invalid, "\(error)")
    }

    @Test func `name all blobs that are not there`() throws {
        let making = try Making(["Samples/maildir"])
        let other = try making.asked.addAccount("tomas@example.org")
        let elsewhere = try making.asked.upload(Array("x".utf8), to: other)
        let ofOther = try making.asked.upload(Array("y".utf8), by: "tomas")
        let missing = ["cat", elsewhere, ofOther, "B" + String(repeating: "0", count: 64)]
        let parts = (missing + ["cat"]).map { #"{"blobId": "\#($0)"}"# }.joined(separator: ",")
        let error = try making.error(#""attachments": [\#(parts)], "subject": 7"#)
        #expect(error["type"] == "blobNotFound" && error["notFound"].elements.compactMap(\.text) == missing)
        let single = try making.error(#""textBody": [{"blobId": "cat"}]"#)
        #expect(single["type"] == "blobNotFound" && single["notFound"] == ["cat"])
    }

    /// What a value may try to smuggle into a header.
    static let smuggled = [
        "a\r\nBcc: x@y", "a\nBcc: x@y", "a\rBcc: x@y", "a\r\n\r\nbody", "a\u{0}b", "a\u{85}b", "a\u{2028}b",
        "a\r\n \r\n b", "\r\n",
    ]

    @Test(arguments: smuggled)
    func `take no value that could begin another field`(_ value: String) throws {
        let making = try Making()
        let json = String(decoding: try JSONBytesEncoder().encode(JSONValue.string(value)), as: UTF8.self)
        for property in [
            #""subject": $V"#, #""header:X-Foo": $V"#, #""header:X-Foo:asText": $V"#,
            #""from": [{"name": $V, "email": "a@x"}]"#,
            #""from": [{"email": $V}]"#, #""messageId": [$V]"#, #""header:X:asURLs": [$V]"#, #""header:X:all": [$V]"#,
            #""header:X:asGroupedAddresses": [{"name": $V, "addresses": []}]"#, #""sentAt": $V"#,
        ] {
            let error = try making.error(property.replacing("$V", with: json))
            #expect(error["type"] == "invalidProperties" && error["properties"].elements.count == 1, "\(property)")
        }
        let blob = try making.asked.upload("x")
        for property in ["name", "cid", "location", "disposition", "type", "header:X-Foo", "charset"] {
            let error = try making.error(#""attachments": [{"blobId": "\#(blob)", "\#(property)": \#(json)}]"#)
            #expect(error["properties"].elements.compactMap(\.text) == ["attachments/0/\(property)"])
        }
    }

    @Test func `are refused whatever the types of their values are`() throws {
        let making = try Making()
        let values = ["7", "true", "\"x\"", "[]", "{}", "[7]", "[null]", "[{}]", "{\"a\": 7}", "[[]]", "1.5"]
        let properties = [
            "mailboxIds", "keywords", "receivedAt", "messageId", "from", "subject", "sentAt", "bodyStructure",
            "bodyValues",
            "textBody", "htmlBody", "attachments", "header:X", "header:X:all", "header:X:asAddresses",
            "header:X:asGroupedAddresses",
            "header:X:asDate", "header:", "header:X:asNonsense",
        ]
        for property in properties {
            for value in values {
                let given = #""\#(property)": \#(value)"#
                let place = property == "mailboxIds" ? "" : #""mailboxIds": {"\#(making.inbox)": true}, "#
                let done = try making.asked.call(
                    "Email/set", #"{"accountId": "$A", "create": {"k": {\#(place)\#(given)}}}"#)
                let type = done["notCreated"]["k"]["type"].text
                #expect(
                    type == nil || type == "invalidProperties" || type == "alreadyExists",
                    "\(property) \(value) \(done)")
            }
        }
        for key in [
            "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location",
            "subParts",
        ] {
            for value in values {
                let done = try making.make(#""attachments": [{"\#(key)": \#(value)}]"#)
                #expect(
                    ["invalidProperties", "blobNotFound"].contains(done["notCreated"]["k"]["type"].text),
                    "\(key) \(value)")
            }
        }
    }

    @Test func `are refused where they are too large, too many or too deep`() throws {
        let making = try Making()
        let many = Array(repeating: #"{"partId": "t"}"#, count: 10_000).joined(separator: ",")
        let parts = try making.error(
            #""bodyStructure": {"subParts": [\#(many)]}, "bodyValues": {"t": {"value": "x"}}"#)
        #expect(parts["type"] == "tooLarge")
        var deep = #"{"partId": "t"}"#
        for _ in 0..<25 { deep = #"{"subParts": [\#(deep)]}"# }
        let made = try making.made(#""bodyStructure": \#(deep), "bodyValues": {"t": {"value": "x"}}"#, #""bodyValues""#)
        #expect(made["bodyValues"].keys.count == 1)
        let huge = String(repeating: "x ", count: 40_000)
        #expect(try making.error(#""subject": "\#(huge)""#)["type"] == "invalidProperties")
        let fields = (0..<20).map { #""header:X-\#($0):asText": "\#(huge.prefix(60_000))""# }.joined(separator: ",")
        #expect(try making.error(fields)["type"] == "tooLarge")
        let name = String(repeating: "X", count: 1_000)
        #expect(try making.error(#""header:\#(name)": "x""#)["type"] == "invalidProperties")
        let blob = try making.asked.upload([UInt8](repeating: 7, count: 1_000_000))
        let blobs = Array(repeating: #"{"blobId": "\#(blob)"}"#, count: 26).joined(separator: ",")
        #expect(try making.error(#""attachments": [\#(blobs)]"#)["type"] == "tooLarge")
    }
}
