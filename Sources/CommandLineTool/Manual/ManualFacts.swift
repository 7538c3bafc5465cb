/// What holds for every verb, as help and the manual tell it.
enum ManualFacts {
    /// What to know before the first verb.
    static let introduction = """
        The ledger is $MAILLEDGER, else the setting ledger.path, else the folder $XDG_DATA_HOME/mailledger/default;
        --ledger names another one. 'mailledger help queries' explains the query language.
        """

    static let exitCodes: [(code: Int, meaning: String)] = [
        (0, "done"),
        (1, "failure, such as a folder that is no ledger"),
        (2, "a wrong command line, query, field or date"),
        (3, "no such account, folder, message or operation"),
        (4, "a conflict with what is there"),
        (5, "partial: something was skipped, and named"),
        (6, "a verification failed"),
        (7, "the answer to a commit was lost: the command may be recorded, or not"),
        (20, "--format-version asks for an older JSON than this program writes"),
        (21, "--format-version asks for a newer JSON than this program writes"),
        (69, "the server of the ledger cannot be reached"),
        (74, "input or output failed, or the ledger is read-only"),
        (75, "the ledger is in use"),
        (130, "stopped by Ctrl-C"),
        (141, "the reader of an export was gone before its end"),
    ]

    static let environment: [(name: String, meaning: String)] = [
        ("MAILLEDGER", "The ledger: its folder, or its URL on a server."),
        ("MAILLEDGER_CONFIG, XDG_CONFIG_HOME", "Where the configuration file is; see mailledger-config(5)."),
        ("MAILLEDGER_ACTOR, MAILLEDGER_ACCOUNT, MAILLEDGER_PAGER, PAGER", "Settings; see mailledger-config(5)."),
        (
            "XDG_DATA_HOME, HOME",
            "Where the ledger is by default: $XDG_DATA_HOME/mailledger/default, else ~/.local/share/mailledger/default."
        ),
        ("NO_COLOR, TERM", "No colours when the first is set and not empty, or the second is 'dumb'."),
        ("COLUMNS", "The width of a terminal."),
        ("TZ", "The zone in which times are shown and dates in queries are read."),
        (
            "TMPDIR",
            "Where large messages are unpacked when the folder of the ledger cannot be written, and where 'demo' makes its ledger."
        ),
        ("MAILLEDGER_SAMPLES", "The folder of sample mail for 'demo'."),
    ]

    /// The files of a ledger, below its folder.
    static let files: [(name: String, meaning: String)] = [
        ("log.sqlite", "The events: the truth. All else but the content can be built again from it."),
        ("content.sqlite, content/", "The messages by SHA-256, compressed."),
        ("views/", "The read models. They may be removed; the next command builds them again."),
        ("search.sqlite", "The full text. It may be removed, too."),
    ]

    /// The exit codes as help shows them.
    static var exitCodeTable: String {
        exitCodes.map { code, meaning in
            String(repeating: " ", count: max(0, 5 - "\(code)".count)) + "\(code)  \(meaning)"
        }.joined(separator: "\n")
    }
}
