import CivilTime
import EventLog
import Foundation
import Mail
import MailLedger
import Predicates
import Projections
import TestSupport
import Testing

/// Predicates as values: what they find in the tables is what they find in memory.
@Suite struct `Predicates over messages` {
    /// A ledger with messages made out of few words and numbers, so that they often meet.
    private static func ledger(seed: UInt64, count: Int) throws -> Ledger {
        var random = SeededGenerator(seed: seed)
        let ledger = try Ledger.inMemory()
        let context = ledger.context(command: "test")
        for address in ["ada@example.org", "bob@example.net"] {
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: address)))
            for path in ["Caf\u{E9}", "Caf\u{E9}/Below"] {
                _ = try ledger.perform(AddFolderRequest(account: address, path: path))
            }
        }
        func pick<Element>(_ choices: [Element]) -> Element {
            choices[Int.random(in: 0..<choices.count, using: &random)]
        }
        let subjects = [
            "", "tax", "Tax return", "cafe\u{301}", "caf\u{E9} tax", "\u{212A}elvin", "e", "\u{1F469}\u{200D}\u{1F467}",
        ]
        for address in ["ada@example.org", "bob@example.net"] {
            let (account, folders) = try ledger.read { reader in
                let account = try reader.account(address)
                return (
                    account.id,
                    try ["INBOX", "Caf\u{E9}", "Caf\u{E9}/Below"].map { try reader.folder($0, in: account.stream).id }
                )
            }
            let messages = (0..<count).map { number in
                var lines = ["Date: Mon, \(Int.random(in: 1...9, using: &random)) Feb 2024 10:00:00 +0000"]
                if Bool.random(using: &random) { lines.append("Subject: \(pick(subjects))") }
                if Bool.random(using: &random) {
                    lines.append(
                        "From: "
                            + pick(["ada@example.org", "Ada <ada@example.org>", "\"Caf\u{E9}\" <bob@Example.net>"]))
                }
                lines.append("Message-ID: <\(number)@\(pick(["x", "y"]))>")
                let body = String(
                    repeating: pick(["tax ", "cafe\u{301} ", "body "]), count: Int.random(in: 0...3, using: &random))
                let keywords = ["$seen", "$flagged", "$answered", "$draft", "work"].filter { _ in
                    Bool.random(using: &random)
                }
                return IncomingMessage(
                    account: account, folder: pick(folders),
                    bytes: Array((lines.joined(separator: "\n") + "\n\n" + body).utf8),
                    keywords: KeywordSet(keywords.compactMap { try? Keyword($0) }),
                    receivedAt: Timestamp(microseconds: Int64.random(in: 0..<8, using: &random)))
            }
            try ledger.mail.save(messages, context: context)
        }
        return ledger
    }

    private static func predicates(_ rows: [MessageRow]) -> [Predicate<MessageRow>] {
        let (row, other) = (rows[0], rows[rows.count / 2])
        let (id, thread, account, size, date, received) = (
            row.id, row.thread, other.account, other.size, other.sortDate, other.receivedAt
        )
        let microseconds = date.microseconds
        let ids = [row.id, other.id]
        let sizes = [row.size, other.size]
        let empty = ""
        let none: String? = nil
        let subjects: [String?] = ["tax", nil]
        let isRead = true
        return [
            #Predicate { $0.isRead }, #Predicate { !$0.isRead && $0.isFlagged }, #Predicate { $0.isRead == isRead },
            #Predicate { $0.isRead == $0.isFlagged }, #Predicate { $0.isAnswered != $0.isDraft },
            #Predicate { $0.hasAttachments || $0.isDraft }, #Predicate { ($0.isRead && $0.isDraft) == false },
            #Predicate { $0.subject == "tax" }, #Predicate { $0.subject != "tax" }, #Predicate { $0.subject == nil },
            #Predicate { $0.subject != nil }, #Predicate { $0.subject == none },
            #Predicate { $0.subject == "caf\u{E9}" },
            #Predicate { $0.subject == "Kelvin" }, #Predicate { $0.subject?.contains("e") == true },
            #Predicate { $0.subject?.contains("e") != true }, #Predicate { $0.subject?.contains("e") == false },
            #Predicate { $0.subject?.contains("tax") ?? false }, #Predicate { $0.subject?.contains("tax") ?? true },
            #Predicate { $0.subject?.contains(empty) == true }, #Predicate { $0.subject?.starts(with: "T") == true },
            #Predicate { $0.subject?.contains("tax") == nil },
            #Predicate { $0.subject?.contains("\u{1F467}") == true }, #Predicate { subjects.contains($0.subject) },
            #Predicate { $0.from == nil }, #Predicate { $0.from != nil },
            #Predicate { $0.from?.address == "bob@Example.net" },
            #Predicate { $0.from?.address != "ada@example.org" }, #Predicate { $0.from?.name == nil },
            #Predicate { $0.from?.name == "Cafe\u{301}" }, #Predicate { $0.snippet.contains("caf\u{E9}") },
            #Predicate { $0.snippet.starts(with: "tax") }, #Predicate { $0.snippet == empty },
            #Predicate { $0.messageID == "1@x" }, #Predicate { $0.messageID?.starts(with: "1") == true },
            #Predicate { $0.accountAddress == "bob@example.net" }, #Predicate { $0.account == account },
            #Predicate { $0.id == id }, #Predicate { $0.id != id }, #Predicate { ids.contains($0.id) },
            #Predicate { $0.thread == thread }, #Predicate { sizes.contains($0.size) }, #Predicate { $0.size == size },
            #Predicate { $0.size < size }, #Predicate { $0.size <= size }, #Predicate { size < $0.size },
            #Predicate { $0.size >= 9_223_372_036_854_775_807 }, #Predicate { $0.size <= 9_223_372_036_854_775_807 },
            #Predicate { $0.size > 9_223_372_036_854_775_807 }, #Predicate { $0.sortDate < date },
            #Predicate { $0.shownDate >= date },
            #Predicate { $0.sortDate >= date }, #Predicate { $0.sortDate.microseconds > microseconds },
            #Predicate { $0.receivedAt == received }, #Predicate { $0.receivedAt > received },
            #Predicate { $0.keywords.contains("work") }, #Predicate { $0.keywords.contains("Work") },
            #Predicate { $0.keywords.contains("$seen") && !$0.keywords.contains("work") },
            #Predicate { $0.folders.contains("INBOX") }, #Predicate { $0.folders.contains("Cafe\u{301}") },
            #Predicate { !$0.folders.contains("nowhere") },
            #Predicate { !($0.isRead || $0.subject == nil) && ($0.size > 100 || $0.folders.contains("INBOX")) },
        ]
    }

    @Test(.requirement(77)) func `a predicate finds in the tables what it finds in memory`() throws {
        let seed = UInt64.random(in: .min ... .max)
        let ledger = try Self.ledger(seed: seed, count: 150)
        try ledger.read { (reader) throws in
            let rows = try reader.messages()
            let predicates = Self.predicates(rows)
            // Alone, and joined two by two as a program joins them.
            var random = SeededGenerator(seed: seed)
            for (number, predicate) in predicates.enumerated() {
                let expected = try rows.filter { try predicate.evaluate($0) }.map(\.id)
                #expect(
                    try reader.messages(where: predicate).map(\.id) == expected, "seed \(seed), predicate \(number)")
                #expect(
                    try reader.countMessages(where: predicate) == expected.count, "seed \(seed), predicate \(number)")
                let other = predicates[Int.random(in: 0..<predicates.count, using: &random)]
                let either = MessageFilter.or([try MessageFilter(predicate), .not(try MessageFilter(other))])
                let joined = try rows.filter { try predicate.evaluate($0) || !other.evaluate($0) }.map(\.id)
                #expect(
                    try reader.messages(matching: either).map(\.id) == joined,
                    "seed \(seed), predicate \(number) joined")
            }
        }
    }

    @Test(.requirement(77)) func `a predicate and a query that mean the same are the same value`() throws {
        let predicate = #Predicate<MessageRow> { !$0.isRead && $0.isFlagged || $0.keywords.contains("work") }
        let query = try MessageFilter(query: "(not is:read and is:flagged) or label:work", in: .current())
        #expect(try MessageFilter(predicate) == query)
    }

    @Test(.requirement(77)) func `what cannot be translated is refused before anything is looked up`() throws {
        let (address, pattern) = (EmailAddress(address: "ada@example.org"), "a")
        let refused: [Predicate<MessageRow>] = [
            #Predicate { $0.from == address }, #Predicate { $0.subject!.contains("a") },
            #Predicate { $0.size + 1 > 2 }, #Predicate { $0.snippet.count == 3 }, #Predicate { $0.hasBody },
            #Predicate { $0.subject == $0.messageID }, #Predicate { $0.keywords.contains { $0 == pattern } },
            #Predicate { $0.isRead ? $0.isFlagged : $0.isDraft }, #Predicate { $0.snippet < pattern },
            #Predicate { pattern.contains($0.snippet) }, #Predicate { $0.to.isEmpty },
        ]
        for (number, predicate) in refused.enumerated() {
            #expect(throws: UntranslatablePredicate.self, "predicate \(number)") { try MessageFilter(predicate) }
        }
        let error = #expect(throws: UntranslatablePredicate.self) { try MessageFilter(#Predicate { $0.size + 1 > 2 }) }
        #expect(error?.description.contains("Arithmetic") == true)
    }
}
