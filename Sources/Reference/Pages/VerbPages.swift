internal import ArgumentParsing
internal import MailLedger

/// The pages of the verbs, a page a group of the help, and their index.
struct VerbPages {
    private static let origin = "Sources/CommandLineTool/Verbs"
    /// An option that as many verbs have is described once.
    private static let manyVerbs = 12

    private let verbs: [CommandInfo]
    private let common: [ArgumentInfo]

    init(tool: CommandInfo) {
        verbs = tool.subcommands.filter(\.shouldDisplay)
        let options = verbs.flatMap(\.leaves).flatMap(\.arguments).filter { $0.kind != .positional && $0.shouldDisplay }
        var counts: [ArgumentInfo: Int] = [:]
        for option in options { counts[option, default: 0] += 1 }
        var seen: Set<ArgumentInfo> = []
        common = options.filter { counts[$0, default: 0] >= Self.manyVerbs && seen.insert($0).inserted }
    }

    private var groupNames: [String] {
        verbs.map(\.groupName).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    private static func fileName(_ group: String) -> String { group.filter { $0 != " " } + ".md" }

    /// The address of a verb on its page: the heading in lower case, with dashes.
    private static func anchor(_ verb: CommandInfo) -> String { verb.commandLine.replacing(" ", with: "-") }

    // MARK: The index

    var index: ReferencePage {
        var page = Markdown()
        page.origin(Self.origin)
        page.heading(1, "Reference")
        page.paragraph(
            "Every verb with its arguments, options and examples, as `mailledger help VERB` has them, and every form "
                + "of JSON that they write. [CommandLine.md](../CommandLine.md) is the guide; "
                + "[JSON.md](../JSON.md) says how the forms are to be read.")
        page.heading(2, "Verbs")
        for group in groupNames {
            page.heading(3, group)
            let rows = verbs.filter { $0.groupName == group }.flatMap(\.leaves).map { verb in
                [
                    "[\(Markdown.code(verb.name))](\(Self.fileName(group))#\(Self.anchor(verb)))",
                    Markdown.escaped(verb.abstract),
                ]
            }
            page.table(["verb", "what it does"], rows)
        }
        page.heading(2, "Common options")
        page.paragraph("Many verbs have these; the page of a verb names those that it has.")
        page.table(["option", "meaning"], common.map(Self.row))
        page.heading(2, "Forms of JSON")
        page.table(
            ["page", "forms"],
            FormGroup.all.map { group in
                [
                    "[\(group.title)](Forms/\(group.name).md)",
                    group.forms.map { Markdown.code($0.name) }.joined(separator: ", "),
                ]
            })
        page.paragraph("[Events.md](Events.md) has the fields of every event.")
        page.heading(2, "Which verb writes which form")
        page.table(["verb", "writes"], Self.answers)
        return ReferencePage(path: "Docs/Reference/README.md", text: page.text)
    }

    private static let answers: [[String]] = {
        let verbs = VerbAnswer.all.reduce(into: [String]()) { if $0.last != $1.verb { $0.append($1.verb) } }
        return verbs.map { verb in
            let clauses = VerbAnswer.all.filter { $0.verb == verb }.map(\.markdown)
            return [Markdown.code(verb), clauses.joined(separator: "; ")]
        } + [["any that fails", "\(FormPages.link(to: "error", from: "Forms/")), in one line on standard error"]]
    }()

    // MARK: A group

    var groups: [ReferencePage] {
        groupNames.map { group in
            var page = Markdown()
            page.origin(Self.origin)
            page.heading(1, group)
            let verbs = verbs.filter { $0.groupName == group }
            page.list(
                verbs.flatMap(\.leaves).map { "[\(Markdown.code($0.commandLine))](#\(Self.anchor($0)))" })
            for verb in verbs {
                if !verb.subcommands.isEmpty, !verb.discussion.isEmpty {
                    page.heading(2, Markdown.code(verb.commandLine))
                    page.paragraph(Markdown.escaped(verb.abstract))
                    page.prose(verb.discussion)
                }
                for leaf in verb.leaves { write(leaf, to: &page) }
            }
            return ReferencePage(path: "Docs/Reference/" + Self.fileName(group), text: page.text)
        }
    }

    private func write(_ verb: CommandInfo, to page: inout Markdown) {
        page.heading(2, Markdown.code(verb.commandLine))
        page.paragraph(Markdown.escaped(verb.abstract))
        page.code([verb.usage], language: "text")
        // The language has a page of its own.
        let text = verb.discussion.replacing(QueryHelp.text, with: "")
        page.prose(text)
        if text.count < verb.discussion.count {
            page.paragraph("[QueryLanguage.md](../QueryLanguage.md) explains queries.")
        }
        let shown = verb.arguments.filter(\.shouldDisplay)
        let positional = shown.filter { $0.kind == .positional }
        let own = shown.filter { $0.kind != .positional && !common.contains($0) }
        page.table(["argument or option", "meaning"], (positional + own).map(Self.row))
        let others = shown.filter(common.contains).compactMap(\.preferredName).map(Markdown.code)
        if !others.isEmpty {
            page.paragraph(
                (own.isEmpty ? "It has" : "It has, too,") + " the [common options](README.md#common-options) "
                    + others.joined(separator: ", ") + ".")
        }
        let answers = VerbAnswer.all.filter { $0.verb == verb.name || $0.verb.hasPrefix(verb.name + " -") }
        if !answers.isEmpty {
            let forms = answers.map { answer in
                (answer.verb == verb.name
                    ? "" : "with " + Markdown.code(String(answer.verb.dropFirst(verb.name.count + 1))) + " ")
                    + answer.markdown
            }
            page.paragraph("As JSON it writes " + forms.joined(separator: "; ") + ".")
        }
        if !verb.examples.isEmpty {
            page.code(verb.examples.flatMap { ["# \($0.abstract)", $0.line] }, language: "sh")
        }
    }

    private static func row(_ argument: ArgumentInfo) -> [String] {
        let names = argument.names.filter { $0.hasPrefix("--") } + argument.names.filter { !$0.hasPrefix("--") }
        var label = names.map(Markdown.code).joined(separator: ", ")
        if argument.kind == .positional {
            label = Markdown.code("<\(argument.valueName)>" + (argument.isRepeating ? " ..." : ""))
        } else if argument.kind == .option {
            label += " " + Markdown.code("<\(argument.valueName)>")
        }
        var notes = [argument.abstract, argument.discussion].filter { !$0.isEmpty }.map(Markdown.escaped)
        if !argument.allValues.isEmpty, argument.kind != .flag {
            notes.append("One of " + argument.allValues.map(Markdown.code).joined(separator: ", ") + ".")
        }
        if let value = argument.defaultValue, !value.isEmpty { notes.append("Default: \(Markdown.code(value)).") }
        return [label, notes.joined(separator: " ")]
    }
}

extension CommandInfo {
    /// The command itself, or the commands below it.
    fileprivate var leaves: [CommandInfo] {
        subcommands.isEmpty ? [self] : subcommands.filter(\.shouldDisplay).flatMap(\.leaves)
    }

    /// The words behind `mailledger`.
    fileprivate var name: String { (superCommands.dropFirst() + [commandName]).joined(separator: " ") }
}

extension VerbAnswer {
    fileprivate var markdown: String {
        let form = form == "string" ? Markdown.code("string") : FormPages.link(to: form, from: "Forms/")
        return (part == .answer ? "" : part.rawValue + " ") + (isList ? "a list of " : "") + form
    }
}
