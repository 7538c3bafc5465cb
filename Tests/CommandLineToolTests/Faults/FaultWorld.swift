import Content
import EventLog
import Foundation
import Mail
import MailLedger
import SQLiteDatabase
import TestSupport

/// A folder with a ledger and what commands need beside it, which can be put back to how it was.
///
/// It always has the same path, since a ledger remembers where a Maildir lies.
final class FaultWorld {
    private let directory: TemporaryDirectory
    let path: String
    private let original: String
    private static let time = "2024-03-04T12:00:00Z"

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("world")
        original = directory.path("original")
        try build()
        try FileManager.default.copyItem(atPath: path, toPath: original)
    }

    private func build() throws {
        try makeFolder(path)
        try succeed("init")
        try succeed("account", "add", "ada@example.org")
        try succeed("account", "add", "eve@example.org")
        try GeneratedMail.writeMaildir(6, flags: ["", "S", "FS"], below: "\(path)/mail")
        for number in 6..<9 {
            try writeFile("\(path)/mail/.Work/cur/\(number).M1.host:2,", GeneratedMail.message(number))
        }
        try succeed("import", "\(path)/mail", "--account", "ada@example.org")
        try GeneratedMail.writeMaildir(3, flags: ["", "S"], below: "\(path)/maildir")
        try succeed("sync", "\(path)/maildir", "--account", "eve@example.org")
        try succeed("copy", "account:ada@example.org subject:1 in:INBOX", "--to", "Work")
        try succeed("note", "add", "Fees", "--text", "Due in March")
        try succeed("hold", "add", "old case", "--query", "from:nobody", "--reason", "letter")
        try succeed("backup", "\(path)/older")
        try succeed("mark", "--read", "account:ada@example.org subject:0")
        try Ledger.open(at: LedgerLocation("\(path)/ledger"), access: .readWrite).recordOlderReading(of: "in:Work")
        // Both sides of the sync have something to take over.
        try succeed("mark", "--flagged", "account:eve@example.org subject:0")
        try writeFile("\(path)/maildir/new/9.M1.host", GeneratedMail.message(20))
        try writeFile("\(path)/more/one.eml", GeneratedMail.message(21))
        // Beyond 1 MiB a content is a file of its own.
        try writeFile(
            "\(path)/more/two.eml",
            GeneratedMail.message(22, body: String(repeating: "Of razors, once more.\n", count: 60_000)))
        try writeFile("\(path)/tags", Array("+paper -- id:m1@lists.example.org\n".utf8))
        try writeFile("\(path)/passphrase", Array("a passphrase of several words\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(path)/passphrase")
        try writeFile("\(path)/events.jsonl", try succeed("export", "--events", "--content").output)
    }

    func restore() throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: original, toPath: path)
    }

    // MARK: The tool

    private var environment: [String: String] {
        [
            "MAILLEDGER": "\(path)/ledger", "HOME": directory.path, "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin", "MAILLEDGER_NOW": Self.time,
        ]
    }

    func start(_ arguments: [String], adding variables: [String: String] = [:]) throws -> ToolProcess {
        try ToolProcess(Tool.path(), arguments, environment: environment.merging(variables) { $1 })
    }

    func start(_ command: FaultCommand, adding variables: [String: String] = [:]) throws -> ToolProcess {
        try start(command.arguments(path), adding: variables)
    }

    func run(_ arguments: [String], adding variables: [String: String] = [:]) throws -> ToolResult {
        let call = ToolCall(arguments: arguments, environment: environment.merging(variables) { $1 })
        return try call.canBeHere ? call.result() : start(arguments, adding: variables).wait()
    }

    func run(_ command: FaultCommand, adding variables: [String: String] = [:]) throws -> ToolResult {
        try run(command.arguments(path), adding: variables)
    }

    @discardableResult
    private func succeed(_ arguments: String...) throws -> ToolResult {
        let result = try run(arguments)
        guard result.exitCode == 0 else { throw ToolError("\(arguments): \(result.errorText)") }
        return result
    }

    /// Runs a command where nothing fails, and tells the calls of each kind and what they did to the disk.
    func trace(
        _ command: FaultCommand
    ) throws -> (result: ToolResult, counts: [Faults.Class: Int], disk: CrashDisk) {
        let (counts, trace) = (directory.path("counts"), directory.path("trace"))
        for file in [counts, trace] { try? FileManager.default.removeItem(atPath: file) }
        let result = try run(command, adding: Faults.variables(below: path, counts: counts, trace: trace))
        guard result.exitCode == 0 else { throw ToolError("\(command): \(result.errorText)") }
        return (result, try Faults.counts(in: counts), try CrashDisk(trace: trace))
    }

    /// What a start of the machine does: memory that processes share is gone, and so is a build of which nobody knows what
    /// reached the disk.
    func startAnew() {
        for name in filesBelow(path) where name.hasSuffix("-shm") || name.hasSuffix("views/building.sqlite") {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    func run(_ command: FaultCommand, under fault: Faults.Fault) throws -> ToolResult {
        try run(command, adding: Faults.variables(below: path, at: fault))
    }

    // MARK: What must hold

    /// What every ledger in the folder says, event by event and row by row, with ids that are drawn by lot left out.
    ///
    /// - Throws: What is wrong, where a ledger is not whole: its log, its contents, or views that are not what the log makes.
    func state() throws -> [String] {
        var lines: [String] = []
        for name in ["ledger", "other", "restored", "copied"] {
            let location = LedgerLocation("\(path)/\(name)")
            guard FileManager.default.fileExists(atPath: "\(path)/\(name)/log.sqlite") else { continue }
            let ledger = try Ledger.open(at: location, access: .readWrite)
            lines += try LedgerState.lines(of: ledger).map { "\(name): \($0)" }
        }
        for folder in ["maildir/cur", "maildir/new"] {
            // What stands before the flags is drawn by lot for a file that was written.
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
            lines += names.map { "maildir: \($0.split(separator: ":").dropFirst().first ?? "")" }.sorted()
        }
        return lines
    }
}
