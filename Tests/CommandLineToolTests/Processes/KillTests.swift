import EventLog
import Foundation
import Glibc
import MailLedger
import TestSupport
import Testing

/// Processes that end before any of their calls, as by `kill -9`, one after the other and up to three at once, over every verb
/// that writes.
///
/// The suite kills a hundred; `make soak` goes on for as long as it is told.
@Suite(.serialized) struct `A kill` {
    /// The ledger is read whole behind so many rounds, and put back.
    private static let rounds = 20

    /// Runs commands that are killed, and keeps the book of what they said.
    private struct Killer {
        /// One that no command deletes.
        static let account = "eve@example.org"

        let world: FaultWorld
        var generator: SeededGenerator
        /// How many calls a command makes, as far as was seen; a kill is drawn below that.
        private var calls: [String: Int] = [:]
        private(set) var kills = 0
        private(set) var ended = 0
        private(set) var verbs: Set<String> = []

        init(_ generator: SeededGenerator) throws {
            world = try FaultWorld()
            self.generator = generator
        }

        /// A process that was started, and where its calls are counted.
        private struct Run {
            let command: FaultCommand
            let reason: String?
            let counts: String
            let process: ToolProcess
        }

        /// Starts one to three processes at once and waits for their ends.
        ///
        /// - Returns: The reasons of those that reported that they had added a folder.
        mutating func round(_ number: Int) throws -> [String] {
            var runs: [Run] = []
            for place in 0..<Int.random(in: 1...3, using: &generator) {
                // Of every second one it is known that it changes something, and by what reason it is found in the log.
                let reason = Bool.random(using: &generator) ? "kill \(number) \(place)" : nil
                let command =
                    reason.map { reason in
                        FaultCommand("folder add") { _ in
                            // Whatever another command deletes or erases, this one finds something to do.
                            ["folder", "add", "k\(number)-\(place)", "--account", Self.account, "--reason", reason]
                        }
                    } ?? FaultCommand.writing.randomElement(using: &generator) ?? FaultCommand.writing[0]
                let counts = "\(world.path)/../counts-\(place)"
                try? FileManager.default.removeItem(atPath: counts)
                let last = Int.random(in: 1...(calls[command.name] ?? 120) + 10, using: &generator)
                let fault = Faults.Fault(kind: .any, number: last, manner: .kill)
                let variables = try Faults.variables(below: world.path, at: fault, counts: counts)
                runs.append(
                    Run(
                        command: command, reason: reason, counts: counts,
                        process: try world.start(command, adding: variables)))
            }
            return try runs.compactMap { run in try end(run) ? run.reason : nil }
        }

        /// Waits for a process; true where it reported that it was done.
        private mutating func end(_ run: Run) throws -> Bool {
            let result = try run.process.wait()
            let name = run.command.name
            verbs.insert(name)
            calls[name] = max(calls[name] ?? 0, try Faults.counts(in: run.counts)[.any] ?? 0)
            if result.exitCode == -SIGKILL { kills += 1 } else { ended += 1 }
            let isOrderly = result.exitCode == -SIGKILL || result.exitCode >= 0
            #expect(isOrderly, "\(name), seed \(generator.seed): \(result.exitCode) \(result.errorText)")
            let isTold = result.exitCode <= 0 || !result.errorText.isEmpty
            #expect(isTold, "\(name), seed \(generator.seed): exit code \(result.exitCode) without a word")
            return result.exitCode == 0
        }
    }

    @Test func `at any call of any verb, alone or among others, leaves a whole ledger with all that was reported`()
        throws
    {
        let generator = SeededGenerator(for: "A kill")
        let end = ContinuousClock.now + .seconds(Soak.seconds ?? 0)
        var killer = try Killer(generator)
        var number = 0
        while killer.kills < 100 || ContinuousClock.now < end {
            try killer.world.restore()
            var done: [String] = []
            for _ in 0..<Self.rounds {
                done += try killer.round(number)
                number += 1
            }
            try expectWhole(killer.world, done, seed: generator.seed)
        }
        print("\(killer.kills) processes were killed and \(killer.ended) ended, of \(killer.verbs.count) verbs")
        #expect(killer.verbs.count > 15)
    }

    private func expectWhole(_ world: FaultWorld, _ done: [String], seed: UInt64) throws {
        // No lock of the dead is honoured: a writer that waits for one is refused.
        let next = try world.run(["folder", "add", "next", "--account", Killer.account, "--reason", "next"])
        #expect(next.exitCode == 0, "seed \(seed): \(next.errorText)")
        do {
            _ = try world.state()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
        let ledger = try Ledger.open(at: LedgerLocation("\(world.path)/ledger"), access: .readOnly)
        var found: [String: Int] = [:]
        let head = try ledger.store.head()
        try ledger.store.forEachTransaction(TransactionSelection(), through: head.transaction) { transaction in
            if let reason = try transaction.openedHeader()?.reason { found[reason, default: 0] += 1 }
            return true
        }
        for reason in done + ["next"] {
            #expect(
                found[reason] == 1, "seed \(seed): '\(reason)' was reported, and is there \(found[reason] ?? 0) times")
        }
        let labelled = found.filter { $0.key.hasPrefix("kill ") }
        #expect(labelled.values.allSatisfy { $0 == 1 }, "seed \(seed): \(labelled)")
    }
}
