import SQLiteDatabase
import TestSupport
import Testing

/// A payload of the log of which somebody, or a bad disk, changed bytes.
@Suite struct `A changed payload` {
    private enum Change: CaseIterable {
        case noUTF8, cut, anyByte
    }

    /// Questions whose answers are always the same, and other commands that record nothing.
    private static let questions = [
        ["messages", "--format", "json"], ["threads", "--format", "json"], ["unread", "--format", "json"],
        ["log", "--format", "json"], ["history", "--since", "2026-02-01", "--format", "json"],
        ["events", "list", "--format", "jsonl"],
    ]
    private static let others = [
        ["status"], ["search", "razor"], ["undo", "--dry-run"], ["export", "--events"], ["rebuild"],
    ]

    /// Changes a payload past the guard rails, and returns its position.
    private func alter(
        _ ledger: ToolLedger, _ change: Change, from random: inout SeededGenerator
    ) throws -> Int64 {
        let log = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
        let guards = try log.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            try $0.next(String.self)
        }
        for name in guards { try log.run("DROP TRIGGER \(SQL.identifier(name))") }
        let events = try log.rows("SELECT position, payload FROM events WHERE payload IS NOT NULL") {
            try ($0.next(Int64.self), $0.next([UInt8].self))
        }
        let (position, payload) = try #require(events.randomElement(using: &random))
        var altered = payload
        let place = Int.random(in: 1..<payload.count, using: &random)
        switch change {
        case .noUTF8: altered[place] = 0xFF
        case .cut: altered.removeLast(payload.count - place)
        case .anyByte: altered[place] = UInt8.random(in: 0...255, using: &random)
        }
        try log.run("UPDATE events SET payload = CAST(\(bind: altered) AS TEXT) WHERE position = \(bind: position)")
        _ = try log.truncateJournal()
        return position
    }

    private static func finding(_ position: Int64) -> String { "position \(position): the payload was changed" }

    @Test func `is damage at its position, or an answer that does not need it is right`() throws {
        var random = SeededGenerator(for: "changed payloads")
        let whole = try DemoLedger.make()
        let answers = try Self.questions.map { try whole.succeed($0).text }
        for change in Change.allCases {
            for hasViews in [true, true, false, false] {
                let ledger = try DemoLedger.make()
                let position = try alter(ledger, change, from: &random)
                if !hasViews { removeTree(ledger.path + "/views") }
                for words in (Self.questions + Self.others).shuffled(using: &random) {
                    let result = try ledger.run(words)
                    let title = "\(change) of event \(position), views: \(hasViews), \(words): \(result.errorText)"
                    for word in ["DecodingError", "no valid", "not JSON", "failed at event \(position) "] {
                        #expect(!result.errorText.contains(word), "\(title)")
                    }
                    #expect((0..<100).contains(result.exitCode), "\(title)")
                    // What can be decoded says another thing, which only a verification tells.
                    guard change != .anyByte else { continue }
                    if result.exitCode == 0 {
                        let question = Self.questions.firstIndex(of: words)
                        #expect(question.map { answers[$0] == result.text } ?? true, "\(title)")
                    } else {
                        #expect(
                            result.exitCode == 6 && result.errorText.contains(Self.finding(position)), "\(title)")
                    }
                }
                // Both read all payloads.
                guard change != .anyByte else { continue }
                #expect(try ledger.run("rebuild").exitCode == 6)
                #expect(try ledger.run("events", "list", "--format", "jsonl").exitCode == 6)
            }
        }
    }

    @Test func `ends a process with exit code 6 and the way out, and stops those that write`() throws {
        var random = SeededGenerator(for: "a payload that was cut")
        let ledger = try DemoLedger.make()
        let position = try alter(ledger, .cut, from: &random)
        removeTree(ledger.path + "/views")
        let result = try ledger.start(["messages"]).wait()
        #expect(result.exitCode == 6 && result.output.isEmpty)
        let words = "mailledger: the log is damaged: \(Self.finding(position)); 'mailledger doctor'"
        #expect(result.errorText.contains(words), "\(result.errorText)")
        let refused = try ledger.run("label", "--add", "x", "in:INBOX")
        #expect(
            refused.exitCode == 6 && refused.errorText.contains("was found damaged")
                && refused.errorText.contains(Self.finding(position)), "\(refused.errorText)")
        let doctor = try ledger.run("doctor")
        #expect(doctor.exitCode == 6 && doctor.text.contains(Self.finding(position)), "\(doctor.errorText)")
    }
}
