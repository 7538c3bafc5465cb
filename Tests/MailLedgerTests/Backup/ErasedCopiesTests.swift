import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// What was erased has to be gone from what an old copy brings back.
@Suite struct `A copy of a ledger that erased` {
    private static let account = "ada@example.org"
    private static let canary = "canary7f3a9c"

    private static func sample() throws -> SampleLedger {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(account)
        try sample.importing(
            [SampleMail("kept"), SampleMail("secret", subject: canary, body: "\(canary)\n")], account: account)
        return sample
    }

    private static func erase(in sample: SampleLedger) throws {
        _ = try sample.ledger.erase(
            .query(sample.filter("subject:\(canary)")),
            context: sample.ledger.context(command: "erase", reason: "asked"))
    }

    /// The files below a folder that hold the canary, compressed or not.
    private func traces(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            return bytes.firstRange(of: Data(Self.canary.utf8)) != nil
        }
    }

    @Test func `has it when it is older, until the erasures of the newer one are made again`() throws {
        let sample = try Self.sample()
        let (old, new) = (sample.scratch.path + "/old", sample.scratch.path + "/new")
        _ = try sample.ledger.backUp(to: old)
        try Self.erase(in: sample)
        _ = try sample.ledger.backUp(to: new)
        for (index, source) in [new, try #require(sample.location).directory].enumerated() {
            let location = LedgerLocation(sample.scratch.path + "/copy\(index)")
            _ = try Ledger.restore(from: old, to: location)
            let ledger = try Ledger.open(at: location, access: .readWrite)
            #expect(try ledger.read { try $0.countMessages() } == 2)
            let records = try ErasureRecord.records(in: source, forBackup: old)
            #expect(records == (try sample.ledger.erasureRecords()))
            _ = try ledger.reapply(records, context: ledger.context(command: "restore", reason: "erased since"))
            #expect(try ledger.read { try $0.countMessages() } == 1)
            #expect(try traces(in: location.directory).isEmpty)
            _ = try ledger.verifyLog()
        }
    }
}
