import Foundation
import Glibc
import JSONCoding
import TestSupport
import Testing

/// What `mailledger sync` says of what it does not do.
@Suite struct `The words of mailledger sync` {
    private let tool: ToolLedger
    private var path: String { tool.directory.path("Maildir") }

    init() throws {
        tool = try ToolLedger()
        for folder in ["", "/.Work"] {
            for place in ["", "/cur", "/new", "/tmp"] { _ = unsafe mkdir(path + folder + place, 0o700) }
        }
        for number in 0..<3 { try writeFile("\(path)/cur/\(name(number))", GeneratedMail.lone(number)) }
        try writeFile("\(path)/.Work/cur/\(name(3))", GeneratedMail.lone(3))
    }

    private func name(_ number: Int) -> String { "\(1_700_000_000 + number).\(number).host:2," }

    private func sync(_ more: String...) throws -> ToolResult {
        try tool.run(["sync", path, "--account", ToolLedger.account] + more)
    }

    @Test func `name the mail that a hold keeps, in a dry run, too`() throws {
        _ = try sync()
        try tool.succeed("hold", "add", "case", "--query", "subject:0", "--reason", "court")
        #expect(unsafe unlink("\(path)/cur/\(name(0))") == 0)
        let line = "1 file that is gone or marked T is of mail on hold, which stays in the ledger."
        let dry = try sync("--dry-run")
        #expect(dry.text.contains("<- remove 1700000000.0.host  held: it stays here") && dry.lines.last == line)
        #expect(try tool.json("sync", path, "--account", ToolLedger.account, "--dry-run")["held"]?.integer == 1)
        #expect(try sync().lines == ["Took 1 removal from the Maildir; wrote nothing to it.", line])
        #expect(try tool.run("count").text == "4\n")
        #expect(try sync().text == "Took nothing from the Maildir; wrote nothing to it.\n")
        try tool.checkAll()
    }

    @Test func `name the side that stands in a conflict`() throws {
        _ = try sync()
        let file = "\(path)/cur/\(name(0))"
        #expect(unsafe rename(file, file + "T") == 0)
        _ = try sync()
        try tool.succeed("undo")
        #expect(unsafe unlink(file + "T") == 0)
        let conflict = "conflict 1700000000.0.host: INBOX T → INBOX here, → gone there; the ledger's stands"
        #expect(try sync("--dry-run").lines.first == conflict)
        let form = try tool.json("sync", path, "--account", ToolLedger.account, "--dry-run")
        #expect(form["conflicts"]?.array?.first?["stands"]?.string == "here")
        let result = try sync()
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(result.lines == [conflict, "Took nothing from the Maildir; wrote 1 restored to it."])
        #expect(try sync().text == "Took nothing from the Maildir; wrote nothing to it.\n")
        #expect(try tool.run("count").text == "4\n")
        try tool.checkAll()
    }

    @Test func `say what to do about a folder that is broken or a link`() throws {
        _ = try sync()
        #expect(unsafe rename("\(path)/.Work/cur", "\(path)/../aside") == 0)
        let broken = try sync()
        #expect(broken.exitCode == 4)
        #expect(broken.errorText.contains("if its mail shall go. --allow-removals records the removals"))
        #expect(unsafe symlink("../../aside", "\(path)/.Work/cur") == 0)
        let link = try sync()
        #expect(link.exitCode == 2 && link.errorText.contains("; the sync went no further"), "\(link.errorText)")
        #expect(!link.errorText.contains("imported") && link.errorText.contains("--follow-links"))
    }

    @Test func `name what has the name and the bytes of another file`() throws {
        try writeFile("\(path)/new/1700000000.0.host", GeneratedMail.lone(0))
        let first = try sync()
        #expect(first.exitCode == 5)
        #expect(first.text.contains("Took 4 new") && first.text.contains("/new/1700000000.0.host: another file of"))
        let second = try sync()
        #expect(second.exitCode == 5 && second.text.contains("Took nothing from the Maildir; wrote nothing to it."))
        #expect(unsafe unlink("\(path)/new/1700000000.0.host") == 0)
        #expect(try sync().exitCode == 0)
    }

    /// A file that was moved out of a folder, which was deleted here, stays where it is.
    @Test func `say no deletion of what left its folder before that was deleted`() throws {
        _ = try sync()
        for place in ["", "/cur", "/new", "/tmp"] { _ = unsafe mkdir("\(path)/.New\(place)", 0o700) }
        try tool.succeed("folder", "delete", "Work", "--yes")
        #expect(unsafe rename("\(path)/.Work/cur/\(name(3))", "\(path)/.New/cur/\(name(3))") == 0)
        let dry = try sync("--dry-run")
        #expect(dry.text.hasSuffix("Would take 1 move from the Maildir; would write nothing to it.\n"), "\(dry.text)")
        #expect(try sync().text == "Took 1 move from the Maildir; wrote nothing to it.\n")
        #expect(FileManager.default.fileExists(atPath: "\(path)/.New/cur/\(name(3))"))
        #expect(try tool.run("count", "in:New").text == "1\n")
        #expect(try sync().text == "Took nothing from the Maildir; wrote nothing to it.\n")
        try tool.checkAll()
    }
}
