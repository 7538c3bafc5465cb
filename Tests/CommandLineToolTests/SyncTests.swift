import Foundation
import Glibc
import JSONCoding
import TestSupport
import Testing

/// `mailledger sync`, as a process.
@Suite struct `mailledger sync` {
    /// Makes a Maildir beside the ledger, and returns its path.
    private func maildir(_ tool: ToolLedger, messages: Int) throws -> String {
        let path = tool.directory.path("Maildir")
        for folder in ["", "/cur", "/new", "/tmp"] { _ = unsafe mkdir(path + folder, 0o700) }
        for number in 0..<messages {
            try writeFile(
                "\(path)/cur/\(1_700_000_000 + number).\(number).host:2,", Array(GeneratedMail.lone(number).utf8))
        }
        return path
    }

    private func names(_ path: String) throws -> [String] {
        var names: [String] = []
        guard let folder = unsafe opendir(path + "/cur") else { throw ToolError("no \(path)/cur") }
        defer { unsafe closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func sync(_ tool: ToolLedger, _ path: String, _ more: String...) throws -> ToolResult {
        try tool.run(["sync", path, "--account", ToolLedger.account] + more)
    }

    @Test func `says what it did, what it would do, and nothing when asked to`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 2)
        let plan = try sync(tool, path, "--dry-run")
        #expect(
            plan.lines == [
                "<- add 1700000000.0.host", "<- add 1700000001.1.host",
                "Would take 2 new from the Maildir; would write nothing to it.",
            ])
        #expect(try sync(tool, path).text == "Took 2 new from the Maildir; wrote nothing to it.\n")
        try tool.succeed("mark", "--read", "subject:0")
        let plans = try sync(tool, path, "--dry-run").lines
        #expect(plans.first == "-> flags 1700000000.0.host   → S")
        #expect(try sync(tool, path, "--quiet").text.isEmpty)
        let quiet = try sync(tool, path, "--quiet")
        #expect(quiet.text.isEmpty && quiet.errorText.isEmpty && quiet.exitCode == 0)
        // A program has asked for its answer, as of an import.
        #expect(try sync(tool, path, "--quiet", "--format", "json").text.contains("\"account\""))
        #expect(try names(path) == ["1700000000.0.host:2,S", "1700000001.1.host:2,"])
        try tool.checkAll()
    }

    /// The files of a folder of the Maildir that are not marked for the trash.
    private func shown(_ path: String, in folder: String = "") throws -> [String] {
        let place = folder.isEmpty ? path : "\(path)/.\(folder)"
        guard FileManager.default.fileExists(atPath: place + "/cur") else { return [] }
        return try names(place).filter { !($0.split(separator: ",").last ?? "").contains("T") }
    }

    private func settle(_ tool: ToolLedger, _ path: String) throws {
        for _ in 0..<3 { _ = try sync(tool, path) }
    }

    /// How the ledger came to the mail, and what is done then: verbs, syncs, commands of IMAP in a mailbox.
    private static let scenarios: [(first: String, commands: [String])] = [
        // A copy of mail that an import brought, before any sync knew it, or between two.
        ("import", ["copy subject:0 --to Archive", "unfile subject:0 --from INBOX"]),
        ("import", ["copy subject:0 --to Archive", "sync", "unfile subject:0 --from INBOX"]),
        ("sync", ["copy subject:0 --to Archive", "unfile subject:0 --from INBOX"]),
        ("sync", ["copy subject:0 --to Archive", "move subject:0 --to Archive"]),
        ("import", ["imap INBOX: COPY 1 Archive: STORE 1 +FLAGS (\\Deleted): EXPUNGE"]),
        // There and back, each time left behind as struck out.
        (
            "sync",
            [
                "imap INBOX: COPY 1 Archive: STORE 1 +FLAGS (\\Deleted)",
                "imap Archive: COPY 1 INBOX: STORE 1 +FLAGS (\\Deleted)", "imap INBOX: EXPUNGE",
                "imap Archive: EXPUNGE",
            ]
        ),
        // Two equal messages, of which one goes.
        (
            "sync",
            [
                "copy subject:0 --to Archive", "sync", "imap INBOX: MOVE 1 Archive",
                "imap Archive: STORE 1 +FLAGS (\\Deleted): EXPUNGE",
            ]
        ),
        ("sync", ["imap INBOX: STORE 1 +FLAGS (\\Deleted): COPY 1 INBOX: EXPUNGE"]),
        ("sync", ["imap INBOX: STORE 1 +FLAGS (\\Deleted): EXPUNGE", "append INBOX"]),
        // Its file is gone when it comes back.
        ("sync", ["delete subject:0 --yes", "gone", "append Archive"]),
        // It is brought back before a sync knows that its file is gone.
        ("sync", ["delete subject:0 --yes", "gone at once", "undelete subject:0"]),
        // With other bytes.
        ("sync", ["append+ INBOX", "imap INBOX: STORE 1 +FLAGS (\\Deleted): EXPUNGE"]),
        ("sync", ["append INBOX", "imap INBOX: STORE 1 +FLAGS (\\Deleted): EXPUNGE"]),
        ("sync", ["append Archive", "imap INBOX: STORE 1 +FLAGS (\\Deleted): EXPUNGE"]),
    ]

    /// The message is where the ledger has it, by one file for each, whatever was done before or between syncs.
    @Test(arguments: scenarios)
    func `leaves no message of the ledger without a file`(first: String, commands: [String]) throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 3)
        if first == "sync" {
            _ = try sync(tool, path)
        } else {
            try tool.succeed(["import", path, "--account", ToolLedger.account])
        }
        for command in commands {
            if command == "sync" {
                try settle(tool, path)
            } else if command.hasPrefix("imap ") {
                let parts = command.dropFirst(5).split(separator: ": ").map(String.init)
                let answer = try Self.tell(tool, Array(parts.dropFirst()), in: parts[0])
                #expect(!answer.contains(" NO ") && !answer.contains(" BAD "), "\(answer)")
            } else if command.hasPrefix("gone") {
                _ = try sync(tool, path)
                for name in try names(path) where name.hasSuffix("T") {
                    #expect(unsafe unlink("\(path)/cur/\(name)") == 0)
                }
                if command == "gone" { try settle(tool, path) }
            } else if command.hasPrefix("append") {
                let words = command.split(separator: " ")
                let mail = (words[0].hasSuffix("+") ? "X-TUID: abcdefghijkl\r\n" : "") + GeneratedMail.lone(0)
                let lines = "a APPEND \(words[1]) {\(mail.utf8.count)+}\r\n\(mail)\r\nb LOGOUT\r\n"
                let answer = try tool.run(
                    ["imap", "--account", ToolLedger.account], input: Array(lines.utf8)
                ).text
                #expect(answer.contains("a OK"), "\(answer)")
            } else {
                try tool.succeed(command.split(separator: " ").map(String.init))
            }
        }
        try settle(tool, path)
        for (folder, place) in [("INBOX", ""), ("Archive", "Archive")] {
            let listed = try tool.run("messages", "in:\(folder)", "--output", "ids").lines.count
            let files = try shown(path, in: place)
            #expect(files.count == listed, "\(folder): \(files)")
        }
        #expect(try sync(tool, path).text == "Took nothing from the Maildir; wrote nothing to it.\n")
        try tool.checkAll()
    }

    @Test func `takes no last file where the other copy cannot be written`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 2)
        _ = try sync(tool, path)
        // Where the folder would be is a file.
        try writeFile(path + "/.Archive", "x")
        try tool.succeed("copy", "subject:0", "--to", "Archive")
        try tool.succeed("unfile", "subject:0", "--from", "INBOX")
        for option in ["--push-only", "--expunge"] {
            let result = try sync(tool, path, option)
            #expect(result.exitCode == 5 && result.text.contains("wrote nothing to it"), "\(result.text)")
            #expect(result.text.contains("left 1700000000.0.host: it is the last file of a message"), "\(result.text)")
        }
        #expect(try shown(path).count == 2)
        #expect(unsafe unlink(path + "/.Archive") == 0)
        _ = try sync(tool, path)
        #expect(try shown(path).count == 1 && shown(path, in: "Archive").count == 1)
    }

    /// What a command filed beside a file is no copy that waits for the file to go.
    @Test(arguments: ["copy", "append", "at once"])
    func `brings nothing back that goes from where it had another copy`(way: String) throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 3)
        if way != "append" {
            _ = try sync(tool, path)
            try tool.succeed("copy", "subject:0", "--to", "Archive")
            try tool.succeed("move", "subject:0", "--to", "Archive")
        } else {
            let mail = GeneratedMail.lone(0)
            let lines = "a APPEND INBOX {\(mail.utf8.count)+}\r\n\(mail)\r\nb LOGOUT\r\n"
            _ = try tool.run(["imap", "--account", ToolLedger.account], input: Array(lines.utf8))
        }
        if way != "at once" { try settle(tool, path) }
        let place = way == "copy" ? path + "/.Archive" : path
        let name = try #require(try names(place).first { $0.hasPrefix("1700000000.0") })
        #expect(unsafe unlink("\(place)/cur/\(name)") == 0)
        try settle(tool, path)
        #expect(try tool.run("count", "subject:0").text == "0\n")
        #expect(try shown(path).count + shown(path, in: "Archive").count == 2)
        try tool.checkAll()
    }

    @Test func `takes no last file of mail that is elsewhere by another import, and undoes what a reader appended`()
        throws
    {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 2)
        _ = try sync(tool, path)
        let box = tool.directory.path("old.mbox")
        try writeFile(box, Array("From x Thu Jan  1 00:00:00 2026\n\(GeneratedMail.lone(0))\n".utf8))
        try tool.succeed("import", box, "--account", ToolLedger.account, "--folder", "Archive")
        try tool.succeed("unfile", "subject:0", "--from", "INBOX")
        #expect(try sync(tool, path).text.contains("it is the last file of a message"))
        #expect(try shown(path).count == 2)
        let mail = "X-TUID: abcdefghijkl\r\n" + GeneratedMail.lone(1)
        let lines = "a APPEND Sent {\(mail.utf8.count)+}\r\n\(mail)\r\nb LOGOUT\r\n"
        _ = try tool.run(["imap", "--account", ToolLedger.account], input: Array(lines.utf8))
        try settle(tool, path)
        #expect(try shown(path, in: "Sent").count == 1)
        try tool.succeed("undo")
        try settle(tool, path)
        #expect(try shown(path, in: "Sent").isEmpty && tool.run("count", "in:Sent").text == "0\n")
        #expect(try tool.run("count", "subject:1").text == "1\n")
    }

    @Test func `reads the flags of new mail, and deletes again what an undo had brought back`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 1)
        try writeFile("\(path)/new/1700000009.9.host:2,F", Array(GeneratedMail.lone(9).utf8))
        _ = try sync(tool, path)
        #expect(try tool.run("count", "is:flagged").text == "1\n")
        try tool.succeed("mark", "--read", "is:flagged")
        _ = try sync(tool, path)
        #expect(try shown(path) == ["1700000000.0.host:2,", "1700000009.9.host:2,FS"])
        // A letter that goes takes the file out of 'new'.
        try writeFile("\(path)/new/1700000008.8.host:2,F", Array(GeneratedMail.lone(8).utf8))
        _ = try sync(tool, path)
        try tool.succeed("mark", "--unflagged", "subject:8")
        #expect(try sync(tool, path).text.hasSuffix("wrote 1 flag change to it.\n"))
        #expect(
            try sync(tool, path).text.hasSuffix("wrote nothing to it.\n")
                && shown(path).contains("1700000008.8.host:2,"))
        try tool.succeed("delete", "subject:8", "--yes")
        // Deleted, expunged there, brought back, and deleted again.
        try tool.succeed("delete", "subject:0", "--yes")
        _ = try sync(tool, path)
        for name in try names(path) where name.hasSuffix("T") { #expect(unsafe unlink("\(path)/cur/\(name)") == 0) }
        _ = try sync(tool, path)
        try tool.succeed("undelete", "subject:0")
        _ = try sync(tool, path)
        #expect(try shown(path).count == 2)
        try tool.succeed("delete", "subject:0", "--yes")
        #expect(try sync(tool, path).text == "Took nothing from the Maildir; wrote 1 deletion to it.\n")
        #expect(try shown(path).count == 1 && tool.run("count").text == "1\n")
    }

    @Test(arguments: ["T", "ST"])
    func `writes a file again that another program had marked and removed, once its message is undeleted`(
        letters: String
    ) throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 2)
        _ = try sync(tool, path)
        let file = try #require(try names(path).sorted().first)
        try #require(unsafe rename("\(path)/cur/\(file)", "\(path)/cur/\(file)\(letters)") == 0)
        _ = try sync(tool, path)
        try #require(unsafe unlink("\(path)/cur/\(file)\(letters)") == 0)
        _ = try sync(tool, path)
        #expect(try tool.succeed("undelete", "subject:0").text == "Brought back 1 message.\n")
        #expect(try sync(tool, path).text.hasSuffix("wrote 1 restored to it.\n"))
        #expect(try sync(tool, path).text == "Took nothing from the Maildir; wrote nothing to it.\n")
        #expect(try shown(path).count == 2 && tool.run("count").text == "2\n")
    }

    /// What a mail reader hears on commands in one mailbox.
    private static func tell(_ tool: ToolLedger, _ commands: [String], in mailbox: String = "INBOX") throws -> String {
        let lines = (["SELECT \(mailbox)"] + commands + ["LOGOUT"]).enumerated().map { "\($0) \($1)\r\n" }.joined()
        return try tool.run(["imap", "--account", ToolLedger.account], input: Array(lines.utf8)).text
    }

    @Test func `keeps a file of a message that moves to where it was struck out`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 3)
        _ = try sync(tool, path)
        _ = try Self.tell(tool, ["COPY 1 Archive"])
        _ = try Self.tell(tool, ["STORE 1 +FLAGS (\\Deleted)"], in: "Archive")
        #expect(try Self.tell(tool, ["MOVE 1 Archive"]).contains("* 1 EXPUNGE"))
        for _ in 0..<2 { _ = try sync(tool, path, "--expunge") }
        #expect(try names(path).count == 2)
        #expect(try names(path + "/.Archive").contains { $0.hasPrefix("1700000000.0.host") && !$0.contains("T") })
        try tool.checkAll()
    }

    @Test func `counts no copy that it has still to write among the files that are gone`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 3)
        _ = try sync(tool, path)
        _ = try Self.tell(tool, ["COPY 1 Archive"])
        for name in try names(path) { #expect(unsafe unlink("\(path)/cur/\(name)") == 0) }
        let refused = try sync(tool, path)
        #expect(refused.exitCode == 4 && refused.errorText.contains("3 of 3 files are gone"), "\(refused.errorText)")
        #expect(try tool.run("count").text == "3\n")
    }

    /// As a mail reader without MOVE does it.
    @Test(arguments: [false, true], [false, true])
    func `moves the file of a message that a mail reader copied and expunged`(isWritten: Bool, isHeld: Bool) throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 2)
        _ = try sync(tool, path)
        func tell(_ commands: String...) throws -> String { try Self.tell(tool, commands) }
        let copied = try tell("COPY 1 Archive")
        // The copy is written, as that of 'copy' is.
        if isWritten { #expect(try sync(tool, path).text.contains("1 restored")) }
        if isHeld { try tool.succeed("hold", "add", "case", "--query", "subject:none", "--reason", "court") }
        #expect(try tell("STORE 1 +FLAGS (\\Deleted)", "EXPUNGE").contains("* 1 EXPUNGE"))
        for _ in 0..<2 { _ = try sync(tool, path, "--expunge") }
        #expect(try names(path) == ["1700000001.1.host:2,"])
        // One file is the message there. Where it had its own, that of the inbox is marked for the trash.
        let archived = try names(path + "/.Archive")
        #expect(archived.count { !$0.hasSuffix("T") } == 1 && archived.count == (isWritten ? 2 : 1), "\(archived)")
        // The number that COPY answered is still that of the message.
        let uid = try #require(copied.firstMatch(of: /COPYUID \d+ \d+ (\d+)/)?.1)
        let listed = try Self.tell(tool, ["FETCH 1:* (UID FLAGS)"], in: "Archive")
        #expect(listed.contains("UID \(uid) ") && !listed.contains("2 FETCH"), "\(listed)")
        #expect(try tool.run("count", "in:Archive").text == "1\n" && tool.run("count").text == "2\n")
        // The file that is one too many stays so, whatever flags are set.
        _ = try Self.tell(tool, ["STORE 1 FLAGS (\\Seen)"], in: "Archive")
        _ = try sync(tool, path)
        #expect(try names(path + "/.Archive").count { !$0.contains("T") } == 1)
        _ = try Self.tell(tool, ["STORE 1 FLAGS ()"], in: "Archive")
        for _ in 0..<3 { try tool.succeed("undo") }
        for _ in 0..<2 { _ = try sync(tool, path) }
        let back = try names(path)
        #expect(back.count == 2 && back.allSatisfy { !$0.contains("T") }, "\(back)")
        try tool.checkAll()
    }

    @Test(arguments: [true, false])
    func `after an import says which files are gone since, and takes that over when asked to`(afterSync: Bool) throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 6)
        try tool.succeed("import", path, "--account", ToolLedger.account)
        try tool.succeed("folder", "add", "Kept", "--account", ToolLedger.account)
        // Of other origin, and so not the Maildir's: it stays, whatever its files do.
        let other = tool.directory.path("other.eml")
        try writeFile(other, Array(GeneratedMail.lone(99).utf8))
        try tool.succeed("import", other, "--account", ToolLedger.account)
        for number in [1, 2] { _ = unsafe unlink("\(path)/cur/\(1_700_000_000 + number).\(number).host:2,") }
        for folder in ["/.Kept", "/.Kept/cur", "/.Kept/new", "/.Kept/tmp"] { _ = unsafe mkdir(path + folder, 0o700) }
        _ = unsafe rename("\(path)/cur/1700000003.3.host:2,", "\(path)/.Kept/cur/1700000003.3.host:2,S")
        if afterSync {
            let first = try sync(tool, path)
            #expect(first.text.contains("3 copies of the import have no file there any more, and stay; --since-import"))
            #expect(try tool.json("count", "*")["count"]?.integer == 7)
            #expect(try sync(tool, path).text == "Took nothing from the Maildir; wrote nothing to it.\n")
        }
        let plan = try sync(tool, path, "--since-import", "--dry-run")
        #expect(plan.lines.filter { $0.contains("remove") }.count == (afterSync ? 3 : 2), "\(plan.text)")
        #expect(try tool.json("count", "*")["count"]?.integer == 7)
        let taken = try sync(tool, path, "--since-import")
        #expect(taken.exitCode == 0 && !taken.text.contains("no file there"), "\(taken.text)\(taken.errorText)")
        #expect(try tool.json("count", "*")["count"]?.integer == 5)
        #expect(try tool.json("count", "in:Kept is:read")["count"]?.integer == 1)
        #expect(try tool.json("count", "in:INBOX")["count"]?.integer == 4)
        #expect(try sync(tool, path, "--since-import").text == "Took nothing from the Maildir; wrote nothing to it.\n")
        #expect(try sync(tool, path, "--since-import", "--push-only").exitCode == 2)
        try tool.checkAll()
    }

    @Test func `since an import takes no mbox beside the Maildir for files, and nothing where it is refused`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 30)
        let mbox = (100..<103).map { "From ada@example.org Mon Feb  5 12:00:00 2024\n" + GeneratedMail.lone($0) + "\n" }
        try writeFile(path + "/old.mbox", Array(mbox.joined().utf8))
        try tool.succeed("import", path, "--account", ToolLedger.account)
        let all = try #require(try tool.json("count", "*")["count"]?.integer)
        #expect(all == 33)
        for number in 0..<25 { _ = unsafe unlink("\(path)/cur/\(1_700_000_000 + number).\(number).host:2,") }
        let head = try tool.head()
        #expect(try sync(tool, path, "--since-import").exitCode == 4)
        #expect(try tool.head() == head, "a refused sync records nothing")
        #expect(try sync(tool, path, "--since-import", "--allow-removals").exitCode == 0)
        #expect(try tool.json("count", "*")["count"]?.integer == all - 25)
        let nothing = try sync(tool, path, "--since-import")
        #expect(nothing.errorText.contains("no import of this very path"))
        try tool.checkAll()
    }

    @Test func `has its exit codes`() throws {
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 1)
        #expect(try sync(tool, path + "/none").exitCode == 74)
        #expect(try sync(tool, path + "/tmp").exitCode == 2)
        #expect(try sync(tool, path, "--pull-only", "--push-only").exitCode == 2)
        #expect(try tool.run("sync", path, "--account", "nobody@example.org").exitCode == 3)
        let lock = unsafe open(path, O_RDONLY | O_DIRECTORY)
        #expect(flock(lock, LOCK_EX) == 0)
        let busy = try sync(tool, path)
        #expect(busy.exitCode == 75 && busy.errorText.contains("another sync"))
        close(lock)
        try tool.succeed("account", "disable", ToolLedger.account)
        #expect(try sync(tool, path).exitCode == 4)
    }

    @Test func `is killed at any moment and goes on`() throws {
        var random = SeededGenerator(for: "killed syncs")
        let seed = random.seed
        let tool = try ToolLedger()
        let path = try maildir(tool, messages: 400)
        let command = ["sync", path, "--account", ToolLedger.account]
        /// Runs it with a sudden end again and again, and then to its own.
        func syncThroughKills() throws {
            let start = try TemporaryDirectory()
            try copyTree(tool.directory.path, to: start.path("all"))
            let calls = try tool.leavingNoTrace { try tool.calls(by: command) }
            var (kills, ended) = (0, 0)
            for fault in Faults.Fault.kills(5, among: calls, &random) {
                let variables = try Faults.variables(below: tool.directory.path, at: fault)
                var killed = try tool.run(command, adding: variables)
                if killed.exitCode == 0 {
                    // After the kills before it had fewer calls left to make: from the start it has enough.
                    ended += 1
                    removeTree(tool.directory.path)
                    try copyTree(start.path("all"), to: tool.directory.path)
                    killed = try tool.run(command, adding: variables)
                }
                #expect([0, -SIGKILL].contains(killed.exitCode), "seed \(seed), \(fault): \(killed.errorText)")
                if killed.exitCode == -SIGKILL { kills += 1 }
            }
            print("\(kills) syncs of up to \(calls) calls were killed; \(ended) others ended before")
            #expect(kills >= 4, "seed \(seed)")
            let last = try sync(tool, path)
            #expect(last.exitCode == 0, "seed \(seed): \(last.errorText)")
            #expect(try sync(tool, path, "--quiet").text.isEmpty, "seed \(seed)")
        }
        try syncThroughKills()
        try tool.succeed("mark", "--read", "--flagged", "*")
        try tool.succeed("delete", "subject:7", "--yes")
        try syncThroughKills()
        let found = try names(path)
        #expect(
            found.count == 400 && found.allSatisfy { $0.hasSuffix(":2,FS") || $0.hasSuffix(":2,FST") }, "seed \(seed)")
        try tool.succeed("move", "*", "--to", "Archive")
        try syncThroughKills()
        #expect(try names(path).allSatisfy { $0.hasSuffix("T") }, "seed \(seed)")
        #expect(try tool.json("count", "*")["count"]?.integer == 399, "seed \(seed)")
        // A file that was written and not recorded is the copy's: it makes no further copy.
        try tool.succeed("copy", "*", "--to", "Work", "--create")
        try syncThroughKills()
        #expect(try names(path + "/.Work").count == 399, "seed \(seed)")
        #expect(try names(path + "/.Archive").count == 399, "seed \(seed)")
        try tool.checkAll()
    }
}
