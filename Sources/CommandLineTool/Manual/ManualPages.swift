internal import ArgumentParsing
internal import MailLedger

/// The manual, made from the declaration of the commands: one page for the tool, one for each verb, one for queries.
struct ManualPages {
    let tool: CommandInfo
    /// The day that stands on the pages, as in 2026-11-20.
    let date: String

    /// Returns each page's file name and text.
    func all() -> [(name: String, text: String)] {
        let verbs = tool.subcommands.filter(\.shouldDisplay)
        return [
            ("mailledger.1", toolPage()), ("mailledger-queries.7", queryPage()),
            ("mailledger-config.5", configurationPage()),
        ]
            + verbs.map { (Self.pageName($0) + ".1", verbPage($0)) }
    }

    static func pageName(_ verb: CommandInfo) -> String {
        (verb.superCommands + [verb.commandName]).joined(separator: "-")
    }

    func page(_ title: String, section: Int = 1, abstract: String) -> Roff {
        var page = Roff(
            title: title, section: section, date: date, source: tool.version, manual: "MailLedger Manual")
        page.section("Name")
        // man(1) reads this line; a sentence's full stop is not part of it (man-pages(7)).
        let short = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        page.paragraph(
            Roff.escaped(title) + " \\- " + Roff.escaped(short.prefix(1).lowercased() + short.dropFirst()))
        return page
    }

    // MARK: The tool

    private func toolPage() -> String {
        var page = page("mailledger", abstract: tool.abstract)
        page.section("Synopsis")
        page.raw("\\fBmailledger\\fR \\fIverb\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]")
        page.raw(".br")
        page.raw("\\fBmailledger help\\fR [\\fIverb\\fR]")
        page.section("Description")
        page.prose(ManualFacts.introduction)
        page.section("Verbs")
        var group = ""
        for verb in tool.subcommands where verb.shouldDisplay {
            if verb.groupName != group { page.subsection(verb.groupName) }
            group = verb.groupName
            page.item("\(Roff.bold(Self.pageName(verb)))(1)", verb.abstract)
        }
        page.section("Options")
        page.prose("Most verbs have these:")
        for argument in Self.common(to: tool) { item(argument, in: &page) }
        for argument in tool.arguments where argument.shouldDisplay { item(argument, in: &page) }
        page.item(Roff.bold("--version"), "Show the version.")
        page.item(Roff.bold("-h") + ", " + Roff.bold("--help"), "Show help information.")
        examples(tool.examples, in: &page)
        facts(in: &page)
        page.section("See also")
        page.raw(
            "\\fBmailledger\\-config\\fR(5), \\fBmailledger\\-queries\\fR(7), \\fBnotmuch\\fR(1), \\fBmu\\fR(1), \\fBsqlite3\\fR(1)"
        )
        return page.text
    }

    // MARK: A verb

    private func verbPage(_ verb: CommandInfo) -> String {
        let leaves = verb.subcommands.isEmpty ? [verb] : verb.subcommands.filter(\.shouldDisplay)
        var page = page(Self.pageName(verb), abstract: verb.abstract)
        page.section("Synopsis")
        for (index, leaf) in leaves.enumerated() {
            if index > 0 { page.raw(".br") }
            page.raw(Self.synopsis(leaf))
        }
        page.section("Description")
        description(of: verb, in: &page)
        if verb.subcommands.isEmpty {
            options(verb.arguments, in: &page)
        } else {
            let shared = Self.shared(by: leaves)
            page.section("Subcommands")
            for leaf in leaves {
                page.subsection(leaf.commandLine)
                description(of: leaf, in: &page)
                for argument in leaf.arguments
                where argument.shouldDisplay && !argument.isCommon && !shared.contains(argument) {
                    item(argument, in: &page)
                }
            }
            options(shared, in: &page)
        }
        examples(leaves.flatMap(\.examples), in: &page)
        // Who asks for the page of the verb wants the language as often.
        if verb.commandName == "query" {
            page.section("The language of queries")
            languageOfQueries(in: &page)
        }
        facts(in: &page)
        seeAlso(verb, leaves, in: &page)
        return page.text
    }

    /// The arguments that all commands have; they are described once.
    private static func shared(by commands: [CommandInfo]) -> [ArgumentInfo] {
        guard let first = commands.first else { return [] }
        return first.arguments.filter { argument in
            argument.kind != .positional && commands.allSatisfy { $0.arguments.contains(argument) }
        }
    }

    private func description(of command: CommandInfo, in page: inout Roff) {
        page.prose(command.abstract)
        // The language has a page of its own.
        let own = command.discussion.replacing(QueryHelp.text, with: "")
        if own.count < command.discussion.count {
            page.paragraph("The language of queries is explained in \\fBmailledger\\-queries\\fR(7).")
        }
        if own.contains(where: { !$0.isWhitespace }) { page.prose(own) }
    }

    private func options(_ arguments: [ArgumentInfo], in page: inout Roff) {
        page.section("Options")
        let shown = arguments.filter { $0.shouldDisplay && !$0.isCommon }
        for argument in shown.filter({ $0.kind == .positional }) + shown.filter({ $0.kind != .positional }) {
            item(argument, in: &page)
        }
        page.item(Roff.bold("-h") + ", " + Roff.bold("--help"), "Show help information.")
        let common = arguments.filter(\.isCommon).compactMap(\.preferredName).map { Roff.bold($0) }
        if !common.isEmpty {
            page.paragraph(
                "Common options, explained in \\fBmailledger\\fR(1): " + common.joined(separator: ", ") + ".")
        }
    }

    /// The options that another page explains, each once.
    private static func common(to tool: CommandInfo) -> [ArgumentInfo] {
        var seen: Set<ArgumentInfo> = []
        return tool.flattened.flatMap(\.arguments).filter { $0.isCommon && seen.insert($0).inserted }
    }

    private func item(_ argument: ArgumentInfo, in page: inout Roff) {
        let names = argument.names.filter { !$0.hasPrefix("--") } + argument.names.filter { $0.hasPrefix("--") }
        var label = names.map { Roff.bold($0) }.joined(separator: ", ")
        if argument.kind != .flag { label += (label.isEmpty ? "" : " ") + Roff.italic(argument.valueName) }
        if argument.kind == .positional, argument.isRepeating { label += " ..." }
        var notes: [String] = []
        if !argument.allValues.isEmpty, argument.kind != .flag {
            notes.append("One of " + argument.allValues.joined(separator: ", ") + ".")
        }
        if let value = argument.defaultValue, !value.isEmpty { notes.append("Default: \(value).") }
        page.item(
            label, ([argument.abstract, argument.discussion] + notes).filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// The usage line with the command in bold and what stands for something in italics.
    private static func synopsis(_ command: CommandInfo) -> String {
        let rest = command.usage.dropFirst(command.commandLine.count).split(separator: " ").map { word in
            let core = word.drop { "[(".contains($0) }
            let body = core.prefix { !"])".contains($0) }
            let text = body.hasPrefix("<") ? Roff.italic(body.filter { !"<>".contains($0) }) : Roff.bold(String(body))
            return word.dropLast(core.count) + (body == "|" || body == "..." ? body : text[...])
                + core.dropFirst(body.count)
        }
        return ([Roff.bold(command.commandLine)] + rest.map(String.init)).joined(separator: " ")
    }

    private func seeAlso(_ verb: CommandInfo, _ leaves: [CommandInfo], in page: inout Roff) {
        let siblings = tool.subcommands.filter {
            $0.shouldDisplay && $0.groupName == verb.groupName && $0.commandName != verb.commandName
        }
        var names = (["mailledger"] + siblings.map(Self.pageName)).sorted().map { (name: $0, section: 1) }
        if leaves.contains(where: { $0.arguments.contains { $0.completion == .named(NameKind.query.rawValue) } }) {
            names.append(("mailledger-queries", 7))
        }
        page.section("See also")
        let list = names.map { Roff.bold($0.name) + "(\($0.section))" }
        for (index, name) in list.enumerated() { page.raw(name + (index < list.count - 1 ? "," : "")) }
    }

    // MARK: What every page has

    func examples(_ examples: [CommandExample], titled title: String = "Examples", in page: inout Roff) {
        guard !examples.isEmpty else { return }
        page.section(title)
        for example in examples {
            page.example(example.line, example.abstract.prefix(1).uppercased() + example.abstract.dropFirst() + ".")
        }
    }

    private func facts(in page: inout Roff) {
        page.section("Exit status")
        for (code, meaning) in ManualFacts.exitCodes {
            page.item(Roff.bold("\(code)"), meaning.prefix(1).uppercased() + meaning.dropFirst() + ".")
        }
        page.section("Environment")
        for (name, meaning) in ManualFacts.environment { page.item(Roff.bold(name), meaning) }
        page.section("Files")
        page.prose("In the ledger's folder:")
        for (name, meaning) in ManualFacts.files { page.item(Roff.italic(name), meaning) }
    }
}
