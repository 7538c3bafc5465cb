internal import Suggestions

/// Reads a command line from left to right: finds the command that it names and the values of all arguments.
///
/// A word before the subcommand's name belongs to the commands named so far. Behind it, the innermost command that
/// declares an option gets it, so that options of a command above may follow the subcommand's name.
struct CommandParser {
    /// What the words of a level are for.
    enum Subject {
        case command(any ParsableCommand)
        /// Arguments that are read without a command.
        case arguments(any ParsableArguments)

        var arguments: any ParsableArguments {
            switch self {
            case .command(let command): command
            case .arguments(let arguments): arguments
            }
        }
    }

    /// A command that was named; what is given to it is in its properties.
    struct Level {
        var subject: Subject
        let properties: [NamedProperty]
        let definitions: [ArgumentDefinition]

        static func of<Command: ParsableCommand>(
            _ type: Command.Type, below ancestors: [any ParsableArguments.Type] = []
        ) -> Level {
            let made = Declarations.of(type)
            return Level(.command(made.value), made.properties, ancestors)
        }

        static func of<Arguments: ParsableArguments>(arguments type: Arguments.Type) -> Level {
            let made = Declarations.of(type)
            return Level(.arguments(made.value), made.properties, [])
        }

        private init(_ subject: Subject, _ properties: [NamedProperty], _ ancestors: [any ParsableArguments.Type]) {
            self.subject = subject
            self.properties = properties
            definitions = properties.definitions(below: .root, ancestors: ancestors)
        }
    }

    var levels: [Level]
    private var positionals: [String] = []
    /// Whether the word `help` stood in the place of a subcommand.
    private var asksForHelp = false

    init(root: any ParsableCommand.Type) {
        levels = [.of(root)]
    }

    init(arguments: any ParsableArguments.Type) {
        levels = [.of(arguments: arguments)]
    }

    /// Returns the command that was named, with its values, all validated.
    ///
    /// - Throws: `CommandError`, for help and version requests too.
    func parsed(_ words: [String]) throws -> Subject {
        var parser = self
        return try parser.parse(words)
    }

    private mutating func parse(_ arguments: [String]) throws -> Subject {
        do {
            try read(arguments)
            while !asksForHelp, let subcommand = configuration?.defaultSubcommand { enter(subcommand) }
            try assignPositionals()
            for level in levels { try requireAll(level) }
        } catch let fault as Fault {
            // Somebody who asks for help gets it, whatever else is wrong with the line.
            let words = arguments.prefix { $0 != "--" }
            let wantsHelp = words.contains("--help") || words.contains("-h")
            throw CommandError(stack: stack, fault: wantsHelp ? .helpRequested : fault.fault)
        }
        return try completed()
    }

    /// Carries a fault out to the place that knows the stack.
    struct Fault: Error {
        let fault: ParserFault

        init(_ fault: ParserFault) {
            self.fault = fault
        }
    }

    var stack: [any ParsableArguments.Type] { levels.map { type(of: $0.subject.arguments) } }

    /// What the innermost command says of itself.
    var configuration: CommandConfiguration? {
        guard case .command(let command) = levels[levels.count - 1].subject else { return nil }
        return type(of: command).configuration
    }

    mutating func enter(_ command: any ParsableCommand.Type) {
        levels.append(.of(command, below: stack))
    }

    private mutating func read(_ arguments: [String]) throws {
        var words = arguments[...]
        while let word = words.popFirst() {
            if word == "--" {
                for word in words { try takeWord(word, isLiteral: true) }
                return
            }
            if word.hasPrefix("--") {
                try takeLongOption(word.dropFirst(2), &words)
            } else if word.hasPrefix("-"), word.count > 1, !isNegativeNumber(word) {
                try takeShortOptions(word.dropFirst(), &words)
            } else {
                try takeWord(word, isLiteral: false)
            }
        }
    }

    /// Takes a word that is no option: the name of a subcommand, or a positional argument.
    private mutating func takeWord(_ word: String, isLiteral: Bool) throws {
        guard let configuration, positionals.isEmpty, !asksForHelp, !isLiteral, configuration.hasSubcommands else {
            positionals.append(word)
            return
        }
        if let subcommand = configuration.subcommand(named: word) {
            enter(subcommand)
        } else if word == "help", levels.count == 1 {
            asksForHelp = true
        } else if let subcommand = configuration.defaultSubcommand {
            enter(subcommand)
            try takeWord(word, isLiteral: isLiteral)
        } else if levels[levels.count - 1].definitions.contains(where: { $0.about.shape.kind == .positional }) {
            positionals.append(word)
        } else {
            let names = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0.commandName }
            throw Fault(.unknownSubcommand(word, suggestion: Suggestion.nearest(to: word, among: names)))
        }
    }

    /// Hands the words out to the innermost command's positional arguments, in order; a list takes all that are left.
    private mutating func assignPositionals() throws {
        let index = levels.count - 1
        if asksForHelp { try showHelp(of: positionals) }
        var words = positionals[...]
        for definition in levels[index].definitions where definition.about.shape.kind == .positional {
            repeat {
                guard let word = words.popFirst() else { break }
                try give(word, to: definition, as: nil)
            } while definition.about.shape.isRepeating
        }
        if !words.isEmpty { throw Fault(.unexpectedArguments(Array(words))) }
    }

    /// Answers `help VERB SUBVERB`.
    private mutating func showHelp(of names: [String]) throws -> Never {
        for name in names {
            if let subcommand = configuration?.subcommand(named: name) {
                enter(subcommand)
            } else {
                let known = (configuration?.subcommands ?? []).map { $0.commandName }
                throw Fault(.unknownSubcommand(name, suggestion: Suggestion.nearest(to: name, among: known)))
            }
        }
        throw Fault(.helpRequested)
    }

    /// Names what must be given and was not.
    private func requireAll(_ level: Level) throws {
        let missing = level.definitions.filter { !$0.about.isInherited && $0.about.isRequired && !$0.isGiven() }
        if !missing.isEmpty { throw Fault(.missingArguments(missing.map(\.about))) }
    }

    private mutating func completed() throws -> Subject {
        var above: [any ParsableArguments] = []
        for index in levels.indices {
            do {
                try levels[index].properties.complete(below: above)
                try levels[index].subject.validate()
            } catch {
                throw CommandError(stack: stack, fault: .refused(error))
            }
            above.append(levels[index].subject.arguments)
        }
        return levels[levels.count - 1].subject
    }

    /// Whether a word is a number rather than an option: `-5` where no option is called `-5`.
    func isNegativeNumber(_ word: String) -> Bool {
        guard let letter = word.dropFirst().first, Double(word) != nil, letter.isNumber || letter == "." else {
            return false
        }
        return definition(named: .short(letter)) == nil
    }
}

extension CommandParser.Subject {
    fileprivate mutating func validate() throws {
        switch self {
        case .command(var command):
            try command.validate()
            self = .command(command)
        case .arguments(var arguments):
            try arguments.validate()
            self = .arguments(arguments)
        }
    }
}
