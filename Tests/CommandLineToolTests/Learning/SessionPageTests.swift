import Foundation
import TestSupport
import Testing

/// Walk-throughs, told again on a demo's ledger and held against what the page shows.
@Suite struct `A page that is a session` {
    @Test(arguments: ["Docs/Audit.md", "Docs/Replay.md"])
    func `is what the tool answers, from its first line to its last`(path: String) throws {
        let steps = try DocumentationPage(path).sections.flatMap { section in
            section.code("console").flatMap { ConsoleSession($0).steps }
        }
        #expect(steps.count > 15)
        let ledger = try DemoLedger.make()
        let home = ledger.directory.path
        let folder = try (Tool.path() as NSString).deletingLastPathComponent
        let environment = [
            "HOME": home, "MAILLEDGER": ledger.path, "PATH": "\(folder):/usr/bin:/bin", "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "COLUMNS": "80", "TMPDIR": home, "MAILLEDGER_NOW": "2026-02-20T09:00:00Z",
            "PROJECT": projectRoot,
        ]
        var told = ""
        var shown = ""
        for step in steps {
            let script = "cd '\(home)' && { \(step.command)\n} 2>&1"
            let result = try ToolProcess("/bin/bash", ["-c", script], environment: environment).wait()
            #expect(result.exitCode == 0, "\(step.command): \(result.text)")
            told += "$ \(step.command)\n" + result.lines.joined(separator: "\n") + "\n"
            shown += "$ \(step.command)\n" + step.answer.joined(separator: "\n") + "\n"
        }
        let (left, right) = (Self.comparable(told, home: home), Self.comparable(shown, home: "/home/mara"))
        let difference = zip(left, right).first { $0 != $1 }
        #expect(difference == nil, "the tool says \"\(difference?.0 ?? "")\", the page \"\(difference?.1 ?? "")\"")
        #expect(left.count == right.count)
    }

    @Test func `that shows what a replay is has 80 lines`() throws {
        #expect(try readText(projectRoot + "/Docs/Replay.md").count { $0 == "\n" } <= 80)
    }

    /// Without what no two runs have in common: ids and digests get names by their first appearance; times of what is done
    /// here, and whose process did it, are the same word each.
    private static func comparable(_ text: String, home: String) -> [String] {
        var names: [String: String] = [:]
        var text = text.replacing(home, with: "HOME")
        text = text.replacing(/\([a-z_][^ ()]* on [^ ()]+\)/, with: "(USER on HOST)")
        text = text.replacing(/\([a-z_][^ ()@]*@[^ ()]+\) +/, with: "(USER@HOST)  ")
        text = text.replacing(/(?:[A-Z][a-z]{2} )?(20[0-9]{2}-[0-9]{2}-[0-9]{2})[ T][0-9:.]+(?: \+0000|Z)?/) { match in
            match.output.1 < "2026-02-19" ? String(match.output.0) : "TIME"
        }
        text = text.replacing(/\bon ([0-9]+) ([A-Z][a-z]{2} 20[0-9]{2})/) { match in
            match.output.2 == "Feb 2026" && Int(match.output.1) ?? 0 < 19 ? String(match.output.0) : "on DAY"
        }
        text = text.replacing(/\b(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8})\b/) { match in
            let key = String(match.output.prefix(8))
            let name = names[key] ?? "#\(names.count + 1)"
            names[key] = name
            return name
        }
        text = text.replacing(/[0-9.]+ [kM]?B\b/, with: "SIZE")
        return text.split(separator: "\n").map(String.init)
    }
}
