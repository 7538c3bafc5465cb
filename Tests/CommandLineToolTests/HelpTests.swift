import ArgumentParsing
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct `Help` {
    private static let commands = CommandInfo(MailLedgerTool.self).flattened

    @Test func `declares nothing twice and nothing that no word can reach`() {
        #expect(CommandInfo(MailLedgerTool.self).faults.isEmpty)
        #expect(Self.commands.count > 30)
    }

    @Test("the names that verbs are found by are their own")
    func names() {
        for verb in MailLedgerTool.configuration.groupedSubcommands.flatMap(\.subcommands) {
            #expect(verb.type.configuration.commandName == verb.name)
        }
    }

    @Test func `is there at every level, with what, how and an example`() throws {
        let ledger = try ToolLedger(account: nil)
        for command in Self.commands where !command.superCommands.isEmpty {
            let words = command.commandLine.split(separator: " ").dropFirst().map(String.init)
            let result = try ledger.succeed(words + ["--help"])
            #expect(result.text.hasPrefix(String(command.abstract.prefix(40))), "\(command.commandLine)")
            #expect(result.text.contains("USAGE: \(command.commandLine)"), "\(command.commandLine)")
            let isCommon = command.commandLine != "mailledger options" && command.arguments.contains(where: \.isCommon)
            #expect(result.text.contains("'mailledger help options'") == isCommon, "\(command.commandLine)")
            #expect(!isCommon || !result.text.contains("\n  --format-version <"), "\(command.commandLine)")
            #expect(result.text.contains("--help"), "\(command.commandLine)")
            #expect(!command.abstract.isEmpty && command.abstract.hasSuffix("."), "\(command.commandLine)")
            #expect(result.lines.allSatisfy { $0.count <= 80 }, "\(command.commandLine)")
            #expect(!result.text.contains("\u{1B}"))
            if command.subcommands.isEmpty {
                // What another verb has to make first stands above.
                let examples = result.text.components(separatedBy: "EXAMPLES:").dropFirst().joined()
                #expect(examples.contains("\n  \(command.commandLine)"), "\(command.commandLine) has no example")
            }
            #expect(try ledger.succeed(["help"] + words).text == result.text, "\(command.commandLine)")
        }
    }

    // An example that the parser refuses would be worse than none.
    @Test func `gives examples that can be typed`() throws {
        let examples = Self.commands.flatMap { command in
            command.examples.flatMap { $0.line.split(separator: #/; | && | \| /#).map(String.init) }
                .filter { $0.hasPrefix("mailledger ") }
        }
        #expect(examples.count > 30)
        for example in examples {
            let words = shellWords(example.prefix { $0 != ">" && $0 != "<" })
            #expect(throws: Never.self, "\(example)") {
                _ = try MailLedgerTool.parseAsRoot(Array(words.dropFirst()))
            }
        }
    }

    /// Splits a line as a shell does where it has no more than quotes.
    private func shellWords(_ line: Substring) -> [String] {
        var words: [String] = []
        var (word, quote): (String?, Character?) = (nil, nil)
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if quote == nil, character == " " {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    @Test func `shows at most thirty verbs on one screen, and all that there are when asked`() throws {
        let ledger = try ToolLedger(account: nil)
        let page = try ledger.succeed("help")
        for words in [["--help"], ["-h"]] { #expect(try ledger.succeed(words).text == page.text) }
        // One row is for the prompt, so that no pager comes up.
        #expect(page.lines.count <= 23 && page.lines.allSatisfy { $0.count <= 79 })
        let root = CommandInfo(MailLedgerTool.self)
        let verbs = Set(root.subcommands.filter(\.shouldDisplay).map(\.commandName))
        #expect(FrontPage.verbs.count <= 30 && Set(FrontPage.verbs).count == FrontPage.verbs.count)
        for verb in FrontPage.verbs {
            #expect(verbs.contains(verb) && page.text.contains("  \(verb) "), "\(verb)")
        }
        let all = try ledger.succeed("help", "--all")
        for verb in verbs { #expect(all.text.contains("  \(verb) "), "\(verb)") }
        #expect(page.text.contains("all \(verbs.count) verbs"))
        for topic in ["options", "queries"] { #expect(page.text.contains("'help \(topic)'")) }
        #expect(try ledger.succeed("help", "queries").text.contains("list:"))
        #expect(try ledger.succeed("help", "options").text.contains("--format-version <n>"))
        #expect(try ledger.succeed("options").text == ledger.succeed("help", "options").text)
        #expect(try ledger.succeed("--version").text.hasPrefix("mailledger "))
    }

    @Test func `is the same where nothing is asked for, and no answer`() throws {
        let ledger = try ToolLedger(account: nil)
        let short = try ledger.run([])
        // A script whose variable is empty has asked for nothing, and must not go on as after an answer.
        #expect(short.exitCode == 2 && short.text.isEmpty)
        #expect(try short.errorText == ledger.succeed("help").text)
        for verb in CommandInfo(MailLedgerTool.self).subcommands where !verb.subcommands.isEmpty {
            let group = try ledger.run([verb.commandName])
            #expect(group.exitCode == 2 && group.text.isEmpty, "\(verb.commandName)")
            #expect(group.errorText.contains("mailledger \(verb.commandName)"), "\(group.errorText)")
        }
    }

    @Test func `names the verbs of contexts that the ledger uses`() throws {
        let ledger = try ToolLedger()
        #expect(try !ledger.succeed("help").text.contains("In this ledger, too"))
        try ledger.succeed("note", "add", "Tides", "--text", "High water at six")
        #expect(try ledger.succeed("help").text.contains("In this ledger, too: note, notes."))
    }

    @Test(arguments: [
        ("new", "What notmuch calls 'new' is 'mailledger sync PATH' or 'mailledger import PATH' here."),
        ("tag", "'mailledger label --add NAME QUERY' or 'mailledger mark --read QUERY'"),
        ("find", "What mu calls 'find' is 'mailledger search QUERY' here."),
        ("dump", "What notmuch calls 'dump' is 'mailledger export --notmuch-tags' here."),
        ("ls", "'ls' is 'mailledger folders' here."),
        ("folder list", "'folder list' is 'mailledger folders' here."),
        ("account remove", "'account remove' is 'mailledger account delete ADDRESS' here."),
        ("compact", "notmuch's 'compact' is not here: "), ("cfind", "'mailledger address contact:NAME'"),
        ("blame", "What git calls 'blame' is 'mailledger history ID' or 'mailledger why message ID' here."),
        ("gc", "'mailledger collect'"), ("fsck", "'mailledger verify'"), ("revert", "'mailledger undo OPERATION'"),
        ("commit", "git's 'commit' is not here: "),
        ("--no-pager messages", "Options stand behind the verb"),
        ("--ledger", "It takes a folder and then a verb"), ("--ledger mail", "It takes a folder and then a verb"),
        ("mesages", "Did you mean 'messages'?"), ("--verison", "Did you mean '--version'?"),
        ("frobnicate", "See 'mailledger --help'."), ("help --al", "option '--al'. Did you mean '--all'?"),
        ("help --lal", "Did you mean '--all'?"), ("help --hlep", "Did you mean '--help'?"),
    ])
    func `leads on from a word that is none`(_ word: String, _ hint: String) throws {
        let result = try ToolLedger(account: nil).run(word.split(separator: " ").map(String.init))
        #expect(result.exitCode == 2 && result.text.isEmpty)
        #expect(result.errorText.contains(hint), "\(result.errorText)")
    }

    @Test func `of a ledger named before the verb is not needed: it is read there too`() throws {
        let (ledger, other) = (try ToolLedger(), try ToolLedger(account: nil))
        let answer = try ledger.succeed("account", "list").text
        #expect(try other.succeed("--ledger", ledger.path, "account", "list").text == answer)
        #expect(try other.succeed("--ledger=" + ledger.path, "account", "list").text == answer)
        #expect(try other.succeed("--ledger", ledger.path, "messages", "--", "tax").lines.count <= 1)
    }

    @Test func `of two ledgers takes the last, as of any option`() throws {
        let (ledger, other) = (try ToolLedger(), try ToolLedger(account: nil))
        let answer = try ledger.succeed("account", "list").text
        for before in [["--ledger", other.path], ["--ledger=" + other.path]] {
            for behind in [["--ledger", ledger.path], ["--ledger=" + ledger.path]] {
                #expect(try other.run(before + ["account", "list"] + behind).text == answer)
            }
        }
    }

    // What another tool's word is answered with must be a word of ours, and no word of ours is taken for another tool's.
    @Test func `advises verbs that there are`() {
        let verbs = Set(CommandInfo(MailLedgerTool.self).subcommands.map(\.commandName))
        for word in OtherTools.absent.keys { #expect(!verbs.contains(word), "\(word)") }
        for (word, advice) in OtherTools.verbs {
            #expect(!verbs.contains(word), "\(word)")
            let verb = advice.here.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            #expect(verb == "--version" || verbs.contains(verb), "\(word): \(verb)")
        }
    }

    @Test(arguments: ["reed", "read,reed", "read,"])
    func `of a scope that is none names those that there are`(scopes: String) throws {
        let result = try ToolLedger(account: nil).run("token", "add", "phone", "--scopes", scopes)
        #expect(result.exitCode == 2 && result.text.isEmpty)
        #expect(result.errorText.contains("--scopes takes read, write, audit, undo, erase, admin"))
        #expect(result.errorText.contains("\"\(scopes.hasSuffix("reed") ? "reed" : "")\" is none of these"))
    }

    @Test(arguments: [
        (["messages", "--max", "3"], "'--max' is '--limit' here."),
        (["count", "--json"], "'--json' is '--format json' here."),
        (["move", "x", "--folder", "Work"], "'--folder' is '--to' here."),
        (["messages", "--folder", "Work"], "'--folder' is 'in:FOLDER' here."),
        (["delete", "x", "--force"], "'--force' is '--yes' here."),
        (["prove", "1", "--to", "x"], "'--to' is '--output' here."),
        (["log", "--after", "monday"], "'--after' is '--since' here."),
    ])
    func `of an option that other tools have names ours`(line: [String], hint: String) throws {
        let result = try ToolLedger(account: nil).run(line)
        #expect(result.exitCode == 2 && result.errorText.contains("unknown option '"), "\(result.errorText)")
        #expect(result.errorText.contains(hint) && !result.errorText.contains("Did you mean"), "\(result.errorText)")
    }
}
