import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Where a page of words is looked for, in mail that was recorded folder by folder.
@Suite struct `A window of the latest messages` {
    /// Four folders whose mail was written in the same weeks; each fourth message has the word.
    private func ledger(eachFolder count: Int) throws -> SampleLedger {
        let sample = try SampleLedger(.memory)
        try sample.addAccount("ada@example.org")
        for folder in ["One", "Two", "Three", "Four"] {
            try sample.addFolder(folder, to: "ada@example.org")
            let letters = (0..<count).map { number in
                let minute = number * 28 * 24 * 60 / count
                var letter = Letter("\(folder)\(number)", day: 1 + minute / 1_440)
                letter.time =
                    [minute / 60 % 24, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") + ":00"
                letter.body = number % 4 == 0 ? "Of walruses.\n" : "Of oysters.\n"
                letter.folder = folder
                return letter
            }
            try sample.save(letters, account: "ada@example.org")
        }
        return sample
    }

    private func page(of sample: SampleLedger) throws -> (subjects: [String?], steps: Int) {
        let filter = try sample.filter("body:walruses")
        return try sample.ledger.read { reader in
            var subjects: [String?] = []
            let runs = try reader.connection.tracing {
                subjects = try reader.messages(matching: filter, limit: 20).map(\.subject)
            }
            return (subjects, runs.reduce(0) { $0 + $1.steps })
        }
    }

    @Test(.requirement(66))
    func `the last blocks of several folders end at nearly the same date, and the page is found in them`()
        throws
    {
        let (little, large) = (try page(of: ledger(eachFolder: 512)), try page(of: ledger(eachFolder: 1_536)))
        #expect(large.subjects.count == 20)
        #expect(large.steps < little.steps * 5 / 4, "\(little.steps) → \(large.steps)")
        let names = ["Four", "Three", "Two", "One"]
        #expect(large.subjects == (0..<20).map { "\(names[$0 % 4])\(1_532 - $0 / 4 * 4)" })
    }
}
