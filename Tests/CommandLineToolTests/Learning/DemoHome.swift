import Foundation
import TestSupport
import Testing

/// A home folder with a copy of the ledger of the demo, a Maildir, an mbox and a message, for one line or several.
final class DemoHome {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let files = FileManager.default
        try files.copyItem(atPath: DemoLedger.template.get().path, toPath: directory.path("ledger"))
        let samples = projectRoot + "/Samples"
        for (from, to) in [
            ("maildir", "Maildir"), ("harbour.mbox", "old.mbox"), ("eml/alternative.eml", "letter.eml"),
            ("", "Samples"),
        ] {
            try files.copyItem(atPath: "\(samples)/\(from)", toPath: directory.path(to))
        }
        for name in ["mail", "tmp", ".config/fish/completions"] {
            try files.createDirectory(atPath: directory.path(name), withIntermediateDirectories: true)
        }
    }

    var ledger: String { directory.path("ledger") }

    /// What a line sees: the tool on the path, and this home.
    func environment() throws -> [String: String] {
        let folder = try (Tool.path() as NSString).deletingLastPathComponent
        return [
            "HOME": directory.path, "MAILLEDGER": ledger, "PATH": "\(folder):/usr/local/bin:/usr/bin:/bin",
            "TMPDIR": directory.path("tmp"), "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "80",
            "MAILLEDGER_SAMPLES": projectRoot + "/Samples", "NOTMUCH_CONFIG": directory.path("notmuch-config"),
        ]
    }

    /// Runs a line in bash, in the home folder; what it writes to the two outputs is kept apart.
    func run(_ line: String, shell: [String] = ["/bin/bash", "-c"]) throws -> ToolResult {
        let script = "cd '\(directory.path)' && { \(line)\n}"
        return try ToolProcess(shell[0], shell.dropFirst() + [script], environment: environment()).wait()
    }
}
