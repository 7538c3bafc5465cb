import ArgumentParsing
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// Everything that a person may copy from help, the manual or a page, run as it stands on the demo's ledger.
@Suite struct `An example` {
    struct Line: Sendable, CustomTestStringConvertible {
        let text: String
        let source: String
        var testDescription: String { "\(text) (\(source))" }
    }

    /// Lines of help, which are those of the manual; the tool's own are one session and stand below.
    static let declared: [Line] = {
        // A line that stands in several helps is run once.
        var known: Set<String> = []
        return CommandInfo(MailLedgerTool.self).flattened.filter { !$0.superCommands.isEmpty }
            .flatMap { command in command.examples.map { Line(text: $0.line, source: "help " + command.commandLine) } }
            // A fleet needs a server: ServerMatrixTests has one.
            .filter { !$0.text.hasPrefix("mailledger fleet ") || $0.text.hasPrefix("mailledger fleet schema |") }
            .filter { known.insert($0.text).inserted }
    }()

    /// Pages whose blocks of code without a language are lines to run.
    private static let pages = [
        "CommandLine", "Moments", "Terminal", "JSON", "Configuration", "QueryLanguage", "Import", "Sync", "Export",
    ]

    static let documented: [Line] = {
        // A line that stands in help or on two pages is run once.
        var known = Set(declared.map(\.text))
        return pages.flatMap { name in
            let sections = (try? DocumentationPage("Docs/\(name).md").sections) ?? []
            return sections.flatMap { $0.code("") }.flatMap { $0.components(separatedBy: "\n") }
                .map { Line(text: $0, source: "Docs/\(name).md") }
        }.filter { known.insert($0.text).inserted }
    }()

    /// What a line ends with other than 0: one that asks has nobody to ask here, one that waits is stopped.
    private static func expected(_ line: String) -> (exitCode: Int32, words: String)? {
        let words = line.split(separator: " ").map(String.init)
        let asks = ["delete", "account delete", "folder delete", "chat delete"].contains {
            line.hasPrefix("mailledger \($0) ")
        }
        if line == "mailledger setup" { return (2, "say where your mail is") }
        if line == "mailledger key passphrase" { return (2, "--new-passphrase-file") }
        if asks, !words.contains("--yes"), !words.contains("--dry-run") { return (2, "--yes") }
        // notmuch names a message without a Message-ID by a digest of its own.
        if line.hasPrefix("mailledger export --notmuch-tags"), !line.contains("label:") { return (5, "left out") }
        // Nobody can follow to a key that takes the place of a lost one, and the home has a witness.
        if words.contains("--lost") { return (0, "a witness does not follow") }
        // Beside the token, so that it can be handed on.
        if line.hasPrefix("mailledger token add ") { return (0, "It is not shown again.") }
        let waits = [
            "mailledger events tail", "mailledger events follow", "mailledger watch", "mailledger serve",
        ].contains {
            line.hasPrefix($0)
        }
        if waits, !words.contains("--once") { return (137, "") }
        return nil
    }

    /// What writes the file that a line takes in.
    private static func exported(for line: String) -> String? {
        if line.contains("notmuch.dump") {
            return "mailledger export --notmuch-tags 'label:taxes account:mara@example.org' --to notmuch.dump"
        }
        if line.contains("import events events.jsonl") { return "mailledger export --events --to events.jsonl" }
        return line.contains("import chats rowers.jsonl") ? "cp Samples/rowers.jsonl ." : nil
    }

    private func run(_ line: String, in home: DemoHome) throws -> ToolResult {
        // A folder of the machine is no place for a test.
        var line = line.replacing("/tmp/", with: home.directory.path("tmp") + "/")
        if line.contains("sync Samples/maildir") {
            // Only one sync works on a Maildir at a time, and examples run beside each other.
            let copy = home.directory.path("maildir")
            #expect(try home.run("cp -R Samples/maildir '\(copy)'").exitCode == 0)
            line = line.replacing("Samples/maildir", with: copy)
        }
        if let preparation = Self.exported(for: line) { _ = try home.run(preparation) }
        if !line.contains("import events"), let other = line.firstMatch(of: /--ledger (~\/mail\/[a-z]+)/)?.1,
            !line.hasPrefix("mailledger setup"),
            !line.hasPrefix("mailledger init")
        {
            #expect(try home.run("mailledger init --ledger \(other)").exitCode == 0)
        }
        if line.hasPrefix("mailledger message load ") {
            // Its header came before.
            let header = try home.run("mailledger message add fetched.eml --header-only -a mara@example.org")
            #expect(header.exitCode == 0)
        }
        if line.hasPrefix("mailledger verify-proof ") {
            if line.contains(" history.proof ") {
                let made = try home.run(
                    "mailledger prove 3f2a --output history.proof && mailledger key show --output my.key")
                #expect(made.exitCode == 0)
            }
            for name in ["invoice.html", "case"] where line.contains(" \(name) ") { try home.receive(name) }
        }
        if let name = ["invoice.proof", "ledger.key", "monday.checkpoint"].first(where: {
            line.hasSuffix(" --output \($0)")
        }) {
            // What was handed over before would be in the way.
            #expect(try home.run("rm \(name)").exitCode == 0)
        }
        if line.hasPrefix("mailledger hold "), !line.hasPrefix("mailledger hold add ") {
            #expect(try home.run("mailledger hold add 'case 7' --query subject:invoice --reason letter").exitCode == 0)
        }
        let words = Set(line.split(separator: " "))
        if words.contains("crew") || words.contains("kind:chat"), !line.hasPrefix("mailledger chat add ") {
            let chat = try home.run(
                "mailledger chat add crew -a mara@example.org && mailledger chat post crew 'Cast off at six.'")
            #expect(chat.exitCode == 0)
        }
        if let preparation = Self.notes(for: line) { #expect(try home.run(preparation).exitCode == 0) }
        if line.contains("'yearly fee'") || line.hasPrefix("mailledger answer list") || line.contains("answer suggest")
        {
            let added = try home.run(
                "mailledger answer add --category Equipment --question 'invoice for the yearly fee' --text 'In March.'")
            #expect(added.exitCode == 0)
        }
        if line.hasPrefix("mailledger profile ") && !line.contains("profile set") || line.contains("erase profile") {
            #expect(try home.run("mailledger profile set --email mara@example.org").exitCode == 0)
        }
        if line.contains(" --salvage ") {
            // There has to be something to salvage.
            let damage = "dd if=/dev/zero of=$MAILLEDGER/log.sqlite bs=4096 seek=30 count=60 conv=notrunc status=none"
            #expect(try home.run(damage).exitCode == 0)
        }
        if line.hasPrefix("mailledger token "), !line.hasPrefix("mailledger token add ") {
            let name = line.contains("tablet") && !line.contains("--new-name") ? "tablet" : "phone"
            #expect(try home.run("mailledger token add \(name) --scopes read,write").exitCode == 0)
        }
        if line.hasPrefix("mailledger serve") { line = try served(line, in: home) }
        if line == "mailledger erase list" {
            #expect(try home.run("mailledger erase query label:taxes --reason letter --yes").exitCode == 0)
        }
        if line.hasPrefix("mailledger undelete ") {
            #expect(try home.run("mailledger delete label:taxes --yes").exitCode == 0)
        }
        if line.hasPrefix("mailledger events forget ") || line.hasPrefix("mailledger events cursors") {
            #expect(try home.run("mailledger events follow --cursor totals --run 'wc -l' --once").exitCode == 0)
        }
        // A variable that is set stands before the file, and a note says so.
        if line.hasPrefix("mailledger config set import.account ") { line = "unset MAILLEDGER_ACCOUNT; \(line)" }
        let isStopped = Self.expected(line)?.exitCode == 137
        return try home.run(isStopped ? "\(line) & sleep 1; kill -9 $!; wait $!" : line)
    }

    /// A line that serves, at an address that is free, with a certificate where it names one.
    private func served(_ line: String, in home: DemoHome) throws -> String {
        var line = line.replacing("/run/user/1000/", with: home.directory.path + "/")
            .replacing("0.0.0.0:443", with: "127.0.0.1:0")
        if !line.contains("--listen") { line += " --listen 127.0.0.1:0" }
        guard line.contains("--tls-cert"), areInstalled("openssl") else {
            return line.replacing("--tls-cert chain.pem --tls-key key.pem ", with: "")
        }
        let made = try home.run(
            """
            openssl req -x509 -newkey ed25519 -nodes -keyout key.pem -out chain.pem -days 30 -subj /CN=localhost 2>/dev/null
            """)
        #expect(made.exitCode == 0)
        return line
    }

    /// What makes the notes and actions that a line names.
    private static func notes(for line: String) -> String? {
        let words = line.split(separator: " ").dropFirst().prefix(2).map(String.init)
        let isNew = words == ["note", "add"]
        guard !isNew, ["note", "action"].contains(words.first) || ["note", "action"].contains(words.last) else {
            return ["notes", "actions"].contains(words.first) ? notes(for: "mailledger note show Tides") : nil
        }
        let note = """
            set -e
            mailledger note add Tides --text 'High water at six' --tag rowing --on 3f2a
            mailledger folder add Logbook --kind notebook --account mara@example.org
            printf RIFF > tides.wav
            mailledger note audio Tides --attach tides.wav
            mailledger note audio 'Club meeting' --attach tides.wav
            """
        guard words != ["action", "add"] else { return note }
        let change = ["link": "unlink Tides --on 3f2a", "unpin": "pin Tides", "unarchive": "archive Tides"]
        let before = words.first == "note" ? words.last.flatMap { change[$0] }.map { "\nmailledger note \($0)" } : nil
        return note + (before ?? "") + """

            mailledger note file Tides --to Logbook
            mailledger action add calendar 'First outing' --note Tides --date 2026-03-29T09:00
            mailledger action add reminder 'Bring oars' --note Tides --date 2026-03-01
            mailledger action add email 'Ask for oars' --note Tides --email-to tomas@example.net \
                --email-subject Oars --email-body 'Where are they?'
            mailledger action add next-step 'Book the hall' --note 'Club meeting'
            """ + (line.contains("--to Logbook") ? "\nmailledger note file Tides" : "")
    }

    private func check(_ line: Line) throws {
        let home = try DemoHome()
        let result = try run(line.text, in: home)
        let expected = Self.expected(line.text)
        #expect(result.exitCode == expected?.exitCode ?? 0, "\(line.text): \(result.errorText)")
        if let words = expected?.words, !words.isEmpty {
            #expect(result.errorText.contains(words), "\(line.text)")
        } else if !line.text.contains("--explain"), expected == nil {
            #expect(result.errorText.isEmpty, "\(line.text): \(result.errorText)")
        }
        // An example that finds or changes nothing teaches nothing.
        let isQuiet =
            line.text.contains(" > ") || line.text.contains("--quiet") || line.text.hasPrefix("source ")
            || expected != nil
        #expect(isQuiet || !result.text.isEmpty, "\(line.text) says nothing")
        for nothing in [
            "Labelled 0 ", "Moved 0 ", "Classified 0 ", "Would classify 0 ", "Marked 0 ", "Deleted 0 ", "Would move 0 ",
            "Would delete 0 ", "threads of 0 ",
        ] {
            #expect(!result.text.contains(nothing), "\(line.text) changes nothing")
        }
    }

    @Test(arguments: declared) func `of help runs`(_ line: Line) throws {
        try check(line)
    }

    @Test(arguments: documented) func `of a page runs`(_ line: Line) throws {
        try check(line)
    }

    @Test func `is there in help and on the pages`() {
        #expect(Self.declared.count > 60 && Self.documented.count > 30)
    }

    /// Lines that build on each other, from a home without a ledger.
    private func checkSession(_ lines: [String], _ source: String) throws {
        let home = try DemoHome()
        removeTree(home.ledger)
        let result = try home.run("set -e\n" + lines.joined(separator: "\n"))
        #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(source): \(result.errorText)")
        #expect(!result.text.isEmpty)
    }

    @Test func `of the tool itself is a line of one session`() throws {
        try checkSession(CommandInfo(MailLedgerTool.self).examples.map(\.line), "help")
    }

    @Test func `of the first five minutes runs`() throws {
        let section = try #require(try DocumentationPage("README.md").section("Five minutes"))
        let blocks = section.code("").map { $0.components(separatedBy: "\n") }
        try #require(blocks.count == 2)
        try checkSession(blocks[0].filter { $0.hasPrefix("mailledger ") }, "README.md")
        let result = try DemoHome().run("set -e\n" + blocks[1].joined(separator: "\n"))
        #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    }
}
