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

    /// Changes the bytes of the closed log.
    private static func rewrite(
        _ sample: SampleLedger, _ change: (_ bytes: inout [UInt8], _ root: (String) throws -> Int) throws -> Void
    ) throws {
        try sample.whileClosed(access: .readOnly) { location in
            let connection = try Connection(path: location.logPath, mode: .readWrite)
            _ = try connection.truncateJournal()
            var bytes = try [UInt8](Data(contentsOf: URL(filePath: location.logPath)))
            try change(&bytes) { table in
                let page = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = \(bind: table)") {
                    try $0.next(Int.self)
                }
                return (try #require(page) - 1) * pageSize
            }
            try Data(bytes).write(to: URL(filePath: location.logPath))
        }
    }

    private static let pageSize = 8192

    @Test(arguments: ["views", "erasures", "erasure_work", "erasure_content"])
    func `a small table that cannot be read is named, and all events go on`(table: String) throws {
        let (sample, location) = try Self.sample()
        let before = try sample.ledger.maintenance.verifyLog()
        // Another kind of page, by its first byte.
        try Self.rewrite(sample) { bytes, root in
            let page = try root(table)
            bytes[page] ^= 8
        }
        let fault = #expect(throws: LogFault.self) { try sample.ledger.maintenance.verifyLog() }
        #expect(fault?.reason.contains("the table \(table) ") == true, "\(String(describing: fault))")
        let finding = try #require(try sample.ledger.maintenance.examine().first)
        #expect(finding.detail.contains("All events are valid"), "\(finding.detail)")
        let (report, saved) = try salvage(location)
        #expect(report.events == before.events && report.root == before.root)
        #expect(try saved.maintenance.verifyLog().events == before.events + 1)
    }

    @Test func `a wrong key on an inner page, by which one event is found, is told`() throws {
        let (sample, location) = try Self.sample()
        let before = try sample.ledger.maintenance.verifyLog()
        try Self.rewrite(sample) { bytes, root in
            let page = try root("events")
            // An inner page of a table; its first cell begins with the number of a page, and then has the key.
            let kind = bytes[page]
            try #require(kind == 5)
            let cell = Int(bytes[page + 12]) << 8 | Int(bytes[page + 13])
            bytes[page + cell + 4] = 1
        }
        #expect(throws: LogFault.self) { try sample.ledger.maintenance.verifyLog() }
        #expect(try salvage(location).0.events == before.events)
    }

    @Test func `a lost row of the last transaction ends the part that holds before it`() throws {
        let (sample, location) = try Self.sample()
        let before = try sample.ledger.maintenance.verifyLog()
        try Self.rewrite(sample) { bytes, _ in
            let found = bytes.firstRange(of: Array("{\"number\":\(before.transactions),".utf8))
            let row = try #require(found)
            for index in row.lowerBound - 70..<row.lowerBound + 100 { bytes[index] = 0 }
        }
        let findings = try sample.ledger.maintenance.examine()
        let detail = try #require(findings.first?.detail)
        #expect(detail.contains("The first \(before.events - 1) of \(before.events) events hold"), "\(detail)")
        let (report, saved) = try salvage(location)
        #expect(report.events == before.events - 1 && report.eventsBefore == before.events)
        #expect(try saved.maintenance.verifyLog().events == before.events)
    }

    @Test func `rows of zeros among the events end it before them`() throws {
        let (sample, location) = try Self.sample()
        try Self.rewrite(sample) { bytes, _ in
            let found = bytes.firstRange(of: Array("m30@example.org".utf8))
            let text = try #require(found)
            for index in text.lowerBound..<text.lowerBound + 512 { bytes[index] = 0 }
        }
        let detail = try #require(try sample.ledger.maintenance.examine().first?.detail)
        let end = try #require(detail.firstMatch(of: /The first (\d+) of 67 events hold/)?.1)
        #expect(try salvage(location).0.events == Int64(end))
    }

    @Test(arguments: [0, 22, 70])
    func `a log whose first bytes are damaged is one still, and all its events go on`(byte: Int) throws {
        let (sample, location) = try Self.sample()
        let before = try sample.ledger.maintenance.verifyLog()
        let damaged = LedgerLocation(location.directory + "-damaged")
        try sample.whileClosed { location in
            _ = try Connection(path: location.logPath, mode: .readWrite).truncateJournal()
            try FileManager.default.copyItem(atPath: location.directory, toPath: damaged.directory)
        }
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: damaged.logPath)))
        bytes[byte] ^= 4
        try Data(bytes).write(to: URL(filePath: damaged.logPath))
        let error = #expect(throws: EventLogError.self) { try Ledger.open(at: damaged, access: .readOnly) }
        guard case .corrupt(let fault) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let detail = try #require(LedgerMaintenance.examine(unreadable: fault, at: damaged).first?.detail)
        #expect(detail.contains("All events are valid"), "\(detail)")
        let (report, saved) = try salvage(damaged)
        #expect(report.events == before.events && report.root == before.root)
        #expect(try saved.maintenance.verifyLog().events == before.events + 1)
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
