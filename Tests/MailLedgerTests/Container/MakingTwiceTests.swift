import DiskFiles
import Dispatch
import EventLog
import Foundation
import LedgerKernel
import MailLedger
import Synchronization
import TestSupport
import Testing

@Suite struct `While a ledger is made in a folder` {
    private let busy = EventLogError.busy(holder: "another process, which is making it")

    @Test func `nobody else makes one there, or opens it`() throws {
        let directory = try TemporaryDirectory()
        let location = LedgerLocation(directory.path("ledger"))
        try location.makingLedger {
            // As far as a restore is before its log has its name.
            try Data("contents".utf8).write(to: URL(filePath: location.directory + "/content.sqlite"))
            try Data("events".utf8).write(to: URL(filePath: location.logPath + "-new-1"))
            #expect(throws: busy) { try Ledger.create(at: LedgerLocation(location.directory)) }
            #expect(throws: busy) { try Ledger.open(at: location, access: .readWrite) }
            #expect(Set(try location.files.names(in: location.directory)) == ["content.sqlite", "log.sqlite-new-1"])
        }
        // A maker that has ended left these: the next one removes them.
        _ = try Ledger.create(at: location)
        #expect(throws: EventLogError.alreadyExists(path: location.directory)) { try Ledger.create(at: location) }
    }

    @Test func `two restores give one whole ledger`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        try sample.importing((1...40).map { SampleMail("m\($0)") }, account: "ada@example.org")
        let backup = sample.scratch.path + "/backup"
        _ = try sample.ledger.maintenance.backUp(to: backup)
        for round in 1...8 {
            let path = "\(sample.scratch.path)/restored-\(round)"
            let finished = Mutex<[Result<Int, any Error>]>([])
            DispatchQueue.concurrentPerform(iterations: 3) { _ in
                let outcome = Result {
                    try LedgerMaintenance.restore(from: backup, to: LedgerLocation(path)).contents
                }
                finished.withLock { $0.append(outcome) }
            }
            let outcomes = finished.withLock { $0 }
            #expect(outcomes.compactMap { try? $0.get() } == [40], "\(outcomes)")
            for case .failure(let error) in outcomes {
                let refusal = error as? EventLogError
                #expect(refusal == busy || refusal == .alreadyExists(path: path), "\(error)")
            }
            let restored = try Ledger.open(at: LedgerLocation(path), access: .readOnly)
            #expect(try restored.maintenance.missingContent().isEmpty)
            #expect(try restored.maintenance.verifyLog() == sample.ledger.maintenance.verifyLog())
        }
    }
}
