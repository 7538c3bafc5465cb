import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import TestSupport
import Testing

/// RFC 8620 section 5.6.
@Suite struct `Changes of a query` {
    private func query(_ asked: AskedLedger, _ type: String, _ arguments: String) throws -> JSONValue {
        try asked.call("\(type)/query", #"{"accountId": "$A"\#(arguments)}"#)
    }

    private func changes(_ asked: AskedLedger, _ type: String, since state: String, _ arguments: String) throws
        -> JSONValue
    {
        try asked.call("\(type)/queryChanges", #"{"accountId": "$A", "sinceQueryState": "\#(state)"\#(arguments)}"#)
    }

    @Test(arguments: ["Email", "Mailbox"]) func `can be told, and are none where nothing changed`(type: String) throws {
        let asked = try AskedLedger()
        let query = try query(asked, type, "")
        let state = try #require(query["queryState"].text)
        #expect(query["canCalculateChanges"] == true)
        let answer = try changes(asked, type, since: state, #", "calculateTotal": true"#)
        #expect(answer["oldQueryState"] == .string(state) && answer["newQueryState"] == .string(state))
        #expect(answer["removed"] == [] && answer["added"] == [])
        #expect(answer["total"].number == query["ids"].elements.count)
        #expect(try changes(asked, type, since: state, "")["total"] == .null)
        #expect(try asked.error("\(type)/queryChanges", #"{"accountId": "$A"}"#) == "invalidArguments")
        for (wrong, error) in [
            (#""sinceQueryState": "nonsense""#, "cannotCalculateChanges"),
            (#""sinceQueryState": "s1.999999-00000000""#, "cannotCalculateChanges"),
            (#""sinceQueryState": "\#(state)", "maxChanges": 0"#, "invalidArguments"),
            (#""sinceQueryState": "\#(state)", "maxChanges": -1"#, "invalidArguments"),
            (#""sinceQueryState": "\#(state)", "sort": [{"property": "x"}]"#, "unsupportedSort"),
        ] {
            #expect(try asked.error("\(type)/queryChanges", #"{"accountId": "$A", \#(wrong)}"#) == error, "\(wrong)")
        }
    }

    @Test func `of emails say where one stands that came, and which one went`() throws {
        let asked = try AskedLedger()
        let arguments =
            #", "filter": {"inMailbox": "\#(try asked.mailboxes()["INBOX"]?["id"].text ?? "")"}, "sort": [{"property": "subject"}]"#
        let before = try query(asked, "Email", arguments)
        let state = try #require(before["queryState"].text)
        try asked.receive("Subject: AAA first of all\nMessage-ID: <new@x>\n\ntext")
        let id = try #require(try asked.found(#"{"subject": "AAA"}"#).first)
        let came = try changes(asked, "Email", since: state, arguments)
        #expect(came["removed"] == [] && came["added"] == [["id": .string(id), "index": 0]], "\(came)")
        let now = try #require(came["newQueryState"].text)
        _ = try asked.ledger.perform(DeleteMessagesRequest(filter: "subject:AAA"))
        let went = try changes(asked, "Email", since: now, arguments)
        #expect(went["removed"] == [.string(id)] && went["added"] == [], "\(went)")
    }

    @Test func `that are more than a client takes are not told`() throws {
        let asked = try AskedLedger()
        let state = try #require(try query(asked, "Email", "")["queryState"].text)
        for number in 0..<3 { try asked.receive("Subject: n\(number)\nMessage-ID: <n\(number)@x>\n\ntext") }
        let arguments = #"{"accountId": "$A", "sinceQueryState": "\#(state)", "maxChanges": "#
        #expect(try asked.error("Email/queryChanges", arguments + "2}") == "tooManyChanges")
        #expect(try asked.error("Email/queryChanges", arguments + "3}") == nil)
    }

    @Test func `behind the last email that a client knows are left out where none ever moves`() throws {
        let asked = try AskedLedger()
        let sort = #", "sort": [{"property": "receivedAt", "isAscending": true}]"#
        let before = try query(asked, "Email", sort)
        let (state, first) = try (#require(before["queryState"].text), #require(before["ids"][0].text))
        try asked.receive("Subject: last\nMessage-ID: <last@x>\n\ntext")
        #expect(try changes(asked, "Email", since: state, sort)["added"].elements.count == 1)
        let known = #", "upToId": "\#(first)""#
        #expect(try changes(asked, "Email", since: state, sort + known)["added"] == [])
        // Emails move in a list by keywords.
        let filter = #", "filter": {"notKeyword": "x"}"#
        #expect(try changes(asked, "Email", since: state, sort + known + filter)["added"].elements.count == 1)
    }

    @Test func `of a list that asks for header fields are told, too`() throws {
        let asked = try AskedLedger([])
        try asked.receive("Subject: a\nMessage-ID: <a@x>\nX-Boat: Eight\n\ntext")
        let filter = #", "filter": {"header": ["x-boat", "eight"]}"#
        let before = try query(asked, "Email", filter)
        #expect(before["ids"].elements.count == 1 && before["canCalculateChanges"] == true)
        try asked.receive("Subject: b\nMessage-ID: <b@x>\nX-Boat: the EIGHT\n\ntext")
        try asked.receive("Subject: c\nMessage-ID: <c@x>\nX-Boat: four\n\ntext")
        let answer = try changes(asked, "Email", since: before["queryState"].text ?? "", filter)
        #expect(answer["added"].elements.map { $0["index"] } == [0], "\(answer)")
    }

    // MARK: Whatever happens

    /// A list as a client keeps it, by what it is told alone.
    private struct Copy {
        let type: String
        let arguments: String
        var ids: [String] = []
        var state = ""

        mutating func begin(_ asked: AskedLedger) throws {
            let answer = try asked.call("\(type)/query", #"{"accountId": "$A"\#(arguments)}"#)
            ids = answer["ids"].elements.compactMap(\.text)
            state = try #require(answer["queryState"].text)
        }

        /// Asks for a page of the list, which is a part of the whole one with its total.
        func page(_ asked: AskedLedger, _ random: inout SeededGenerator) throws -> Bool {
            let (position, limit) = (Int.random(in: 0..<8, using: &random), Int.random(in: 0..<5, using: &random))
            let answer = try asked.call(
                "\(type)/query",
                #"{"accountId": "$A", "position": \#(position), "limit": \#(limit), "calculateTotal": true\#(arguments)}"#
            )
            return answer["ids"].elements.compactMap(\.text) == Array(ids.dropFirst(position).prefix(limit))
                && answer["total"].number == ids.count
        }

        /// As RFC 8620 section 5.6 says: what is removed goes, then each that is added is put in its place, in order.
        mutating func follow(_ asked: AskedLedger) throws {
            let answer = try asked.call(
                "\(type)/queryChanges",
                #"{"accountId": "$A", "sinceQueryState": "\#(state)", "calculateTotal": true\#(arguments)}"#)
            let removed = Set(answer["removed"].elements.compactMap(\.text))
            #expect(removed.count == answer["removed"].elements.count)
            ids.removeAll { removed.contains($0) }
            var last = -1
            for item in answer["added"].elements {
                let index = try #require(item["index"].number)
                #expect(index > last && index <= ids.count)
                last = index
                ids.insert(try #require(item["id"].text), at: min(index, ids.count))
            }
            #expect(answer["total"].number == ids.count)
            state = try #require(answer["newQueryState"].text)
        }
    }

    private static func lists(_ asked: AskedLedger) throws -> [Copy] {
        let inbox = try asked.mailboxes()["INBOX"]?["id"].text ?? ""
        let filters = [
            "", #", "filter": {"inMailbox": "\#(inbox)"}"#, #", "filter": {"notKeyword": "$seen"}"#,
            #", "filter": {"inMailbox": "\#(inbox)", "notKeyword": "$SEEN"}"#, #", "filter": {"hasKeyword": "$seen"}"#,
            #", "filter": {"operator": "NOT", "conditions": [{"inMailboxOtherThan": ["\#(inbox)"]}]}"#,
            #", "filter": {"allInThreadHaveKeyword": "$seen"}"#, #", "filter": {"someInThreadHaveKeyword": "$seen"}"#,
            #", "filter": {"noneInThreadHaveKeyword": "$seen"}"#, #", "filter": {"text": "text"}"#,
            #", "filter": {"subject": "before"}"#, #", "filter": {"hasAttachment": true}"#,
            #", "filter": {"operator": "OR", "conditions": [{"minSize": 1000}, {"notKeyword": "$seen"}]}"#,
        ]
        let sorts = [
            "", #", "sort": [{"property": "hasKeyword", "keyword": "$seen"}, {"property": "subject"}]"#,
            #", "sort": [{"property": "someInThreadHaveKeyword", "keyword": "$seen", "isAscending": false}]"#,
            #", "sort": [{"property": "from"}, {"property": "size"}]"#,
            #", "sort": [{"property": "to", "isAscending": false}, {"property": "sentAt"}]"#,
        ]
        var copies: [Copy] = []
        for (number, filter) in filters.enumerated() {
            for collapse in ["", #", "collapseThreads": true"#] {
                copies.append(
                    Copy(type: "Email", arguments: filter + sorts[(number + collapse.count) % sorts.count] + collapse))
            }
        }
        for rest in [
            "", #", "sort": [{"property": "name"}]"#,
            #", "filter": {"name": "fold"}, "sort": [{"property": "name", "isAscending": false}]"#,
            #", "sortAsTree": true, "sort": [{"property": "name"}]"#,
            #", "filter": {"hasAnyRole": false}, "filterAsTree": true"#,
        ] { copies.append(Copy(type: "Mailbox", arguments: rest)) }
        return copies
    }

    @Test func `followed now and then make the same list as the query, whatever another process does`() throws {
        var random = SeededGenerator(for: "query changes by JMAP")
        let asked = try AskedLedger()
        var copies = try Self.lists(asked)
        for index in copies.indices { try copies[index].begin(asked) }
        var depth = 0
        for step in 0..<60 {
            try asked.happen(step, &depth, &random)
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            for index in copies.indices where Int.random(in: 0..<2, using: &random) == 0 {
                try copies[index].follow(asked)
                var now = copies[index]
                try now.begin(asked)
                #expect(
                    copies[index].ids == now.ids,
                    "seed \(random.seed) step \(step) \(copies[index].type) \(copies[index].arguments)")
                copies[index] = now
                #expect(
                    try now.page(asked, &random), "seed \(random.seed) step \(step) \(now.type) \(now.arguments)")
            }
        }
    }
}
