import EventLog
import Foundation
import JMAP
import JSONCoding
import Mail
import MailLedger
import Synchronization
import TestSupport
import Testing

/// The sizes are those of the soak; the suite takes smaller ones.
@Suite(.serialized) struct `JMAP at its limits` {
    private static let types = ["Mailbox", "Email", "Thread"]

    // MARK: The first state

    /// A ledger of many events: mail that comes in parts, is marked again and again, moved, deleted and brought back.
    private func ledger(ofEvents count: Int64) throws -> AskedLedger {
        let asked = try AskedLedger()
        let mail = (0..<440).map { number in
            """
            From - Thu Jan  1 00:00:00 2026
            From: Ada <ada@example.net>
            Subject: number \(number)
            Message-ID: <n\(number)@example.net>
            \(number % 3 == 0 ? "" : "References: <n\(number - number % 3)@example.net>\n")
            text \(number)


            """
        }.joined()
        let path = asked.folder.path("many.mbox")
        try Data(mail.utf8).write(to: URL(filePath: path))
        try asked.load(path)
        var round = 0
        while try asked.other.store.head().position.rawValue < count {
            round += 1
            _ = try asked.other.perform(MarkMessagesRequest(filter: "*", adding: [Keyword("k\(round)")]))
            switch round % 5 {
            case 0: _ = try asked.other.perform(DeleteMessagesRequest(filter: MessageQuery("subject:\(round % 440)")))
            case 1: _ = try asked.other.perform(UndoRequest())
            case 2: _ = try asked.other.perform(AddFolderRequest(account: "mara@example.org", path: "Folder \(round)"))
            case 3:
                _ = try asked.other.perform(
                    MoveMessagesRequest(filter: MessageQuery("subject:\(round % 440)"), folder: "Archive"))
            default: break
            }
        }
        return asked
    }

    /// All pages of changes since the first state.
    private func pages(_ asked: AskedLedger, _ type: String) throws -> [JSONValue] {
        var (pages, state) = ([JSONValue](), "s1.0-00000000")
        while true {
            let page = try asked.call(
                "\(type)/changes", #"{"accountId": "$A", "sinceState": "\#(state)", "maxChanges": 100}"#)
            pages.append(page)
            guard page["hasMoreChanges"] == true else { return pages }
            let next = try #require(page["newState"].text)
            try #require(next != state, "it does not get on")
            state = next
        }
    }

    @Test func `answers all changes since the first state, also once the read models are built again`() throws {
        let asked = try ledger(ofEvents: Int64(Soak.size(100_000, inSuite: 4_000)))
        var known: [String: [JSONValue]] = [:]
        for type in Self.types {
            let begin = ContinuousClock.now
            let pages = try pages(asked, type)
            print("\(type): \(pages.count) pages of changes in \(ContinuousClock.now - begin)")
            known[type] = pages
            // Whoever only follows them has what there is.
            var ids: Set<String> = []
            for page in pages {
                ids.formUnion(page["created"].elements.compactMap(\.text))
                ids.subtract(page["destroyed"].elements.compactMap(\.text))
            }
            switch type {
            case "Mailbox": #expect(try ids == Set(asked.mailboxes().values.compactMap { $0["id"].text }))
            case "Email": #expect(try ids == Set(asked.found("{}")))
            default:
                let emails = try asked.found("{}")
                var threads: Set<String> = []
                for start in stride(from: 0, to: emails.count, by: 500) {
                    let some = emails[start..<min(start + 500, emails.count)].map { "\"\($0)\"" }.joined(separator: ",")
                    let list = try asked.call(
                        "Email/get", #"{"accountId": "$A", "ids": [\#(some)], "properties": ["threadId"]}"#)["list"]
                    threads.formUnion(list.elements.compactMap { $0["threadId"].text })
                }
                #expect(ids == threads)
            }
        }
        #expect((known["Email"] ?? []).count > 4)
        try asked.other.maintenance.rebuild()
        for type in Self.types { #expect(try pages(asked, type) == known[type]) }
    }

    // MARK: One snapshot

    @Test func `answers a request from one position while another process deletes and brings back`() throws {
        let asked = try AskedLedger()
        let account = try asked.account
        let isOver = Atomic<Bool>(false)
        let commits = Atomic<Int>(0)
        let location = asked.location
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            defer { ended.signal() }
            guard let other = try? Ledger.open(at: location, access: .readWrite, environment: .current()) else {
                return
            }
            while !isOver.load(ordering: .relaxed) {
                _ = try? other.perform(DeleteMessagesRequest(filter: "in:INBOX"))
                _ = try? other.perform(UndoRequest())
                commits.add(2, ordering: .relaxed)
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            ended.wait()
        }
        let inbox = try #require(try asked.mailboxes()["INBOX"]?["id"].text)
        let reads = """
            ["Email/query", {"accountId": "\(account)", "filter": {"inMailbox": "\(inbox)"}, "calculateTotal": true}, "q"],
            ["Email/get", {"accountId": "\(account)", "properties": ["mailboxIds", "threadId"],
                "#ids": {"resultOf": "q", "name": "Email/query", "path": "/ids"}}, "g"],
            ["Mailbox/get", {"accountId": "\(account)", "ids": ["\(inbox)"], "properties": ["totalEmails"]}, "m"]
            """
        let mark = """
            ["Mailbox/set", {"accountId": "\(account)", "update": {"\(inbox)": {"sortOrder": 7}}}, "s"]
            """
        var (found, states) = (Set<Int>(), Set<String>())
        var number = 0
        // As often as stated, and for as long as it takes until something went on.
        while number < Soak.size(10_000, inSuite: 300) || states.count <= 10 {
            number += 1
            try #require(number < 100_000, "\(commits.load(ordering: .relaxed)) commits")
            // Behind a method that writes it is another position, but one for all that follow.
            let writes = number % 10 == 9
            let answers = try asked.calls(writes ? "\(mark.replacing("7", with: "\(number % 90)")), \(reads)" : reads)
                .dropFirst(writes ? 1 : 0).map { $0 }
            try #require(answers.count == 3, "\(answers)")
            let (query, get, mailbox) = (answers[0][1], answers[1][1], answers[2][1])
            #expect(get["notFound"] == [], "\(get)")
            #expect(get["list"].elements.map { $0["id"] } == query["ids"].elements)
            #expect(get["list"].elements.allSatisfy { $0["mailboxIds"][inbox] == true })
            #expect(mailbox["list"][0]["totalEmails"] == query["total"])
            #expect(get["state"] == query["queryState"])
            found.insert(query["ids"].elements.count)
            states.insert(get["state"].text ?? "")
        }
        #expect(found.count > 1, "\(found) \(commits.load(ordering: .relaxed))")
    }
}
