/// Reads a command line from left to right: finds the command that it names and the values of all arguments.
///
/// A word before the subcommand's name belongs to the commands named so far. Behind it, the innermost command that
/// declares an option gets it, so that options of a command above may follow the subcommand's name.
struct CommandParser {
    /// A command that was named, and what was given to it.
    struct Level {
        let type: any ParsableArguments.Type
        let definitions: [ArgumentDefinition]
        var values = ParsedValues()
    }

    var levels: [Level]
    private var positionals: [String] = []

    init(root: any ParsableArguments.Type) {
        levels = [Level(type: root, definitions: root.definitions())]
    }

    /// Returns the commands from the root to the one that was named, with their values, all validated.
    ///
    /// - Throws: `CommandError`, for help and version requests too.
    static func parse(
        _ arguments: [String],
        root: any ParsableArguments.Type
    ) throws -> [any ParsableArguments] {
        var parser = CommandParser(root: root)
        return try parser.parse(arguments)
    }

    private mutating func parse(_ arguments: [String]) throws -> [any ParsableArguments] {
        do {
            try read(arguments)
            while let subcommand = configuration?.defaultSubcommand { enter(subcommand) }
            try assignPositionals()
            for index in levels.indices { try complete(index) }
        } catch let fault as Fault {
            // Somebody who asks for help gets it, whatever else is wrong with the line.
            let words = arguments.prefix { $0 != "--" }
            let wantsHelp = words.contains("--help") || words.contains("-h")
            throw CommandError(stack: stack, fault: wantsHelp ? .helpRequested : fault.fault)
        }
        return try decode()
    }

    /// Carries a fault out to the place that knows the stack.
    struct Fault: Error {
        let fault: ParserFault

        init(_ fault: ParserFault) {
            self.fault = fault
        }
    }

    var stack: [any ParsableArguments.Type] { levels.map(\.type) }

    /// What the innermost command says of itself.
    var configuration: CommandConfiguration? {
        (levels[levels.count - 1].type as? any ParsableCommand.Type)?.configuration
    }

    mutating func enter(_ command: any ParsableArguments.Type) {
        levels.append(Level(type: command, definitions: command.definitions(ancestors: stack)))
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
        guard let configuration, positionals.isEmpty, !isLiteral, configuration.hasSubcommands else {
            positionals.append(word)
            return
        }
        if let subcommand = configuration.subcommand(named: word) {
            enter(subcommand)
        } else if word == "help", levels.count == 1 {
            enter(HelpCommand.self)
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
        if levels[index].type == HelpCommand.self { try showHelp(of: positionals) }
        var words = positionals[...]
        for definition in levels[index].definitions where definition.about.shape.kind == .positional {
            repeat {
                guard let word = words.popFirst() else { break }
                try give(word, to: definition, as: nil, at: index)
            } while definition.about.shape.isRepeating
        }
        if !words.isEmpty { throw Fault(.unexpectedArguments(Array(words))) }
    }

    /// Answers `help VERB SUBVERB`.
    private mutating func showHelp(of names: [String]) throws -> Never {
        levels.removeLast()
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

    /// Fills in the defaults and names what must be given and was not.
    private mutating func complete(_ index: Int) throws {
        var missing: [ArgumentDescription] = []
        for definition in levels[index].definitions where !definition.about.isInherited {
            if !definition.about.isRequired {
                definition.applyDefault(&levels[index].values)
            } else if !levels[index].values.contains(definition.about.key) {
                missing.append(definition.about)
            }
        }
        if !missing.isEmpty { throw Fault(.missingArguments(missing)) }
    }

    private func decode() throws -> [any ParsableArguments] {
        var decoded: [any ParsableArguments] = []
        for level in levels {
            do {
                let decoder = ParsedValuesDecoder(values: level.values, decoded: decoded, type: level.type)
                var value = try level.type.init(from: decoder)
                try value.validate()
                decoded.append(value)
            } catch {
                throw CommandError(stack: stack, fault: .refused(error))
            }
        }
        return decoded
    }

    /// Whether a word is a number rather than an option: `-5` where no option is called `-5`.
    func isNegativeNumber(_ word: String) -> Bool {
        guard let letter = word.dropFirst().first, Double(word) != nil, letter.isNumber || letter == "." else {
            return false
        }
        return definition(named: .short(letter)) == nil
    }
}

/// Stands for the word `help` in the place of a subcommand.
struct HelpCommand: ParsableArguments {}
