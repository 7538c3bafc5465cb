import MailLedgerTesting
import TestSupport
import Testing

/// Each call of each verb that writes, in turn: what the suite tries by lot, whole.
@Suite(.serialized) struct `Each call on a simulated disk` {
    @Test(.enabled(if: Soak.seconds != nil), arguments: FaultCommand.simulated)
    func `fails in three ways, and the power goes behind each change`(command: FaultCommand) throws {
        let trial = try SimulatedTrial(command, in: SimulatedWorld())
        var counts: [SimulatedTrial.Outcome: Int] = [:]
        for fault in trial.faults { counts[trial.run(fault), default: 0] += 1 }
        let failures = counts.values.reduce(0, +)
        for change in 0...trial.changes {
            for seed in [1, 2] as [UInt64] { counts[trial.losePower(after: change, seed: seed), default: 0] += 1 }
        }
        let words = SimulatedTrial.Outcome.allCases.map { "\(counts[$0, default: 0]) \($0)" }
        print(
            "\(command): \(trial.calls) calls, \(failures) failures, \(2 * (trial.changes + 1)) losses of power, "
                + "\(trial.images) images: \(words.joined(separator: ", "))")
    }
}
