import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Of a damaged log` {
    private static let account = "ada@example.org"

    private static func sample() throws -> (SampleLedger, LedgerLocation) {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(account)
        for number in 0..<60 {
            try sample.importing([SampleMail("m\(number)", body: "walrus \(number)\n")], account: account)
        }
        return (sample, try #require(sample.ledger.location))
    }

    /// Does something to the log behind the program's back, with the guard rails taken away.
    private static func damage(_ location: LedgerLocation, _ sql: SQL) throws {
        let connection = try Connection(path: location.logPath, mode: .readWrite)
        let triggers = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            try $0.next(String.self)
        }
        for trigger in triggers { try connection.run("DROP TRIGGER \(SQL.identifier(trigger))") }
        try connection.run(sql)
        _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
    }

    private func salvage(_ location: LedgerLocation) throws -> (SalvageReport, Ledger) {
        let target = LedgerLocation(location.directory + "-saved")
        let report = try LedgerMaintenance.salvage(from: location, to: target, reason: "a bad disk")
        return (report, try Ledger.open(at: target, access: .readWrite))
    }

    private static let damages: [(sql: SQL, end: Int)] = [
        ("UPDATE events SET payload = '{}' WHERE position = 30", 29),
        ("DELETE FROM events WHERE position = 30", 29),
        ("UPDATE transactions SET recorded_at = recorded_at + 1 WHERE number = 20", 25),
        // Whole transactions at the end: only their rows tell that there was more.
        ("DELETE FROM events WHERE position > 60", 60),
        // In the middle of a transaction: what is before it in the same one goes, too.
        ("UPDATE events SET type = 'mail.nothing-done' WHERE position = 5", 0),
    ]

    @Test(arguments: damages.indices)
    func `what holds goes on as a ledger, and an event says what was lost`(number: Int) throws {
        let (sql, end) = Self.damages[number]
        let (sample, location) = try Self.sample()
        let before = try sample.ledger.maintenance.verifyLog()
        let root = try sample.ledger.store.root(at: Position(Int64(end)))
        try Self.damage(location, sql)
        let (report, saved) = try salvage(location)
        #expect(report.events == Int64(end) && report.eventsBefore == before.events && report.root == root)
        #expect(saved.store.identity.id == sample.ledger.store.identity.id)
        #expect(try saved.maintenance.verifyLog().events == Int64(end) + 1)
        #expect(try saved.maintenance.checkViews() == nil)
        let last = try #require(try saved.operations(limit: 1).first)
        #expect(last.reason == "a bad disk" && last.command == "doctor --salvage")
        // It is a ledger to work on: what was lost can come in again.
        if end > 7 { #expect(try saved.read { try $0.countMessages() } == end - 7) }
        // The damaged one is as it was.
        #expect(throws: LogFault.self) { try sample.ledger.maintenance.verifyLog() }
    }

    @Test func `pages that are no database any more end what can be saved`() throws {
        let (sample, location) = try Self.sample()
        let events = try sample.ledger.maintenance.verifyLog().events
        let connection = try Connection(path: location.logPath, mode: .readWrite)
        _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        var bytes = try Data(contentsOf: URL(filePath: location.logPath))
        // All but what was there first: the tables' own description, without which nothing can be read.
        let start = 32 * 4096
        #expect(bytes.count > start + 6 * 4096)
        bytes.replaceSubrange(start..., with: Data(repeating: 0xA5, count: bytes.count - start))
        try bytes.write(to: URL(filePath: location.logPath))
        let (report, saved) = try salvage(location)
        #expect(report.events < events && report.fault.contains("malformed"), "\(report)")
        #expect(try saved.maintenance.verifyLog().events == report.events + 1)
    }

    @Test func `where only what stands beside the events does not hold, all of them go on`() throws {
        let (sample, location) = try Self.sample()
        let before = try sample.ledger.maintenance.verifyLog()
        // The guard rails are gone then, and nothing else.
        try Self.damage(location, "UPDATE ledger SET id = 1")
        let finding = try #require(try sample.ledger.maintenance.examine().first)
        #expect(!finding.isHealthy && finding.detail.contains("All events are valid"), "\(finding.detail)")
        let (report, saved) = try salvage(location)
        #expect(report.events == before.events && report.root == before.root)
        #expect(try saved.maintenance.verifyLog().events == before.events + 1)
        let count = try sample.ledger.read { try $0.countMessages() }
        #expect(try saved.read { try $0.countMessages() } == count)
    }

    @Test(arguments: [false, true])
    func `the signing key goes on only if the part that holds names it`(isBehindFault: Bool) throws {
        let (sample, location) = try Self.sample()
        _ = try sample.ledger.proofs.signCheckpoint()
        try sample.ledger.proofs.rotateKey(context: sample.ledger.context(command: "key rotate"))
        try sample.importing([SampleMail("late")], account: Self.account)
        let damaged = try isBehindFault ? 30 : sample.head().rawValue
        try Self.damage(location, "UPDATE events SET payload = '{}' WHERE position = \(bind: damaged)")
        let (report, saved) = try salvage(location)
        #expect(report.hasSigningKey != isBehindFault)
        _ = try saved.maintenance.verifyLog()
        try saved.maintenance.checkKey()
        if isBehindFault {
            #expect(throws: SigningKeyError.self) { try saved.proofs.signCheckpoint() }
            try saved.proofs.rotateKey(isLost: true, context: saved.context(command: "key rotate"))
        }
        let verifier = try #require(try saved.proofs.verifier())
        #expect(try saved.proofs.signCheckpoint().isSigned(by: verifier))
        try saved.maintenance.checkKey()
        _ = try saved.maintenance.verifyLog()
        // The damaged one keeps its key.
        #expect(FileManager.default.fileExists(atPath: location.keysDirectory + "/signing.key"))
    }

    @Test func `a kept checkpoint that no key signed stays behind, and the first key does not`() throws {
        let (sample, location) = try Self.sample()
        let signed = try sample.ledger.proofs.signCheckpoint()
        let note = signed.note.description
        let (other, _) = try Self.sample()
        let foreign = try other.ledger.proofs.signCheckpoint().note.description
        // The text of one, with the signature of the other.
        let text = try #require(note.components(separatedBy: "\n\n").first)
        let signature = try #require(foreign.components(separatedBy: "\n\n").last)
        let forged = text + "\n\n" + signature
        try Self.damage(location, "UPDATE checkpoints SET note = \(bind: forged)")
        #expect(throws: LogFault.self) { try sample.ledger.maintenance.verifyLog() }
        let (report, saved) = try salvage(location)
        #expect(report.hasSigningKey)
        #expect(try saved.maintenance.verifyLog().checkpoints == 0)
        #expect(try saved.proofs.verifier() == sample.ledger.proofs.verifier())
    }

    @Test func `nothing is made where all of it holds, without a reason, or in a folder that is full`() throws {
        let (sample, location) = try Self.sample()
        let target = LedgerLocation(location.directory + "-saved")
        #expect(throws: DomainError.self) {
            try LedgerMaintenance.salvage(from: location, to: target, reason: "why not")
        }
        try Self.damage(location, "DELETE FROM events WHERE position = 30")
        #expect(throws: DomainError.self) { try LedgerMaintenance.salvage(from: location, to: target, reason: " ") }
        #expect(throws: EventLogError.self) {
            try LedgerMaintenance.salvage(from: location, to: location, reason: "a bad disk")
        }
        #expect(!FileManager.default.fileExists(atPath: target.directory))
        let finding = try #require(try sample.ledger.maintenance.examine().first { $0.subject == "log" })
        #expect(!finding.isHealthy && finding.detail.contains("The first 29 of 67 events hold"), "\(finding.detail)")
    }
}
