internal import ArgumentParsing
internal import ConfigurationFiles
internal import Mail
internal import MailLedger

struct ConfigVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and change settings.",
        subcommands: [List.self, Get.self, Set.self, Unset.self, Path.self])

    /// The settings that completion offers.
    static let names = CompletionKind.list(Setting.all.map(\.name))

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List every setting with its value and its source.",
            examples: [
                CommandExample("mailledger config list", "every setting, its value, and where that comes from"),
                CommandExample("mailledger config list --format json", "the same for a program"),
            ],
            discussion: """
                An option overrides an environment variable, a variable overrides the configuration file, and the file
                overrides the default. Invalid values, and keys of the file that are not settings, are reported on
                standard error.
                """)

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true)
            let values = try Setting.all.map { setting in
                (setting: setting, value: try session.settings.value(of: setting, flag: flag(setting)))
            }
            let forms = values.map { SettingForm(name: $0.setting.name, $0.value) }
            try session.write(forms) {
                var table = Table([
                    .init("NAME", looks: [.bold]), .init("VALUE", minimum: 12, isFlexible: true),
                    .init("FROM", minimum: 12, isFlexible: true, looks: [.dim]),
                ])
                for form in forms { table.append([form.name, form.value ?? "–", form.source ?? form.origin]) }
                session.write(table, showsHeader: true)
            }
            for (setting, value) in values {
                guard let text = value.text, let fault = setting.fault(text) else { continue }
                warn("\(setting.name) (\(value.origin.source ?? "")): \(fault)")
            }
            guard let file = session.settings.file else { return }
            for key in try session.settings.configuration().keys
            where Setting.named(key.description) == nil
                && ![Settings.queryGroup, Witnesses.group].contains(key.group)
                && FleetNode.Key(key.description) == nil
            {
                warn("\(key) in \(file.path) is not a setting: \(SettingName.hint(key.description))")
            }
        }

        private func flag(_ setting: Setting) -> String? {
            switch setting.name {
            case Setting.ledger.name: ledger.ledger
            case Setting.color.name: output.color?.rawValue
            default: nil
            }
        }

        private func warn(_ text: String) { StandardError.line(Sanitizer.line("warning: " + text)) }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Show the value of a setting.",
            examples: [
                CommandExample("mailledger config get ledger.path", "the path of the ledger"),
                CommandExample("mailledger config set query.work in:Work", "a saved query"),
                CommandExample("mailledger config get query.work", "the same query, shown"),
            ],
            discussion: """
                The exit code is 3 if there is no such value. query.NAME is a saved query.
                """)

        @Argument(help: "The setting.", completion: ConfigVerb.names) var name: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output)
            let value = try session.settings.value(of: try SettingName(name))
            let form = SettingForm(name: name, value)
            guard let text = form.value else { throw DomainError.notFound(kind: "value for", name: name) }
            try session.write(form) { session.line(text) }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Write a setting into the configuration file.",
            examples: [
                CommandExample(
                    "mailledger config set import.account mara@example.org", "so that import needs no --account"),
                CommandExample("mailledger config set output.dates relative", "dates as in 'Mon. 14:05'"),
            ],
            discussion: """
                Comments and other keys of the file stay. A wrong value is refused.
                """)

        @Argument(help: "The setting.", completion: ConfigVerb.names) var name: String
        @Argument(help: "The value.", completion: .names(.settingValue)) var value: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output)
            let name = try SettingName(name)
            let file = try session.settings.writableFile()
            switch name {
            case .query(let key):
                guard value.contains(where: { !$0.isWhitespace }) else {
                    throw ValidationError("Say which query to save; '*' means all messages")
                }
                _ = try SavedQueries(session.settings).save(value, as: key.name)
            case .node(let node):
                if let fault = node.fact.fault(value) {
                    throw SettingError(name: node.key.description, description: "\(node.key): \(fault)")
                }
                try file.set(node.key, to: value)
            case .setting(let setting):
                if let fault = setting.fault(value) {
                    throw SettingError(name: setting.name, description: "\(setting.name): \(fault)")
                }
                try file.set(setting.key, to: value)
            }
            let result = try Settings().value(of: name)
            try session.write(SettingForm(name: name.key.description, result)) {
                session.line("Set \(name.key) to \(value) in \(file.path).")
            }
            if case .variable(let variable) = result.origin {
                var state = "is set"
                if case .setting(let setting) = name, variable == setting.secondVariable { state = "is \"dumb\"" }
                StandardError.line("note: $\(variable) \(state) and overrides this")
            }
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset",
            abstract: "Remove a setting from the configuration file.",
            examples: [
                CommandExample("mailledger config set output.dates relative", "dates as in 'Mon. 14:05'"),
                CommandExample("mailledger config unset output.dates", "back to the default"),
            ])

        @Argument(help: "The setting.", completion: ConfigVerb.names) var name: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output)
            let file = try session.settings.writableFile()
            // One that this program does not know may go, too.
            guard let key = FleetNode.Key(name)?.key ?? ConfigurationKey(name) else {
                throw SettingError(name: name, description: "unknown setting \"\(name)\": \(SettingName.hint(name))")
            }
            let isChanged = try file.set(key, to: nil)
            let settings = Settings()
            let result = try (try? SettingName(name)).map { try settings.value(of: $0) }
            let value = result ?? SettingValue(text: nil, origin: .standard)
            try session.write(SettingForm(name: name, value)) {
                session.line(
                    isChanged
                        ? "Removed \(name) from \(file.path)."
                        : "\(name) is not set in \(file.path); nothing was changed.")
            }
        }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Show the path of the configuration file, even if there is none.",
            examples: [
                CommandExample("mailledger config path", "the file, for an editor")
            ])

        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(LedgerOptions(), output)
            let file = try session.settings.writableFile()
            try session.write(PathForm(path: file.path)) { session.line(file.path) }
        }

        private struct PathForm: Encodable {
            let path: String
        }
    }
}
