import TestSupport
import Testing

import CommandLineTool

/// Text on a terminal, and the pager.
@Suite struct `Text on a terminal` {
    private func world(_ count: Int = 60) throws -> ToolLedger {
        let ledger = try ToolLedger()
        let boxes = try GeneratedMail.writeMailboxes(1, each: count, below: ledger.directory.path("mail"))
        try ledger.succeed(["import"] + boxes + ["--account", ToolLedger.account])
        return ledger
    }

    /// A pager that says that it ran, with what it was given for `less`, and how many lines it got.
    private let marking = "sh -c 'echo pager $LESS; cat'"

    @Test func `goes through the pager where it is longer than the screen`() throws {
        let ledger = try world()
        let long = ["messages", "--color", "never"]
        let plain = try ledger.runOnTerminal(long + ["--no-pager"]).text
        #expect(plain.split(separator: "\n").count == 60)
        let paged = try ledger.runOnTerminal(long, adding: ["PAGER": marking])
        #expect(paged.exitCode == 0 && paged.errorText.isEmpty)
        #expect(paged.text == "pager FRX\n" + plain)
        #expect(try ledger.runOnTerminal(long, adding: ["PAGER": marking, "LESS": "S"]).text == "pager S\n" + plain)
        #expect(try ledger.runOnTerminal(long, adding: ["MAILLEDGER_PAGER": "cat", "PAGER": marking]).text == plain)
        #expect(try ledger.runOnTerminal(long, adding: ["PAGER": "no-such-pager -x"]).text == plain)
        #expect(try ledger.runOnTerminal(long + ["--no-pager"], adding: ["PAGER": marking]).text == plain)
        #expect(try ledger.runOnTerminal(long, rows: 100, adding: ["PAGER": marking]).text == plain)
        #expect(try ledger.run(long, adding: ["PAGER": marking, "TERM": "xterm"]).text.hasPrefix("pager") == false)
        let json = try ledger.runOnTerminal(["messages", "--format", "json"], adding: ["PAGER": marking])
        #expect(json.text.hasPrefix("["))
    }

    @Test func `has a pager for each verb that may say much`() throws {
        let ledger = try world(8)
        let id = try #require(ledger.json("messages", "--limit", "1").array?.first?["id"]?.string)
        for name in ["todo", "work"] { try ledger.succeed("query", "save", name, "is:unread") }
        try ledger.succeed("account", "add", "bob@example.org")
        for verb in [
            ["messages"], ["threads"], ["search", "kernels"], ["log"], ["folders"], ["show", id],
            ["show", id, "--thread"],
            ["history", id], ["events", "list"], ["messages", "--output", "ids"], ["show", id, "--raw"], ["--help"],
            ["unread"], ["verify"], ["account", "list"], ["config", "list"], ["query", "list"],
        ] {
            let result = try ledger.runOnTerminal(verb, rows: 2, adding: ["PAGER": marking])
            #expect(result.text.hasPrefix("pager FRX\n") && result.exitCode == 0, "\(verb): \(result.text.prefix(80))")
        }
    }

    @Test func `that is not read to its end is no error, and the exit code stays`() throws {
        let ledger = try world(2_000)
        let result = try ledger.runOnTerminal(["events", "list"], adding: ["PAGER": "head -n 1"])
        #expect(result.exitCode == 0 && result.errorText.isEmpty)
        #expect(result.text.split(separator: "\n").count == 1)
        // A shell finds out too late that it does not have the program: then it is told.
        let lost = try ledger.runOnTerminal(["messages"], adding: ["PAGER": "no-such-pager | cat -x", "LC_ALL": "C"])
        #expect(lost.exitCode == 0)
        let none = try ledger.runOnTerminal(["messages"], adding: ["PAGER": "'no-such-pager'"])
        #expect(none.errorText.contains("--no-pager"))
    }

    @Test func `fits, whatever its width`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        let ids = try ledger.succeed("messages", "--output", "ids").lines
        let verbs =
            [["messages"], ["threads"], ["folders"], ["log"], ["diff", "0"], ["events", "list"]]
            + ids.map { ["show", $0, "--thread", "--overview"] }
        for columns in [15, 20, 80, 200] as [UInt16] {
            for verb in verbs {
                let lines = try ledger.runOnTerminal(verb + ["--color", "never"], columns: columns).lines
                    // A subject above a tree is told whole.
                    .dropFirst(verb.contains("--overview") ? 2 : 0)
                let widest = lines.map(TerminalWidth.of).max() ?? 0
                #expect(widest <= Int(columns), "\(verb) at \(columns): \(widest)")
            }
        }
    }

    @Test func `has whole ids and dates at 40 columns`() throws {
        let ledger = try world(3)
        for (verb, date) in [
            ("messages", #"(\S+ \S+|\d{4}-\d\d-\d\d)"#), ("threads", #"(\S+ \S+|\d{4}-\d\d-\d\d)"#),
            ("log", #"\d{4}-\d\d-\d\d \d\d:\d\d"#),
        ] {
            let pattern = try Regex("[0-9a-f]{8}  +" + date + "  .*")
            let lines = try ledger.runOnTerminal([verb, "--color", "never"], columns: 40).lines
                // Below an operation stands what was done, never cut.
                .filter { verb != "log" || !$0.hasPrefix("          ") }
            #expect(!lines.isEmpty && lines.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(verb): \(lines)")
            #expect(
                lines.allSatisfy { TerminalWidth.of($0) <= 40 && !$0.prefix(20).contains("…") }, "\(verb): \(lines)")
        }
    }

    @Test func `names twenty files that were skipped, and a pipe has them all`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try writeFile(mail + "/a.eml", GeneratedMail.message(1))
        for number in 1...25 { try writeFile("\(mail)/\(number).jpg", [0xff, 0xd8, 0xff]) }
        let words = ["import", mail, "--account", ToolLedger.account]
        let dry = try ledger.runOnTerminal(words + ["--dry-run"])
        #expect(dry.exitCode == 5 && dry.text.contains("… and 5 more; '--format json' lists them"))
        let shown = try ledger.runOnTerminal(words)
        // A long path stands on a line of its own.
        #expect(shown.lines.count { $0.hasPrefix("skipped") } == 20)
        #expect(
            shown.text.contains("… and 5 more; 'mailledger events list --type mail.file-skipped' lists them"),
            "\(shown.text)")
        #expect(try ledger.succeed("events", "list", "--type", "mail.file-skipped").lines.count == 25)
        let piped = try ledger.run(words)
        #expect(piped.lines.count { $0.hasPrefix("skipped ") } == 25 && !piped.text.contains("more;"))
    }

    @Test func `folds long quotations, and a pipe does not`() throws {
        let ledger = try ToolLedger()
        let quotation = (1...20).map { "> line \($0)" }.joined(separator: "\n")
        let words = String(repeating: "word ", count: 40)
        try writeFile(
            ledger.directory.path("mail/a.eml"),
            "From: a@example.org\nSubject: fold\n\nYes.\n\(quotation)\n\n\(words)\n-- \nAda\n")
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        let id = try ledger.id("subject:fold")
        let folded = try ledger.runOnTerminal(["show", id, "--color", "never"]).text
        #expect(folded.contains("[… 20 quoted lines; --full shows them]") && !folded.contains("line 7"))
        #expect(folded.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(try ledger.runOnTerminal(["show", id, "--full"]).text.contains("line 7"))
        #expect(try ledger.runOnTerminal(["show", id]).text.contains("\u{1B}[2m-- \u{1B}[0m"))
        let piped = try ledger.succeed("show", id).text
        #expect(piped.contains("line 7") && piped.contains(words.dropLast()))
        #expect(try ledger.succeed("show", id, "--fold").text.contains("[… 20 quoted lines"))
        expectRefusal(try ledger.run("show", id, "--fold", "--full"), 2, "exclude", lines: 1, "fold and full")
    }
}
