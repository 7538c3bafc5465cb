import Foundation
import TestSupport
import Testing

/// A ledger with sample mail and a token, and `mailledger serve` on it as a process.
final class ServedProcess {
    let process = Process()
    /// Where the process works; the ledger is in it.
    let folder: TemporaryDirectory
    let token: String
    /// The line that says where it listens.
    let said: String
    let port: UInt16
    private let program: String
    private let environment: [String: String]

    /// - Parameters:
    ///   - token: The words behind `token add`.
    ///   - options: Those beside `--listen`.
    ///   - port: What finds the port in the line.
    init(
        token: String, options: [String], port: Regex<(Substring, Substring)>,
        prepare: (TemporaryDirectory) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryDirectory()
        program = try #require(mailledgerProgram()).path
        environment = ["MAILLEDGER": folder.path("ledger"), "MAILLEDGER_CONFIG": folder.path("none")]
        try prepare(folder)
        let made = try shell(
            """
            '\(program)' init && '\(program)' account add a@example.org \
                && '\(program)' import Samples/maildir --account a@example.org \
                && '\(program)' token add \(token) 2>/dev/null
            """, environment: environment)
        self.token = String(try #require(made.text.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/), "\(made.text)").0)
        process.executableURL = URL(filePath: program)
        process.arguments = ["serve", "--listen", "127.0.0.1:0"] + options
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            text += String(decoding: piece, as: UTF8.self)
        }
        said = text
        let found = try #require(text.firstMatch(of: port), "\(text)")
        self.port = try #require(UInt16(found.1))
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var ledger: String { folder.path("ledger") }

    /// Runs the tool on the same ledger.
    func tool(_ words: String) throws -> String {
        try shell("'\(program)' \(words) 2>/dev/null", environment: environment).text
    }
}

extension ServedProcess {
    /// The memory that it holds now, in KiB.
    var memory: Int { kibibytes("VmRSS") ?? 0 }

    /// The most memory that it has held, in KiB.
    var greatestMemory: Int { kibibytes("VmHWM") ?? .max }

    /// Reads a line of its status (proc(5)).
    private func kibibytes(_ field: String) -> Int? {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0.drop { !$0.isNumber }) }
    }
}
