import Glibc
import TestSupport
import Testing

/// A command as it goes without a fault, to be tried with one.
struct FaultTrial {
    /// What became of a command under a fault.
    enum Outcome: String {
        /// Nothing is changed.
        case refused
        /// All is as if nothing had failed.
        case done
        /// What it did was some whole steps of several, and the next run did the rest.
        case part
    }

    let command: FaultCommand
    private let world: FaultWorld
    private let before: [String]
    private let after: [String]
    private let output: [UInt8]
    private let counts: [Faults.Class: Int]
    private let disk: CrashDisk?

    /// How many steps the command makes on disk.
    var steps: Int { disk?.count ?? 0 }
    var stepsBehindSyncs: [Int] { disk?.stepsBehindSyncs ?? [] }

    private static let errors: [Faults.Class: [CInt]] = [
        .read: [EIO], .write: [ENOSPC, EIO, EDQUOT], .sync: [EIO, ENOSPC], .open: [EMFILE, EACCES, EIO],
        .rename: [EIO, ENOSPC], .delete: [EIO, EACCES], .lock: [EIO, ENOLCK], .resize: [EIO, ENOSPC],
        .make: [ENOSPC, EIO],
    ]

    init(_ command: FaultCommand, in world: FaultWorld) throws {
        self.world = world
        self.command = command
        try world.restore()
        before = try world.state()
        try world.restore()
        let clean = try world.trace(command)
        (counts, output) = (clean.counts, clean.result.output)
        disk = command.changes ? clean.disk : nil
        after = try world.state()
    }

    /// Draws one call that fails; nil where the command makes none.
    func draw(_ generator: inout SeededGenerator) -> Faults.Fault? {
        let kinds = Self.errors.keys.filter { counts[$0, default: 0] > 0 }.sorted { $0.rawValue < $1.rawValue }
        guard let kind = kinds.randomElement(using: &generator), let count = counts[kind] else { return nil }
        let manners: [Faults.Manner] = kind == .write ? [.once, .on, .short, .kill] : [.once, .on, .kill]
        return Faults.Fault(
            kind: kind, number: Int.random(in: 1...count, using: &generator),
            manner: manners.randomElement(using: &generator) ?? .once,
            error: Self.errors[kind]?.randomElement(using: &generator) ?? EIO)
    }

    /// Runs the command under a fault, and expects what has to hold behind it.
    func run(_ fault: Faults.Fault) throws -> Outcome {
        let label = "\(command) under \(fault)"
        try world.restore()
        let result = try world.run(command, under: fault)
        let isKilled = fault.manner == .kill && result.exitCode == -SIGKILL
        #expect(result.exitCode >= 0 || isKilled, "\(label): \(result.exitCode) \(result.errorText)")
        #expect(result.exitCode == 0 || isKilled || !result.errorText.isEmpty, "\(label): no word")
        guard command.changes else {
            let isRight = result.exitCode != 0 || result.output == output
            #expect(isRight, "\(label): a wrong answer")
            return result.exitCode == 0 ? .done : .refused
        }
        return try finish(label, mayBeUndone: result.exitCode != 0)
    }

    /// Lets the power go behind some steps of the command; behind the last one all that it reported has to be there.
    func losePower(
        after steps: Int, takingNames takesNames: Bool = false, _ generator: inout SeededGenerator
    ) throws -> Outcome {
        try world.restore()
        try disk?.lose(after: steps, in: world.path, takesNames: takesNames, &generator)
        world.startAnew()
        return try finish(
            "\(command), the power gone after \(steps) of \(self.steps) steps", mayBeUndone: steps < self.steps)
    }

    private func finish(_ label: String, mayBeUndone: Bool) throws -> Outcome {
        var state: [String]
        do {
            state = try world.state()
        } catch {
            Issue.record("\(label): \(error)")
            return .part
        }
        if state == after { return .done }
        #expect(
            mayBeUndone, "\(label): it says that it is done, and is not: \(LedgerState.difference(state, from: after))")
        let outcome: Outcome = state == before ? .refused : .part
        // What was refused can be done as soon as the fault is gone, and what was begun goes on.
        let again = try world.run(command)
        #expect(again.exitCode == 0, "\(label), then: \(again.errorText)")
        state = try world.state()
        #expect(
            LedgerState.isReached(after, by: state), "\(label), then: \(LedgerState.difference(state, from: after))")
        return outcome
    }
}
