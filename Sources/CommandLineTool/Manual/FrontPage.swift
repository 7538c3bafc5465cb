internal import ArgumentParsing
internal import MailLedger

/// What `mailledger help` shows: the verbs that a keeper of mail uses, in the order of use, on one screen.
enum FrontPage {
    /// Verbs under a title, each with what it does in a few words.
    struct Part {
        let title: String
        let verbs: [(name: String, words: String)]
    }

    /// At most thirty verbs; `help --all` shows the others.
    static let columns: [[Part]] = [
        [
            Part(
                title: "Begin",
                verbs: [
                    ("setup", "ledger, account and mail"),
                    ("import", "bring in more mail"),
                    ("sync", "keep a Maildir in step"),
                    ("status", "last import and backup"),
                ]),
            Part(
                title: "Read",
                verbs: [
                    ("messages", "list what a query finds"),
                    ("search", "find words, latest first"),
                    ("threads", "list threads"),
                    ("show", "read a message, a thread"),
                    ("unread", "count by folder"),
                    ("count", "count what a query finds"),
                    ("folders", "list folders"),
                    ("address", "list who wrote, to whom"),
                    ("attachment", "list or save attachments"),
                    ("watch", "see new mail as it comes"),
                ]),
        ],
        [
            Part(
                title: "Change",
                verbs: [
                    ("mark", "read, unread, flagged"),
                    ("label", "add or remove a label"),
                    ("move", "move to another folder"),
                    ("delete", "undo brings it back"),
                    ("reply", "draft an answer"),
                    ("folder", "add, rename, delete"),
                    ("undo", "reverse the last change"),
                ]),
            Part(
                title: "Look back",
                verbs: [
                    ("log", "who did what, when, why"),
                    ("history", "changes of one message"),
                    ("why", "where a value comes from"),
                    ("diff", "compare two moments"),
                ]),
            Part(
                title: "Keep safe",
                verbs: [
                    ("backup", "copy the ledger"),
                    ("verify", "check the log"),
                ]),
        ],
    ]

    /// The verbs that it shows.
    static var verbs: [String] { columns.flatMap { $0 }.flatMap(\.verbs).map(\.name) }

    /// The width of a column: two of them are 80.
    private static let width = 40

    /// The option of `help` that lists all verbs.
    static let allOption = "--all"

    /// The help that a command line without a verb asks for; nil for one with a verb.
    ///
    /// - Throws: `ValidationError` for a misspelling of the one option of `help`, which no command declares.
    static func page(for words: [String]) throws -> String? {
        guard let first = words.first, ["help", "--help", "-h"].contains(first) else { return nil }
        switch Array(words.dropFirst()) {
        case []: return text(inUse: VerbsInUse.ofLedger())
        case [allOption], ["-a"]: return Surroundings.current.program.helpMessage()
        case let rest where first == "help" && rest.count == 1 && isMisspelling(rest[0]):
            throw ValidationError("Unknown option '\(rest[0])'. Did you mean '\(allOption)'?")
        default: return nil
        }
    }

    /// Whether a word is meant to be the option that lists all verbs.
    private static func isMisspelling(_ word: String) -> Bool {
        guard word.hasPrefix("--"), word.count > 2 else { return false }
        return allOption.hasPrefix(word)
            || Spelling.nearest(to: word, among: [allOption, "--help", "--version"]) == allOption
    }

    /// - Parameter inUse: The verbs of contexts that the ledger uses; the others are under `help --all`.
    static func text(inUse: [String] = []) -> String {
        let tool = CommandInfo(Surroundings.current.program)
        let (left, right) = (lines(of: columns[0]), lines(of: columns[1]))
        let rows = (0..<max(left.count, right.count)).map { row -> String in
            let right = row < right.count ? right[row] : ""
            let left = row < left.count ? left[row] : ""
            return right.isEmpty ? left : padded(left, width) + right
        }
        let more = inUse.isEmpty ? [] : ["In this ledger, too: \(inUse.joined(separator: ", "))."]
        return
            ([tool.abstract, "Begin with 'mailledger setup ~/Maildir you@example.org'.", ""] + rows + [""] + more
            + [
                "'help VERB' explains a verb, 'help queries' the query language, 'help moments'",
                "dates, 'help options' options and exit codes. 'help --all' lists all \(tool.subcommands.count(where: \.shouldDisplay)) verbs.",
            ]).joined(separator: "\n")
    }

    private static func lines(of parts: [Part]) -> [String] {
        parts.flatMap { part in
            [part.title] + part.verbs.map { "  " + padded($0.name, 12) + $0.words }
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
