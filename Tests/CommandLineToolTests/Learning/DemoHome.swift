import Foundation
import TestSupport
import Testing

/// A home folder with a copy of the demo's ledger, a Maildir, an mbox as it is and compressed, a message, a backup and saved queries: what a line of an example needs.
final class DemoHome {
    let directory: TemporaryDirectory
    private let demo: ToolLedger

    init() throws {
        demo = try DemoLedger.make()
        directory = demo.directory
        let home = try Self.home.get()
        for name in try FileManager.default.contentsOfDirectory(atPath: home.path) {
            try copyTree(home.path(name), to: directory.path(name))
        }
        let evidence = try Self.evidence.get()
        for (name, text) in evidence.files { try writeFile(directory.path(name), text) }
        try copyTree(evidence.backup, to: directory.path("ledger-backup"))
        try writeFile(
            directory.path(".config/mailledger/config"),
            "[query]\nwork=in:Work\ntodo=is:unread\n\n[witness]\n\(evidence.witnessKey)=\(directory.path("ledger.witness"))\n"
        )
    }

    /// What is the same in each home, made once.
    private static let home = Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let files = FileManager.default
        let samples = projectRoot + "/Samples"
        for (from, to) in [
            ("maildir", "Maildir"), ("harbour.mbox", "old.mbox"), ("eml/alternative.eml", "letter.eml"),
        ] {
            try files.copyItem(atPath: "\(samples)/\(from)", toPath: directory.path(to))
        }
        try writeFile(
            directory.path("fetched.eml"),
            "From: Ada <ada@example.org>\nSubject: Tides\nMessage-ID: <fetched@example.org>\n\nHigh water at six.\n")
        try writeFile(directory.path("ledger.passphrase"), "a line that nobody guesses\n")
        setMode(directory.path("ledger.passphrase"), 0o600)
        try writeFile(directory.path("rules"), "[unread]\nspam=yes\n")
        try writeFile(
            directory.path("claims.jsonl"),
            "{\"message\":\"3f2a\",\"category\":\"business\",\"confidence\":0.9,\"by\":\"model-x\"}\n")
        let packed = try shell(
            "gzip -c '\(samples)/lists.mbox' >'\(directory.path("lists.mbox.gz"))'", environment: [:])
        #expect(packed.status == 0, "\(packed.text)")
        try files.createSymbolicLink(atPath: directory.path("Samples"), withDestinationPath: samples)
        for name in ["mail", "tmp", ".config/fish/completions", ".config/mailledger"] {
            try files.createDirectory(atPath: directory.path(name), withIntermediateDirectories: true)
        }
        return directory
    }

    /// What was taken from the ledger before: its key, a checkpoint, a proof and a witness, and under which key of the
    /// configuration file that is; and a backup.
    private static let evidence = Result {
        () throws -> (files: [String: String], witnessKey: String, backup: String, ledger: ToolLedger) in
        let ledger = try DemoLedger.make()
        let folder = ledger.directory
        var files: [String: String] = [:]
        for (name, words) in [
            ("ledger.key", ["key", "show", "--output"]), ("monday.checkpoint", ["checkpoint", "--output"]),
            ("invoice.proof", ["prove", "3f2a", "--output"]), ("ledger.witness", ["witness", "add"]),
        ] {
            try ledger.succeed(words + [folder.path(name)])
            files[name] = try readText(folder.path(name))
        }
        files["invoice.eml"] = try ledger.succeed("show", "3f2a", "--raw").text
        let configuration = try readText(folder.path(".config/mailledger/config"))
        let line = try #require(configuration.split(separator: "\n").first { $0.contains("=") })
        try ledger.succeed("backup", folder.path("ledger-backup"))
        try ledger.succeed("report", "3f2a", "--output", folder.path("invoice.html"))
        try ledger.succeed("report", "3f2a", "--bundle", folder.path("case"))
        return (files, String(line.prefix { $0 != "=" }), folder.path("ledger-backup"), ledger)
    }

    var ledger: String { demo.path }

    /// Puts a report or a folder of evidence into this home, as it was handed over by the ledger whose key is here.
    func receive(_ name: String) throws {
        let source = try Self.evidence.get().ledger.directory.path(name)
        try FileManager.default.copyItem(atPath: source, toPath: directory.path(name))
    }

    /// What a line sees: the tool on the path, and this home.
    func environment() throws -> [String: String] {
        let folder = try (Tool.path() as NSString).deletingLastPathComponent
        return [
            "HOME": directory.path, "MAILLEDGER": ledger, "PATH": "\(folder):/usr/local/bin:/usr/bin:/bin",
            "TMPDIR": directory.path("tmp"), "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "80",
            "MAILLEDGER_NOW": DemoLedger.now, "MAILLEDGER_SAMPLES": projectRoot + "/Samples",
            // Help speaks to somebody with one account.
            "MAILLEDGER_ACCOUNT": "mara@example.org",
            "NOTMUCH_CONFIG": directory.path("notmuch-config"),
        ]
    }

    /// Runs a line in bash, in the home folder; what it writes to the two outputs is kept apart.
    func run(_ line: String) throws -> ToolResult {
        try start(line).wait()
    }

    /// Starts a line in bash, in the home folder.
    func start(_ line: String) throws -> ToolProcess {
        let script = "cd '\(directory.path)' && { \(line)\n}"
        return try ToolProcess("/bin/bash", ["-c", script], environment: environment())
    }
}
