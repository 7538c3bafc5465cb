import Access
import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// RFC 8621 section 2.
@Suite struct `A mailbox` {
    @Test func `has each property, and no other is asked for`() throws {
        let asked = try AskedLedger()
        let answer = try asked.call("Mailbox/get", #"{"accountId": "$A"}"#)
        #expect(answer["accountId"] == .string(try asked.account) && answer["notFound"] == [])
        let inbox = try #require(answer["list"].elements.first { $0["role"] == "inbox" })
        #expect(
            Set(inbox.keys) == [
                "id", "name", "parentId", "role", "sortOrder", "totalEmails", "unreadEmails", "totalThreads",
                "unreadThreads", "myRights", "isSubscribed",
            ])
        #expect(inbox["parentId"] == .null && inbox["isSubscribed"] == true && inbox["name"] == "INBOX")
        let rights = inbox["myRights"]
        #expect(rights.keys.count == 9 && rights["mayReadItems"] == true && rights["maySetKeywords"] == true)
        let reading = try AskedLedger(mayWrite: false).mailboxes()["INBOX"]
        #expect(reading?["myRights"]["maySetKeywords"] == false)
    }

    @Test func `has some properties where some are asked for, the id always, and is missed by its id`() throws {
        let asked = try AskedLedger()
        let id = try #require(try asked.mailboxes()["INBOX"]?["id"].text)
        let missing = "F" + String(repeating: "0", count: 32)
        let answer = try asked.call(
            "Mailbox/get",
            #"{"accountId": "$A", "ids": ["\#(id)", "\#(missing)", "\#(id)", "nonsense"], "properties": ["name"]}"#)
        #expect(answer["list"] == [["id": .string(id), "name": "INBOX"]])
        #expect(answer["notFound"] == [.string(missing), "nonsense"])
        #expect(try asked.call("Mailbox/get", #"{"accountId": "$A", "ids": []}"#)["list"] == [])
    }

    @Test func `counts its messages, and the threads that have one there`() throws {
        let asked = try AskedLedger([])
        for (number, subject) in ["one", "two", "Re: one", "Re: one"].enumerated() {
            try asked.receive(
                """
                From: a@example.org
                Message-ID: <\(number)@x>
                \(number > 1 ? "In-Reply-To: <0@x>\n" : "")Subject: \(subject)
                Date: Mon, \(number + 2) Mar 2026 10:00:00 +0100

                text \(number)
                """)
        }
        let name = try #require(try asked.mailboxes().first { $0.value["totalEmails"] == 4 }?.key)
        func counts(_ name: String) throws -> [Int?] {
            let box = try asked.mailboxes()[name]
            return ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"].map { box?[$0].number }
        }
        #expect(try counts(name) == [4, 4, 2, 2])
        // What is in the trash alone counts there alone.
        _ = try asked.ledger.perform(MoveMessagesRequest(filter: "subject:two", folder: "Trash"))
        #expect(try counts(name) == [3, 3, 1, 1])
        #expect(try counts("Trash") == [1, 1, 1, 1])
        _ = try asked.ledger.perform(MoveMessagesRequest(filter: "message-id:3@x", folder: "Trash"))
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: MessageQuery("in:\(name)"), adding: [.seen]))
        #expect(try counts(name) == [2, 0, 1, 0])
        #expect(try counts("Trash") == [2, 2, 2, 2])
        // Read there, unread in another folder that is no trash.
        _ = try asked.ledger.perform(MoveMessagesRequest(filter: "message-id:3@x", folder: "Archive"))
        #expect(try counts(name) == [2, 0, 1, 1])
        #expect(try counts("Archive") == [1, 1, 1, 1])
    }

    @Test func `has the state of the last change to mailboxes, and no older one`() throws {
        let asked = try AskedLedger()
        func states() throws -> [String?] {
            let get = #"{"accountId": "$A", "ids": []}"#
            return try ["Mailbox/get", "Email/get"].map { try asked.call($0, get)["state"].text }
        }
        let before = try states()
        #expect(try states() == before)
        #expect(before.allSatisfy { $0?.wholeMatch(of: /s1\.[0-9]+-[0-9a-f]{8}/) != nil })
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "*", adding: [Keyword("label")]))
        let marked = try states()
        #expect(marked[1] != before[1])
        _ = try asked.ledger.perform(IssueTokenRequest(name: "t", actor: "a", scopes: [.read]))
        #expect(try states() == marked)
    }
}

/// RFC 8621 section 4.4.
@Suite struct `A query for messages` {
    /// The ids that a query of people finds, the latest received first.
    private func expected(_ asked: AskedLedger, _ query: String) throws -> [String] {
        let text = String(
            decoding: try asked.ledger.respond(
                to: Array(#"{"query": "list-messages", "parameters": {"filter": "\#(query)"}}"#.utf8)
            ).json, as: UTF8.self)
        return text.matches(of: /\{"id":"([0-9a-f-]{36})","account"/).map { "M" + $0.1.replacing("-", with: "") }
    }

    @Test(arguments: [
        (#"{}"#, "*"), (#"{"hasKeyword": "$seen"}"#, "is:read"), (#"{"notKeyword": "$seen"}"#, "not is:read"),
        (#"{"hasAttachment": true}"#, "has:attachment"), (#"{"subject": "fees"}"#, "subject:fees"),
        (#"{"from": "treasurer"}"#, "from:treasurer"), (#"{"text": "'for 2026'"}"#, #"\"for 2026\""#),
        (#"{"minSize": 1000, "maxSize": 2000}"#, "size:>=1000 size:<2000"),
        (
            #"{"operator": "OR", "conditions": [{"subject": "fees"}, {"hasAttachment": true}]}"#,
            "subject:fees or has:attachment"
        ),
        (
            #"{"operator": "NOT", "conditions": [{"subject": "fees"}, {"hasAttachment": true}]}"#,
            "not (subject:fees or has:attachment)"
        ),
        (
            #"{"operator": "AND", "conditions": [{"subject": "fees"}, {"operator": "NOT", "conditions": [{"hasKeyword": "$seen"}]}]}"#,
            "subject:fees not is:read"
        ),
        (#"{"operator": "AND", "conditions": []}"#, "*"), (#"{"operator": "OR", "conditions": []}"#, "not *"),
        (#"{"body": "nothing-has-this-word"}"#, "body:nothing-has-this-word"),
    ])
    func `finds what a query of people finds`(filter: String, query: String) throws {
        let asked = try AskedLedger()
        #expect(Set(try asked.found(filter)) == Set(try expected(asked, query)))
        #expect(try asked.found(filter).count == expected(asked, query).count)
    }

    @Test func `looks into mailboxes by their ids, and at times in UTC`() throws {
        let asked = try AskedLedger()
        let boxes = try asked.mailboxes()
        let inbox = try #require(boxes["INBOX"]?["id"].text)
        let total = try #require(boxes["INBOX"]?["totalEmails"].number)
        #expect(try asked.found(#"{"inMailbox": "\#(inbox)"}"#).count == total)
        #expect(try asked.found(#"{"inMailbox": "nonsense"}"#) == [])
        let all = try asked.found("{}")
        let others = Set(try asked.found(#"{"inMailboxOtherThan": ["\#(inbox)"]}"#))
        let ids = all.map { "\"\($0)\"" }.joined(separator: ",")
        let emails = try asked.call(
            "Email/get", #"{"accountId": "$A", "ids": [\#(ids)], "properties": ["mailboxIds"]}"#)["list"].elements
        let elsewhere = emails.filter { $0["mailboxIds"].keys.contains { $0 != inbox } }.compactMap { $0["id"].text }
        #expect(others == Set(elsewhere) && !others.isEmpty && others.count < all.count)
        let middle = try asked.call(
            "Email/get", #"{"accountId": "$A", "ids": ["\#(all[all.count / 2])"], "properties": ["receivedAt"]}"#)
        let time = try #require(middle["list"][0]["receivedAt"].text)
        let (before, after) = (try asked.found(#"{"before": "\#(time)"}"#), try asked.found(#"{"after": "\#(time)"}"#))
        #expect(Set(before).isDisjoint(with: after) && before.count + after.count == all.count && !before.isEmpty)
        #expect(after.contains(all[all.count / 2]))
    }

    @Test func `knows the keywords of threads`() throws {
        let asked = try AskedLedger([])
        for number in 0..<4 {
            try asked.receive(
                """
                From: a@example.org
                Message-ID: <\(number)@x>
                \(number == 1 ? "In-Reply-To: <0@x>\n" : "")Subject: s\(number)

                text \(number)
                """)
        }
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "subject:s0 or subject:s2", adding: [Keyword("k")]))
        func subjects(_ filter: String) throws -> Set<String> {
            let ids = try asked.found(filter).map { "\"\($0)\"" }.joined(separator: ",")
            let list = try asked.call("Email/get", #"{"accountId": "$A", "ids": [\#(ids)], "properties": ["subject"]}"#)
            return Set(list["list"].elements.compactMap { $0["subject"].text })
        }
        #expect(try subjects(#"{"someInThreadHaveKeyword": "k"}"#) == ["s0", "s1", "s2"])
        #expect(try subjects(#"{"allInThreadHaveKeyword": "K"}"#) == ["s2"])
        #expect(try subjects(#"{"noneInThreadHaveKeyword": "k"}"#) == ["s3"])
    }

    @Test func `is sorted as it asks, the latest first where it does not ask`() throws {
        let asked = try AskedLedger()
        func values(_ property: String, _ sort: String) throws -> [JSONValue] {
            let ids = try asked.found("{}", sort).map { "\"\($0)\"" }.joined(separator: ",")
            let list = try asked.call(
                "Email/get", #"{"accountId": "$A", "ids": [\#(ids)], "properties": ["\#(property)"]}"#)["list"]
            return list.elements.map { $0[property] }
        }
        let sizes = try values("size", #", "sort": [{"property": "size"}]"#).compactMap(\.number)
        #expect(sizes == sizes.sorted() && sizes.count > 10)
        let down = try values("size", #", "sort": [{"property": "size", "isAscending": false}]"#).compactMap(\.number)
        #expect(down == sizes.reversed())
        let times = try values("receivedAt", "").compactMap(\.text)
        #expect(times == times.sorted(by: >))
        let seen = try values(
            "keywords",
            #", "sort": [{"property": "hasKeyword", "keyword": "$seen", "isAscending": false}, {"property": "receivedAt"}]"#
        ).map { $0.keys.contains("$seen") }
        #expect(seen == seen.sorted { $0 && !$1 })
        #expect(
            try asked.error("Email/query", #"{"accountId": "$A", "sort": [{"property": "colour"}]}"#)
                == "unsupportedSort")
        #expect(
            try asked.error("Email/query", #"{"accountId": "$A", "sort": [{"property": "size", "collation": "i;x"}]}"#)
                == "unsupportedSort")
        #expect(try asked.error("Email/query", #"{"accountId": "$A", "sort": [{}]}"#) == "invalidArguments")
        // Signs between words say nothing, and are found by themselves in no mail.
        let one = try asked.found(#"{"subject": "invoice"}"#)
        #expect(!one.isEmpty)
        #expect(try asked.found(#"{"subject": "& invoice - ?"}"#) == one && asked.found(#"{"text": "& ‹ 😀"}"#).isEmpty)
        #expect(try asked.call("Email/query", #"{"accountId": "$A", "limit": 2.0}"#)["ids"].elements.count == 2)
        for header in [#"[]"#, #""X""#, #"["X", "y", "z"]"#, "[1]"] {
            let filter = #"{"header": \#(header)}"#
            #expect(
                try asked.error("Email/query", #"{"accountId": "$A", "filter": \#(filter)}"#) == "invalidArguments",
                "\(header)")
        }
        for property in ["inMailbox", "inMailboxOtherThan", "before", "minSize", "hasKeyword", "hasAttachment", "text"]
        {
            let filter = #"{"\#(property)": null}"#
            #expect(
                try asked.error("Email/query", #"{"accountId": "$A", "filter": \#(filter)}"#) == "invalidArguments",
                "\(property)")
        }
        #expect(
            try asked.error("Email/query", #"{"accountId": "$A", "filter": {"colour": "x"}}"#) == "invalidArguments")
        #expect(
            try asked.error("Email/query", #"{"accountId": "$A", "filter": {"operator": "XOR", "conditions": []}}"#)
                == "invalidArguments")
    }

    @Test func `gives a part of its list: from either end, around a message, and none beyond it`() throws {
        let asked = try AskedLedger()
        let all = try asked.found("{}")
        func part(_ rest: String) throws -> (ids: [String], position: Int?, total: Int?) {
            let answer = try asked.call("Email/query", #"{"accountId": "$A", \#(rest)}"#)
            return (answer["ids"].elements.compactMap(\.text), answer["position"].number, answer["total"].number)
        }
        #expect(try part(#""position": 2, "limit": 3"#) == (Array(all[2..<5]), 2, nil))
        #expect(
            try part(#""position": -3, "limit": 2, "calculateTotal": true"#) == (
                Array(all[(all.count - 3)..<(all.count - 1)]), all.count - 3, all.count
            ))
        #expect(try part(#""position": -1000, "limit": 1"#) == ([all[0]], 0, nil))
        #expect(try part(#""position": 1000, "calculateTotal": true"#) == ([], 1000, all.count))
        #expect(try part(#""anchor": "\#(all[4])", "limit": 2"#) == (Array(all[4..<6]), 4, nil))
        #expect(try part(#""anchor": "\#(all[4])", "anchorOffset": -2, "limit": 2"#) == (Array(all[2..<4]), 2, nil))
        #expect(try part(#""anchor": "\#(all[1])", "anchorOffset": -5, "limit": 1"#) == ([all[0]], 0, nil))
        #expect(try part(#""limit": 0, "calculateTotal": true"#) == ([], 0, all.count))
        #expect(try asked.error("Email/query", #"{"accountId": "$A", "anchor": "M0"}"#) == "anchorNotFound")
        #expect(try asked.error("Email/query", #"{"accountId": "$A", "limit": -1}"#) == "invalidArguments")
        #expect(try asked.error("Email/query", #"{"accountId": "$A", "position": 1.5}"#) == "invalidArguments")
        #expect(
            try asked.error("Email/query", #"{"accountId": "$A", "position": 9007199254740992}"#) == "invalidArguments")
    }

    @Test func `shows one message of each thread where it asks for that`() throws {
        let asked = try AskedLedger()
        let answer = try asked.call(
            "Email/query", #"{"accountId": "$A", "collapseThreads": true, "calculateTotal": true}"#)
        let ids = answer["ids"].elements.compactMap(\.text)
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        let threads = try asked.call(
            "Email/get", #"{"accountId": "$A", "ids": [\#(list)], "properties": ["threadId"]}"#)["list"].elements
        #expect(Set(threads.map { $0["threadId"] }).count == ids.count && answer["total"].number == ids.count)
        #expect(ids.count < (try asked.found("{}")).count)
    }
}

/// RFC 8621 sections 3, 4.1 and 4.2.
@Suite struct `A message by JMAP` {
    private static let mail = """
        From: "Ada L." <ada@example.org>, b@example.org
        Sender: s@example.org
        Reply-To: r@example.org
        To: Friends: c@example.org, "D" <d@example.org>;, e@example.org
        Cc: f@example.org
        Subject: =?utf-8?q?Caf=C3=A9?= and
         more
        Date: Tue, 3 Mar 2026 10:20:30 +0130
        Message-ID: <m1@example.org>
        In-Reply-To: <p1@example.org>
        References: <p0@example.org> <p1@example.org>
        X-Tag: first
        X-Tag: =?utf-8?q?s=C3=A9cond?=
        List-Unsubscribe: <mailto:u@example.org>, <https://example.org/u>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=m

        --m
        Content-Type: multipart/alternative; boundary=a

        --a
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        Caf=C3=A9 text=20
        second line
        --a
        Content-Type: text/html; charset=utf-8

        <p>Café html</p>
        --a--
        --m
        Content-Type: application/pdf; name="paper.pdf"
        Content-Disposition: attachment; filename="paper.pdf"
        Content-ID: <cid1@x>
        Content-Language: en, de
        Content-Location: paper/one
        Content-Transfer-Encoding: base64

        JVBERi0=
        --m--
        """

    private func asked() throws -> AskedLedger {
        let asked = try AskedLedger([])
        try asked.receive(Self.mail)
        return asked
    }

    @Test func `has what its header says, decoded`() throws {
        let email = try asked().email(
            "{}",
            #"["messageId", "inReplyTo", "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt"]"#
        )
        #expect(email["messageId"] == ["m1@example.org"] && email["inReplyTo"] == ["p1@example.org"])
        #expect(email["references"] == ["p0@example.org", "p1@example.org"])
        #expect(
            email["from"] == [
                ["name": "Ada L.", "email": "ada@example.org"], ["name": nil, "email": "b@example.org"],
            ])
        #expect(email["to"].elements.map { $0["email"] } == ["c@example.org", "d@example.org", "e@example.org"])
        #expect(email["sender"][0]["email"] == "s@example.org" && email["replyTo"][0]["email"] == "r@example.org")
        #expect(email["cc"][0]["email"] == "f@example.org" && email["bcc"] == .null)
        #expect(email["subject"] == "Café and more" && email["sentAt"] == "2026-03-03T10:20:30+01:30")
    }

    @Test func `has what the ledger knows of it`() throws {
        let asked = try asked()
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "*", adding: [.seen, Keyword("Paper")]))
        let email = try asked.email(
            "{}", #"["blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt", "hasAttachment", "preview"]"#
        )
        let row = try #require(try asked.ledger.read { try $0.messages() }.first)
        #expect(email["blobId"] == .string("B\(row.content)"))
        #expect(email["threadId"].text?.hasPrefix("T") == true)
        #expect(email["keywords"] == ["$seen": true, "paper": true])
        #expect(email["size"].number == Int(row.size) && email["hasAttachment"] == true)
        #expect(email["mailboxIds"].keys.count == 1)
        let box = try #require(email["mailboxIds"].keys.first)
        #expect(try asked.mailboxes().values.contains { $0["id"] == .string(box) })
        #expect(email["receivedAt"].text?.wholeMatch(of: /2026-..-..T..:..:..Z/) != nil)
        #expect(email["preview"].text?.contains("Café text") == true)
        let thread = try #require(email["threadId"].text)
        let threads = try asked.call("Thread/get", #"{"accountId": "$A", "ids": ["\#(thread)", "T0"]}"#)
        #expect(threads["list"] == [["id": .string(thread), "emailIds": [email["id"]]]])
        #expect(threads["notFound"] == ["T0"])
    }

    @Test func `has header fields in the forms that they have, and in no other`() throws {
        let asked = try asked()
        let names = [
            "header:X-Tag", "header:X-Tag:all", "header:x-tag:asText", "header:X-Tag:asText:all", "header:Nothing",
            "header:Nothing:all", "header:To:asGroupedAddresses", "header:To:asAddresses", "header:List-Id:asAddresses",
            "header:Message-ID:asMessageIds",
            "header:Date:asDate", "header:List-Unsubscribe:asURLs", "header:Subject",
        ]
        let properties = "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let email = try asked.email("{}", properties)
        #expect(email["header:X-Tag"] == " =?utf-8?q?s=C3=A9cond?=")
        #expect(email["header:X-Tag:all"] == [" first", " =?utf-8?q?s=C3=A9cond?="])
        #expect(email["header:x-tag:asText"] == "sécond" && email["header:X-Tag:asText:all"] == ["first", "sécond"])
        #expect(email.keys.contains("header:Nothing") && email["header:Nothing"] == .null)
        #expect(email["header:Nothing:all"] == [])
        #expect(
            email["header:To:asGroupedAddresses"] == [
                [
                    "name": "Friends",
                    "addresses": [["name": nil, "email": "c@example.org"], ["name": "D", "email": "d@example.org"]],
                ],
                ["name": nil, "addresses": [["name": nil, "email": "e@example.org"]]],
            ])
        #expect(email["header:To:asAddresses"].elements.count == 3)
        #expect(email["header:Message-ID:asMessageIds"] == ["m1@example.org"])
        #expect(email["header:Date:asDate"] == "2026-03-03T10:20:30+01:30")
        #expect(email["header:List-Unsubscribe:asURLs"] == ["mailto:u@example.org", "https://example.org/u"])
        #expect(email["header:Subject"].text?.contains("=?utf-8?q?Caf=C3=A9?= and\r\n more") == true)
        for wrong in [
            "header:From:asText", "header:Subject:asAddresses", "header:Date:asURLs", "header:X:asNothing", "header:",
            "header:X Y", "header:X:all:asText", "nonsense", "header:Received:asText",
        ] {
            #expect(
                try asked.error("Email/get", #"{"accountId": "$A", "ids": [], "properties": ["\#(wrong)"]}"#)
                    == "invalidArguments", "\(wrong)")
        }
    }

    @Test func `has its parts as a tree, and those that are read, and those that are saved`() throws {
        let asked = try asked()
        let email = try asked.email("{}", #"["bodyStructure", "textBody", "htmlBody", "attachments", "headers"]"#)
        let structure = email["bodyStructure"]
        #expect(structure["type"] == "multipart/mixed" && structure["partId"] == .null && structure["blobId"] == .null)
        let alternative = structure["subParts"][0]
        #expect(alternative["type"] == "multipart/alternative" && alternative["subParts"].elements.count == 2)
        let (text, html) = (alternative["subParts"][0], alternative["subParts"][1])
        #expect(text["type"] == "text/plain" && text["charset"] == "utf-8" && text["partId"] == "1.1")
        #expect(html["type"] == "text/html" && html["partId"] == "1.2" && !html.keys.contains("subParts"))
        let paper = structure["subParts"][1]
        #expect(paper["name"] == "paper.pdf" && paper["disposition"] == "attachment" && paper["cid"] == "cid1@x")
        #expect(paper["size"] == 5 && paper["charset"] == .null && paper["language"] == ["en", "de"])
        #expect(paper["location"] == "paper/one" && paper["blobId"].text?.hasSuffix("-2") == true)
        #expect(email["textBody"].elements.map { $0["partId"] } == ["1.1"])
        #expect(email["htmlBody"].elements.map { $0["partId"] } == ["1.2"])
        #expect(email["attachments"].elements.map { $0["partId"] } == ["2"])
        #expect(email["headers"][0]["name"] == "From" && email["headers"].elements.count == 15)
        let some = try asked.email(
            "{}", #"["bodyStructure"]"#, #", "bodyProperties": ["partId", "header:Content-Type"]"#)["bodyStructure"]
        #expect(some["header:Content-Type"] == " multipart/mixed; boundary=m" && !some.keys.contains("type"))
        #expect(some["subParts"][1] == ["partId": "2", "header:Content-Type": " application/pdf; name=\"paper.pdf\""])
    }

    @Test func `has the texts that are asked for, cut between characters`() throws {
        let asked = try asked()
        func values(_ rest: String) throws -> JSONValue {
            try asked.email("{}", #"["bodyValues"]"#, rest)["bodyValues"]
        }
        #expect(try values("") == [:])
        #expect(
            try values(#", "fetchTextBodyValues": true"#) == [
                "1.1": ["value": "Café text \nsecond line", "isEncodingProblem": false, "isTruncated": false]
            ])
        #expect(try values(#", "fetchHTMLBodyValues": true"#).keys == ["1.2"])
        #expect(Set(try values(#", "fetchAllBodyValues": true"#).keys) == ["1.1", "1.2"])
        let cut = try values(#", "fetchTextBodyValues": true, "maxBodyValueBytes": 4"#)["1.1"]
        #expect(cut["value"] == "Caf" && cut["isTruncated"] == true)
        try asked.receive("Subject: bad\nContent-Type: text/plain; charset=no-such-charset\n\nabc")
        let bad = try asked.email(#"{"subject": "bad"}"#, #"["bodyValues"]"#, #", "fetchTextBodyValues": true"#)
        #expect(bad["bodyValues"]["1"]["value"] == "abc" && bad["bodyValues"]["1"]["isEncodingProblem"] == true)
        // A guess is said to be one.
        for (number, type) in ["", "Content-Type: text/plain; charset=us-ascii\n"].enumerated() {
            try asked.receive("Subject: raw\(number)\n\(type)\ncafé")
            let raw = try asked.email(
                #"{"subject": "raw\#(number)"}"#, #"["bodyValues"]"#, #", "fetchTextBodyValues": true"#)
            #expect(raw["bodyValues"]["1"]["value"] == "café" && raw["bodyValues"]["1"]["isEncodingProblem"] == true)
        }
    }

    @Test func `is not told where all that is asked for is too long`() throws {
        var limits = JMAPLimits()
        limits.answer = 20_000
        let asked = try AskedLedger([], limits: limits)
        for number in 0..<4 { try asked.receive("Subject: s\(number)\n\n" + String(repeating: "words ", count: 1_000)) }
        let ids = try asked.found("{}").map { "\"\($0)\"" }
        func get(_ ids: [String]) -> String {
            #"{"accountId": "$A", "ids": [\#(ids.joined(separator: ","))], "fetchTextBodyValues": true}"#
        }
        #expect(try asked.error("Email/get", get(ids)) == "requestTooLarge")
        #expect(try asked.error("Email/get", get(Array(ids.prefix(1)))) == nil)
    }

    @Test func `has the usual properties where none is named`() throws {
        let asked = try asked()
        let id = try #require(try asked.found("{}").first)
        let email = try asked.call("Email/get", #"{"accountId": "$A", "ids": ["\#(id)"]}"#)["list"][0]
        #expect(
            Set(email.keys) == [
                "id", "blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt", "messageId", "inReplyTo",
                "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt", "hasAttachment",
                "preview", "bodyValues", "textBody", "htmlBody", "attachments",
            ])
        #expect(
            Set(email["textBody"][0].keys) == [
                "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location",
            ])
        let missing = "M" + String(repeating: "0", count: 32)
        #expect(
            try asked.call("Email/get", #"{"accountId": "$A", "ids": ["\#(missing)", "x"]}"#)["notFound"]
                == [.string(missing), "x"])
        let many = (0..<1_001).map { "\"M\($0)\"" }.joined(separator: ",")
        #expect(try asked.error("Email/get", #"{"accountId": "$A", "ids": [\#(many)]}"#) == "requestTooLarge")
        #expect(try asked.error("Email/get", #"{"accountId": "$A", "ids": null}"#) == "requestTooLarge")
    }

    @Test func `is not there once it is deleted, in another account, or where it is one of a conversation`() throws {
        let asked = try asked()
        let id = try #require(try asked.found("{}").first)
        _ = try asked.ledger.perform(AddAccountRequest(account: AddAccount(address: "z@example.org")))
        let other = try #require(try asked.session().json["accounts"].keys.first { $0 != (try? asked.account) })
        #expect(
            try asked.call("Email/get", #"{"accountId": "\#(other)", "ids": ["\#(id)"]}"#)["notFound"] == [.string(id)])
        #expect(try asked.call("Email/query", #"{"accountId": "\#(other)"}"#)["ids"] == [])
        _ = try asked.ledger.perform(DeleteMessagesRequest(filter: "*"))
        #expect(try asked.call("Email/get", #"{"accountId": "$A", "ids": ["\#(id)"]}"#)["notFound"] == [.string(id)])
        #expect(try asked.found("{}") == [])
    }
}
