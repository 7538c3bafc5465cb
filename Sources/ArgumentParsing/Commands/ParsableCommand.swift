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

    /// The name on the command line: the configured one, else the type's name in kebab case.
    static var commandName: String {
        configuration.commandName ?? String(describing: self).inKebabCase
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
