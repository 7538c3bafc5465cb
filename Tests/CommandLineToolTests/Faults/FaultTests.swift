import Foundation
import TestSupport
import Testing

/// Calls of the system that a command makes fail, once or from then on, or are its last; and the power goes.
///
/// The suite draws some by lot; `make soak` goes on for as long as it is told, and `make faults` writes what came of it into
/// Docs/Reliability.md.
@Suite(.serialized) struct `A fault` {
    private static let variables = ProcessInfo.processInfo.environment

    /// Draws for each command in turn as long as `MAILLEDGER_SOAK_SECONDS` says; in the suite once, for some of them.
    private static func forEachDraw(
        _ generator: inout SeededGenerator, of commands: [FaultCommand],
        _ body: (FaultTrial, inout SeededGenerator) throws -> Void
    ) throws {
        let seconds = variables["MAILLEDGER_SOAK_SECONDS"].flatMap { Int($0) }
        let drawn = seconds == nil ? Array(commands.shuffled(using: &generator).prefix(8)) : commands
        let world = try FaultWorld()
        let trials = try drawn.map { try FaultTrial($0, in: world) }
        let end = ContinuousClock.now.advanced(by: .seconds(seconds ?? 0))
        repeat {
            for trial in trials { try body(trial, &generator) }
        } while ContinuousClock.now < end
    }

    @Test func `leaves what was reported as done, and nothing half done`() throws {
        var generator = SeededGenerator(for: "faults")
        let seed = generator.seed
        var table = FaultTable()
        try Self.forEachDraw(&generator, of: FaultCommand.writing + FaultCommand.reading) { trial, generator in
            let fault = try #require(trial.draw(&generator))
            table.note(try trial.run(fault), of: trial.command, under: fault)
            guard trial.command.changes else { return }
            // Just behind the last step, and somewhere on the way.
            for steps in [trial.steps, Int.random(in: 0...trial.steps, using: &generator)] {
                table.note(try trial.losePower(after: steps, &generator), of: trial.command, under: nil)
            }
        }
        if let page = Self.variables["MAILLEDGER_FAULTS_TABLE"] {
            try table.write(into: page, seeds: "With `MAILLEDGER_SEED=\(seed)` the same faults are drawn again.")
        }
    }

    @Test func `a power cut loses no key that the log names`() throws {
        var generator = SeededGenerator(for: "key rotate")
        let rotation = try #require(FaultCommand.writing.first { "\($0)" == "key rotate" })
        let trial = try FaultTrial(rotation, in: try FaultWorld())
        #expect(!trial.stepsBehindSyncs.isEmpty)
        for steps in trial.stepsBehindSyncs {
            _ = try trial.losePower(after: steps, takingNames: true, &generator)
        }
    }

    @Test func `a rotation killed at any call leaves one key once something is signed`() throws {
        let rotation = try #require(FaultCommand.writing.first { "\($0)" == "key rotate" })
        let checkpoint = try #require(FaultCommand.writing.first { "\($0)" == "checkpoint" })
        let world = try FaultWorld()
        for kind in [Faults.Class.write, .sync, .rename] {
            for number in 1... {
                try world.restore()
                let fault = Faults.Fault(kind: kind, number: number, manner: .kill)
                let killed = try world.run(rotation, under: fault)
                guard killed.exitCode != 0 else { break }
                let signed = try world.run(checkpoint)
                #expect(signed.exitCode == 0, "\(fault): \(signed.errorText)")
                #expect(filesBelow(world.path + "/ledger/keys") == ["signing.key"], "\(fault)")
                try #require(number < 200)
            }
        }
    }
}
