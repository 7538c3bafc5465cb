import CivilTime
import Cryptography
import DiskFiles
import EventLog
import Foundation
import MailLedger
import MailLedgerTesting
import Parallel
import TestSupport

@testable import CommandLineTool

/// The world of ``FaultWorld`` on a disk in memory, where a verb runs in this process, all its work in one order.
struct SimulatedWorld {
    /// Kept for what verbs read from the real disk.
    private let world: FaultWorld
    /// Of the folder in which the ledger and all else lies, as on the real disk.
    let path: String
    /// As it is before a command.
    let disk: SimulatedDisk
    private let silence: Descriptor
    /// Where verbs say what is wrong.
    private let errors: TemporaryDirectory

    /// What verbs need that only this disk tries.
    private static let beside = [
        ["folder", "add", "Logbook", "--kind", "notebook", "--account", "ada@example.org"],
        ["action", "add", "next-step", "Pay", "--note", "Fees"], ["profile", "set", "--email", "ada@example.org"],
        ["answer", "add", "--question", "yearly dues", "--text", "In March."],
        ["chat", "add", "oars", "--account", "ada@example.org"],
        ["mark", "--answered", "account:ada@example.org subject:0"],
    ]

    init() throws {
        world = try FaultWorld()
        for words in Self.beside {
            let result = try world.run(words)
            guard result.exitCode == 0 else { throw ToolError("\(words): \(result.errorText)") }
        }
        path = world.path
        disk = SimulatedDisk()
        silence = try .forWriting("/dev/null")
        errors = try TemporaryDirectory()
        try disk.take(world.path, from: KernelFiles.shared)
        // What another process left to share is gone with it.
        for name in filesBelow(world.path) where name.hasSuffix("-shm") { try disk.remove("\(world.path)/\(name)") }
    }

    /// What runs verbs, on any thread.
    var runner: SimulatedRunner { SimulatedRunner(path: path, silence: silence, errors: errors.path("said")) }

    /// What verbs said since somebody asked.
    func takeErrors() -> String {
        defer { try? FileManager.default.removeItem(atPath: errors.path("said")) }
        return (try? String(contentsOfFile: errors.path("said"), encoding: .utf8)) ?? ""
    }

    func run(_ command: FaultCommand, on disk: SimulatedDisk, process: UInt64 = 0) -> Int32 {
        runner.run(command, on: disk, process: process)
    }

    // MARK: What must hold

    /// What every ledger on a disk says, as ``FaultWorld/state()``.
    func state(of disk: SimulatedDisk) throws -> [String] {
        try BlockingThread.$areRefused.withValue(true) {
            var lines: [String] = []
            for name in ["ledger", "other", "restored", "copied"] where disk.exists("\(path)/\(name)/log.sqlite") {
                let ledger = try Ledger.open(at: LedgerLocation("\(path)/\(name)", on: disk), access: .readWrite)
                lines += try LedgerState.lines(of: ledger).map { "\(name): \($0)" }
            }
            for folder in ["maildir/cur", "maildir/new"] {
                let names = try disk.names(in: "\(path)/\(folder)")
                lines += names.map { "maildir: \($0.split(separator: ":").dropFirst().first ?? "")" }.sorted()
            }
            for name in try disk.names(in: path) where name.hasPrefix("out") {
                lines += try written(name, on: disk)
            }
            return lines
        }
    }

    /// What was written besides a ledger: each file with its digest. What is only aside has no such name.
    private func written(_ name: String, on disk: SimulatedDisk) throws -> [String] {
        let place = "\(path)/\(name)"
        guard disk.isFolder(place) else {
            return ["\(name): \(SHA256Hasher.digest(of: try disk.contents(of: place) ?? []))"]
        }
        let names = try disk.names(in: place).filter { !$0.hasPrefix(".mailledger-") }.sorted()
        return try [name] + names.flatMap { try written("\(name)/\($0)", on: disk) }
    }
}

/// Runs verbs as processes of their own would.
struct SimulatedRunner: Sendable {
    let path: String
    let silence: Descriptor
    let errors: String

    /// Runs a verb, and returns its exit code.
    ///
    /// - Parameter process: Draws its ids and salts: two that run at once must not draw the same.
    func run(_ command: FaultCommand, on disk: SimulatedDisk, process: UInt64 = 0) -> Int32 {
        let environment = LedgerEnvironment.testing(clock: TestClock(at: .now), seed: process)
        guard let errors = try? Descriptor.forAppending(errors) else { return -1 }
        defer { errors.close() }
        let surroundings = Surroundings(
            environment: { environment }, output: silence, errors: errors, files: disk)
        return BlockingThread.$areRefused.withValue(true) {
            Surroundings.$current.withValue(surroundings) { MailLedgerTool.run(arguments(command)) }
        }
    }

    private func arguments(_ command: FaultCommand) -> [String] {
        let words = command.arguments(path)
        return words.contains("--ledger") || words.first == "restore" ? words : words + ["--ledger", "\(path)/ledger"]
    }
}
