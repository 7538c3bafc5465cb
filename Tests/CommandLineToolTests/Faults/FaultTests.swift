import Foundation
import TestSupport
import Testing

/// Calls of the system that a command makes fail, once or from then on, or are its last; and the power goes.
///
/// The suite draws some by lot; `make soak` goes on for as long as it is told.
@Suite(.serialized) struct `A fault` {
    /// When to stop drawing: once around in the suite, later with `MAILLEDGER_SOAK_SECONDS`.
    private static func forEachDraw(
        _ name: String, of commands: [FaultCommand],
        _ body: (FaultTrial, inout SeededGenerator) throws -> Void
    ) throws {
        let seconds = ProcessInfo.processInfo.environment["MAILLEDGER_SOAK_SECONDS"].flatMap { Int($0) }
        let end = ContinuousClock.now.advanced(by: .seconds(seconds ?? 0))
        var generator = SeededGenerator(for: name)
        let world = try FaultWorld()
        let trials = try commands.map { try FaultTrial($0, in: world) }
        repeat {
            for trial in trials { try body(trial, &generator) }
        } while ContinuousClock.now < end
    }

    @Test func `of a call leaves what is committed, and nothing half done`() throws {
        try Self.forEachDraw("faults", of: FaultCommand.writing + FaultCommand.reading) { trial, generator in
            let fault = try #require(trial.draw(&generator))
            _ = try trial.run(fault)
        }
    }

    @Test func `of the power leaves what was reported as done, and nothing half done`() throws {
        try Self.forEachDraw("power", of: FaultCommand.writing) { trial, generator in
            // Just behind the last step, and somewhere on the way.
            for steps in [trial.steps, Int.random(in: 0...trial.steps, using: &generator)] {
                _ = try trial.losePower(after: steps, &generator)
            }
        }
    }
}
