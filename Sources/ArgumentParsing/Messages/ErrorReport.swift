/// What a person reads of an error, and the exit code that goes with it.
struct ErrorReport {
    /// The bare message.
    let message: String
    /// The message with "Error:", the usage line and where to find help; or the help itself.
    let fullText: String
    let exitCode: ExitCode

    init(_ error: any Error, root: any ParsableArguments.Type, columns: Int) {
        switch error {
        case let error as CommandError:
            self.init(error.fault, stack: error.stack, columns: columns)
        case let error as ValidationError:
            self.init(.refused(error), stack: [root], columns: columns)
        case let exit as CleanExit:
            switch exit.content {
            case .message(let text):
                self.init(message: text, fullText: text, exitCode: .success)
            case .help(let command):
                let target: any ParsableArguments.Type = command ?? root
                let path = (root as? any ParsableCommand.Type)?.path(to: target) ?? [target]
                self.init(.helpRequested, stack: path, columns: columns)
            }
        case let missing as MissingSubcommand:
            let path = (root as? any ParsableCommand.Type)?.path(to: missing.command) ?? [missing.command]
            let names = missing.command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                .map { $0.commandName }
            self.init(.missingSubcommand(names), stack: path, columns: columns)
        case let code as ExitCode:
            self.init(message: "", fullText: "", exitCode: code)
        default:
            let message = ParserFault.describe(error)
            self.init(message: message, fullText: "Error: " + message, exitCode: .failure)
        }
    }

    private init(message: String, fullText: String, exitCode: ExitCode) {
        self.message = message
        self.fullText = fullText
        self.exitCode = exitCode
    }

    private init(_ fault: ParserFault, stack: [any ParsableArguments.Type], columns: Int) {
        let help = HelpText(stack: stack, includeHidden: false)
        switch fault {
        case .helpRequested:
            let text = help.render(columns: columns)
            self.init(message: text, fullText: text, exitCode: .success)
        case .versionRequested:
            let text = help.configuration(of: stack[0])?.version ?? ""
            self.init(message: text, fullText: text, exitCode: .success)
        case .refused(let error) where !(error is ValidationError):
            // What `validate()` throws of another kind keeps its own code and is no fault of the usage line.
            self.init(error, root: stack[0], columns: columns)
        default:
            var lines = ["Error: " + fault.message]
            if case .missingArguments(let definitions) = fault {
                lines += definitions.compactMap { help.hint(for: $0, columns: columns) }
            }
            lines.append(help.usage(columns: columns, label: "Usage: "))
            lines.append("  See '\(help.commandLine) --help' for more information.")
            self.init(
                message: fault.message,
                fullText: lines.joined(separator: "\n"),
                exitCode: .validationFailure
            )
        }
    }
}
