/// What a command says of itself: its name, its texts and its subcommands.
public struct CommandConfiguration: Sendable {
    /// The name on the command line; nil derives it from the type's name, which the runtime is slow to tell: a tool of many commands names them.
    public var commandName: String?
    /// One line: what the command does.
    public var abstract: String
    /// A usage line of its own instead of the generated one.
    public var usage: String?
    /// Lines to learn from, the commonest first.
    public var examples: [CommandExample]
    /// Longer text at the end of the help, printed as it stands where it fits.
    public var discussion: String
    /// What `--version` prints; only the root's is used.
    public var version: String
    /// Whether the parent's help lists the command.
    public var shouldDisplay: Bool
    /// The subcommands that belong to no group.
    public var ungroupedSubcommands: [any ParsableCommand.Type]
    /// The subcommands under the titles that help shows them with.
    public var groupedSubcommands: [CommandGroup]
    /// The subcommand that is meant when none is named.
    public var defaultSubcommand: (any ParsableCommand.Type)?
    /// Other names of the command.
    public var aliases: [String]

    /// Describes a command.
    public init(
        commandName: String? = nil,
        abstract: String = "",
        usage: String? = nil,
        examples: [CommandExample] = [],
        discussion: String = "",
        version: String = "",
        shouldDisplay: Bool = true,
        subcommands ungroupedSubcommands: [any ParsableCommand.Type] = [],
        groupedSubcommands: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil,
        aliases: [String] = []
    ) {
        self.commandName = commandName
        self.abstract = abstract
        self.usage = usage
        self.examples = examples
        self.discussion = discussion
        self.version = version
        self.shouldDisplay = shouldDisplay
        self.ungroupedSubcommands = ungroupedSubcommands
        self.groupedSubcommands = groupedSubcommands
        self.defaultSubcommand = defaultSubcommand
        self.aliases = aliases
    }

    /// All subcommands: those without a group, then group by group.
    public var subcommands: [any ParsableCommand.Type] {
        ungroupedSubcommands + groupedSubcommands.flatMap(\.subcommands)
    }

    /// Returns the subcommand of a name, or of another name of its.
    public func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        subcommands.first { $0.commandName == name || $0.configuration.aliases.contains(name) }
    }
}

/// Subcommands that help shows under one title.
public struct CommandGroup: Sendable {
    /// The title.
    public let name: String
    /// The commands in the order of the help.
    public let subcommands: [any ParsableCommand.Type]

    /// Puts commands under a title.
    public init(name: String, subcommands: [any ParsableCommand.Type]) {
        self.name = name
        self.subcommands = subcommands
    }
}
