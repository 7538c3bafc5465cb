internal import Suggestions

extension CommandParser {
    /// Takes `--name`, `--name value` or `--name=value`; `text` is without the dashes.
    mutating func takeLongOption(_ text: Substring, _ words: inout ArraySlice<String>) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : nil
        try takeOption(.long(String(parts[0])), attached: value, &words)
    }

    /// Takes `-n 20`, `-n20`, `-n=20` or several flags in one word; `text` is without the dash.
    mutating func takeShortOptions(_ text: Substring, _ words: inout ArraySlice<String>) throws {
        var rest = text
        while let letter = rest.popFirst() {
            let name = OptionName.short(letter)
            if try resolve(name)?.about.shape.kind == .option, !rest.isEmpty {
                let value = rest.first == "=" ? rest.dropFirst() : rest
                return try takeOption(name, attached: String(value), &words)
            }
            if rest.first == "=" { return try takeOption(name, attached: String(rest.dropFirst()), &words) }
            try takeOption(name, attached: nil, &words)
        }
    }

    private mutating func takeOption(
        _ name: OptionName,
        attached: String?,
        _ words: inout ArraySlice<String>
    ) throws {
        guard let definition = try resolve(name) else { throw Fault(unknown(name)) }
        guard definition.about.shape.kind == .option else {
            if let attached { throw Fault(.unexpectedValue(name, value: attached)) }
            return try give(nil, to: definition, as: name)
        }
        let policy = definition.about.shape.policy
        if let attached {
            try give(attached, to: definition, as: name)
        } else {
            guard let word = words.first, policy == .unconditional || policy == .remaining || !isOption(word) else {
                throw Fault(.missingValue(definition.about, name))
            }
            words.removeFirst()
            try give(word, to: definition, as: name)
        }
        guard policy == .upToNextOption || policy == .remaining else { return }
        while let word = words.first, policy == .remaining || !isOption(word) {
            words.removeFirst()
            try give(word, to: definition, as: name)
        }
    }

    /// Returns the declaration of a name, of the innermost command that has one; enters default subcommands to find it.
    ///
    /// - Throws: a fault that asks for help or for the version, where nobody declares those names for another use.
    private mutating func resolve(_ name: OptionName) throws -> ArgumentDefinition? {
        if let found = definition(named: name) { return found }
        if name == .long("help") || name == .short("h") { throw Fault(.helpRequested) }
        if name == .long("version"), levels.count == 1, configuration?.version.isEmpty == false {
            throw Fault(.versionRequested)
        }
        guard let subcommand = configuration?.defaultSubcommand else { return nil }
        enter(subcommand)
        return try resolve(name)
    }

    func definition(named name: OptionName) -> ArgumentDefinition? {
        for level in levels.reversed() {
            if let found = level.definitions.first(where: { !$0.about.isInherited && $0.about.names.contains(name) }) {
                return found
            }
        }
        return nil
    }

    /// Reads a word (nil for a flag) as a value of an argument.
    func give(_ word: String?, to definition: ArgumentDefinition, as name: OptionName?) throws {
        do {
            try definition.read(word)
        } catch {
            throw Fault(.invalidValue(word ?? "", definition.about, name))
        }
    }

    private func isOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word.count > 1 && !isNegativeNumber(word)
    }

    private func unknown(_ name: OptionName) -> ParserFault {
        guard case .long(let typed) = name else { return .unknownOption(name, suggestion: nil) }
        let known = levels.flatMap(\.definitions).filter { $0.about.visibility == .default }.flatMap(\.about.names)
        let long = known.compactMap { name -> String? in if case .long(let text) = name { text } else { nil } }
        let nearest = Suggestion.nearest(to: typed, among: long + ["help"] + (levels.count == 1 ? ["version"] : []))
        return .unknownOption(name, suggestion: nearest.map { "--" + $0 })
    }
}
