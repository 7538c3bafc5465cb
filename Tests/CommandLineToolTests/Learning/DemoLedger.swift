import Foundation
import TestSupport
import Testing

/// The ledger of the demo, made once; a test takes a copy of it, and the shell's surroundings to work on it.
enum DemoLedger {
    private static let master = Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let output = try shell(
            "'\(Tool.path())' demo --build-only '\(directory.path("ledger"))' --samples Samples", environment: [:])
        guard output.status == 0 else { throw ToolError("the demo's ledger cannot be made: \(output.text)") }
        return directory
    }

    /// A home folder with a copy of the ledger, a Maildir, an mbox and a message, for one line or several.
    final class Home {
        let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
            let files = FileManager.default
            try files.copyItem(atPath: DemoLedger.master.get().path("ledger"), toPath: directory.path("ledger"))
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
}
