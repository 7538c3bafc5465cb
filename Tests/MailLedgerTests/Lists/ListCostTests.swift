import EventLog
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// What a page of a list costs, in instructions of SQLite's machine: no clock, no chance.
@Suite struct `A page of a list` {
    /// Read whole whatever is asked: they have a row a folder, an account or a value that was named.
    private static let small = [
        "account", "folder", "account_count", "folder_count", "tree", "below", "json_each", "label",
        // One row each; a count that stops at its bound; the latest few; what is shown.
        "search.state", "checkpoint", "search.alias", "counted", "latest", "page",
        // Where words are looked for; how long threads may be, and those that are as long where a page of them ends.
        "numbers", "span", "other",
    ]

    /// How many times as much a page may cost in a mailbox of ten times the size.
    private static func growth(of list: String) -> Int {
        // Words are looked for in the latest blocks of messages, of which the little mailbox has but one.
        if list.contains("body:") || list.contains("from:") { return 6 }
        // A label of which there are few is gathered, up to a root too.
        if list.contains("keyword:") || list.contains("label") { return 4 }
        return 3
    }

    private func runs(_ ledger: GrownLedger) throws -> [String: [StatementRun]] {
        var runs: [String: [StatementRun]] = [:]
        for list in GrownLedger.lists {
            try ledger.sample.ledger.read { reader in
                // What is asked only once is out of the way then.
                try list.ask(ledger, reader)
                runs[list.name] = try reader.connection.tracing { try list.ask(ledger, reader) }
            }
        }
        return runs
    }

    @Test(.requirement(66, 222)) func `costs the same in a mailbox of ten times the size, and walks indexes`() throws {
        let (little, large) = (try GrownLedger(240), try GrownLedger(2_400))
        let (few, many) = (try runs(little), try runs(large))
        for (name, runs) in many {
            let steps = runs.reduce(0) { $0 + $1.steps }
            let before = (few[name] ?? []).reduce(0) { $0 + $1.steps }
            #expect(steps > 0 && !runs.isEmpty, "\(name)")
            #expect(steps <= before * Self.growth(of: name), "\(name): \(before) → \(steps)")
        }
        try large.sample.ledger.read { (reader) throws in
            for (name, runs) in many {
                for run in runs where run.text.hasPrefix("SELECT") || run.text.hasPrefix("WITH") {
                    for line in try reader.connection.plan(of: run) where line.hasPrefix("SCAN ") {
                        let table = String(line.dropFirst("SCAN ".count).prefix { $0 != " " })
                        #expect(
                            line.contains("INDEX") || line.contains("CONSTANT ROW") || Self.small.contains(table),
                            "\(name): \(line)\n\(run.text)")
                    }
                }
            }
        }
    }
}
