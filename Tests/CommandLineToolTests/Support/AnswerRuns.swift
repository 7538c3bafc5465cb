/// Runs of the tool on the demo's ledger whose answers are held against Docs/Schemas, one after the other.
///
/// Which form a verb writes stands in Docs/CommandLine.md; each verb that takes `--format` has a run here.
enum AnswerRuns {
    struct Run {
        let arguments: [String]
        var exitCode: Int32 = 0
    }

    static let all: [Run] = [
        run("account", "list"),
        run("account", "show", "mara@example.org"),
        run("account", "add", "ada@gmail.com", "--display-name", "Ada", "--credential-ref", "env:PASSWORD"),
        run("folders"),
        run("messages", "*"),
        run("messages", "walrus"),
        run("search", "kernel"),
        run("threads", "--all"),
        run("unread"),
        run("show", "3f2a"),
        run("attachment", "list", "3f2a"),
        run("attachment", "verify"),
        run("history", "3f2a"),
        run("history", "Work/Projects"),
        run("history", "treasurer@rowing.example.net"),
        run("import", "SAMPLES/rowing", "SAMPLES/eml", "--account", "ada@gmail.com"),
        run("import", "SAMPLES/rowing", "--account", "ada@gmail.com"),
        run("mark", "--read", "in:INBOX", "--reason", "vacation catch-up"),
        run("mark", "--read", "in:INBOX"),
        run("move", "subject:razor", "--to", "Trash"),
        run("label", "--add", "rowing", "oars", "--dry-run"),
        run("delete", "subject:won", "--yes"),
        run("thread", "--archive", "subject:budget"),
        run("folder", "add", "Archive/2024", "--account", "mara@example.org"),
        run("folder", "rename", "Archive/2024", "Old"),
        run("folder", "move", "Archive/Old"),
        run("folder", "delete", "Old", "--yes"),
        run("undo", "--dry-run"),
        run("undo"),
        run("account", "delete", "ada@gmail.com", "--yes"),
        run("log"),
        run("events", "list"),
        run("events", "show", "17"),
        run("events", "tail", "--once"),
        run("watch", "--after", "0", "--once"),
        run("verify"),
        run("rebuild", "--check"),
        run("rebuild"),
        run("projections"),
        run("catalogue"),
        run("stats"),
        run("doctor"),
    ]

    /// Lines that are refused: their errors have a form, too.
    static let refusals: [Run] = [
        run("messages", "frm:x", exitCode: 2),
        run("label", "--add", "two words", "*", exitCode: 2),
        run("show", "zzzz", exitCode: 3),
        run("account", "add", "mara@example.org", exitCode: 4),
        run("folders", "--ledger", "/nonexistent", exitCode: 1),
        run("import", "/nonexistent", "--account", "mara@example.org", exitCode: 74),
        run("folders", "--format-version", "0", exitCode: 20),
        run("folders", "--format-version", "2", exitCode: 21),
    ]

    private static func run(_ arguments: String..., exitCode: Int32 = 0) -> Run {
        Run(arguments: arguments, exitCode: exitCode)
    }
}
