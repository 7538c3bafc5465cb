import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// The first pages of threads with words, which are looked for among the latest messages, or the earliest, and what reaches into these.
@Suite struct `A page of threads with words` {
    private static let accounts = ["ada@example.org", "bob@example.net"]
    private static let words = ["ubiquitous", "frequent", "occasional", "scarce"]
    private static let conditions = [
        ThreadConditions(), ThreadConditions(isPinned: false), ThreadConditions(isPinned: true),
        ThreadConditions(isUnread: true),
    ]
    private static let count = 1_800

    /// Mail in threads that take minutes or weeks, of which some are pinned and some have lost messages.
    private func sample(
        recordedBy order: (Int) -> Int, withoutDate: Int = 0, _ random: inout SeededGenerator
    ) throws -> SampleLedger {
        let sample = try SampleLedger()
        for address in Self.accounts { try sample.addAccount(address) }
        var letters = (0..<Self.count).map { letter($0, &random) }
        // What has no date is as old as POSIX time.
        for _ in 0..<withoutDate { letters[Int.random(in: letters.indices, using: &random)].time = "at noon" }
        let recorded = letters.indices.sorted { (order($0), $0) < (order($1), $1) }
        for start in stride(from: 0, to: Self.count, by: 450) {
            for (index, address) in Self.accounts.enumerated() {
                let batch = recorded[start..<start + 450].filter { ($0 % 3 == 0) == (index == 1) }
                try sample.save(batch.map { letters[$0] }, account: address)
            }
        }
        for _ in 0..<6 {
            let name = Int.random(in: 0..<Self.count, using: &random)
            _ = try sample.ledger.markThreads(
                sample.filter("subject:n\(name)"), MarkThreads(isPinned: true),
                context: sample.ledger.context(command: "thread"))
        }
        for _ in 0..<60 { try sample.delete("subject:n\(Int.random(in: 0..<Self.count, using: &random))") }
        return sample
    }

    private func letter(_ number: Int, _ random: inout SeededGenerator) -> Letter {
        // Most answer something recent, some what is long past; answers come from both accounts, where each is a thread of its own.
        let reach = Int.random(in: 0..<20, using: &random) == 0 ? number : min(number, 12)
        let answers =
            reach > 0 && Int.random(in: 0..<5, using: &random) > 1
            ? ["n\(number - Int.random(in: 1...reach, using: &random))"] : []
        let minute = number / 3
        var letter = Letter("n\(number)", day: 1 + minute / 30, answers: answers)
        letter.time = "\(10 + minute % 10):\(10 + minute / 10 % 3):0\(Int.random(in: 0..<3, using: &random))"
        letter.body =
            zip(Self.words, [1, 4, 15, 200])
            .filter { Int.random(in: 0..<$1, using: &random) == 0 }.map(\.0).joined(separator: " ") + "\n"
        if Bool.random(using: &random) { letter.keywords = [.seen] }
        return letter
    }

    private func threads(
        _ sample: SampleLedger, _ filter: MessageFilter, _ conditions: ThreadConditions, _ order: ListOrder,
        limit: Int? = nil, offset: Int = 0
    ) throws -> [MessageID] {
        try sample.ledger.read { reader in
            try reader.threads(matching: filter, where: conditions, order: order, limit: limit, offset: offset).map(
                \.id)
        }
    }

    private func expectPages(
        of sample: SampleLedger, _ comment: String, _ random: inout SeededGenerator
    ) throws {
        let queries = Self.words + ["frequent is:unread", "frequent account:bob", "ubiquitous occasional is:read"]
        for query in queries {
            let filter = try sample.filter(query)
            for order in [ListOrder.newestFirst, .oldestFirst] {
                for conditions in Self.conditions.shuffled(using: &random).prefix(2) {
                    // Without a limit all threads are walked by date, and asked one by one.
                    let all = try threads(sample, filter, conditions, order)
                    for (limit, offset) in [(1, 0), (5, 0), (5, 3), (12, 20), (100, 0), (5, 10_000), (0, 0)] {
                        let page = try threads(sample, filter, conditions, order, limit: limit, offset: offset)
                        #expect(
                            page == Array(all.dropFirst(offset).prefix(limit)),
                            "\(comment): \(query) \(conditions) \(order) \(limit) \(offset)")
                    }
                }
            }
        }
    }

    @Test(.requirement(92, 101, 222)) func `is that of the whole list, in whatever order mail was recorded`() throws {
        var random = SeededGenerator()
        let orders: [(String, (Int) -> Int)] = [
            ("as it came", { $0 }), ("nearly so", { $0 - $0 * 37 % 50 }), ("mixed", { $0 * 7_919 % Self.count }),
        ]
        for (name, order) in orders {
            let sample = try sample(recordedBy: order, withoutDate: 10, &random)
            try expectPages(of: sample, name, &random)
            try sample.deleteAccount("ada@example.org")
            try expectPages(of: sample, name + ", an account less", &random)
        }
    }

    @Test(.requirement(92, 222)) func `reads the words of the latest messages only, or of the earliest`() throws {
        var random = SeededGenerator()
        let sample = try sample(recordedBy: { $0 }, &random)
        let mixed = try self.sample(recordedBy: { $0 * 7_919 % Self.count }, &random)
        for order in [ListOrder.newestFirst, .oldestFirst] {
            #expect(try readsWindow(of: sample, order), "\(order)")
            #expect(try !readsWindow(of: mixed, order), "\(order)")
        }
    }

    private func readsWindow(of sample: SampleLedger, _ order: ListOrder) throws -> Bool {
        let runs = try sample.statements(of: "frequent") { reader, filter in
            _ = try reader.threads(matching: filter, order: order, limit: 25)
        }
        let list = try #require(runs.first { $0.text.contains("uuid") && $0.text.contains("thread_date") })
        return runs.contains { $0.text.contains("rowid BETWEEN") } && list.text.contains("json_each")
    }
}
