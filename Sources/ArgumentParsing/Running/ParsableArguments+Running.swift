extension ParsableArguments {
    /// Parses a command line without the program's name; nil reads that of the process.
    public static func parse(_ arguments: [String]? = nil) throws -> Self {
        let root = (self as? any ParsableCommand.Type).map { CommandParser(root: $0) } ?? CommandParser(arguments: self)
        guard let value = try root.parsed(arguments ?? processArguments).arguments as? Self else {
            throw CommandError(stack: [self], fault: .unexpectedCommand)
        }
        return value
    }

    /// Returns the text that `--help` prints, wrapped to `columns`; nil takes the terminal's width, at most 100.
    public static func helpMessage(includeHidden: Bool = false, columns: Int? = nil) -> String {
        HelpText(stack: [self], includeHidden: includeHidden).render(columns: columns ?? HelpText.defaultColumns)
    }

    /// Returns what a person should read of an error: help, or the message with the usage line that it offends.
    public static func fullMessage(for error: any Error, columns: Int? = nil) -> String {
        ErrorReport(error, root: self, columns: columns ?? HelpText.defaultColumns).fullText
    }

    /// Returns the bare message of an error, without "Error:" and without the usage line.
    public static func message(for error: any Error) -> String {
        ErrorReport(error, root: self, columns: HelpText.defaultColumns).message
    }

    /// Returns the exit code of an error; a text whose code `isSuccess` belongs on stdout, any other on stderr.
    public static func exitCode(for error: any Error) -> ExitCode {
        ErrorReport(error, root: self, columns: HelpText.defaultColumns).exitCode
    }

    /// The arguments of this process without the program's name.
    static var processArguments: [String] { Array(CommandLine.arguments.dropFirst()) }
}
