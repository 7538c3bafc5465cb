import Foundation
import Glibc
import TestSupport
import Testing

/// A ledger that root works on, or a third, and whose it is afterwards.
@Suite(.enabled("only the superuser can work on another's ledger") { geteuid() == 0 })
struct `A ledger of another user` {
    private static let owner: uid_t = 65534

    /// A ledger with mail that belongs to nobody, in a folder that only root may enter unless it is opened.
    private func world(openToOthers: Bool = false) throws -> (ledger: ToolLedger, mail: String) {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeMaildir(6, flags: ["S", ""], below: mail)
        try writeFile(
            "\(mail)/cur/9.M1.host:2,",
            GeneratedMail.message(9, body: String(repeating: "Of razors.\n", count: 150_000)))
        for name in [""] + (try subpaths(of: ledger.path)).map({ "/" + $0 }) {
            #expect(unsafe lchown(ledger.path + name, Self.owner, Self.owner) == 0)
        }
        setMode(ledger.directory.path, openToOthers ? 0o755 : 0o700)
        return (ledger, mail)
    }

    /// What below a folder is not its owner's.
    private func strange(below folder: String) throws -> [String] {
        try ([""] + subpaths(of: folder).map { "/" + $0 }).filter { name in
            var status = stat()
            guard unsafe lstat(folder + name, &status) == 0 else { return false }
            return status.st_uid != Self.owner || status.st_gid != Self.owner
        }
    }

    private func run(as user: uid_t, _ ledger: ToolLedger, _ arguments: [String]) throws -> ToolResult {
        try ToolProcess(
            "/usr/bin/setpriv",
            ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", Tool.path()] + arguments,
            environment: ledger.environment
        ).wait()
    }

    @Test func `stays all its owner's, whatever root does with it`() throws {
        let (ledger, mail) = try world()
        let backup = ledger.directory.path("backup")
        let account = ToolLedger.account
        for words in [
            // Only root may read this mail.
            ["import", mail, "--account", account], ["search", "razors"], ["mark", "--read", "*"], ["undo"],
            ["messages", "--at", "tx:2"], ["checkpoint"], ["key", "rotate", "--reason", "yearly"],
            ["witness", "add", ledger.directory.path("witness")],
            ["projections"], ["rebuild"], ["doctor"], ["verify"], ["sync", mail, "--account", account],
            ["erase", "query", "subject:0", "--reason", "asked for", "--yes"], ["backup", backup], ["collect"],
        ] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 0, "\(words): \(result.errorText)")
            #expect(try strange(below: ledger.path) == [], "\(words)")
        }
        let log = try ledger.succeed("log", "--format", "json").text
        #expect(log.contains("root") && !log.contains("nobody"), "who did it is told as it was")
    }

    @Test func `keeps its owner when root follows its events and is stopped`() throws {
        let (ledger, _) = try world()
        let process = try ledger.start(["events", "follow", "--cursor", "indexer"])
        usleep(700_000)
        #expect(try strange(below: ledger.path) == [])
        _ = try process.killNow()
        #expect(try strange(below: ledger.path) == [])
    }

    @Test(.enabled("the tool is out of other users' reach") { `A ledger`.canRunAsNobody })
    func `is used by its owner after root as before`() throws {
        let (ledger, mail) = try world(openToOthers: true)
        try ledger.succeed("import", mail, "--account", ToolLedger.account)
        try ledger.succeed("checkpoint")
        for words in [["checkpoint"], ["rebuild"], ["doctor"], ["mark", "--read", "*"], ["search", "razors"]] {
            let result = try run(as: Self.owner, ledger, words)
            #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(words): \(result.errorText)")
        }
    }

    @Test(.enabled("the tool is out of other users' reach") { `A ledger`.canRunAsNobody })
    func `is refused to a third by name, and read where its modes allow it`() throws {
        let (ledger, _) = try world(openToOthers: true)
        try ledger.succeed("stats")
        let closed = try run(as: 1, ledger, ["folders"])
        expectRefusal(closed, 74, "it belongs to nobody; work as nobody", lines: 1, "a closed one")
        for name in [""] + (try subpaths(of: ledger.path)).map({ "/" + $0 }) {
            var status = stat()
            guard unsafe lstat(ledger.path + name, &status) == 0 else { continue }
            setMode(ledger.path + name, status.st_mode & S_IFMT == S_IFDIR ? 0o755 : 0o644)
        }
        #expect(try run(as: 1, ledger, ["folders"]).exitCode == 0)
        let changes = [
            ["mark", "--read", "*"], ["account", "add", "eve@example.org"], ["key", "rotate"], ["rebuild"],
        ]
        for words in changes {
            let result = try run(as: 1, ledger, words)
            expectRefusal(result, 74, "cannot be changed: it belongs to nobody; work as nobody", lines: 1, "\(words)")
            expectJSONRefusal(try run(as: 1, ledger, words + ["--format", "json"]), 74, "FORBIDDEN", "\(words)")
        }
        #expect(try strange(below: ledger.path) == [])
    }

    @Test func `gives root's own configuration to nobody`() throws {
        let (ledger, _) = try world()
        try ledger.succeed("witness", "add", ledger.directory.path("witness"))
        let files = filesBelow(ledger.directory.path).filter { $0.contains("config") }
        #expect(!files.isEmpty)
        for file in files {
            var status = stat()
            #expect(unsafe stat(ledger.directory.path(file), &status) == 0 && status.st_uid == 0, "\(file)")
        }
    }

    @Test func `is backed up through no link`() throws {
        let (ledger, _) = try world()
        let (backup, other) = (ledger.directory.path("backup"), ledger.directory.path("other"))
        for folder in [backup, other] { try makeFolder(folder) }
        unsafe symlink(other, backup + "/keys")
        let result = try ledger.run("backup", backup, "--with-keys")
        expectRefusal(result, 4, "backup/keys is a link", lines: 1, "a link")
        #expect(filesBelow(other).isEmpty)
    }
}
