import DiskFiles
import MailLedgerTesting
import Synchronization
import TestSupport
import Testing

/// Two verbs at once on one disk in memory, which take turns before each call as a seed says.
@Suite(.serialized) struct `Two writers` {
    /// Verbs that need nothing of each other, whichever comes first.
    private static let names = [
        "account add", "account set", "folder add Taxes", "import", "sync", "mark", "label", "copy", "thread",
        "hold add case", "collect", "checkpoint", "key rotate", "rebuild", "backup",
    ]

    @Test func `at each other's calls both do what they say, and the ledger is whole`() async throws {
        var generator = SeededGenerator(for: "two writers")
        let world = try SimulatedWorld()
        let commands = FaultCommand.writing.filter { Self.names.contains($0.name) }
        try #require(commands.count == Self.names.count)
        var (cases, handovers, refused) = (0, 0, 0)
        try await repeating(60) {
            let pair = [commands.randomElement(using: &generator), commands.randomElement(using: &generator)]
                .compactMap { $0 }
            let run = try Self.run(pair, in: world, seed: generator.next())
            let label = "\(pair[0]) and \(pair[1]), lot \(run.seed): \(world.takeErrors())"
            for (command, exitCode) in zip(pair, run.exitCodes) {
                // What the other one did first may be in the way, or keep it waiting for too long.
                #expect([0, 4, 75].contains(exitCode), "\(label): \(command) ends with \(exitCode)")
                if exitCode != 0 { refused += 1 }
            }
            #expect(throws: Never.self, "\(label)") { try world.state(of: run.disk) }
            cases += 1
            handovers += run.handovers
        }
        print("two writers: \(cases) cases, \(handovers) handovers, \(refused) refused")
    }

    /// Verbs that are after the same files.
    @Test(arguments: [
        ["key rotate", "key rotate"], ["import", "collect"], ["import", "import"], ["rebuild", "import"],
    ])
    func `after the same files leave what both are to find`(names: [String]) async throws {
        var generator = SeededGenerator(for: names.joined(separator: " and "))
        let world = try SimulatedWorld()
        let pair = names.compactMap { name in FaultCommand.writing.first { $0.name == name } }
        let checkpoint = try #require(FaultCommand.writing.first { $0.name == "checkpoint" })
        try await repeating(12) {
            let run = try Self.run(pair, in: world, seed: generator.next())
            let label = "\(names), lot \(run.seed): \(world.takeErrors())"
            // Of two rotations one finds another key than it set out from; and one may have had to wait for too long.
            #expect(
                run.exitCodes.contains(0) && run.exitCodes.allSatisfy { [0, 4, 75].contains($0) },
                "\(label): \(run.exitCodes)")
            #expect(throws: Never.self, "\(label)") { try world.state(of: run.disk) }
            #expect(world.run(checkpoint, on: run.disk) == 0, "\(label)")
            #expect(try run.disk.names(in: "\(world.path)/ledger/keys") == ["signing.key"], "\(label)")
        }
    }

    @Test func `run the same with the same seed`() throws {
        let world = try SimulatedWorld()
        let commands = FaultCommand.writing.filter { ["mark", "label"].contains($0.name) }
        let runs = try [7, 7, 8].map { try Self.run(commands, in: world, seed: $0) }
        #expect(runs[0].trace == runs[1].trace)
        #expect(runs[0].trace != runs[2].trace)
    }

    private struct Run {
        let seed: UInt64
        let exitCodes: [Int32]
        let handovers: Int
        let disk: SimulatedDisk
        let trace: [String]
    }

    private static func run(_ commands: [FaultCommand], in world: SimulatedWorld, seed: UInt64) throws -> Run {
        let turns = Interleaving(seed: seed)
        let disk = world.disk.copy(yield: { turns.handOver(waits: $0) })
        disk.trace = []
        let runner = world.runner
        let codes = ExitCodes()
        turns.run(
            commands.enumerated().map { number, command in
                { codes.note(runner.run(command, on: disk, process: UInt64(number + 1)), of: number) }
            })
        let trace = disk.trace ?? []
        return Run(
            seed: seed, exitCodes: commands.indices.map { codes[$0] }, handovers: turns.handovers, disk: disk,
            trace: trace)
    }
}

/// What several threads ended with.
private final class ExitCodes: Sendable {
    private let codes = Mutex<[Int: Int32]>([:])

    func note(_ code: Int32, of number: Int) { codes.withLock { $0[number] = code } }
    subscript(number: Int) -> Int32 { codes.withLock { $0[number] ?? -1 } }
}
