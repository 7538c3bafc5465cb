extension ParsableCommand {
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
}
