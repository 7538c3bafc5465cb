internal import ArgumentParsing

struct CompletionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Print the completion script for a shell.",
        examples: [
            CommandExample(
                "mailledger completion fish > ~/.config/fish/completions/mailledger.fish",
                "once, for fish; 'mkdir -p ~/.config/fish/completions' makes the folder"),
            CommandExample("source <(mailledger completion bash)", "in ~/.bashrc; in ~/.zshrc with zsh"),
        ],
        discussion: """
            'make install' puts the scripts where the shells look for them; then nothing is left to do. Otherwise load
            the script by a line in the shell's start-up file. The scripts complete verbs, options and files, and from
            the ledger accounts, folders, labels, ids and the fields of queries, also inside quotes. Completion changes
            nothing, builds nothing, and never waits for another process.
            """)

    @Argument(help: "The shell.") var shell: Shell

    func run() throws {
        let output = Output()
        output.write(shell.completionScript + "\n")
        try output.finish()
    }
}

/// What the completion scripts call at each press of the key: it never fails, and never says why it knows nothing.
struct Complete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete",
        abstract: "Print the possible words at the cursor, for the completion scripts.",
        examples: [CommandExample("mailledger complete zsh -- mess", "the verbs that begin so")],
        discussion: """
            A line is '=' and a word, '+' and the beginning of one, ':files' or ':directories'; behind a tab stands what the
            word means. For bash the words are the line up to the cursor and the characters that break words.
            """,
        shouldDisplay: false)

    @Argument(help: "The shell that asks.") var shell: Shell
    @Argument(help: ArgumentHelp("The words after the program's name.", valueName: "word")) var words: [String] = []

    func run() throws {
        let line = shell == .bash ? BashLine(words.first ?? "", breaks: words.dropFirst().first ?? "") : nil
        var typed = line.map { Array($0.words.dropFirst()) } ?? words
        // The other shells hand over the last word as it stands there.
        if shell == .fish, let last = typed.last { typed[typed.count - 1] = BashLine(last, breaks: "").unquoted }
        if typed.isEmpty { typed = [""] }
        let options = Self.ledger(in: typed)
        let names = LiveNames { try Session.target(options) }
        let completer = CommandLineCompleter(
            root: CommandInfo(Surroundings.current.program), frame: .ofTool,
            others: typed.count > 1 ? [] : OtherCommand.all().map { Candidate($0.name, $0.path, isPlain: true) },
            names: { names($0, $1) })
        let output = Output()
        switch completer.proposal(for: typed) {
        case .files: output.line(":files")
        case .directories: output.line(":directories")
        case .words(let candidates):
            for candidate in Self.shown(candidates, in: line) { output.line(candidate) }
        }
        try output.finish()
    }

    /// The ledger that the line names itself; no shell has put the home folder into what is still being typed.
    private static func ledger(in words: [String]) -> LedgerOptions {
        let start = LedgerOptions.option + "="
        var named: String?
        for (index, word) in words.dropLast().enumerated() {
            if word == LedgerOptions.option { named = words[index + 1] }
            if word.hasPrefix(start) { named = String(word.dropFirst(start.count)) }
        }
        var options = LedgerOptions()
        options.ledger = named.map(Surroundings.current.withHome)
        return options
    }

    private static func shown(_ candidates: [Candidate], in line: BashLine?) -> [String] {
        var shown: [String] = []
        for candidate in candidates where !candidate.word.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            guard let text = line.map({ $0.replacement(candidate.word) }) ?? candidate.word else { continue }
            let isAlone = candidate.summary.isEmpty || (line != nil && candidate.isPlain)
            let summary = isAlone ? "" : "\t" + candidate.summary
            shown.append((candidate.isOpen ? "+" : "=") + text + summary)
            // Readline closes the quote behind a word that stands alone, and one that only begins must stay open.
            if candidates.count == 1, candidate.isOpen, line?.quote != nil { shown.append("+" + text + "…") }
        }
        return shown
    }
}

extension CommandLineCompleter.Frame {
    static var ofTool: Self {
        Self(
            topics: Set(HelpTopics.all.compactMap { $0.configuration.commandName }), allVerbs: FrontPage.allOption,
            beforeVerb: LedgerOptions.option)
    }
}
