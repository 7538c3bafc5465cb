import Foundation
import Glibc
import TestSupport
import Testing

/// Who may do what with a ledger's files, by the modes that they have.
@Suite struct `Files of a ledger` {
    /// The files and folders below a folder that others than the owner may do anything with.
    private func open(below folder: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return ([""] + names).map { $0.isEmpty ? folder : "\(folder)/\($0)" }.filter {
            (permissions(of: $0) ?? 0) & 0o077 != 0
        }
    }

    @Test func `are for the owner alone, whatever verb makes them and whatever the umask`() throws {
        let ledger = try ToolLedger(account: nil)
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeMaildir(4, flags: ["", "S"], below: mail)
        try writeFile(
            "\(mail)/cur/9.M1.host:2,",
            GeneratedMail.message(9, body: String(repeating: "Of razors.\n", count: 150_000)))
        let tool = try Tool.path()
        let backup = ledger.directory.path("backup")
        for words in [
            ["init"], ["account", "add", "ada@example.org"], ["import", mail, "--account", "ada@example.org"],
            ["search", "razors"], ["mark", "--read", "*"], ["messages", "--at", "tx:2"], ["checkpoint"],
            ["key", "rotate", "--reason", "yearly"], ["witness", "add", ledger.directory.path("witness")],
            ["erase", "query", "subject:0", "--reason", "asked for", "--yes"], ["rebuild"], ["backup", backup],
            ["restore", backup, ledger.directory.path("restored")],
        ] {
            let line = ([tool] + words).map { "'\($0)'" }.joined(separator: " ")
            let result = try ToolProcess(
                "/bin/sh", ["-c", "umask 000; exec \(line)"], environment: ledger.environment
            ).wait()
            #expect(result.exitCode == 0, "\(words): \(result.errorText)")
        }
        for folder in [ledger.path, backup, ledger.directory.path("restored")] {
            #expect(try open(below: folder) == [])
        }
    }

    @Test(arguments: ["", "log.sqlite", "content.sqlite", "keys"])
    func `that others may change are refused, with the way to mend it`(name: String) throws {
        let ledger = try ToolLedger()
        let path = name.isEmpty ? ledger.path : "\(ledger.path)/\(name)"
        let mode = try #require(permissions(of: path))
        #expect(unsafe chmod(path, mode | 0o020) == 0)
        for words in [["folders"], ["mark", "--read", "*"], ["verify"]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 1 && result.output.isEmpty)
            #expect(result.errorText.contains("chmod go-w \(path)"), "\(result.errorText)")
        }
        #expect(unsafe chmod(path, mode | 0o040) == 0)
        try ledger.succeed("folders")
    }
}
