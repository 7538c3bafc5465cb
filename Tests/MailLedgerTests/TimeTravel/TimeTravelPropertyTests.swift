import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `As of any moment of random commands` {
    /// What a ledger said when its log ended somewhere.
    private typealias Diary = [Position: PublicAnswers]

    private static func keep(_ diary: inout Diary, _ sample: SampleLedger) throws {
        let head = try sample.head()
        if diary[head] == nil { diary[head] = try PublicAnswers(of: sample.ledger) }
    }

    @Test(arguments: Place.allCases)
    func `a ledger answers what it answered then`(place: Place) throws {
        var generator = SeededGenerator(for: "time travel \(place)")
        for round in 0..<(place == .memory ? 4 : 2) {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(place, seed: generator.next())
            var diary: Diary = [:]
            try Self.keep(&diary, commands.sample)
            try commands.run(steps: 20, label: label) { try Self.keep(&diary, $0) }
            let sample = commands.sample
            for position in diary.keys.shuffled(using: &generator) {
                let resolved = try sample.stand(at: Moment(.position(position)))
                #expect(resolved?.position == position && resolved?.remark == nil, "\(label)")
                let then = try PublicAnswers(of: sample.ledger)
                if let now = diary[position] { #expect(difference(now, then) == nil, "\(position) \(label)") }
            }
            try sample.stand(at: nil)
            #expect(try sample.ledger.maintenance.checkViews() == nil, "\(label)")
        }
    }

    @Test func `a ledger answers what one does whose log was cut off there`() throws {
        var generator = SeededGenerator(for: "time travel and truncation")
        let label = "seed \(generator.seed)"
        var commands = try RandomCommands(.disk, seed: generator.next())
        try commands.run(steps: 25, label: label)
        let sample = commands.sample
        let ledger = sample.ledger
        var ends: [Position] = [.start]
        try ledger.store.forEachTransaction(from: 1, isBackward: false) { transaction in
            ends.append(transaction.lastPosition)
            return true
        }
        for position in ends.shuffled(using: &generator).prefix(8) {
            let cut = try truncated(sample, at: position)
            let expected = try PublicAnswers(of: cut)
            try sample.stand(at: Moment(.position(position)))
            #expect(difference(expected, try PublicAnswers(of: sample.ledger)) == nil, "\(position) \(label)")
            #expect(try sample.ledger.statistics().root == cut.statistics().root, "\(position) \(label)")
        }
    }

    /// Opens a copy of the ledger whose log holds nothing behind a position, and whose views are not built yet.
    private func truncated(_ sample: SampleLedger, at position: Position) throws -> Ledger {
        let source = try #require(sample.location)
        let location = LedgerLocation(sample.scratch.path + "/cut-\(position)")
        try FileManager.default.createDirectory(atPath: location.directory, withIntermediateDirectories: true)
        for name in ["log.sqlite", "content.sqlite"] {
            let connection = try Connection(path: "\(source.directory)/\(name)", mode: .readWrite)
            try connection.run("VACUUM INTO \(bind: "\(location.directory)/\(name)")")
        }
        let log = try Connection(path: location.logPath, mode: .readWrite)
        try log.runScript(
            "DROP TRIGGER events_are_never_deleted; DROP TRIGGER transactions_are_never_deleted;")
        try log.run("DELETE FROM events WHERE position > \(bind: position.rawValue)")
        try log.run("DELETE FROM transactions WHERE first_position > \(bind: position.rawValue)")
        try log.run("DELETE FROM views")
        return try Ledger.open(at: location, access: .readWrite)
    }
}
