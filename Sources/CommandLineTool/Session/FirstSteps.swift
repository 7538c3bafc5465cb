internal import ArgumentParser

/// What `mailledger` alone shows: how to begin, and the names of what there is, within one screen.
enum FirstSteps {
    static var text: String {
        let tool = CommandInfo(Surroundings.current.program)
        let widest = tool.examples.map(\.line.count).max() ?? 0
        let examples = tool.examples.map { "  " + padded($0.line, widest + 3) + $0.abstract }
        var groups: [(name: String, verbs: [String])] = []
        for verb in tool.subcommands where verb.shouldDisplay {
            if groups.last?.name != verb.groupName { groups.append((verb.groupName, [])) }
            groups[groups.count - 1].verbs.append(verb.commandName)
        }
        let verbs = groups.flatMap { lines(of: $0.verbs, behind: "  " + padded($0.name.lowercased(), 9)) }
        return
            ([tool.abstract, ""] + examples + [""] + verbs
            + ["'mailledger help' says what each does, 'mailledger help VERB' explains one."])
            .joined(separator: "\n")
    }

    /// Words behind a title, on as many lines as 80 columns need.
    private static func lines(of words: [String], behind title: String) -> [String] {
        var lines = [title]
        for word in words {
            if lines[lines.count - 1].count + 1 + word.count > 80 { lines.append(padded("", title.count)) }
            let isFirst = lines[lines.count - 1].count == title.count
            lines[lines.count - 1] += (isFirst ? "" : " ") + word
        }
        return lines
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
