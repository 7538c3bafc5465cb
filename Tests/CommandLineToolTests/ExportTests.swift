import Glibc
import JSONCoding
import TestSupport
import Testing

/// Exports as people and scripts run them.
@Suite struct `The verb export` {
    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        _ = try ledger.run("import", mail, "--account", ToolLedger.account)
        return ledger
    }

    @Test func `writes the same mbox to standard output and to a file, and says so only for the file`() throws {
        let ledger = try world()
        let path = ledger.directory.path("all.mbox")
        let piped = try ledger.run("export", "--to", "-", "--as", "mboxrd")
        #expect(
            piped.exitCode == 0 && piped.text.hasPrefix("From nobody@example.org Thu Jan  1 00:00:04 1970\n") == false)
        let said = try ledger.succeed("export", "--to", path, "--as", "mboxrd")
        #expect(try readFile(path) == piped.output)
        #expect(said.text.contains("Exported 5 messages to \(path) (2 folders"))
        #expect(piped.errorText.contains("have no place in an mbox"))
    }

    @Test func `gives lines of JSON that hold the bytes`() throws {
        let ledger = try world()
        let lines = try ledger.succeed("export", "--to", "-", "--as", "jsonl", "--content").lines
        #expect(lines.count == 5)
        for line in lines {
            let message = try JSONBytesDecoder().decode(JSONValue.self, from: Array(line.utf8))
            let digest = try #require(message["copies"]?.array?.first?["digest"]?.string)
            let base64 = try #require(message["contents"]?[digest]?.string)
            let id = try #require(message["id"]?.string)
            #expect(try decoded(base64) == ledger.succeed("show", id, "--raw").output)
        }
        let plain = try ledger.succeed("export", "in:Work", "--to", "-", "--as", "jsonl").lines
        #expect(plain.count == 1 && plain[0].hasSuffix(#","contents":null}"#))
    }

    private func decoded(_ base64: String) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for digit in base64.utf8 {
            guard let value = digits.firstIndex(of: digit) else { continue }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    @Test func `refuses command lines that cannot be meant`() throws {
        let ledger = try world()
        let out = ledger.directory.path("out")
        for (arguments, text) in [
            (["--to", out], "--as"), (["--as", "eml"], "--to"), (["--to", "-", "--as", "eml"], "standard output"),
            (["--to", "-", "--as", "maildir"], "standard output"), (["--to", out, "--as", "pst"], "pst"),
            (["--to", out, "--as", "eml", "--content"], "--content"), (["--to", "", "--as", "eml"], "path"),
            (["--to", out, "--as", "eml", "--notmuch-tags"], "--notmuch-tags"),
            (["--to", "-", "--as", "jsonl", "--format", "json"], "--to"),
            (["frm:x", "--to", out, "--as", "eml"], "frm"), (["--subject-address", "ada", "--to", out], "address"),
            (["--subject-address", "ada@example.org"], "--to"),
            (["--subject-address", "ada@example.org", "--to", "-"], "folder"),
            (["--subject-address", "ada@example.org", "--to", out, "--as", "eml"], "--subject-address"),
            (["--subject-address", "ada@example.org", "--to", out, "--force"], "--force"),
            (["--subject-address", "ada@example.org", "--to", out, "in:INBOX"], "query"),
        ] {
            let result = try ledger.run(["export"] + arguments)
            #expect(result.exitCode == 2 && result.errorText.contains(text) && result.output.isEmpty, "\(arguments)")
        }
        #expect(try ledger.run("export", "in:Nowhere", "--to", out, "--as", "eml").exitCode == 3)
        #expect(unsafe access(out, F_OK) != 0)
    }

    @Test func `of a person's mail fills a folder with files, lines and their digests, and says how many`() throws {
        let ledger = try world()
        let out = ledger.directory.path("answer")
        let person = "Ada <\(ToolLedger.account)>"
        let arguments = ["export", "--subject-address", person, "--to", out]
        let planned = try ledger.json("export", "--subject-address", person, "--to", out, "--dry-run")
        #expect(unsafe planned["messages"]?.integer == 5 && access(out, F_OK) != 0)
        let said = try ledger.succeed(arguments)
        #expect(said.text.hasPrefix("Exported 5 messages of \(ToolLedger.account) to \(out) (5 files, "))
        #expect(try readText(out + "/about.json").contains(#""address": "\#(ToolLedger.account)""#))
        for line in try readText(out + "/messages.jsonl").split(separator: "\n") {
            let message = try JSONBytesDecoder().decode(JSONValue.self, from: Array(line.utf8))
            let path = try #require(message["files"]?.array?.first?["path"]?.string)
            let id = try #require(message["id"]?.string)
            #expect(try readFile("\(out)/\(path)") == ledger.succeed("show", id, "--raw").output)
            #expect(message["history"]?.array?.first?["type"]?.string == "mail.message-added")
        }
        expectRefusal(try ledger.run(arguments), 4, "is not empty", lines: 1, "a second time")
    }

    @Test func `has the exit code of a conflict, and of a disk that takes no more, with nothing left`() throws {
        let ledger = try world()
        let out = ledger.directory.path("out")
        try ledger.succeed("export", "--to", out, "--as", "maildir")
        let refused = try ledger.run("export", "--to", out, "--as", "maildir")
        expectRefusal(refused, 4, "is not empty", lines: 1, "a second time")
        let full = try ledger.run("export", "--to", "/dev/full", "--as", "mboxrd")
        #expect(full.exitCode == 74 && full.errorText.contains("No space left"))

        // No file may be larger than some 100 KiB: the nearest to a full disk that needs no rights.
        let large = ledger.directory.path("large.eml")
        try writeFile(large, "Subject: large\n\n" + String(repeating: "0123456789abcdef\n", count: 30_000))
        try ledger.succeed("import", large, "--account", ToolLedger.account)
        let small = ledger.directory.path("small")
        let program = try Tool.path()
        let limited = try shell(
            "trap '' XFSZ; ulimit -f 200; exec '\(program)' export subject:large --to '\(small)' --as eml",
            environment: ledger.environment)
        #expect(
            limited.status == 74
                && limited.text.contains("File too large, after 0 of 1 copies; nothing is left there"),
            "\(limited.text)")
        #expect(unsafe access(small, F_OK) != 0)
    }

    @Test func `that was killed at random moments leaves no half, and can be run again`() throws {
        let ledger = try ToolLedger()
        let boxes = try GeneratedMail.writeMailboxes(20, each: 20, below: ledger.directory.path("mail"))
        try ledger.succeed(["import"] + boxes + ["--account", ToolLedger.account])
        var generator = SeededGenerator()
        // A new folder is filled beside its place.
        let (measured, place) = (ledger.directory.path("measured"), ledger.directory.path("place"))
        for folder in [measured, place] { try makeFolder(folder) }
        let out = place + "/out"
        let calls = try ledger.calls(by: ["export", "--to", measured + "/out", "--as", "maildir"], below: measured)
        try #require(calls > 400, "\(calls)")
        var kills = 0
        for _ in 0..<8 {
            // Before a call for what it writes, whenever a machine comes to that.
            let fault = Faults.Fault(
                kind: .any, number: Int.random(in: 1...calls, using: &generator), manner: .kill)
            let result = try ledger.run(
                ["export", "--to", out, "--as", "maildir"], adding: Faults.variables(below: place, at: fault))
            try #require(result.exitCode == -SIGKILL, "\(fault): \(result.errorText)")
            kills += 1
            let seen = filesBelow(out).filter { !$0.hasPrefix(".mailledger-export") }
            if !seen.isEmpty { break }
        }
        print("\(kills) exports were killed")
        #expect(kills > 0)
        let done = try ledger.run("export", "--to", out, "--as", "maildir", "--force")
        #expect(done.exitCode == 0)
        #expect(filesBelow(out).count == 400 && !filesBelow(place).contains { $0.contains("mailledger-export") })
    }

    @Test func `that nobody reads to its end ends with the code of a broken pipe`() throws {
        let ledger = try ToolLedger()
        let boxes = try GeneratedMail.writeMailboxes(1, each: 400, below: ledger.directory.path("mail"))
        try ledger.succeed(["import"] + boxes + ["--account", ToolLedger.account])
        for arguments in [
            ["--to", "-", "--as", "mboxrd"], ["--to", "-", "--as", "jsonl", "--content"], ["--notmuch-tags"],
            ["--events"],
        ] {
            var ends: [CInt] = [0, 0]
            try #require(unsafe pipe(&ends) == 0)
            // A program of another test would hold the end that nobody is to read.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let process = try ToolProcess(
                Tool.path(), ["export"] + arguments, environment: ledger.environment, output: ends[1])
            close(ends[0])
            close(ends[1])
            let result = try process.wait()
            // As of a program that SIGPIPE ends: a script must not take a part for all of it.
            #expect(result.exitCode == 141 && result.errorText.isEmpty, "\(arguments): \(result.errorText)")
        }
    }

    @Test(.requirement(17)) func `holds no secret, and no more of an account than its address`() throws {
        let ledger = try world()
        try ledger.succeed(
            "account", "add", "bob@gmail.com", "--display-name", "Canary Name", "--credential-ref", "env:CANARY_SECRET")
        let out = ledger.directory.path("out")
        for format in ["maildir", "eml"] {
            try ledger.succeed("export", "--to", "\(out)-\(format)", "--as", format, "--force")
        }
        _ = try ledger.run("export", "--to", out + ".jsonl", "--as", "jsonl", "--content")
        _ = try ledger.run("export", "--to", out + ".mbox", "--as", "mboxrd")
        for file in filesBelow(ledger.directory.path) where !file.hasPrefix("ledger/") && !file.hasPrefix("mail/") {
            let text = String(decoding: try readFile(ledger.directory.path(file)), as: UTF8.self)
            #expect(!text.contains("CANARY_SECRET") && !text.contains("Canary Name"), "\(file)")
        }
    }

    @Test func `takes tags in from a pipe, and names what it does not know`() throws {
        let ledger = try world()
        let dump = ledger.directory.path("dump")
        try writeFile(dump, "+unread +work -- id:one@example.org\n+x -- id:nobody@example.org\n")
        let planned = try ledger.run("import", "--notmuch-tags", dump, "-a", ToolLedger.account, "--dry-run")
        #expect(planned.exitCode == 5 && planned.text.contains("Would change 1 message"))
        let program = try Tool.path()
        let piped = try shell(
            "'\(program)' import --notmuch-tags - -a \(ToolLedger.account) < '\(dump)'", environment: ledger.environment
        )
        #expect(piped.status == 5 && piped.text.contains("unknown id nobody@example.org"))
        #expect(
            try ledger.succeed("export", "mid:one@example.org", "--notmuch-tags").lines.last
                == "+unread +work -- id:one@example.org")
        #expect(try ledger.json("count", "mid:one@example.org tag:inbox")["count"]?.integer == 0)
        try writeFile(dump, "one@example.org (inbox)\n")
        let refused = try ledger.run("import", "--notmuch-tags", dump, "-a", ToolLedger.account)
        expectRefusal(refused, 2, "line 1", lines: 1, "a dump of another kind")
        try writeFile(dump, "#notmuch-dump batch-tag:3 tags")
        #expect(try ledger.run("import", "--notmuch-tags", dump, "-a", ToolLedger.account).exitCode == 0)
        let nothing = try shell(
            "'\(program)' import --notmuch-tags - -a \(ToolLedger.account) </dev/null", environment: ledger.environment)
        #expect(nothing.status == 2)
        #expect(try ledger.run("import", "--notmuch-tags", dump, dump, "-a", ToolLedger.account).exitCode == 2)
    }
}
