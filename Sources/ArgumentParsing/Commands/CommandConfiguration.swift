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
    /// Longer text at the end of the help, printed as it stands where it fits; made when it is asked for.
    public var discussion: String { makeDiscussion() }
    /// What `--version` prints; only the root's is used.
    public var version: String
    /// Whether the parent's help lists the command.
    public var shouldDisplay: Bool
    /// The subcommands that belong to no group; their types are looked at when they are asked for.
    public var ungroupedSubcommands: [any ParsableCommand.Type] { listUngrouped() }
    /// The subcommands under the titles that help shows them with.
    public var groupedSubcommands: [CommandGroup]
    /// The subcommand that is meant when none is named.
    public var defaultSubcommand: (any ParsableCommand.Type)?
    /// Other names of the command.
    public var aliases: [String]
    /// Whether it is the page that explains common arguments.
    public var explainsCommon: Bool
    /// What the help of the others says in the place of common arguments.
    public var commonHint: String

    private let makeDiscussion: @Sendable () -> String
    private let listUngrouped: @Sendable () -> [any ParsableCommand.Type]

    /// Describes a command.
    public init(
        commandName: String? = nil,
        abstract: String = "",
        usage: String? = nil,
        examples: [CommandExample] = [],
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        version: String = "",
        shouldDisplay: Bool = true,
        subcommands ungroupedSubcommands: @autoclosure @escaping @Sendable () -> [any ParsableCommand.Type] = [],
        groupedSubcommands: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil,
        aliases: [String] = [],
        explainsCommon: Bool = false,
        commonHint: String = ""
    ) {
        self.explainsCommon = explainsCommon
        self.commonHint = commonHint
        self.commandName = commandName
        self.abstract = abstract
        self.usage = usage
        self.examples = examples
        self.makeDiscussion = discussion
        self.version = version
        self.shouldDisplay = shouldDisplay
        self.listUngrouped = ungroupedSubcommands
        self.groupedSubcommands = groupedSubcommands
        self.defaultSubcommand = defaultSubcommand
        self.aliases = aliases
    }

    /// All subcommands: those without a group, then group by group.
    public var subcommands: [any ParsableCommand.Type] {
        ungroupedSubcommands + groupedSubcommands.flatMap(\.subcommands).map(\.type)
    }

    /// Whether it is a command of others.
    var hasSubcommands: Bool { !groupedSubcommands.isEmpty || !ungroupedSubcommands.isEmpty }

    /// Returns the subcommand of a name, or of another name of its.
    public func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        for group in groupedSubcommands {
            if let found = group.subcommands.first(where: { $0.name == name }) { return found.type }
        }
        return subcommands.first { $0.commandName == name || $0.configuration.aliases.contains(name) }
    }
}

/// A subcommand with the name from its configuration.
///
/// The first use of a type costs the runtime a few pages of memory, and a tool with many commands runs only one of
/// them. The names let it skip the others without touching their types. A test of the tool compares them with those of
/// the configurations.
public struct Subcommand: Sendable {
    /// The name on the command line.
    public let name: String
    private let load: @Sendable () -> any ParsableCommand.Type

    /// Names a command.
    public init(_ name: String, _ type: @autoclosure @escaping @Sendable () -> any ParsableCommand.Type) {
        self.name = name
        load = type
    }

    /// The command.
    public var type: any ParsableCommand.Type { load() }
}

/// Subcommands that help shows under one title.
public struct CommandGroup: Sendable {
    /// The title.
    public let name: String
    /// The commands in the order of the help.
    public let subcommands: [Subcommand]

    /// Puts commands under a title.
    public init(name: String, subcommands: [Subcommand]) {
        self.name = name
        self.subcommands = subcommands
    }
}
