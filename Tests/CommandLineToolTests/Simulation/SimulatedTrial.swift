import Cryptography
import DiskFiles
import Foundation
import MailLedgerTesting
import Synchronization
import TestSupport
import Testing

/// A verb as it goes without a fault on a disk in memory, to be tried with each.
struct SimulatedTrial {
    /// What became of a verb.
    enum Outcome: String, CaseIterable {
        case refused, done, part
    }

    let command: FaultCommand
    private let world: SimulatedWorld
    private let before: [String]
    private let after: [String]
    private let checked = CheckedImages()
    /// How many calls the verb makes, and how many of them change something.
    let calls: Int
    let changes: Int

    init(_ command: FaultCommand, in world: SimulatedWorld) throws {
        self.command = command
        self.world = world
        before = try world.state(of: world.disk.copy())
        let disk = world.disk.copy()
        let exitCode = world.run(command, on: disk)
        guard exitCode == 0 else { throw ToolError("\(command) ends with \(exitCode)") }
        (calls, changes) = (disk.calls, disk.changes)
        after = try world.state(of: disk)
    }

    /// Every fault of one kind that the verb can meet.
    var faults: [SimulatedDisk.Fault] {
        (1...calls).flatMap { call -> [SimulatedDisk.Fault] in
            [.fails(call: call, code: .inputOutput), .fails(call: call, code: .noRoom), .shortWrite(call: call)]
        }
    }

    /// Lets one call fail, and expects what has to hold behind it.
    func run(_ fault: SimulatedDisk.Fault) -> Outcome {
        let disk = world.disk.copy()
        disk.fault = fault
        let exitCode = world.run(command, on: disk)
        disk.fault = nil
        return check(disk, isDone: exitCode == 0, "\(command) under \(fault)")
    }

    /// Lets the power go behind a change, and expects what has to hold when it is back.
    func losePower(after change: Int, seed: UInt64, ignoringSyncs: Bool = false) -> (
        exitCode: Int32, disk: SimulatedDisk
    ) {
        let disk = world.disk.copy()
        disk.ignoresSyncs = ignoringSyncs
        disk.fault = .powerLoss(after: change)
        let exitCode = world.run(command, on: disk)
        return (exitCode, disk.afterPowerLoss(seed: seed))
    }

    func losePower(after change: Int, seed: UInt64) -> Outcome {
        let (exitCode, disk) = losePower(after: change, seed: seed, ignoringSyncs: false)
        let label = "\(command), the power gone after \(change) of \(changes) changes, lot \(seed)"
        return check(disk, isDone: exitCode == 0, label)
    }

    /// What is wrong on a disk; nil where all holds.
    func fault(of disk: SimulatedDisk, isDone: Bool) -> String? {
        do {
            let state = try world.state(of: disk.copy())
            return isDone && state != after ? "it says that it is done, and is not" : nil
        } catch {
            return "\(error)"
        }
    }

    /// How many different disks were left behind so far.
    var images: Int { checked.outcomes.withLock { $0.count } }

    /// Expects what has to hold; of a disk that holds just what another one did it is known already.
    private func check(_ disk: SimulatedDisk, isDone: Bool, _ label: String) -> Outcome {
        let left = CheckedImages.Left(image: disk.image, isDone: isDone)
        if let outcome = checked.outcomes.withLock({ $0[left] }) { return outcome }
        let outcome = checkAnew(disk, isDone: isDone, label)
        checked.outcomes.withLock { $0[left] = outcome }
        return outcome
    }

    private func checkAnew(_ disk: SimulatedDisk, isDone: Bool, _ label: String) -> Outcome {
        do {
            var state = try world.state(of: disk)
            if state == after { return .done }
            #expect(
                !isDone, "\(label): it says that it is done, and is not: \(LedgerState.difference(state, from: after))")
            let outcome: Outcome = state == before ? .refused : .part
            // What was refused can be done as soon as the fault is gone, and what was begun goes on.
            var exitCode = world.run(command, on: disk, process: 1)
            if exitCode == 4, outcome == .part { exitCode = world.run(command.forced, on: disk, process: 1) }
            #expect(exitCode == 0, "\(label), then \(exitCode)")
            state = try world.state(of: disk)
            #expect(
                LedgerState.isReached(after, by: state), "\(label), then: \(LedgerState.difference(state, from: after))"
            )
            return outcome
        } catch {
            Issue.record("\(label): \(error)")
            return .part
        }
    }
}

/// What became of the disks that were checked; a verb leaves many that are the same.
private final class CheckedImages: Sendable {
    struct Left: Hashable {
        let image: SHA256Digest
        let isDone: Bool
    }

    let outcomes = Mutex<[Left: SimulatedTrial.Outcome]>([:])
}
