import ArgumentParsing
import Foundation
import MailLedger
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct `The manual` {
    /// All pages, written as an installation writes them.
    private static let folder = Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let output = try shell(
            "'\(Tool.path())' generate-manual '\(directory.path("man"))'",
            environment: ["SOURCE_DATE_EPOCH": "1763600000"])
        guard output.status == 0 else { throw ToolError(output.text) }
        return directory
    }

    private static func page(_ name: String) throws -> String { try readText(folder.get().path("man/\(name)")) }
    private static let tool = CommandInfo(MailLedgerTool.self)

    @Test func `has a page for the tool, for each verb, for queries and for the configuration file`() throws {
        let verbs = Self.tool.subcommands.filter(\.shouldDisplay).map { "mailledger-\($0.commandName).1" }
        let names = try filesBelow(Self.folder.get().path("man"))
        #expect(names == (verbs + ["mailledger.1", "mailledger-queries.7", "mailledger-config.5"]).sorted())
    }

    @Test func `tells every option and every example, and dates itself as it is told`() throws {
        for verb in Self.tool.subcommands where verb.shouldDisplay {
            let page = try Self.page("mailledger-\(verb.commandName).1")
            let title = verb.commandName.uppercased().replacing("-", with: "\\-")
            #expect(page.hasPrefix(".TH \"MAILLEDGER\\-\(title)\" \"1\" \"2025-11-20\""))
            for command in verb.flattened where command.subcommands.isEmpty {
                for name in command.arguments.filter({ $0.shouldDisplay && !$0.isCommon }).flatMap(\.names) {
                    #expect(page.contains(Roff.bold(name)), "\(command.commandLine) \(name)")
                }
                for example in command.examples { #expect(page.contains(Roff.bold(example.line)), "\(example.line)") }
            }
            for section in [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "FILES",
                "SEE ALSO",
            ] {
                #expect(page.contains("\n.SH \(section)\n"), "\(verb.commandName) \(section)")
            }
        }
        let all = try Self.page("mailledger.1")
        for name in Self.tool.flattened.flatMap(\.arguments).filter(\.isCommon).flatMap(\.names) {
            #expect(all.contains(Roff.bold(name)), "\(name)")
        }
        for verb in Self.tool.subcommands where verb.shouldDisplay {
            #expect(all.contains(Roff.bold("mailledger-\(verb.commandName)")))
        }
    }

    @Test func `has the grammar of queries and every form of a date`() throws {
        // Who types "man mailledger-query" gets the page of the verb, and finds the language there, too.
        for name in ["mailledger-queries.7", "mailledger-query.1"] {
            let page = [("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\"")].reduce(try Self.page(name)) {
                $0.replacing($1.0, with: $1.1)
            }
            for line in QueryHelp.grammar.split(separator: "\n") { #expect(page.contains(line), "\(line)") }
            for form in ["30min", "6h", "@1709600000", "last_monday", "2_weeks_ago", "4_feb", "mon_14:05"] {
                #expect(page.contains(form), "\(form)")
            }
        }
    }

    // A page that names another one that is not there would send its reader nowhere.
    @Test func `refers to pages that there are`() throws {
        let names = try filesBelow(Self.folder.get().path("man"))
        for name in names {
            for match in try Self.page(name).matches(of: #/\\fB(mailledger[a-z\\-]*)\\fR\(([1-8])\)/#) {
                let target = String(match.output.1).replacing("\\-", with: "-") + "." + String(match.output.2)
                #expect(names.contains(target), "\(name): \(target)")
            }
        }
    }

    @Test(arguments: [
        ("a-b", "a\\-b"), ("--limit", "\\-\\-limit"), ("it's", "it\\(aqs"), ("\"x\"", "\\(dqx\\(dq"),
        ("C:\\n", "C:\\en"),
        ("~/x^y`z", "\\(ti/x\\(hay\\(gaz"), ("…", "\\[u2026]"), ("●★", "\\[u25CF]\\[u2605]"), ("😀", "\\[u1F600]"),
        ("a.b", "a.b"), ("\u{7}", "\\[u0007]"),
    ])
    func `writes every character so that it stands for itself`(_ text: String, _ escaped: String) {
        #expect(Roff.escaped(text) == escaped)
    }

    @Test func `takes no line for a request that is none`() {
        var page = Roff(title: "x", section: 1, date: "2026-01-01", source: "x", manual: "x")
        page.section("Description")
        page.prose(".so /etc/passwd\n\n'tis\n\n  .verbatim\n  'too")
        page.item(Roff.bold("-x"), ".TP")
        let requests = page.lines.filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
        #expect(
            requests.allSatisfy {
                $0.hasPrefix(".TH") || [".ad l", ".nh", ".SH DESCRIPTION", ".PP", ".nf", ".fi", ".TP"].contains($0)
            })
        #expect(page.text.contains("\n\\&.so /etc/passwd\n") && page.text.contains("\n\\(aqtis\n"))
    }

    @Test(.enabled("mandoc is not installed") { areInstalled("mandoc") })
    func `has nothing that mandoc complains about`() throws {
        let output = try shell("mandoc -T lint man/*", environment: [:], directory: Self.folder.get().path)
        #expect(output.status == 0 && output.text.isEmpty, "\(output.text)")
    }

    @Test(.enabled("groff is not installed") { areInstalled("groff") })
    func `has nothing that groff warns of`() throws {
        let output = try shell(
            "for page in man/*; do groff -man -ww -Tutf8 -z $page; done", environment: [:],
            directory: Self.folder.get().path)
        #expect(output.status == 0 && output.text.isEmpty, "\(output.text)")
    }

    @Test(.enabled("man is not installed") { areInstalled("man", "groff") })
    func `is shown by man with its examples as they are typed`() throws {
        for verb in ["messages", "label", "undo", "import"] {
            let output = try shell(
                "man --warnings -E UTF-8 -l man/mailledger-\(verb).1 | sed 's/.\\x08//g'",
                environment: ["MANWIDTH": "100", "LC_ALL": "C.UTF-8"], directory: Self.folder.get().path)
            #expect(!output.text.contains("warning"), "\(verb): \(output.text.prefix(400))")
            let command = try #require(Self.tool.subcommands.first { $0.commandName == verb })
            for example in command.examples where example.line.count < 80 {
                #expect(output.text.contains("  \(example.line)\n"), "\(example.line)")
            }
        }
    }
}
