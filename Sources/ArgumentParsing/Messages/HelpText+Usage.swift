extension HelpText {
    /// More optional options than this are not listed in the usage line.
    private static var listedOptions: Int { 8 }

    /// Returns the usage line, wrapped and indented under the command.
    func usage(columns: Int, label: String) -> String {
        if let usage = configuration.usage {
            return TextWrapping.fill(label, [usage], columns: .max, indent: 0)
        }
        let own = arguments.filter { $0.shape.kind != .positional }
        let required = own.filter(\.isRequired)
        let optional = own.filter { !$0.isRequired }
        var parts = groups(required).map { $0.count > 1 ? "(" + $0.joined(separator: " | ") + ")" : $0[0] }
        let listed = groups(optional)
        if listed.count > Self.listedOptions {
            parts.append("[<options>]")
        } else {
            parts += listed.map { "[" + $0.joined(separator: " | ") + "]" }
        }
        parts += arguments.filter { $0.shape.kind == .positional }.map { argument in
            let name = argument.synopsis + (argument.shape.isRepeating ? " ..." : "")
            return argument.isRequired ? name : "[\(name)]"
        }
        if configuration.hasSubcommands {
            parts.append(configuration.defaultSubcommand == nil ? "<subcommand>" : "[<subcommand>]")
        }
        return TextWrapping.fill(
            label + commandLine,
            parts,
            columns: columns,
            indent: min(label.count + commandLine.count + 1, columns / 2)
        )
    }

    /// Returns the synopses of options, those of one property together: the flags of an enumeration exclude each other.
    private func groups(_ arguments: [ArgumentDescription]) -> [[String]] {
        var groups: [(key: InputKey, synopses: [String])] = []
        for argument in arguments {
            let repetition = argument.shape.isRepeating ? " ..." : ""
            if let last = groups.indices.last, groups[last].key == argument.key {
                groups[last].synopses.append(argument.synopsis)
            } else {
                groups.append((argument.key, [argument.synopsis + repetition]))
            }
        }
        return groups.map(\.synopses)
    }
}
