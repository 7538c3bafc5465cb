import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// What doctor says of a log, compared with what a salvage saves and what other commands meet.
@Suite struct `Damage anywhere in a log` {
    /// A way to damage a file.
    private enum Damage {
        case flipped(byte: Int, bit: Int)
        /// A sector that the disk lost.
        case zeroed(Range<Int>)
        case cut(to: Int)

        static func random(of count: Int, using generator: inout SeededGenerator) -> Damage {
            let place = Int.random(in: 0..<count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: return .flipped(byte: place, bit: Int.random(in: 0..<8, using: &generator))
            case 1: return .zeroed(place..<min(place + 512, count))
            default: return .cut(to: max(place, 1))
            }
        }

        func applied(to bytes: [UInt8]) -> [UInt8] {
            var changed = bytes
            switch self {
            case .flipped(let byte, let bit): changed[byte] ^= 1 << UInt8(bit)
            case .zeroed(let range): for place in range { changed[place] = 0 }
            case .cut(let end): changed.removeLast(bytes.count - end)
            }
            return changed
        }
    }

    private static let account = "ada@example.org"

    @Test func `is foretold as a salvage finds it, and where none is found every command works`() throws {
        var generator = SeededGenerator()
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        try sample.importing(
            (0..<40).map { SampleMail("m\($0)", body: "walrus \($0)\n") }, account: Self.account)
        _ = try sample.subjects("walrus")
        let events = try sample.ledger.maintenance.verifyLog().events
        try sample.whileClosed { location in
            _ = try Connection(path: location.logPath, mode: .readWrite).truncateJournal()
            let whole = try [UInt8](Data(contentsOf: URL(filePath: location.logPath)))
            for number in 0..<20 {
                let damage = Damage.random(of: whole.count, using: &generator)
                let copy = LedgerLocation("\(location.directory)-\(number)")
                try FileManager.default.copyItem(atPath: location.directory, toPath: copy.directory)
                try Data(damage.applied(to: whole)).write(to: URL(filePath: copy.logPath))
                try expectForetold(copy, events: events, "\(damage)")
            }
        }
    }

    /// The findings of doctor; nil for a log that says that it is of another format.
    private func examined(_ location: LedgerLocation) throws -> [Finding]? {
        let ledger: Ledger
        do {
            ledger = try Ledger.open(at: location, access: .readOnly)
        } catch EventLogError.corrupt(let fault) {
            return try LedgerMaintenance.examine(unreadable: fault, at: location)
        } catch EventLogError.olderFormat, EventLogError.newerFormat {
            return nil
        }
        return try ledger.maintenance.examine()
    }

    private func expectForetold(_ location: LedgerLocation, events: Int64, _ damage: String) throws {
        guard let findings = try examined(location) else { return }
        let log = try #require(findings.first { $0.subject == "log" }, "\(damage)")
        let target = LedgerLocation(location.directory + "-saved")
        let salvage = Result { try LedgerMaintenance.salvage(from: location, to: target, reason: "a bad disk") }
        guard !log.isHealthy else {
            #expect(throws: DomainError.self, "\(damage)") { try salvage.get() }
            return try expectWorking(location, damage)
        }
        guard case .success(let report) = salvage else {
            #expect(log.detail.contains("nothing can be salvaged"), "\(damage): \(log.detail), \(salvage)")
            return
        }
        let foretold =
            log.detail.contains("All events are valid")
            ? events : log.detail.firstMatch(of: /The first (\d+)/).flatMap { Int64($0.1) }
        #expect(report.events == foretold, "\(damage): \(log.detail)")
        let saved = try Ledger.open(at: target, access: .readWrite)
        #expect(try saved.maintenance.verifyLog().events == report.events + Int64(report.erasures) + 1, "\(damage)")
    }

    @Test func `loses nothing that only its journal has`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        let location = try #require(sample.location)
        let copy = LedgerLocation(location.directory + "-copy")
        _ = try Connection(path: location.logPath, mode: .readWrite).truncateJournal()
        try sample.importing((0..<40).map { SampleMail("m\($0)", body: "walrus \($0)\n") }, account: Self.account)
        let events = try sample.ledger.maintenance.verifyLog().events
        try FileManager.default.copyItem(atPath: location.directory, toPath: copy.directory)
        // SQLite ends its journal at the first checksum that is wrong, which a mended copy does not compare.
        for (path, range) in [(copy.logPath, 0..<100), (copy.logPath + "-wal", 48..<56)] {
            var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            try #require(bytes.count > range.upperBound)
            for place in range { bytes[place] = 0 }
            try Data(bytes).write(to: URL(filePath: path))
        }
        try? FileManager.default.removeItem(atPath: copy.logPath + "-shm")
        let log = try #require(try examined(copy)?.first { $0.subject == "log" })
        #expect(log.detail.contains("All events are valid"), "\(log.detail)")
        let target = LedgerLocation(location.directory + "-saved")
        let report = try LedgerMaintenance.salvage(from: copy, to: target, reason: "a bad disk")
        #expect(report.events == events)
    }

    @Test func `leaves the journal beside an empty file as it is`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        let location = try #require(sample.location)
        let copy = LedgerLocation(location.directory + "-copy")
        try FileManager.default.copyItem(atPath: location.directory, toPath: copy.directory)
        try Data().write(to: URL(filePath: copy.logPath))
        try? FileManager.default.removeItem(atPath: copy.logPath + "-shm")
        let path = URL(filePath: copy.logPath + "-wal")
        let journal = try Data(contentsOf: path)
        try #require(!journal.isEmpty)
        for access in [LogAccess.readOnly, .readWrite] {
            #expect(throws: (any Error).self) { try Ledger.open(at: copy, access: access) }
        }
        #expect(throws: (any Error).self) {
            try LedgerMaintenance.salvage(
                from: copy, to: LedgerLocation(location.directory + "-saved"), reason: "an empty file")
        }
        #expect(try Data(contentsOf: path) == journal)
    }

    /// What verify finds nothing wrong with is read, changed and backed up.
    private func expectWorking(_ location: LedgerLocation, _ damage: String) throws {
        do {
            let ledger = try Ledger.open(at: location, access: .readWrite)
            _ = try ledger.maintenance.verifyLog()
            guard try ledger.maintenance.checkViews() == nil else { return }
            let all = try MessageFilter(query: "*", in: .current())
            _ = try ledger.read { try ($0.countMessages(), $0.messages(matching: all).count) }
            let seen: [Keyword] = [.seen]
            let command = MarkMessages(adding: KeywordSet(seen), removing: KeywordSet([Keyword]()))
            _ = try ledger.mark(all, command, context: ledger.context(command: "mark"))
            _ = try ledger.maintenance.backUp(to: location.directory + "-backup")
        } catch let error as EventLogError {
            // The key or the right to write may be what the damage took away.
            switch error {
            case .corrupt, .markedDamaged: Issue.record("\(damage): \(error)")
            default: break
            }
        } catch let error as SQLiteError {
            Issue.record("\(damage): \(error)")
        } catch {}
    }
}
