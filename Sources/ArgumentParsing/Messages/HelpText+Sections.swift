/// A titled part of the help: rows of a label and what it means.
struct HelpSection {
    struct Row {
        let label: String
        let text: String
    }

    let title: String
    var rows: [Row]

    func render(columns: Int, descriptionColumn: Int) -> String {
        let indent = String(repeating: " ", count: descriptionColumn)
        let lines = rows.flatMap { row -> [String] in
            let label = "  " + row.label
            guard !row.text.isEmpty else { return [label] }
            var text = TextWrapping.lines(row.text, columns: max(20, columns - descriptionColumn)).map { indent + $0 }
            guard label.count + 2 <= descriptionColumn else { return [label] + text }
            text[0] = label + text[0].dropFirst(label.count)
            return text
        }
        return ([title.uppercased() + ":"] + lines).joined(separator: "\n")
    }
}

extension HelpText {
    /// Positional arguments, options without a group, each group, and the subcommands.
    var sections: [HelpSection] {
        let positionals = arguments.filter { $0.shape.kind == .positional }
        let explained = configuration.explainsCommon ? arguments : arguments.filter { !$0.isCommon }
        let options = explained.filter { $0.shape.kind != .positional }
        var sections = [HelpSection(title: "Arguments", rows: positionals.map(row))]
        var plain = HelpSection(title: "Options", rows: options.filter { $0.section.isEmpty }.map(row))
        if stack.count == 1, !configuration.version.isEmpty {
            plain.rows.append(.init(label: "--version", text: "Show the version."))
        }
        plain.rows.append(.init(label: "-h, --help", text: "Show help information."))
        sections.append(plain)
        var titles: [String] = []
        for title in options.map(\.section) where !title.isEmpty && !titles.contains(title) { titles.append(title) }
        sections += titles.map { title in
            HelpSection(title: title, rows: options.filter { $0.section == title }.map(row))
        }
        sections.append(HelpSection(title: "Subcommands", rows: rows(configuration.ungroupedSubcommands)))
        sections += configuration.groupedSubcommands.map {
            HelpSection(title: $0.name, rows: rows($0.subcommands.map(\.type)))
        }
        return sections.filter { !$0.rows.isEmpty }
    }

    /// Returns the examples, each with what it does beside it, or below it where one of them is too long for that.
    func examples(columns: Int) -> String? {
        let examples = configuration.examples
        guard !examples.isEmpty else { return nil }
        let widest = examples.map(\.line.count).max() ?? 0
        let fits = widest + (examples.map(\.abstract.count).max() ?? 0) + 5 <= columns
        let lines = examples.map { example in
            let gap = fits ? String(repeating: " ", count: widest - example.line.count + 3) : "\n      "
            let line = "  " + broken(example.line, columns: columns)
            return line + (example.abstract.isEmpty ? "" : gap + example.abstract)
        }
        return (["EXAMPLES:"] + lines).joined(separator: "\n")
    }

    /// Breaks a line that is too long before an option, with the backslash that lets a shell put it together again.
    private func broken(_ line: String, columns: Int) -> String {
        var lines: [String] = [""]
        for (index, part) in line.components(before: " --").enumerated() {
            if index > 0, lines[lines.count - 1].count + part.count > columns - 6 { lines.append("   ") }
            lines[lines.count - 1] += part
        }
        return lines.joined(separator: " \\\n  ")
    }

    private func row(_ argument: ArgumentDescription) -> HelpSection.Row {
        // Short names first, as people know it: -n, --limit <limit>.
        let names = argument.names.filter { !$0.isLong } + argument.names.filter(\.isLong)
        var label = names.map(\.description).joined(separator: ", ")
        if argument.shape.kind != .flag { label += (label.isEmpty ? "" : " ") + "<\(argument.valueName)>" }
        if argument.shape.kind == .positional, argument.shape.isRepeating { label += " ..." }
        var notes: [String] = []
        if !argument.shape.allValues.isEmpty, argument.shape.kind != .flag {
            notes.append("values: " + argument.shape.allValues.joined(separator: ", "))
        }
        if let text = argument.shape.defaultText, !text.isEmpty { notes.append("default: " + text) }
        let note = notes.isEmpty ? "" : "(" + notes.joined(separator: "; ") + ")"
        let help = argument.shape.help
        let first = [help.abstract, note].filter { !$0.isEmpty }.joined(separator: " ")
        return .init(label: label, text: [first, help.discussion].filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private func rows(_ commands: [any ParsableCommand.Type]) -> [HelpSection.Row] {
        commands.filter { $0.configuration.shouldDisplay }.map { command in
            let isDefault = configuration.defaultSubcommand.map { $0 == command } ?? false
            return .init(
                label: command.commandName + (isDefault ? " (default)" : ""),
                text: command.configuration.abstract
            )
        }
    }
}

extension String {
    /// The parts that begin where `mark` stands, each with its mark.
    fileprivate func components(before mark: String) -> [String] {
        var parts: [String] = [""]
        var rest = self[...]
        while let first = rest.first {
            if rest.hasPrefix(mark) { parts.append("") }
            parts[parts.count - 1].append(first)
            rest = rest.dropFirst()
        }
        return parts
    }
}
