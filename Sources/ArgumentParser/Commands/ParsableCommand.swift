/// A command: arguments that can be run, alone or as a subcommand of another.
public protocol ParsableCommand: ParsableArguments {
    /// The command's name, texts and subcommands.
    static var configuration: CommandConfiguration { get }

    /// Does the command's work; the default refuses to do without a subcommand.
    mutating func run() throws
}

extension ParsableCommand {
    /// A command with a derived name and without texts.
    public static var configuration: CommandConfiguration { CommandConfiguration() }

    // Help with exit code 0 would tell a script whose subcommand is an empty variable that all is well.
    /// Refuses to do without a subcommand.
    public mutating func run() throws {
        throw MissingSubcommand(command: Self.self)
    }

    /// Parses a command line and returns the command that it names: this one or one of its subcommands, ready to run.
    ///
    /// Help and version requests are thrown too: `fullMessage(for:)` and `exitCode(for:)` of the root tell them apart.
    public static func parseAsRoot(_ arguments: [String]? = nil) throws -> any ParsableCommand {
        guard case .command(let command) = try CommandParser(root: self).parsed(arguments ?? processArguments) else {
            throw CommandError(stack: [self], fault: .unexpectedCommand)
        }
        return command
    }

    /// Returns the help of a subcommand anywhere below this command, with the full path in its usage line.
    public static func helpMessage(
        for subcommand: any ParsableCommand.Type,
        includeHidden: Bool = false,
        columns: Int? = nil
    ) -> String {
        let stack = path(to: subcommand) ?? [subcommand]
        return HelpText(stack: stack, includeHidden: includeHidden).render(
            columns: columns ?? HelpText.defaultColumns
        )
    }

    /// The name on the command line: the configured one, else the type's name in kebab case.
    static var commandName: String {
        configuration.commandName ?? NameSpecification.kebabCase(String(describing: self))
    }

    /// Returns the chain of commands from this one down to `target`.
    static func path(to target: any ParsableArguments.Type) -> [any ParsableArguments.Type]? {
        if target == self { return [self] }
        for subcommand in configuration.subcommands {
            if let path = subcommand.path(to: target) { return [self] + path }
        }
        return nil
    }
}

/// A command of subcommands that was called without one.
struct MissingSubcommand: Error {
    let command: any ParsableCommand.Type
}
