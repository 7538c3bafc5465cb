/// A command as declared, with all commands below it: what manual pages and completions are made from.
public struct CommandInfo: Codable, Hashable, Sendable {
    /// The names of the commands above, from the root.
    public var superCommands: [String]
    /// The command's own name.
    public var commandName: String
    /// Its other names.
    public var aliases: [String]
    /// One line: what it does.
    public var abstract: String
    /// Lines to learn from, the commonest first.
    public var examples: [CommandExample]
    /// Longer text.
    public var discussion: String
    /// What `--version` prints, of the root.
    public var version: String
    /// The usage line without its label, unwrapped.
    public var usage: String
    /// Whether the parent's help lists it.
    public var shouldDisplay: Bool
    /// The title that the parent's help shows it under; empty for none.
    public var groupName: String
    /// The name of the subcommand that is meant when none is named.
    public var defaultSubcommand: String?
    /// The arguments in the order of their declaration; `--help` and `--version` are not among them.
    public var arguments: [ArgumentInfo]
    /// The subcommands in the order of the help.
    public var subcommands: [CommandInfo]

    /// Describes a command and everything below it.
    public init(_ command: any ParsableCommand.Type) {
        self.init(command, above: [], groupName: "")
    }

    private init(_ command: any ParsableCommand.Type, above: [any ParsableArguments.Type], groupName: String) {
        let configuration = command.configuration
        let stack = above + [command]
        let help = HelpText(stack: stack, includeHidden: false)
        superCommands = above.compactMap { ($0 as? any ParsableCommand.Type)?.commandName }
        commandName = command.commandName
        aliases = configuration.aliases
        abstract = configuration.abstract
        examples = configuration.examples
        discussion = configuration.discussion
        version = configuration.version
        usage = help.usage(columns: .max, label: "")
        shouldDisplay = configuration.shouldDisplay
        self.groupName = groupName
        defaultSubcommand = configuration.defaultSubcommand?.commandName
        arguments = command.definitions(ancestors: above).map { ArgumentInfo($0.about) }
        subcommands =
            configuration.ungroupedSubcommands.map { CommandInfo($0, above: stack, groupName: "") }
            + configuration.groupedSubcommands.flatMap { group in
                group.subcommands.map { CommandInfo($0.type, above: stack, groupName: group.name) }
            }
    }

    /// The words that call the command, from the root.
    public var commandLine: String { (superCommands + [commandName]).joined(separator: " ") }

    /// The command and all below it, each before its subcommands.
    public var flattened: [CommandInfo] { [self] + subcommands.flatMap(\.flattened) }

    /// Mistakes of the declaration, a sentence each: a name taken twice, an argument that can never get a word.
    ///
    /// A test of the tool holds this empty; the parser itself takes the first declaration of a name.
    public var faults: [String] {
        flattened.flatMap { command -> [String] in
            let names = command.arguments.flatMap(\.names) + ["--help", "-h"]
            let verbs = command.subcommands.flatMap { [$0.commandName] + $0.aliases }
            let lists = command.arguments.filter { $0.kind == .positional }.dropLast().filter(\.isRepeating)
            return Self.repeated(names + verbs).map { "\(command.commandLine): '\($0)' is declared twice" }
                + lists.map { "\(command.commandLine): no word is left behind <\($0.valueName)> ..." }
        }
    }

    private static func repeated(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { !seen.insert($0).inserted }
    }
}
