internal import ArgumentParsing

/// Proposes what may stand at the end of a command line that is being typed.
///
/// It reads the one declaration of the commands, and asks for the names in the ledger only where they are wanted.
struct CommandLineCompleter {
    let root: CommandInfo
    let frame: Frame
    /// The programs `mailledger-NAME` of other people.
    let others: [Candidate]
    /// Returns the names of a kind that begin so; empty where there are none or they cannot be had.
    let names: (NameKind, _ prefix: String) -> [Candidate]

    /// What a command line may have that no verb declares.
    struct Frame {
        /// The names of the pages of `help` that explain no verb.
        let topics: Set<String>
        /// The option of `help` that lists all verbs.
        let allVerbs: String
        /// The option of verbs that may stand before the verb, too.
        let beforeVerb: String
    }

    /// Returns what may stand in place of the last word.
    ///
    /// `words` are those behind the program's name, as the program would receive them; the last one is at the cursor and may be empty.
    func proposal(for words: [String]) -> Proposal {
        var state = Reading(command: root, optionBeforeVerb: frame.beforeVerb)
        for word in words.dropLast() { state.take(word) }
        let word = words.last ?? ""
        // What is meant without a subcommand is what is typed most.
        if state.pending == nil { state.enterDefault() }
        if let option = state.pending { return values(of: option, in: state, beginning: word, before: "") }
        if !state.isPastOptions, word.hasPrefix("-") { return options(of: state, beginning: word) }
        if state.isHelp || state.expectsSubcommand { return .words(subcommands(of: state, beginning: word)) }
        // Behind a verb that is none nothing is known.
        guard state.command.subcommands.isEmpty else { return .words([]) }
        guard let argument = state.nextPositional else {
            return .words(word.isEmpty ? options(of: state) : [])
        }
        return values(of: argument, in: state, beginning: word, before: "")
    }

    // MARK: Verbs

    private func subcommands(of state: Reading, beginning word: String) -> [Candidate] {
        var found = state.command.subcommands.filter(\.shouldDisplay)
        if state.isHelp { found += state.command.subcommands.filter { frame.topics.contains($0.commandName) } }
        var candidates = found.map { Candidate($0.commandName, $0.abstract, isPlain: true) }
        // No option stands before 'help'.
        if state.isRoot, !state.isHelp, state.given.isEmpty {
            candidates += others + [Candidate("help", "Show help for a verb.", isPlain: true)]
        }
        return candidates.filter { $0.word.hasPrefix(word) }
    }

    // MARK: Options

    private func options(of state: Reading, beginning word: String) -> Proposal {
        guard let equals = word.firstIndex(of: "="), word.hasPrefix("--") else {
            return .words(options(of: state).filter { $0.word.hasPrefix(word) })
        }
        guard let option = state.argument(named: String(word[..<equals])), option.kind == .option else {
            return .words([])
        }
        let before = String(word[...equals])
        return values(of: option, in: state, beginning: String(word[word.index(after: equals)...]), before: before)
    }

    /// The options that may still be given, by their long names.
    private func options(of state: Reading) -> [Candidate] {
        if state.isHelp {
            return state.isRoot ? [Candidate(frame.allVerbs, "List all verbs.", isPlain: true)] : []
        }
        // Behind a ledger that is named first only a verb may stand.
        if state.isRoot, !state.given.isEmpty { return [] }
        var found = state.arguments.filter { argument in
            argument.kind != .positional && argument.shouldDisplay
                && (argument.isRepeating || !state.given.contains(argument.names))
        }.compactMap { argument in argument.preferredName.map { Candidate($0, argument.abstract, isPlain: true) } }
        if state.isRoot {
            found.append(Candidate("--version", "Show the version.", isPlain: true))
        }
        return found + [Candidate("--help", "Show help information.", isPlain: true)]
    }

    // MARK: Values

    private func values(
        of argument: ArgumentInfo, in state: Reading, beginning word: String, before: String
    ) -> Proposal {
        switch argument.completion {
        case .file(let extensions): return .files(extensions: extensions)
        case .directory: return .directories
        case .list(let words): return .words(words.filter { $0.hasPrefix(word) }.map { Candidate(before + $0) })
        case .named(let name):
            guard let kind = NameKind(rawValue: name) else { return .words([]) }
            if kind == .settingValue { return values(ofSetting: state.positionals.last ?? "", beginning: word) }
            let found = kind == .query ? QueryCompleter(names: names).candidates(for: word) : names(kind, word)
            return .words(
                found.map { Candidate(before + $0.word, $0.summary, isOpen: $0.isOpen) })
        case .none, .shellCommand: return .words([])
        }
    }

    private func values(ofSetting name: String, beginning word: String) -> Proposal {
        switch name {
        case Setting.ledger.name: return .directories
        case Setting.importAccount.name: return .words(names(.account, word))
        case Setting.importFolder.name: return .words(names(.folder, word))
        case _ where name.hasPrefix(Settings.queryGroup + "."):
            return .words(QueryCompleter(names: names).candidates(for: word))
        default:
            let values = Setting.named(name)?.values ?? []
            return .words(values.filter { $0.hasPrefix(word) }.map { Candidate($0) })
        }
    }
}

/// What is known of a command line after some of its words.
private struct Reading {
    var command: CommandInfo
    /// The option that the next word is the value of.
    var pending: ArgumentInfo?
    /// The names of the options that were given.
    var given: Set<[String]> = []
    var isPastOptions = false
    var isHelp = false
    /// The words that are no options.
    private(set) var positionals: [String] = []
    /// The option that may stand before the verb, too.
    private let beforeVerb: ArgumentInfo?

    init(command: CommandInfo, optionBeforeVerb name: String) {
        self.command = command
        beforeVerb = command.subcommands.lazy.flatMap(\.arguments).first { $0.names.contains(name) }
    }

    var isRoot: Bool { command.superCommands.isEmpty }

    /// What may be given here.
    var arguments: [ArgumentInfo] {
        guard isRoot, !isHelp, let beforeVerb else { return command.arguments }
        return command.arguments + [beforeVerb]
    }

    var expectsSubcommand: Bool { !command.subcommands.isEmpty && positionals.isEmpty }

    /// The positional argument that the next word goes to.
    var nextPositional: ArgumentInfo? {
        let all = command.arguments.filter { $0.kind == .positional }
        if positionals.count < all.count { return all[positionals.count] }
        return all.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    func argument(named name: String) -> ArgumentInfo? {
        arguments.first { $0.names.contains(name) }
    }

    /// Takes the subcommand that is meant where none is named.
    mutating func enterDefault() {
        guard !isHelp, expectsSubcommand, let name = command.defaultSubcommand,
            let verb = command.subcommands.first(where: { $0.commandName == name })
        else { return }
        command = verb
    }

    mutating func take(_ word: String) {
        if pending == nil, !command.subcommands.contains(where: { $0.commandName == word }) { enterDefault() }
        if pending != nil {
            pending = nil
        } else if !isPastOptions, word == "--" {
            isPastOptions = true
        } else if !isPastOptions, word.hasPrefix("-"), word.count > 1 {
            takeOption(word)
        } else if expectsSubcommand || isHelp {
            takeVerb(word)
        } else {
            positionals.append(word)
        }
    }

    private mutating func takeOption(_ word: String) {
        let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
        if let option = argument(named: name) {
            given.insert(option.names)
            if option.kind == .option, !word.contains("=") { pending = option }
            return
        }
        guard !word.hasPrefix("--") else { return }
        // Short names in one word; the last one may want a value, as in `-yl 20`.
        for (index, letter) in word.dropFirst().enumerated() {
            guard let option = argument(named: "-\(letter)") else { return }
            given.insert(option.names)
            guard option.kind == .option else { continue }
            if index == word.count - 2 { pending = option }
            return
        }
    }

    private mutating func takeVerb(_ word: String) {
        if let verb = command.subcommands.first(where: { ([$0.commandName] + $0.aliases).contains(word) }) {
            command = verb
        } else if word == "help", isRoot {
            isHelp = true
        } else {
            // An unknown verb has no arguments that could be known.
            positionals.append(word)
        }
    }
}
