import ArgumentParsing
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// What scripts count on.
@Suite struct `A script` {
    /// Runs shell lines with the tool on the search path, and more folders before it.
    private func shell(
        _ script: String, on ledger: ToolLedger, path: [String] = [], adding variables: [String: String] = [:]
    ) throws -> ProgramOutput {
        let folder = try #require(mailledgerProgram()).folder
        let search = (path + [folder, "/usr/bin:/bin"]).joined(separator: ":")
        return try TestSupport.shell(
            "PATH='\(search)'\nexport PATH\n\(script)",
            environment: ["MAILLEDGER": ledger.path, "MAILLEDGER_NOW": DemoLedger.now].merging(variables) { $1 })
    }

    // MARK: The same each time

    @Test func `gets the same bytes from the same question`() throws {
        let ledger = try DemoLedger.make()
        for words in [
            ["messages"], ["messages", "date:2025"], ["threads", "--all"], ["search", "kernel"], ["folders"],
            ["unread"],
            ["log"], ["history", "3f2a"], ["events", "list"], ["account", "list"], ["attachment", "list", "3f2a"],
        ] {
            for format in ["text", "json", "jsonl"] {
                let first = try ledger.succeed(words + ["--format", format])
                try ledger.succeed("rebuild")
                #expect(try ledger.succeed(words + ["--format", format]).output == first.output, "\(words) \(format)")
            }
        }
    }

    @Test func `gets messages of one moment in one order, and pages that make up the whole`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        for number in 0..<12 {
            try writeFile(
                "\(mail)/\(number).eml",
                "From: a@example.org\nDate: Fri, 1 Mar 2024 09:00:00 +0000\nMessage-ID: <\(number)@x>\n\n\(number)\n")
        }
        try ledger.succeed("import", mail, "--account", ToolLedger.account)
        for verb in ["messages", "threads"] {
            let whole = try ledger.succeed(verb, "--format", "jsonl").lines
            #expect(whole.count == 12)
            var pages: [String] = []
            for offset in stride(from: 0, to: 15, by: 5) {
                pages += try ledger.succeed(verb, "--limit", "5", "--offset", "\(offset)", "--format", "jsonl").lines
            }
            #expect(pages == whole, "\(verb)")
        }
        let log = try ledger.succeed("log", "--format", "jsonl").lines
        #expect(try ledger.succeed("log", "--limit", "1", "--offset", "1", "--format", "jsonl").lines == [log[1]])
        #expect(try ledger.succeed("log", "--offset", "9", "--format", "json").text == "[]\n")
    }

    @Test func `can set the time that dates are told from`() throws {
        let ledger = try DemoLedger.make()
        let query = ["messages", "subject:budget", "--limit", "1"]
        #expect(try ledger.run(query, adding: ["MAILLEDGER_NOW": "2026-03-01T00:00:00Z"]).text.contains("February 10"))
        #expect(try ledger.run(query, adding: ["MAILLEDGER_NOW": "2027-03-01T00:00:00Z"]).text.contains("2026-02-10"))
        let recent = try ledger.run(["messages", "date:2d.."], adding: ["MAILLEDGER_NOW": "2026-02-11T00:00:00Z"])
        #expect(
            try recent.output
                == ledger.run(["messages", "date:2026-02-09.."], adding: ["MAILLEDGER_NOW": "2026-02-11T00:00:00Z"])
                .output)
        #expect(recent.lines.count > 3)
        let refused = try ledger.run(query, adding: ["MAILLEDGER_NOW": "soon"])
        expectRefusal(refused, 2, "MAILLEDGER_NOW", lines: 1, "a time that is none")
        // What is recorded has the time of the clock.
        _ = try ledger.run(["mark", "--read", "*"], adding: ["MAILLEDGER_NOW": "1999-01-01T00:00:00Z"])
        #expect(try ledger.json("log", "--limit", "1").array?.first?["time"]?.string?.hasPrefix("1999") == false)
    }

    // MARK: Exit codes

    @Test func `gets every exit code of the page for what the page says`() throws {
        let ledger = try DemoLedger.make()
        let mail = ledger.directory.path("mail")
        try writeFile(mail + "/letter.eml", GeneratedMail.message(1))
        try writeFile(mail + "/broken", "no mail\n")
        var met: Set<Int32> = []
        for (words, exitCode) in [
            (["folders"], 0), (["folders", "--ledger", mail], 1), (["messages", "frm:x"], 2), (["show", "zzzz"], 3),
            (["init"], 4), (["import", mail, "--account", "mara@example.org"], 5),
            (["folders", "--format-version", "0"], 20), (["folders", "--format-version", "3"], 21),
            (["folders", "--ledger", "postgresql://nobody@/none?host=/nowhere&ledger=x"], 69),
            (["import", mail + "/none", "--account", "mara@example.org"], 74),
        ] as [([String], Int32)] {
            #expect(try ledger.run(words).exitCode == exitCode, "\(words)")
            met.insert(exitCode)
        }
        for file in filesBelow(ledger.path) where file.hasPrefix("content") { removeTree(ledger.path + "/" + file) }
        #expect(try ledger.run("verify", "--content").exitCode == 6)
        met.insert(6)
        // A ledger in use is waited for ten seconds: that is tested where ledgers that cannot be used are.
        met.insert(75)
        // So is Ctrl-C, where an import is stopped.
        met.insert(130)
        // So is an export whose reader is gone, where lists are written while they are read.
        met.insert(141)
        // So is a server whose answer is lost.
        met.insert(7)
        let rows = try #require(DocumentationPage("Docs/JSON.md").section("Exit codes")).rows.dropFirst()
        let documented = rows.flatMap { $0[0].components(separatedBy: ", ") }.compactMap { Int32($0) }
        #expect(Set(documented) == met)
    }

    @Test func `is told which versions of the JSON there are`() throws {
        let ledger = try DemoLedger.make()
        for (version, exitCode, word) in [("0", 20, "older"), ("3", 21, "newer")] as [(String, Int32, String)] {
            let text = try ledger.run("folders", "--format-version", version)
            expectRefusal(
                text, exitCode, "\(word) than this program's; there are the versions 1 and 2", lines: 1, version)
            let json = try ledger.run("folders", "--format-version", version, "--format", "json")
            expectJSONRefusal(json, exitCode, "INVALID_INPUT", version)
        }
    }

    // MARK: Gaps that were

    @Test func `is told that an undone operation was undone already`() throws {
        let ledger = try DemoLedger.make()
        let move = try #require(
            ledger.json("log").array?.first { $0["reason"]?.string == "older than this year" }?["operation"]?.string)
        let head = try ledger.head()
        for words in [["undo", move], ["undo", move, "--dry-run"]] {
            let result = try ledger.succeed(words)
            #expect(result.text == "'move' (\(move.prefix(8))) was undone already; nothing was changed.\n")
        }
        let answer = try ledger.json("undo", move)
        #expect(answer["events"]?.integer == 0 && answer["operation"]?.string == nil)
        #expect(try ledger.head() == head)
    }

    @Test func `finds paths and moments in a history`() throws {
        let ledger = try DemoLedger.make()
        let changes = try #require(ledger.json("history", "3f2a").array).flatMap { $0["changes"]?.array ?? [] }
        let moves = changes.filter { $0["field"]?.string == "copies.folder" }
        #expect(moves.first?["old_text"]?.string == "Receipts" && moves.first?["new_text"]?.string == "Trash")
        #expect(moves.allSatisfy { $0["old"]?.string?.utf8.count == 36 })
        let date = changes.first { $0["field"]?.string == "date" }
        #expect(date?["new"]?.integer == 1_743_487_200_000_000)
        #expect(date?["new_text"]?.string == "2025-04-01T06:00:00.000000Z")
        let subject = changes.first { $0["field"]?.string == "subject" }
        #expect(subject != nil && subject?["new_text"]?.string == nil)
        #expect(try ledger.json("show", "3f2a")["history"] == ledger.json("history", "3f2a"))
    }

    @Test func `that gives bytes which are no UTF-8 is refused, and told which word it was`() throws {
        let ledger = try DemoLedger.make()
        let head = try ledger.head()
        for line in [
            "mailledger messages \"$(printf 'subject:caf\\351')\"", "mailledger \"$(printf 'caf\\351')\"",
            "mailledger import \"$(printf '/tmp/caf\\351')\" --account mara@example.org",
        ] {
            let output = try shell(line, on: ledger)
            #expect(output.status == 2 && output.text.hasPrefix("mailledger: "), "\(output.text)")
            #expect(output.text.contains("caf\\xe9") && output.text.contains("not UTF-8"), "\(output.text)")
            #expect(try shell(line + " --format json", on: ledger).text.contains(#""code":"INVALID_INPUT""#))
        }
        #expect(try ledger.head() == head)
        // A folder may hold such names: they are walked as bytes.
        let walked = try shell(
            """
            mkdir "$HOME/mail" && printf 'From: a@example.org\\nSubject: named\\n\\nx\\n' > "$HOME/mail/$(printf 'caf\\351').eml"
            mailledger import "$HOME/mail" --account mara@example.org && mailledger messages subject:named
            """, on: ledger, adding: ["HOME": ledger.directory.path])
        #expect(walked.status == 0 && walked.text.contains("named"), "\(walked.text)")
    }

    // MARK: Programs called mailledger-NAME

    private func program(_ name: String, _ script: String, in folder: String) throws {
        try writeFile("\(folder)/mailledger-\(name)", "#!/bin/sh\n\(script)\n")
        setMode("\(folder)/mailledger-\(name)", 0o755)
    }

    @Test func `called mailledger-NAME is a verb of its own`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("bin")
        try program("foo", #"printf '%s|' "$MAILLEDGER" "$@"; exit 7"#, in: folder)
        try program("tool", #"exec "$MAILLEDGER_PROGRAM" --version"#, in: folder)
        try program("bar", "echo second", in: ledger.directory.path("other"))
        try program("bar", "echo first", in: folder)
        try writeFile(folder + "/mailledger-plain", "no program\n")
        let path = [folder, ledger.directory.path("other")]

        let foo = try shell(
            "mailledger foo --all 'a b' -- '*' \"$(printf 'caf\\351')\" | od -c | tail -n 3", on: ledger, path: path)
        #expect(foo.text.contains("351"), "\(foo.text)")
        let words = try shell("mailledger foo --all 'a b' -- '*'", on: ledger, path: path)
        #expect(words.status == 7 && words.text == "\(ledger.path)|--all|a b|--|*|", "\(words.text)")
        let standard = try shell(
            "unset MAILLEDGER; mailledger foo", on: ledger, path: path, adding: ["HOME": "/tmp/nobody"])
        #expect(standard.text == "/tmp/nobody/.local/share/mailledger/default|", "\(standard.text)")
        // A ledger that is named before it, and behind it an option of its own.
        for words in ["--ledger /tmp/other", "--ledger=/tmp/other"] {
            let named = try shell("mailledger \(words) foo --ledger x", on: ledger, path: path)
            #expect(named.status == 7 && named.text == "/tmp/other|--ledger|x|", "\(named.text)")
        }
        #expect(try shell("mailledger --ledger= foo", on: ledger, path: path).status == 2)
        #expect(try shell("mailledger --ledger /tmp/other nothing", on: ledger, path: path).status == 2)
        #expect(try shell("mailledger tool", on: ledger, path: path).text.hasPrefix("mailledger "))
        #expect(try shell("mailledger bar", on: ledger, path: path).text == "first\n")
        // As execvp(3) has it, a program that names no interpreter is a script of the shell.
        try writeFile(folder + "/mailledger-bare", "echo bare\n")
        setMode(folder + "/mailledger-bare", 0o755)
        #expect(try shell("mailledger bare", on: ledger, path: path).text == "bare\n")
        removeTree(folder + "/mailledger-bare")
        try writeFile(folder + "/mailledger-broken", "#!/nowhere\n")
        setMode(folder + "/mailledger-broken", 0o755)
        #expect(try shell("mailledger broken", on: ledger, path: path).status == 74)
        removeTree(folder + "/mailledger-broken")

        let help = try shell("mailledger help", on: ledger, path: path).text
        let listed = try #require(help.components(separatedBy: "OTHER COMMANDS").last).components(separatedBy: "\n")
        #expect(
            listed.dropFirst().filter { !$0.isEmpty } == [
                "  bar   \(folder)/mailledger-bar", "  foo   \(folder)/mailledger-foo",
                "  tool  \(folder)/mailledger-tool",
            ])
        #expect(try shell("mailledger help foo", on: ledger, path: path).text == "\(ledger.path)|--help|")
        #expect(try !shell("mailledger help", on: ledger).text.contains("OTHER COMMANDS"))

        // What is no program, and what nobody has, is an unknown verb as ever.
        for word in ["plain", "mesages", "../bin/mailledger-foo"] {
            let unknown = try shell("mailledger \(word)", on: ledger, path: path)
            #expect(
                unknown.status == 2 && unknown.text.contains("Unknown subcommand '\(word)'".lowercased().prefix(1)),
                "\(unknown.text)")
        }
        #expect(try shell("mailledger mesages", on: ledger, path: path).text.contains("messages"))
    }

    @Test func `takes the place of no verb`() throws {
        let ledger = try DemoLedger.make()
        let folder = ledger.directory.path("bin")
        let verbs = CommandInfo(MailLedgerTool.self).subcommands.flatMap { [$0.commandName] + $0.aliases } + ["help"]
        for verb in verbs { try program(verb, "echo shadowed", in: folder) }
        for verb in verbs {
            let output = try shell("mailledger \(verb) --help; mailledger help \(verb)", on: ledger, path: [folder])
            #expect(!output.text.contains("shadowed"), "\(verb)")
        }
        #expect(try !shell("mailledger help", on: ledger, path: [folder]).text.contains("OTHER COMMANDS"))
    }

    @Test func `ends when its reader has had enough`() throws {
        let ledger = try DemoLedger.make()
        try program("much", "yes; echo not reached >&2", in: ledger.directory.path("bin"))
        let output = try shell("mailledger much | head -n 1", on: ledger, path: [ledger.directory.path("bin")])
        #expect(output.text == "y\n" || output.text.hasPrefix("y\n"), "\(output.text)")
        #expect(!output.text.contains("Broken pipe"))
    }

    @Test func `that ships with the project counts senders`() throws {
        let ledger = try DemoLedger.make()
        let path = [projectRoot + "/Docs/Examples"]
        let output = try shell("mailledger senders subject:tide", on: ledger, path: path)
        let messages = try #require(ledger.json("messages", "subject:tide").array)
        var counts: [String: Int] = [:]
        for message in messages { counts[message["from"]?["address"]?.string ?? "", default: 0] += 1 }
        let expected = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10).map {
            String(repeating: " ", count: 6 - "\($0.value)".count) + "\($0.value)  \($0.key)"
        }
        #expect(output.status == 0 && output.text.split(separator: "\n").map(String.init) == expected, "\(output.text)")
        #expect(try shell("mailledger help senders", on: ledger, path: path).text.hasPrefix("mailledger senders"))
        #expect(try shell("mailledger help", on: ledger, path: path).text.contains("senders"))
    }

    // MARK: The README

    @Test func `of the README runs, with its answers`() throws {
        let ledger = try DemoLedger.make()
        let section = try #require(DocumentationPage("README.md").section("For scripts"))
        let steps = ConsoleSession(try #require(section.code("console").first)).steps
        #expect(steps.count >= 3)
        for step in steps {
            let output = try shell(step.command, on: ledger, path: [projectRoot + "/Docs/Examples"])
            #expect(output.status == 0)
            #expect(output.text.split(separator: "\n").map(String.init) == step.answer, "\(step.command)")
        }
    }
}
