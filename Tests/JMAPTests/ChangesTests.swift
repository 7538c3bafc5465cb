import EventLog
import Foundation
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// RFC 8620 section 5.2.
@Suite struct `Changes since a state` {
    private static let types = ["Mailbox", "Email", "Thread"]

    private func state(_ asked: AskedLedger, _ type: String) throws -> String {
        try #require(try asked.call("\(type)/get", #"{"accountId": "$A", "ids": []}"#)["state"].text)
    }

    private func changes(_ asked: AskedLedger, _ type: String, since state: String, _ rest: String = "") throws
        -> JSONValue
    {
        try asked.call("\(type)/changes", #"{"accountId": "$A", "sinceState": "\#(state)"\#(rest)}"#)
    }

    @Test(arguments: types) func `are none where nothing changed`(type: String) throws {
        let asked = try AskedLedger()
        let now = try state(asked, type)
        let answer = try changes(asked, type, since: now)
        #expect(answer["oldState"] == .string(now) && answer["newState"] == .string(now))
        #expect(try answer["hasMoreChanges"] == false && answer["accountId"] == .string(asked.account))
        for key in ["created", "updated", "destroyed"] { #expect(answer[key] == [], "\(key)") }
    }

    @Test func `say what came, what changed and what went, each once`() throws {
        let asked = try AskedLedger()
        let before = try state(asked, "Email")
        let all = try asked.found("{}")
        try asked.receive("Subject: new one\nMessage-ID: <new@x>\n\ntext")
        try asked.receive("Subject: brief\nMessage-ID: <brief@x>\n\ntext")
        _ = try asked.ledger.perform(DeleteMessagesRequest(filter: "subject:brief"))
        let fees = try asked.found(#"{"subject": "fees"}"#)
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "subject:fees", adding: [Keyword("a")]))
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "subject:fees", adding: [Keyword("b")]))
        let gone = try asked.found(#"{"subject": "receipt"}"#)
        _ = try asked.ledger.perform(DeleteMessagesRequest(filter: "subject:receipt"))
        let answer = try changes(asked, "Email", since: before)
        #expect(answer["created"].elements.compactMap(\.text) == Array(Set(try asked.found("{}")).subtracting(all)))
        #expect(Set(answer["updated"].elements.compactMap(\.text)) == Set(fees))
        #expect(Set(answer["destroyed"].elements.compactMap(\.text)) == Set(gone) && !gone.isEmpty)
        #expect(answer["newState"].text == (try state(asked, "Email")))
        // What comes back was not told as new to a client that knows it.
        _ = try asked.ledger.perform(UndoRequest())
        let again = try changes(asked, "Email", since: before)
        #expect(again["destroyed"] == [] && Set(again["updated"].elements.compactMap(\.text)).isSuperset(of: gone))
    }

    @Test func `of mailboxes say whether their counts alone are others`() throws {
        let asked = try AskedLedger()
        let before = try state(asked, "Mailbox")
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "in:INBOX", adding: [.seen]))
        let marked = try changes(asked, "Mailbox", since: before)
        #expect(marked["updatedProperties"] == ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"])
        #expect(marked["updated"].elements.contains(try #require(try asked.mailboxes()["INBOX"]?["id"])))
        _ = try asked.ledger.perform(AddFolderRequest(account: "mara@example.org", path: "New folder"))
        let made = try changes(asked, "Mailbox", since: before)
        #expect(made["created"] == [try #require(try asked.mailboxes()["New folder"]?["id"])])
        #expect(made["updatedProperties"] == .null)
    }

    @Test func `of mailboxes name those whose unread threads a message in the trash changes`() throws {
        let asked = try AskedLedger([])
        func receive(_ id: String, _ more: String = "") throws {
            try asked.receive("From: a@example.org\nMessage-ID: <\(id)@x>\n\(more)Subject: \(id)\n\ntext\n")
        }
        try receive("one")
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "*", adding: [.seen]))
        _ = try asked.ledger.perform(MoveMessagesRequest(filter: "*", folder: "Archive"))
        try receive("two", "In-Reply-To: <one@x>\n")
        for (query, folder, unread) in [("in:INBOX", "Trash", 0), ("in:Trash", "INBOX", 1)] {
            let before = try state(asked, "Mailbox")
            _ = try asked.ledger.perform(MoveMessagesRequest(filter: MessageQuery(query), folder: folder))
            let archive = try #require(asked.mailboxes()["Archive"])
            #expect(archive["unreadThreads"] == .integer(Int64(unread)))
            let changed = try changes(asked, "Mailbox", since: before)
            #expect(changed["updated"].elements.contains(archive["id"]), "\(changed)")
            #expect(changed["updatedProperties"] == ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"])
        }
    }

    @Test func `of mailboxes name those whose unread threads a role changes`() throws {
        let asked = try AskedLedger([])
        for (id, more) in [("one", ""), ("two", "In-Reply-To: <one@x>\n"), ("three", "")] {
            try asked.receive("From: a@example.org\nMessage-ID: <\(id)@x>\n\(more)Subject: \(id)\n\ntext\n")
        }
        for name in ["Bin", "Old", "Other"] {
            _ = try asked.ledger.perform(AddFolderRequest(account: "mara@example.org", path: name))
        }
        for (id, folder) in [("one", "Old"), ("two", "Bin"), ("three", "Other")] {
            let filter = MessageQuery("message-id:\(id)@x")
            if id != "two" { _ = try asked.ledger.perform(MarkMessagesRequest(filter: filter, adding: [.seen])) }
            _ = try asked.ledger.perform(MoveMessagesRequest(filter: filter, folder: folder))
        }
        for (role, unread) in [(FolderRole.trash, 0), (.other, 1)] {
            let before = try state(asked, "Mailbox")
            var change = ChangeFolder()
            change.role = role
            _ = try asked.ledger.perform(ChangeFolderRequest(folder: "Bin", changes: change))
            let boxes = try asked.mailboxes()
            #expect(boxes["Old"]?["unreadThreads"] == .integer(Int64(unread)))
            let changed = try changes(asked, "Mailbox", since: before)
            let names = ["Bin", "Old", "Other"].filter { name in
                changed["updated"].elements.contains { $0 == boxes[name]?["id"] }
            }
            #expect(names == ["Bin", "Old"], "\(role): \(changed)")
        }
    }

    @Test(arguments: [
        "", "nonsense", "s1.0", "s1.0-00000001", "s1.999999-00000000", "s2.0-00000000", "s1.-1-00000000",
        "s1.99999999999999999999-00000000", "s1.1-zzzzzzzz",
    ])
    func `since a state that is none of this ledger's cannot be told`(state: String) throws {
        let asked = try AskedLedger()
        for type in Self.types {
            #expect(
                try asked.error("\(type)/changes", #"{"accountId": "$A", "sinceState": "\#(state)"}"#)
                    == "cannotCalculateChanges")
        }
    }

    @Test func `since a state of a log that went another way cannot be told`() throws {
        let (one, other) = (try AskedLedger(), try AskedLedger())
        let state = try state(one, "Email")
        #expect(try one.error("Email/changes", #"{"accountId": "$A", "sinceState": "\#(state)"}"#) == nil)
        #expect(
            try other.error("Email/changes", #"{"accountId": "$A", "sinceState": "\#(state)"}"#)
                == "cannotCalculateChanges")
    }

    @Test func `since an erasure cannot be told from before it`() throws {
        let asked = try AskedLedger()
        let before = try state(asked, "Email")
        let id = try #require(try asked.ledger.read { try $0.messages() }.first?.id.description)
        _ = try asked.ledger.perform(
            EraseRequest(kind: .message, target: id, sharedHeaders: true), Call(reason: "asked for"))
        #expect(
            try asked.error("Email/changes", #"{"accountId": "$A", "sinceState": "\#(before)"}"#)
                == "cannotCalculateChanges")
        let after = try state(asked, "Email")
        #expect(try changes(asked, "Email", since: after)["updated"] == [])
    }

    @Test(arguments: types) func `since before an account came back cannot be told`(type: String) throws {
        let asked = try AskedLedger()
        let before = try state(asked, type)
        _ = try asked.ledger.perform(DeleteAccountRequest(account: "mara@example.org"))
        _ = try asked.ledger.perform(UndoRequest())
        let after = try state(asked, type)
        #expect(after != before)
        #expect(
            try asked.error("\(type)/changes", #"{"accountId": "$A", "sinceState": "\#(before)"}"#)
                == "cannotCalculateChanges")
        #expect(try changes(asked, type, since: after)["newState"] == .string(after))
    }

    @Test func `make another email of a header whose body comes later`() throws {
        let asked = try AskedLedger([])
        let row = try #require(try asked.ledger.read { try $0.accounts() }.first)
        let header = "Subject: late\r\nMessage-ID: <late@x>\r\n\r\n"
        let message = try #require(
            try asked.ledger.mail.save(
                [IncomingMessage(account: row.id, bytes: Array(header.utf8), lacksBody: true)],
                context: asked.ledger.context(command: "save")
            ).ids.first)
        let id = try #require(try asked.found("{}").first)
        let (emails, threads) = (try state(asked, "Email"), try state(asked, "Thread"))
        _ = try asked.ledger.mail.loadBody(
            of: message, Array((header + "a longer text\r\n").utf8), context: asked.ledger.context(command: "load"))
        let new = try asked.found("{}")
        #expect(new == [id + "_1"])
        let answer = try changes(asked, "Email", since: emails)
        #expect(answer["destroyed"] == [.string(id)] && answer["created"] == [.string(id + "_1")], "\(answer)")
        #expect(try changes(asked, "Thread", since: threads)["updated"].elements.count == 1)
        #expect(try asked.ledger.maintenance.checkViews() == nil)
    }

    @Test func `need a state, and at least one change at a time`() throws {
        let asked = try AskedLedger([])
        #expect(try asked.error("Email/changes", #"{"accountId": "$A"}"#) == "invalidArguments")
        #expect(
            try asked.error("Email/changes", #"{"accountId": "$A", "sinceState": "s1.0-00000000", "maxChanges": 0}"#)
                == "invalidArguments")
    }

    @Test func `from the first one on make the same copy, in pages of any size`() throws {
        let asked = try AskedLedger()
        for most in [1, 2, 3, 7, 1_000] {
            for type in Self.types {
                var copy = Copy(type: type)
                try copy.follow(asked, most: most)
                #expect(copy.things == (try Copy.all(asked, type)), "\(type), \(most) at a time")
            }
        }
    }

    @Test(arguments: types) func `come in pages of few rows, whatever those are about`(type: String) throws {
        var limits = JMAPLimits()
        limits.changes = 7
        let asked = try AskedLedger(limits: limits)
        var (state, calls, count) = ("s1.0-00000000", 0, 0)
        var hasMore = true
        while hasMore, calls < 10_000 {
            let answer = try changes(asked, type, since: state)
            let new = try #require(answer["newState"].text)
            #expect(new != state)
            hasMore = answer["hasMoreChanges"] == true
            let named = ["created", "updated", "destroyed"].map { answer[$0].elements.count }.reduce(0, +)
            #expect(named <= 7)
            (state, calls, count) = (new, calls + 1, count + named)
        }
        #expect(try state == self.state(asked, type) && calls > 2 && count > 0)
        var copy = Copy(type: type)
        try copy.follow(asked, most: 1_000)
        #expect(copy.things == (try Copy.all(asked, type)))
    }

    @Test func `are none where other kinds of things changed, however much of that there is`() throws {
        var limits = JMAPLimits()
        limits.changes = 1
        let asked = try AskedLedger(limits: limits)
        let before = try state(asked, "Mailbox")
        _ = try asked.ledger.perform(MarkMessagesRequest(filter: "*", adding: [Keyword("x")]))
        let answer = try changes(asked, "Mailbox", since: before)
        #expect(answer["hasMoreChanges"] == false && answer["newState"] == .string(before) && answer["updated"] == [])
    }

    @Test func `followed now and then make the same copy as a look at all, whatever another process does`() throws {
        var random = SeededGenerator(for: "changes by JMAP")
        let asked = try AskedLedger()
        var copies = Self.types.map { Copy(type: $0) }
        // Those of clients that were away for longer.
        var older: [Copy] = []
        // How much there is to undo: the account and its first mail stay.
        var (depth, erasures) = (0, 0)
        for step in 0..<90 {
            try asked.happen(step, &depth, &random)
            if step % 30 == 20, let row = try asked.other.read({ try $0.messages() }).randomElement(using: &random) {
                _ = try asked.other.perform(
                    EraseRequest(kind: .message, target: row.id.description, sharedHeaders: true),
                    Call(reason: "asked for"))
                (depth, erasures) = (0, erasures + 1)
            }
            if let copy = copies.randomElement(using: &random) { older.append(copy) }
            if step % 10 == 9, var copy = older.randomElement(using: &random) {
                try copy.follow(asked, most: Int.random(in: 2...20, using: &random), erasures: erasures)
                #expect(
                    copy.things == (try Copy.all(asked, copy.type)),
                    "away for longer, seed \(random.seed) step \(step) \(copy.type)")
            }
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            for index in copies.indices {
                let label = "seed \(random.seed) step \(step) \(copies[index].type)"
                let known = copies[index].things
                let wentOn = try copies[index].follow(
                    asked, most: Int.random(in: 2...20, using: &random), erasures: erasures)
                let all = try Copy.all(asked, copies[index].type)
                for id in Set(all.keys).union(copies[index].things.keys).sorted()
                where all[id] != copies[index].things[id] {
                    Issue.record("\(label): \(copies[index].things[id] ?? .null) is \(all[id] ?? .null)")
                }
                for (id, thing) in copies[index].things where wentOn && copies[index].type == "Email" {
                    guard let before = known[id] else { continue }
                    #expect(Copy.immutable.allSatisfy { before[$0] == thing[$0] }, "\(label): \(id)")
                }
            }
        }
    }

    /// What a client keeps.
    private struct Copy {
        let type: String
        var things: [String: JSONValue] = [:]
        /// The ids that were created and not destroyed, as far as it was told; some may be gone by now.
        private var told: Set<String> = []
        private var state = "s1.0-00000000"
        /// How often something was erased before.
        private var erasures = 0

        /// Properties of an email that never change (RFC 8621 section 4.1).
        static let immutable = [
            "threadId", "blobId", "messageId", "inReplyTo", "references", "from", "sender", "replyTo", "to", "cc",
            "bcc",
            "subject", "size", "receivedAt", "preview", "hasAttachment",
        ]

        init(type: String) { self.type = type }

        /// - Parameter erasures: How often something was erased by now: behind one, a client starts over.
        /// - Returns: Whether it went on from what it had.
        @discardableResult
        mutating func follow(_ asked: AskedLedger, most: Int, erasures: Int = 0) throws -> Bool {
            let isBehindErasure = erasures > self.erasures
            self.erasures = erasures
            let question = #"{"accountId": "$A", "sinceState": "\#(state)"}"#
            if isBehindErasure, let error = try asked.error("\(type)/changes", question) {
                #expect(error == "cannotCalculateChanges")
                state = try #require(asked.call("\(type)/get", #"{"accountId": "$A", "ids": []}"#)["state"].text)
                things = try Self.all(asked, type)
                told = Set(things.keys)
                return false
            }
            for _ in 0..<10_000 {
                let answer = try asked.call(
                    "\(type)/changes", #"{"accountId": "$A", "sinceState": "\#(state)", "maxChanges": \#(most)}"#)
                let (created, updated) = (answer["created"].elements, answer["updated"].elements)
                let destroyed = answer["destroyed"].elements
                #expect(created.count + updated.count + destroyed.count <= most)
                #expect(answer["oldState"] == .string(state))
                // A thing is created before it is updated, and once, until it is destroyed.
                #expect(updated.allSatisfy { told.contains($0.text ?? "") }, "\(type): \(answer)")
                #expect(created.allSatisfy { !told.contains($0.text ?? "") }, "\(type): \(answer)")
                #expect(destroyed.allSatisfy { told.contains($0.text ?? "") }, "\(type): \(answer)")
                told.formUnion(created.compactMap(\.text))
                told.subtract(destroyed.compactMap(\.text))
                for id in destroyed { things[id.text ?? ""] = nil }
                for (id, thing) in try Self.get(asked, type, created + updated) { things[id] = thing }
                state = try #require(answer["newState"].text)
                if answer["hasMoreChanges"] == false { break }
            }
            // What is gone by now was told later than it was asked for.
            let live = try Self.get(asked, type, things.keys.map { .string($0) })
            #expect(Set(live.keys) == Set(things.keys))
            return true
        }

        private static func get(_ asked: AskedLedger, _ type: String, _ ids: [JSONValue]) throws -> [String: JSONValue]
        {
            let list = ids.compactMap(\.text).map { "\"\($0)\"" }.joined(separator: ",")
            let ofEmail = (["mailboxIds", "keywords"] + immutable).map { "\"\($0)\"" }.joined(separator: ", ")
            let properties = type == "Email" ? #", "properties": [\#(ofEmail)]"# : ""
            let answer = try asked.call("\(type)/get", #"{"accountId": "$A", "ids": [\#(list)]\#(properties)}"#)
            return Dictionary(answer["list"].elements.map { ($0["id"].text ?? "", $0) }) { $1 }
        }

        /// All that there is now.
        static func all(_ asked: AskedLedger, _ type: String) throws -> [String: JSONValue] {
            switch type {
            case "Mailbox": return try get(asked, type, asked.mailboxes().values.map { $0["id"] })
            case "Email": return try get(asked, type, asked.found("{}").map { .string($0) })
            default:
                let emails = try get(asked, "Email", asked.found("{}").map { .string($0) })
                return try get(asked, type, Array(Set(emails.values.map { $0["threadId"] })))
            }
        }
    }
}

/// RFC 8621 section 3.
@Suite struct `A message that comes into another thread` {
    @Test func `is another email from then on, and every email keeps its thread`() throws {
        let asked = try AskedLedger([])
        try asked.receive("Subject: first\nMessage-ID: <a@x>\n\none")
        try asked.receive("Subject: second\nMessage-ID: <b@x>\n\ntwo")
        func email(_ subject: String) throws -> JSONValue {
            try asked.email(#"{"subject": "\#(subject)"}"#, #"["threadId", "blobId"]"#)
        }
        let (first, second) = (try email("first"), try email("second"))
        let state = try #require(try asked.call("Email/get", #"{"accountId": "$A", "ids": []}"#)["state"].text)
        try asked.receive("Subject: third\nMessage-ID: <c@x>\nReferences: <a@x> <b@x>\n\nthree")
        let (joined, third) = (try email("second"), try email("third"))
        #expect(try email("first") == first && third["threadId"] == first["threadId"])
        #expect(joined["threadId"] == first["threadId"] && joined["blobId"] == second["blobId"])
        #expect(joined["id"].text == "\(second["id"].text ?? "")_1")
        let changes = try asked.call("Email/changes", #"{"accountId": "$A", "sinceState": "\#(state)"}"#)
        #expect(changes["destroyed"] == [second["id"]] && changes["updated"] == [])
        #expect(Set(changes["created"].elements) == [joined["id"], third["id"]])
        let old = try #require(second["id"].text)
        #expect(try asked.call("Email/get", #"{"accountId": "$A", "ids": ["\#(old)"]}"#)["notFound"] == [second["id"]])
        let thread = try #require(first["threadId"].text)
        #expect(
            try asked.call("Thread/get", #"{"accountId": "$A", "ids": ["\#(thread)"]}"#)["list"][0]["emailIds"]
                == [first["id"], joined["id"], third["id"]])
        let set = try asked.call(
            "Email/set",
            #"{"accountId": "$A", "update": {"\#(joined["id"].text ?? "")": {"keywords/x": true}, "\#(old)": {}}}"#)
        #expect(set["updated"].keys == [joined["id"].text] && set["notUpdated"].keys == [old])
        for text in ["\(old)_0", "\(old)_01", "\(old)_", "\(old)_2", "\(old)_-1", "\(old)_1_1"] {
            #expect(
                try asked.call("Email/get", #"{"accountId": "$A", "ids": ["\#(text)"]}"#)["notFound"] == [.string(text)]
            )
        }
    }
}

/// RFC 8621 section 4.1.
@Suite struct `A message that is read otherwise` {
    @Test func `is another email, in a thread that names it so, and another one once that is undone`() throws {
        let asked = try AskedLedger([])
        try asked.receive("Subject: first\nMessage-ID: <a@x>\n\none")
        try asked.receive("Subject: second\nMessage-ID: <b@x>\nIn-Reply-To: <a@x>\nCc: zoe@example.net\n\ntwo")
        var states: [String: String] = [:]
        func note() throws {
            for type in ["Email", "Thread"] {
                states[type] = try asked.call("\(type)/get", #"{"accountId": "$A", "ids": []}"#)["state"].text
            }
        }
        func changes(_ type: String) throws -> JSONValue {
            try asked.call("\(type)/changes", #"{"accountId": "$A", "sinceState": "\#(states[type] ?? "")"}"#)
        }
        func email(_ subject: String) throws -> JSONValue {
            try asked.email(#"{"subject": "\#(subject)"}"#, #"["threadId", "cc", "inReplyTo"]"#)
        }
        let (first, second) = (try email("first"), try email("second"))

        // A field that no list shows.
        try note()
        try asked.readOtherwise("subject:second") { $0.headers.cc = [] }
        let renewed = try email("second")
        #expect(renewed["id"].text == "\(second["id"].text ?? "")_1" && renewed["cc"] == .null)
        #expect(try changes("Email")["destroyed"] == [second["id"]] && changes("Email")["created"] == [renewed["id"]])
        #expect(try changes("Email")["updated"] == [] && changes("Thread")["updated"] == [first["threadId"]])

        // What parts the thread.
        try note()
        try asked.readOtherwise("subject:second") { $0.headers.inReplyTo = [] }
        let parted = try email("second")
        #expect(parted["threadId"] != first["threadId"] && parted["inReplyTo"] == .null)
        #expect(try changes("Email")["destroyed"] == [renewed["id"]] && changes("Email")["created"] == [parted["id"]])
        #expect(try changes("Thread")["created"] == [parted["threadId"]])
        #expect(try changes("Thread")["updated"] == [first["threadId"]] && email("first") == first)

        // Today's parser, and that undone.
        for step in [{ try asked.reparse() }, { _ = try asked.ledger.perform(UndoRequest()) }] {
            try note()
            let before = try email("second")
            try step()
            let after = try email("second")
            #expect(after["id"] != before["id"] && after["threadId"] != before["threadId"])
            #expect(try changes("Email")["destroyed"] == [before["id"]] && changes("Email")["created"] == [after["id"]])
        }
    }
}
