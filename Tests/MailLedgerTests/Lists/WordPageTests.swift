import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// The first pages of a search, which are looked for among the latest messages, or the earliest, where these have numbers near each other.
@Suite struct `A page of a search` {
    private static let count = 2_000
    private static let words = ["ubiquitous", "frequent", "occasional", "scarce"]

    /// Mail whose words are each so frequent, recorded in the order of its dates or in another.
    private func sample(_ order: (Int) -> Int, _ random: inout SeededGenerator) throws -> SampleLedger {
        let sample = try SampleLedger()
        let accounts = ["ada@example.org", "bob@example.net"]
        for address in accounts { try sample.addAccount(address) }
        for start in stride(from: 0, to: Self.count, by: 500) {
            for (index, address) in accounts.enumerated() {
                let letters = (start..<start + 500).filter { $0 % 2 == index }.map { number in
                    let minute = order(number)
                    var letter = Letter("n\(number)", day: 1 + minute / 240)
                    letter.time = "\(10 + minute / 20 % 12):\(10 + minute % 20):00"
                    letter.body =
                        zip(Self.words, [1, 4, 20, 300]).filter { number % $1 == 0 }.map(\.0)
                        .joined(separator: " ") + "\n"
                    if Bool.random(using: &random) { letter.keywords = [.seen] }
                    return letter
                }
                try sample.save(letters, account: address)
            }
        }
        return sample
    }

    private func expectPages(of sample: SampleLedger, _ comment: String) throws {
        let queries = Self.words + ["frequent is:unread", "frequent account:bob", "frequent occasional", "nothing"]
        for query in queries {
            let filter = try sample.filter(query)
            for order in [ListOrder.newestFirst, .oldestFirst] {
                let all = try sample.ledger.read { try $0.messages(matching: filter, order: order).map(\.id) }
                for (limit, offset) in [(1, 0), (5, 0), (5, 3), (20, 40), (3, 495), (400, 0), (5, 100_000)] {
                    let page = try sample.ledger.read {
                        try $0.messages(matching: filter, order: order, limit: limit, offset: offset).map(\.id)
                    }
                    #expect(
                        page == Array(all.dropFirst(offset).prefix(limit)),
                        "\(comment): \(query) \(order) \(limit) \(offset)")
                }
                let threads = try sample.ledger.read { try $0.threads(matching: filter, order: order).map(\.id) }
                let page = try sample.ledger.read {
                    try $0.threads(matching: filter, order: order, limit: 7, offset: 2).map(\.id)
                }
                #expect(page == Array(threads.dropFirst(2).prefix(7)), "\(comment): threads \(query) \(order)")
            }
        }
    }

    @Test(.requirement(69, 222)) func `is that of the whole list, in whatever order mail was recorded`() throws {
        var random = SeededGenerator()
        let orders: [(String, (Int) -> Int)] = [
            ("as it came", { $0 }), ("nearly so", { max(0, $0 - $0 * 37 % 50) }), ("backwards", { Self.count - $0 }),
            ("mixed", { $0 * 7_919 % Self.count }), ("all at once", { _ in 7 }),
        ]
        for (name, order) in orders {
            let sample = try sample(order, &random)
            try expectPages(of: sample, name)
            // The latest are gone from one account, and some came back.
            try sample.delete("account:bob date:2024-02-08..")
            try sample.delete("subject:n1990 or subject:n1980")
            try expectPages(of: sample, name + ", deleted")
            try sample.deleteAccount("ada@example.org")
            try expectPages(of: sample, name + ", an account less")
        }
    }

    @Test(.requirement(69, 222)) func `reads the words of the latest messages only, or of the earliest`() throws {
        var random = SeededGenerator()
        let sample = try sample({ $0 }, &random)
        // Where mail lies in another order all that have the words are gathered, or asked one by one.
        let mixed = try self.sample({ $0 * 7_919 % Self.count }, &random)
        for order in [ListOrder.newestFirst, .oldestFirst] {
            #expect(try readsWindow(of: sample, order), "\(order)")
            #expect(try !readsWindow(of: mixed, order), "\(order)")
        }
    }

    private func readsWindow(of sample: SampleLedger, _ order: ListOrder) throws -> Bool {
        let runs = try sample.statements(of: "frequent") { reader, filter in
            _ = try reader.messages(matching: filter, order: order, limit: 5)
        }
        return runs.contains { $0.text.contains("rowid BETWEEN") && $0.text.contains("thread_member") }
    }
}
