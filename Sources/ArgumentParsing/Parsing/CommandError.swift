/// A command line that names no command to run, with the commands that were recognised before the fault.
struct CommandError: Error {
    let stack: [any ParsableArguments.Type]
    let fault: ParserFault
}

/// What stands in the way of running the command.
enum ParserFault: Sendable {
    case helpRequested
    case versionRequested
    case unknownOption(OptionName, suggestion: String?)
    case unknownSubcommand(String, suggestion: String?)
    case missingSubcommand([String])
    case missingValue(ArgumentDescription, OptionName)
    case unexpectedValue(OptionName, value: String)
    case invalidValue(String, ArgumentDescription, OptionName?)
    case missingArguments([ArgumentDescription])
    case unexpectedArguments([String])
    case refused(any Error)
    /// The arguments of one type were asked for, and the command line named another.
    case unexpectedCommand

    /// Returns the sentence that a person reads.
    var message: String {
        switch self {
        case .helpRequested, .versionRequested: return ""
        case .unknownOption(let name, let suggestion):
            return "Unknown option '\(Self.shown(name.description))'" + Self.didYouMean(suggestion)
        case .unknownSubcommand(let name, let suggestion):
            return "Unknown subcommand '\(Self.shown(name))'" + Self.didYouMean(suggestion)
        case .missingSubcommand(let names):
            return "Missing subcommand" + (names.count > Self.shownWords ? "" : "; give " + Self.list(names, "or"))
        case .missingValue(let definition, let name):
            return "Missing value for '\(name) <\(definition.valueName)>'"
        case .unexpectedValue(let name, let value):
            return "The option '\(name)' takes no value, but '\(Self.shown(value))' was given"
        case .invalidValue(let word, let definition, let name):
            let target = name.map { "\($0) " } ?? ""
            let message = "The value '\(Self.shown(word))' is invalid for '\(target)<\(definition.valueName)>'"
            let choices = definition.shape.allValues
            return choices.isEmpty ? message : message + ". Please give one of " + Self.list(choices, "or")
        case .missingArguments(let definitions):
            let names = definitions.map(\.synopsis)
            if definitions.allSatisfy({ $0.key == definitions.first?.key }), definitions.count > 1 {
                return "Missing one of " + Self.list(names, "or")
            }
            let noun = definitions.contains { $0.shape.kind == .positional } ? "argument" : "option"
            let message = "Missing expected \(noun)\(names.count == 1 ? "" : "s") " + Self.list(names, "and")
            // What a single one is, in the words of the help.
            guard definitions.count == 1, let help = definitions.first?.shape.help.abstract, !help.isEmpty else {
                return message
            }
            return message + " (" + (help.hasSuffix(".") ? String(help.dropLast()) : help) + ")"
        case .unexpectedArguments(let words):
            guard words.count > 1 else { return "Unexpected argument '\(Self.shown(words.first ?? ""))'" }
            return "\(words.count) unexpected arguments: "
                + words.prefix(Self.shownWords).map { "'\(Self.shown($0))'" }.joined(separator: ", ")
                + (words.count > Self.shownWords ? ", …" : "")
        case .refused(let error): return Self.describe(error)
        case .unexpectedCommand: return "Another command was expected"
        }
    }

    /// As much of a typed word as tells which one it is: a word may be as long as the system allows.
    private static func shown(_ word: String) -> String {
        word.count > shownCharacters ? word.prefix(shownCharacters) + "…" : word
    }

    private static let shownCharacters = 80
    private static let shownWords = 8

    private static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { ". Did you mean '\($0)'?" } ?? ""
    }

    static func list(_ words: [String], _ conjunction: String) -> String {
        let quoted = words.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Returns an error's own words.
    static func describe(_ error: any Error) -> String {
        (error as? any CustomStringConvertible)?.description ?? String(describing: error)
    }
}
