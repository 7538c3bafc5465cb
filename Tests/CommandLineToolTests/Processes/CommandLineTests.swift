import Glibc
import TestSupport
import Testing

@testable import CommandLineTool

/// What the tool makes of the words that it was started with, and of limits that it was started under.
@Suite struct `A process's command line` {
    private static let hide = "mount -t tmpfs none /proc"
    private static var canHide: Bool { (try? shell("unshare -rm \(hide)", environment: [:]))?.status == 0 }

    @Test(.enabled(if: canHide, "the system allows mount namespaces"))
    func `is read where there is no proc file system`() throws {
        let ledger = try ToolLedger()
        try writeFile(ledger.directory.path("mail.eml"), "From: a@example.org\nSubject: kept\n\nx\n")
        let tool = try Tool.path()
        let script = """
            \(Self.hide) && "\(tool)" import - --account \(ToolLedger.account) <"\(ledger.directory.path("mail.eml"))"
            "\(tool)" frobnicate; echo "code $?"
            """
        let result = try shell("unshare -rm sh -c '\(script)'", environment: ledger.environment)
        #expect(result.text.contains("Added 1 message") && result.text.contains("code 2"), "\(result.text)")
        #expect(try ledger.succeed("count", "subject:kept").text == "1\n")
    }

    @Test func `that holds nothing is an error, and so is a verb without its subcommand`() throws {
        let ledger = try ToolLedger()
        let bare = try ledger.run()
        #expect(bare.exitCode == 2 && bare.output.isEmpty)
        #expect(bare.errorText.contains("mailledger setup"))
        let group = try ledger.run("folder")
        #expect(group.exitCode == 2 && group.output.isEmpty)
        #expect(group.errorText.contains("'rename'") && group.errorText.contains("mailledger folder --help"))
        // execve(2) may give no words at all, not even the program's name.
        let nothing = unsafe CommandLineArguments(count: 0, words: nil)
        #expect(throws: (any Error).self) { try nothing.words() }
        #expect(runMailLedger(0, nil) == 2)
    }

    @Test(
        arguments: [
            ["messages", "--"], ["messages", "--limit="], ["mark", "--read="], [""], ["folder", ""],
            ["messages", "-o", ""],
        ])
    func `of any length makes a short error`(words: [String]) throws {
        let long = String(repeating: "x", count: 100_000)
        let ledger = try ToolLedger()
        let result = try ledger.run(words.dropLast() + [(words.last ?? "") + long])
        #expect(result.exitCode != 0)
        #expect(result.errorText.utf8.count < 1000, "\(result.errorText.prefix(2000))")
    }

    @Test func `with words that nobody takes names the first few`() throws {
        let result = try ToolLedger().run(["unread"] + (0..<5000).map { "word\($0)" })
        #expect(result.exitCode == 2)
        #expect(result.errorText.utf8.count < 1000, "\(result.errorText.prefix(2000))")
    }

    @Test func `under a limit on the size of files fails as on a full disk`() throws {
        let ledger = try ToolLedger()
        try writeFile(ledger.directory.path("mail.eml"), "From: a@example.org\nSubject: kept\n\nx\n")
        let account = ToolLedger.account
        try ledger.succeed("import", ledger.directory.path("mail.eml"), "--account", account)
        let tool = try Tool.path()
        // In units of 512 bytes, in which the first are too few for any transaction.
        for limit in [1, 8, 64] {
            let head = try ledger.head()
            let result = try shell("ulimit -f \(limit); \"\(tool)\" mark --read '*'", environment: ledger.environment)
            #expect(
                result.status == 74 || (result.status == 0 && limit == 64), "\(limit): \(result.status) \(result.text)")
            if result.status != 0 { #expect(try ledger.head() == head) }
        }
        try ledger.checkAll()
    }
}
