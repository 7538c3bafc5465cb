import DiskFiles
import EventLog
import MailLedgerTesting
import TestSupport
import Testing

/// The log alone, with SQLite on a disk in memory: so small that many thousands of faults can be tried.
@Suite struct `A log on a simulated disk` {
    private static let path = "/log.sqlite"
    private static let transactions = 8

    /// Makes a log and appends to it, and returns how many transactions were acknowledged; nil where not even the log was.
    private func write(to disk: SimulatedDisk) -> Int? {
        guard
            let store = try? SQLiteLogStore.create(
                at: Self.path, origin: "tests", environment: .fixed(), on: disk)
        else { return nil }
        for number in 0..<Self.transactions {
            let events = (0...number % 3).map { ProposedEvent.added("note \(number) \($0)") }
            guard (try? store.record(events)) != nil else { return number }
        }
        return Self.transactions
    }

    /// Expects what has to hold: what was acknowledged is there, and what was not is there whole or not at all.
    private func check(_ disk: SimulatedDisk, acknowledged: Int?, _ label: String) {
        do {
            let store = try SQLiteLogStore.open(at: Self.path, access: .readWrite, on: disk)
            _ = try store.verify()
            let head = try store.head()
            let least = acknowledged ?? 0
            #expect((least...least + 1).contains(Int(head.transaction)), "\(label): \(head), of \(least)")
            // It goes on from there.
            _ = try store.record([.added("once more")])
            _ = try store.verify()
        } catch EventLogError.notALedger {
            #expect(acknowledged == nil, "\(label): there is no log")
        } catch {
            Issue.record("\(label): \(error)")
        }
    }

    /// The calls of an undisturbed run.
    private func undisturbed() throws -> (calls: Int, changes: Int) {
        let disk = SimulatedDisk()
        #expect(write(to: disk) == Self.transactions)
        return (disk.calls, disk.changes)
    }

    private func tryCases(_ name: String, _ body: (inout SeededGenerator) throws -> Void) async throws {
        var generator = SeededGenerator(for: name)
        var cases = 0
        try await repeating(600) {
            try body(&generator)
            cases += 1
        }
        print("\(name): \(cases) cases")
    }

    @Test func `keeps what was acknowledged when the power goes`() async throws {
        let changes = try undisturbed().changes
        try await tryCases("a log and losses of power") { generator in
            let disk = SimulatedDisk()
            let (last, lot) = (Int.random(in: 0...changes, using: &generator), generator.next())
            disk.fault = .powerLoss(after: last)
            let acknowledged = write(to: disk)
            check(disk.afterPowerLoss(seed: lot), acknowledged: acknowledged, "after \(last) of \(changes), lot \(lot)")
        }
    }

    @Test func `keeps what was acknowledged when a call fails`() async throws {
        let calls = try undisturbed().calls
        try await tryCases("a log and calls that fail") { generator in
            let disk = SimulatedDisk()
            let call = Int.random(in: 1...calls, using: &generator)
            let faults: [SimulatedDisk.Fault] = [
                .fails(call: call, code: .inputOutput), .fails(call: call, code: .noRoom), .shortWrite(call: call),
            ]
            let fault = faults[Int.random(in: 0..<3, using: &generator)]
            disk.fault = fault
            let acknowledged = write(to: disk)
            disk.fault = nil
            check(disk, acknowledged: acknowledged, "\(fault)")
        }
    }

    @Test func `loses what was acknowledged on a disk that lies about its syncs`() throws {
        let lost = (0..<60 as Range<UInt64>).count { lot in
            let disk = SimulatedDisk()
            disk.ignoresSyncs = true
            let acknowledged = write(to: disk) ?? 0
            let after = disk.afterPowerLoss(seed: lot)
            guard let store = try? SQLiteLogStore.open(at: Self.path, access: .readWrite, on: after),
                (try? store.verify()) != nil, let head = try? store.head()
            else { return true }
            return head.transaction < acknowledged
        }
        #expect(lost > 40)
    }
}
