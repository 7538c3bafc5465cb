import ArgumentParsing
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The lines of Docs/ComingFromNotmuch.md, theirs with the real notmuch and ours, on one Maildir.
@Suite struct `Docs/ComingFromNotmuch.md` {
    private static let page = Result { try DocumentationPage("Docs/ComingFromNotmuch.md") }

    /// The line of a section for notmuch, and its twin.
    private static func pair(_ title: String) throws -> (theirs: String, ours: String) {
        let lines = try #require(page.get().section(title)?.code("").first).components(separatedBy: "\n")
        try #require(lines.count == 2 && lines[0].hasPrefix("notmuch ") && lines[1].hasPrefix("mailledger "))
        return (lines[0], lines[1])
    }

    /// A home with a Maildir of one folder, as notmuch knows it: there `tag:inbox` is what came in.
    private static func makeHome() throws -> DemoHome {
        let home = try DemoHome()
        removeTree(home.ledger)
        let maildir = home.directory.path("Maildir")
        for name in try FileManager.default.contentsOfDirectory(atPath: maildir) where name != "cur" && name != "new" {
            removeTree("\(maildir)/\(name)")
        }
        try makeFolder(maildir + "/tmp")
        try writeFile(
            home.directory.path("notmuch-config"),
            """
            [database]
            path=\(maildir)
            [user]
            name=Mara
            primary_email=mara@example.org
            [new]
            tags=unread;inbox
            [maildir]
            synchronize_flags=true

            """)
        let made = try home.run("mailledger init && mailledger account add mara@example.org")
        #expect(made.exitCode == 0, "\(made.errorText)")
        return home
    }

    private func run(_ line: String, in home: DemoHome) throws -> ToolResult {
        let result = try home.run(line)
        #expect(result.exitCode == 0, "\(line): \(result.errorText)")
        return result
    }

    /// Runs a pair and returns the lines of both.
    private func answers(_ title: String, in home: DemoHome) throws -> (theirs: [String], ours: [String]) {
        let pair = try Self.pair(title)
        return (try run(pair.theirs, in: home).lines, try run(pair.ours, in: home).lines)
    }

    @Test(.enabled("notmuch is not installed") { areInstalled("notmuch") })
    func `puts twins side by side that find and change the same`() throws {
        let home = try Self.makeHome()
        let new = try answers("New mail", in: home)
        let count = try run("notmuch count '*'", in: home).lines[0]
        #expect(new.ours.last?.hasPrefix("Added \(count) messages") == true, "\(new)")

        let threads = try answers("What is unread in the inbox?", in: home)
        #expect(threads.theirs.count == threads.ours.count && threads.ours.count > 2, "\(threads)")

        let read = try Self.pair("Mark all as read")
        let unread = "mailledger messages 'tag:inbox and tag:unread' --format jsonl"
        let before = try run("notmuch count tag:inbox and tag:unread", in: home).lines
        #expect(try run(unread, in: home).lines.count == before.first.flatMap { Int($0) })
        _ = try run(read.theirs, in: home)
        _ = try run(read.ours, in: home)
        #expect(try run("notmuch count tag:unread", in: home).lines == ["0"])
        #expect(try run(unread, in: home).lines.isEmpty)
        #expect(try run("mailledger undo && \(unread) | wc -l", in: home).lines.last == before.first)
    }

    @Test(.enabled("notmuch is not installed") { areInstalled("notmuch") })
    func `puts twins side by side that name the same files, numbers and messages`() throws {
        let home = try Self.makeHome()
        _ = try answers("New mail", in: home)
        // Ours are the names that stay when a flag changes.
        func names(_ paths: [String]) -> [String] {
            paths.map { String($0.split(separator: "/").last?.prefix { $0 != ":" } ?? "") }.sorted()
        }
        let files = try answers("Which files?", in: home)
        #expect(names(files.theirs) == names(files.ours) && !files.ours.isEmpty, "\(files)")

        let counts = try answers("How many?", in: home)
        #expect(counts.theirs == counts.ours, "\(counts)")

        let raw = try answers("Run a command for each message found", in: home)
        func identifiers(_ lines: [String]) -> [String] {
            lines.filter { $0.lowercased().hasPrefix("message-id:") }.sorted()
        }
        #expect(identifiers(raw.theirs) == identifiers(raw.ours) && raw.ours.count > 10, "\(raw)")
    }

    // Whatever the tables tell to type here is there.
    @Test func `names verbs and options that there are`() throws {
        let tool = CommandInfo(MailLedgerTool.self)
        let verbs = tool.subcommands.map(\.commandName) + ["help"]
        let text = try String(contentsOfFile: "\(projectRoot)/Docs/ComingFromNotmuch.md", encoding: .utf8)
        let named = text.matches(of: #/mailledger ([a-z]+)/#).map { String($0.output.1) }
        #expect(named.count > 30)
        for verb in named { #expect(verbs.contains(verb), "\(verb)") }
    }
}
