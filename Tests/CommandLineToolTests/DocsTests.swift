import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// A ledger on disk that the tool is run on as a process.
private final class ToolRun {
    let program: (folder: String, path: String)
    private let folder: String

    init() throws {
        program = try #require(mailledgerProgram(), "the tool is not built")
        folder = "\(FileManager.default.temporaryDirectory.path)/mailledger-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var ledger: String { folder + "/ledger" }

    func callAsFunction(_ line: String) throws -> ProgramOutput {
        try shell("PATH=\(program.folder):$PATH\n\(line)", environment: ["MAILLEDGER": ledger])
    }

    /// Runs `mailledger` and reads its JSON.
    func json(_ arguments: String, exitCode: Int32 = 0) throws -> JSONSample {
        let output = try self("mailledger \(arguments) --format json")
        #expect(output.status == exitCode, "mailledger \(arguments): \(output.text)")
        return try JSONSample(output.text.utf8)
    }
}

@Suite struct `Docs/CommandLine.md` {
    private static let page = Result { try DocumentationPage("Docs/CommandLine.md") }

    @Test func `names every verb and every option, and no other`() throws {
        let page = try Self.page.get()
        let common = try Self.options(of: #require(page.section("Common options")))
        let verbs = CommandInfo(MailLedgerTool.self).flattened.filter { $0.subcommands.isEmpty }
        #expect(page.sections.map(\.title).filter { $0.hasPrefix("mailledger ") } == verbs.map(\.commandLine))
        var used: Set<String> = ["--help", "-h"]
        for verb in verbs {
            let section = try #require(page.section(verb.commandLine))
            let options = Self.options(of: section)
            let names = Set(verb.arguments.filter { $0.kind != .positional }.flatMap(\.names))
            #expect(options.isSubset(of: names), "\(verb.commandLine)")
            #expect(names.isSubset(of: options.union(common)), "\(verb.commandLine)")
            used.formUnion(names)
            #expect(section.code("").contains { $0.contains("mailledger") }, "\(verb.commandLine) has no example")
        }
        #expect(common.isSubset(of: used))
    }

    private static func options(of section: DocumentationPage.Section) -> Set<String> {
        Set(
            section.rows.dropFirst().flatMap { row in
                row[0].components(separatedBy: ", ").filter { $0.hasPrefix("-") }
            })
    }

    @Test func `has examples that the tool understands`() throws {
        for section in try Self.page.get().sections where section.title.hasPrefix("mailledger ") {
            for line in section.code("").flatMap({ $0.components(separatedBy: "\n") }) {
                // The words as a shell would part them; no example needs more than single quotes.
                let words = line.components(separatedBy: "'").enumerated().flatMap { index, part in
                    index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
                }
                #expect(throws: Never.self, "\(line)") { try MailLedgerTool.parseAsRoot(Array(words.dropFirst())) }
            }
        }
    }

    @Test func `tells the keys of every answer`() throws {
        let shapes = DocumentedShapes(try Self.page.get())
        var seen = DocumentedShapes.Sightings()
        let tool = try ToolRun()
        func check(_ arguments: String, _ shape: String, exitCode: Int32 = 0) throws {
            let answer = try tool.json(arguments, exitCode: exitCode)
            let list: [JSONSample] = if case .array(let list) = answer { list } else { [answer] }
            #expect(!list.isEmpty, "mailledger \(arguments)")
            for element in list { shapes.check(element, as: shape, into: &seen) }
        }
        try check("init", "ledger")
        try check("account add mara@example.org", "account")
        try check("account add ada@gmail.com --display-name Ada --credential-ref env:PASSWORD", "account")
        try check("account list", "account")
        try check("providers", "provider")
        try check("account set ada@gmail.com --imap-port 143 --dry-run", "setting")
        try check("account set ada@gmail.com --imap-port 143", "setting")
        let paths = "Samples/maildir Samples/eml Samples/lists.mbox"
        let imported = try tool.json("import \(paths) --account mara@example.org")
        shapes.check(imported, as: "import", into: &seen)
        try check("folders", "folder")
        try check("folder add Archive/2024 --account mara@example.org", "folder")
        try check(
            "folder set Archive/2024 --icon tray --folder-color '#123456' --text-color '#fff' --external-id L1 "
                + "--uid-validity 1 --highest-mod-seq 1 --supports-idle no", "setting")
        try check("folder show Archive/2024", "folder")
        for policy in ["nullify", "deny"] {
            try check("folder delete Receipts --policy \(policy) --dry-run", "folder_deletion")
        }
        try check("messages '*'", "message")
        try check("search kernel", "message")
        try check("threads", "thread")
        try check("unread", "unread")
        try check("mark --read in:INBOX", "outcome")
        try check("mark --read in:INBOX", "outcome")
        try check("undo --dry-run", "undo")
        try check("undo", "undo")
        try check("history Archive", "history")
        try check("log", "operation")
        try check("events list --limit 3", "event")
        try check("events show 1", "event")
        try check("verify", "verification")
        try check("rebuild", "rebuild")
        try check("projections", "projection")
        try check("stats", "statistics")
        try check("doctor", "finding")
        try checkShown(tool, shapes, &seen)
        try checkDifference(tool, shapes, &seen)
        try checkError(tool, shapes, &seen)
        #expect(seen.faults.isEmpty)
        #expect(shapes.unseen(seen).isEmpty)
    }

    /// The answer of `show` has the keys of a message and its own.
    private func checkShown(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        guard case .array(let messages) = try tool.json("messages 'has:attachment or subject:winter'") else { return }
        let own = Set(try #require(shapes.shapes["shown"]).map(\.name))
        for case .object(let message) in messages {
            guard case .string(let id)? = message["id"],
                case .object(let shown) = try tool.json("show \(id)")
            else { continue }
            shapes.check(.object(shown.filter { own.contains($0.key) }), as: "shown", into: &seen)
            shapes.check(.object(shown.filter { !own.contains($0.key) }), as: "message", into: &seen)
        }
    }

    /// Somebody else writes to the views.
    private func checkDifference(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        shapes.check(try tool.json("rebuild --check"), as: "check", into: &seen)
        for change in ["DELETE FROM folder WHERE id = 2", "INSERT INTO folder_count VALUES (0, 0, 0)"] {
            let output = try tool("for file in $MAILLEDGER/views/*.sqlite; do sqlite3 $file '\(change)'; done")
            #expect(output.status == 0)
            let answer = try tool("mailledger rebuild --check --format json 2>/dev/null")
            #expect(answer.status == 6)
            shapes.check(try JSONSample(answer.text.utf8), as: "check", into: &seen)
            #expect(try tool("mailledger rebuild").status == 0)
        }
    }

    private func checkError(
        _ tool: ToolRun, _ shapes: DocumentedShapes, _ seen: inout DocumentedShapes.Sightings
    ) throws {
        for (arguments, exitCode) in [
            ("messages frm:x", 2), ("messages in:Nowhere", 3), ("init", 4), ("import /nowhere -a mara@example.org", 74),
        ] as [(String, Int32)] {
            let error = try tool.json(arguments, exitCode: exitCode)
            shapes.check(error, as: "error", into: &seen)
            guard case .object(let keys) = error, case .string(let code)? = keys["code"] else { continue }
            let row = try Self.page.get().section("Exit codes")?.rows.first { $0[0] == "\(exitCode)" }
            #expect(row?[2].components(separatedBy: ", ").contains(code) == true, "\(arguments)")
        }
    }
}

@Suite struct `README.md` {
    /// A command of the session, with what the page says that it answers.
    private struct Step {
        var command: String
        var answer: [String] = []
    }

    private static func session() throws -> [Step] {
        let section = try #require(DocumentationPage("README.md").section("A session"))
        var steps: [Step] = []
        for line in try #require(section.code("console").first).components(separatedBy: "\n") {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else {
                steps[steps.count - 1].answer.append(line)
            }
        }
        return steps
    }

    @Test func `shows a session that runs, with its answers`() throws {
        let tool = try ToolRun()
        let user = try shell("id -un", environment: [:]).text.trimmingCharacters(in: .newlines)
        // The ids of the page, and those that stand in their places here.
        var ids: [Substring: Substring] = [:]
        let steps = try Self.session()
        #expect(steps.count >= 10)
        for step in steps where !step.command.hasPrefix("export ") {
            var command = step.command
            for (shown, actual) in ids { command.replace(shown, with: actual) }
            let output = try tool(command)
            #expect(output.status == 0, "\(command): \(output.text)")
            let lines = output.text.replacingOccurrences(of: tool.ledger, with: "/tmp/ledger").split(separator: "\n")
            #expect(
                lines.map { Self.masked($0, user) } == step.answer.map { Self.masked($0[...], "mara") }, "\(command)")
            for (shown, actual) in zip(step.answer, lines) {
                for (old, new) in zip(shown.matches(of: Self.id), actual.matches(of: Self.id)) {
                    ids[shown[old.range]] = actual[new.range]
                }
            }
        }
    }

    // An id is shown by its first eight digits.
    private static var id: Regex<Substring> { #/\b[0-9a-f]{8}\b/# }

    /// A line without what differs from run to run: ids, times of recording, speed, the user's name, how a table is aligned.
    private static func masked(_ line: Substring, _ user: String) -> String {
        var text = String(line)
        for (pattern, mask) in [
            ("[0-9a-f]{64}", "DIGEST"), ("\\b[0-9a-f]{8}\\b", "ID"), ("(?<=received_at: – → ).*", "TIME"),
            ("[A-Z][a-z]{2} 20[0-9-]{8} [0-9:]{8} \\+0000  \(user) ", "TIME USER "),
            ("[A-Z][a-z]{2} 20[0-9-]{8} [0-9:]{8} \\+0000(?=  )", "TIME"),
            ("20[0-9-]{8} [0-9:]{5}  \(user) ", "TIME USER "),
            ("[0-9,]+ messages a second", "N messages a second"), ("in [0-9]+ transactions", "in N transactions"),
            (" +", " "),
        ] {
            text = text.replacingOccurrences(of: pattern, with: mask, options: .regularExpression)
        }
        return text
    }

    @Test func `names the commands that CI runs, and the folders that there are`() throws {
        let makefile = try String(contentsOfFile: "\(projectRoot)/Makefile", encoding: .utf8)
        let page = try DocumentationPage("README.md")
        for command in try #require(page.section("Two commands")).text.matches(of: #/make ([a-z]+)/#).map(\.output.1) {
            #expect(makefile.contains("\n\(command):"), "make \(command)")
        }
        let run = try String(contentsOfFile: "\(projectRoot)/.ci/run", encoding: .utf8)
        #expect(run.contains("make check") && makefile.contains("\ncheck: lint rules test"))

        let tree = try #require(page.section("The tree")?.code("").first)
        let sources = try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/Sources")
        for module in sources { #expect(tree.contains("\(module)/"), "\(module)") }
        for projection in try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/Projections")
        where !projection.contains(".") && projection != "Shared" {
            #expect(tree.contains(projection), "\(projection)")
        }
        for line in tree.split(separator: "\n") {
            let name = line.split(separator: " ").first.map(String.init) ?? ""
            let parent = line.hasPrefix("  ") ? "Sources/" : ""
            #expect(FileManager.default.fileExists(atPath: "\(projectRoot)/\(parent)\(name)"), "\(name)")
        }
    }
}
