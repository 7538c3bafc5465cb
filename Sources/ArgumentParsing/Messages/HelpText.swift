import DiskFiles

/// The help of a command: what it does, its usage line, examples, its arguments in sections, and its discussion.
struct HelpText {
    /// The commands from the root to the one that is described.
    let stack: [any ParsableArguments.Type]
    let arguments: [ArgumentDescription]

    init(stack: [any ParsableArguments.Type], includeHidden: Bool) {
        self.stack = stack
        let limit = includeHidden ? ArgumentVisibility.hidden : .default
        let command = stack[stack.count - 1]
        arguments = command.definitions(ancestors: stack.dropLast()).map(\.about).filter {
            $0.visibility.rank <= limit.rank
        }
    }

    /// The width of standard output.
    static var defaultColumns: Int { HelpWidth.columns(on: .standardOutput) }

    /// The words that call the command.
    var commandLine: String {
        stack.map { ($0 as? any ParsableCommand.Type)?.commandName ?? "\($0)".inKebabCase }
            .joined(separator: " ")
    }

    var configuration: CommandConfiguration {
        configuration(of: stack[stack.count - 1]) ?? CommandConfiguration()
    }

    func configuration(of type: any ParsableArguments.Type) -> CommandConfiguration? {
        (type as? any ParsableCommand.Type)?.configuration
    }

    func render(columns: Int) -> String {
        var blocks: [String] = []
        if !configuration.abstract.isEmpty {
            blocks.append(TextWrapping.lines(configuration.abstract, columns: columns).joined(separator: "\n"))
        }
        blocks.append(usage(columns: columns, label: "USAGE: "))
        if let examples = examples(columns: columns) { blocks.append(examples) }
        let sections = self.sections
        let widest = sections.flatMap(\.rows).map { $0.label.count + 4 }.filter { $0 <= 28 }.max() ?? 0
        blocks += sections.map { $0.render(columns: columns, descriptionColumn: max(widest, 16)) }
        if let hint = commonHint { blocks.append("  " + hint) }
        if configuration.hasSubcommands {
            let line = stack.count == 1 ? "\(commandLine) help <subcommand>" : "\(commandLine) <subcommand> --help"
            blocks.append("  See '\(line)' for detailed help.")
        }
        if !configuration.discussion.isEmpty {
            blocks.append(
                TextWrapping.lines(TextWrapping.unfolded(configuration.discussion), columns: columns).joined(
                    separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }

    /// What stands in the place of common arguments; nil where there are none, or they are explained here.
    private var commonHint: String? {
        guard !configuration.explainsCommon, arguments.contains(where: \.isCommon) else { return nil }
        let hint = configuration(of: stack[0])?.commonHint ?? ""
        return hint.isEmpty ? nil : hint
    }

    /// Returns the line that names a missing argument with its help; nil where it has none.
    func hint(for argument: ArgumentDescription, columns: Int) -> String? {
        let abstract = argument.shape.help.abstract
        guard !abstract.isEmpty else { return nil }
        return TextWrapping.fill(
            "Help:  \(argument.synopsis)  ",
            abstract.split(separator: " ").map(String.init),
            columns: columns,
            indent: 9
        )
    }
}
