import ArgumentParsing
import DiskFiles
import MailLedgerTesting
import TestSupport
import Testing

@testable import CommandLineTool

/// Every verb that writes, on a disk in memory: each call fails, the power goes behind each change, two write at once.
@Suite struct `A simulated disk` {
    /// How often each verb is tried, by lot.
    private static let rounds = 2

    /// Tries cases by lot, and says how many there were.
    private func tryCases(
        _ name: String, _ body: (SimulatedTrial, inout SeededGenerator) -> SimulatedTrial.Outcome
    ) async throws {
        var generator = SeededGenerator(for: name)
        let world = try SimulatedWorld()
        let trials = try FaultCommand.simulated.map { try SimulatedTrial($0, in: world) }
        var counts: [SimulatedTrial.Outcome: Int] = [:]
        var next = 0
        try await repeating(Self.rounds * trials.count) {
            counts[body(trials[next % trials.count], &generator), default: 0] += 1
            next += 1
        }
        let words = SimulatedTrial.Outcome.allCases.map { "\(counts[$0, default: 0]) \($0)" }
        let images = trials.map(\.images).reduce(0, +)
        print("\(name): \(next) cases, \(images) images: \(words.joined(separator: ", "))")
    }

    @Test func `on which one call fails leaves nothing half done`() async throws {
        try await tryCases("calls that fail") { trial, generator in
            guard let fault = trial.faults.randomElement(using: &generator) else { return .refused }
            return trial.run(fault)
        }
    }

    @Test func `that loses its power keeps what was reported as done`() async throws {
        try await tryCases("power losses") { trial, generator in
            let change = Int.random(in: 0...trial.changes, using: &generator)
            return trial.losePower(after: change, seed: generator.next())
        }
    }

    @Test func `that lies about its syncs is found out`() throws {
        let world = try SimulatedWorld()
        let mark = try #require(FaultCommand.writing.first { $0.name == "mark" })
        let trial = try SimulatedTrial(mark, in: world)
        let broken = (0..<12 as Range<UInt64>).count { seed in
            let (exitCode, disk) = trial.losePower(after: trial.changes, seed: seed, ignoringSyncs: true)
            return trial.fault(of: disk, isDone: exitCode == 0) != nil
        }
        #expect(broken > 6)
    }

    @Test func `tries every verb that says who changes the log, or says why not`() {
        let verbs = CommandInfo(MailLedgerTool.self).flattened.filter { verb in
            verb.subcommands.isEmpty && verb.arguments.contains { $0.names.contains("--reason") }
        }.map { String($0.commandLine.dropFirst("mailledger ".count)) }
        let tried = FaultCommand.simulated.map { $0.arguments("/").joined(separator: " ") }
        for verb in verbs {
            let isTried = tried.contains { $0 == verb || $0.hasPrefix(verb + " ") }
            #expect(isTried != (FaultCommand.leftOut[verb] != nil), "\(verb)")
        }
        #expect(Set(FaultCommand.leftOut.keys).isSubset(of: verbs))
    }

    @Test func `sees the same calls of the same verb each time`() throws {
        let world = try SimulatedWorld()
        for command in FaultCommand.simulated {
            let traces = [0, 1].map { _ in
                let disk = world.disk.copy()
                disk.trace = []
                _ = world.run(command, on: disk)
                return disk.trace ?? []
            }
            let parting = zip(traces[0], traces[1]).first { $0 != $1 }
            #expect(parting == nil && traces[0].count == traces[1].count, "\(command): \(String(describing: parting))")
            #expect(traces[0].count > 10, "\(command)")
        }
    }
}
