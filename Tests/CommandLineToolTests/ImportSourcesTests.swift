import Compression
import Glibc
import JSONCoding
import TestSupport
import Testing

/// What an import is told in events: as many as something changed, and no more.
@Suite struct `An import records` {
    private let ledger: ToolLedger
    private let mail: String

    init() throws {
        ledger = try ToolLedger()
        mail = ledger.directory.path("mail")
    }

    private func write(_ name: String, _ number: Int = 1, body: String = "text") throws {
        try writeFile("\(mail)/\(name)", GeneratedMail.message(number, body: body))
    }

    private func rename(_ old: String, _ new: String) throws {
        try makeFolder("\(mail)/\(new)".split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
        try #require(unsafe Glibc.rename("\(mail)/\(old)", "\(mail)/\(new)") == 0)
    }

    /// Imports, and returns the types of the events that were recorded.
    private func imported(_ path: String? = nil, _ options: String...) throws -> [String] {
        let before = try ledger.head().events
        try ledger.succeed(["import", path ?? mail, "--account", ToolLedger.account] + options)
        let lines = try ledger.succeed("events", "list", "--after", "\(before)", "--format", "jsonl").lines
        return try lines.map { line in
            try #require(JSONBytesDecoder().decode(JSONValue.self, from: Array(line.utf8))["type"]?.string)
        }
    }

    @Test func `which file was passed over and why, which the account's history tells`() throws {
        try write("letter.eml")
        try writeFile(mail + "/photo.jpg", [0xff, 0xd8, 0xff, 0xe0])
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        let history = try ledger.succeed("history", ToolLedger.account).text
        #expect(history.contains("photo.jpg\n") && history.contains("    reason: – → "), "\(history)")
        let entries = try #require(ledger.json("history", ToolLedger.account).array)
        let changes = try #require(entries.last?["changes"]?.array)
        #expect(changes.contains { $0["field"]?.string == "source" }, "\(changes)")
    }

    @Test func `nothing for the rest of an mbox that lost its first messages, and each of two equal ones`() throws {
        func fill(_ numbers: Int...) throws {
            let entries = numbers.map { number in
                "From a@b.example Mon Jan  1 10:00:00 2024\n\(GeneratedMail.message(number, body: "text"))\n"
            }
            try writeFile(mail + "/in.mbox", entries.joined())
        }
        let added = "mail.message-added"
        try fill(1, 2, 3)
        #expect(try imported() == [added, added, added])
        try fill(2, 3)
        #expect(try imported("\(mail)/in.mbox") == [])
        try fill(3, 4, 2)
        #expect(try imported("\(mail)/in.mbox") == [added])
        // A dry run counts the same.
        try fill(4, 4, 3)
        let dry = try ledger.succeed(
            "import", "\(mail)/in.mbox", "--account", ToolLedger.account, "--dry-run")
        #expect(dry.text.contains("1 further copy to INBOX"), "\(dry.text)")
        #expect(try imported("\(mail)/in.mbox") == [copied])
        try fill(3, 4, 4)
        #expect(try imported("\(mail)/in.mbox") == [])
    }

    @Test func `a copy for each folder of two mboxes of one name, and for each entry of one that is named twice`()
        throws
    {
        func fill(_ name: String, _ numbers: Int...) throws {
            let entries = numbers.map { number in
                "From a@b.example Mon Jan  1 10:00:00 2024\n\(GeneratedMail.message(number, body: "text"))\n"
            }
            try writeFile("\(mail)/\(name)/mail.mbox", entries.joined())
        }
        try ledger.succeed("folder", "add", "Home", "--account", ToolLedger.account)
        try fill("work", 1, 2, 3)
        try fill("home", 4, 3)
        #expect(try imported("\(mail)/work/mail.mbox").count == 3)
        #expect(try imported("\(mail)/home/mail.mbox", "--folder", "Home") == ["mail.message-added", copied])
        // Where it came in counts, not where it is.
        try ledger.succeed("move", "in:Home", "--to", "Archive")
        try fill("home", 3)
        #expect(try imported("\(mail)/home/mail.mbox", "--folder", "Home") == [])
        // The first import of the same entries once more takes nothing, nor does a dry run of it say so.
        try fill("twice", 5, 5, 6)
        let path = "\(mail)/twice/mail.mbox"
        let words = ["import", path, path, "--account", ToolLedger.account]
        #expect(try ledger.succeed(words + ["--dry-run"]).text.contains("1 further copy"))
        #expect(try ledger.succeed(words).text.contains("1 further copy"))
        #expect(try imported(path) == [])
        try fill("twice", 5, 5, 5, 5)
        #expect(try ledger.succeed("import", path, "--dry-run").text.contains("2 further copies"))
        #expect(try imported(path) == [copied, copied])
    }

    private func keywords(_ query: String = "*") throws -> [String] {
        let messages = try #require(ledger.json("messages", query).array)
        return messages.flatMap { $0["keywords"]?.array?.compactMap(\.string) ?? [] }
    }

    private let copied = "mail.message-copied"
    private let changed = "mail.copy-changed"

    @Test func `one event for a file renamed by a change of flags, and none for their order`() throws {
        try write("cur/1709280000.M1.host:2,")
        #expect(try imported() == ["mail.message-added"])
        try rename("cur/1709280000.M1.host:2,", "cur/1709280000.M1.host:2,FS")
        #expect(try imported() == [changed])
        #expect(try keywords() == ["$flagged", "$seen"])
        try rename("cur/1709280000.M1.host:2,FS", "cur/1709280000.M1.host:2,SF")
        #expect(try imported() == [])
        // Letters of a server's own keywords are no flags.
        try rename("cur/1709280000.M1.host:2,SF", "cur/1709280000.M1.host:2,FSab")
        #expect(try imported() == [])
        try rename("cur/1709280000.M1.host:2,FSab", "cur/1709280000.M1.host:2,F")
        #expect(try imported() == [changed])
        #expect(try keywords() == ["$flagged"])
    }

    @Test func `none for a message that was seen in new and lies in cur, and one when it has been read`() throws {
        try write("new/1709280000.M1.host", 1)
        try write("new/1709280001.M2.host", 2)
        #expect(try imported() == ["mail.message-added", "mail.message-added"])
        #expect(try ledger.json("unread")["total"]?.integer == 2)
        try rename("new/1709280000.M1.host", "cur/1709280000.M1.host:2,")
        try rename("new/1709280001.M2.host", "cur/1709280001.M2.host:2,S")
        #expect(try imported() == [changed])
        #expect(try ledger.json("unread")["total"]?.integer == 1)
    }

    @Test func `one event for a copy in a second folder`() throws {
        try write("cur/1709280000.M1.host:2,S")
        try write(".Work.Letters/cur/1709280005.M9.host:2,", 2)
        try write(".Entw&APw-rfe/new/1709280006.M9.host", 3)
        let added = "mail.message-added"
        #expect(
            // Drafts, which is empty, gives its role up to Entwürfe.
            try imported().sorted() == ["mail.folder-changed"] + Array(repeating: "mail.folder-created", count: 3)
                + Array(repeating: added, count: 3))
        try write(".Work.Letters/cur/1709280007.M1.host:2,F")
        #expect(try imported() == [copied])
        #expect(try ledger.json("messages", "in:Work/Letters is:flagged is:read").array?.count == 1)
        #expect(try ledger.json("messages", "in:Entwürfe").array?.count == 1)
        #expect(try ledger.json("messages").array?.count == 3)
        #expect(try imported() == [])
    }

    @Test func `one event for a copy that is marked to be deleted, and hides it`() throws {
        try write("cur/1709280000.M1.host:2,S")
        try write("cur/1709280001.M2.host:2,ST", 2)
        #expect(try imported() == ["mail.message-added", "mail.message-added"])
        #expect(try ledger.json("messages").array?.count == 1)
        try rename("cur/1709280000.M1.host:2,S", "cur/1709280000.M1.host:2,ST")
        #expect(try imported() == [changed])
        #expect(try ledger.json("messages").array?.isEmpty == true)
        try rename("cur/1709280000.M1.host:2,ST", "cur/1709280000.M1.host:2,S")
        #expect(try imported() == [changed])
        #expect(try ledger.json("messages").array?.count == 1)
    }

    @Test func `one event for a changed Status of an mbox, which is other bytes of the same message`() throws {
        func box(_ status: String) -> String {
            "From a@example.org Fri Mar  1 10:00:00 2024\nStatus: \(status)\n" + GeneratedMail.message(1)
        }
        try writeFile(mail + "/a.mbox", box("O"))
        #expect(try imported(mail + "/a.mbox") == ["mail.message-added"])
        try writeFile(mail + "/a.mbox", box("RO"))
        #expect(try imported(mail + "/a.mbox") == [copied])
        #expect(try keywords() == ["$seen"])
        #expect(try imported(mail + "/a.mbox") == [])
        #expect(try ledger.json("messages").array?.count == 1)
    }

    @Test func `nothing when a compressed file is unpacked, or a plain one compressed`() throws {
        let boxes = try GeneratedMail.writeMailboxes(1, each: 20, below: mail)
        let (plain, eml) = (try readFile(boxes[0]), Array(GeneratedMail.message(100).utf8))
        var compressor = FrameCompressor()
        for (name, bytes) in [("a.mbox", plain), ("sub/letter.eml", eml)] {
            try writeFile("\(mail)/one/\(name).gz", try gzipped(bytes))
            try writeFile("\(mail)/two/\(name).zst", compressor.frame(of: bytes))
            try writeFile("\(mail)/three/\(name)", bytes)
        }
        #expect(try imported(mail + "/one").count == 22)
        for folder in ["one", "two", "three"] { #expect(try imported("\(mail)/\(folder)") == []) }
        #expect(try imported("\(mail)/one/a.mbox.gz") == [] && imported("\(mail)/two/a.mbox.zst") == [])
        #expect(try ledger.json("messages").array?.count == 21)
        let raw = try ledger.succeed("show", ledger.id("message-id:m100@lists.example.org"), "--raw").output
        #expect(raw == eml)
        try ledger.checkAll()
    }

    @Test func `nothing of a Maildir that was compressed in place`() throws {
        try GeneratedMail.writeMaildir(6, flags: ["S", "", "F"], below: mail)
        #expect(try imported().count == 6)
        for name in try subpaths(of: mail + "/cur") {
            try writeFile("\(mail)/cur/\(name)", try gzipped(readFile("\(mail)/cur/\(name)")))
        }
        #expect(try imported() == [])
    }

    @Test func `nothing for a dry run, which counts as the real one does`() throws {
        try GeneratedMail.writeMaildir(30, flags: ["S", "", "FR"], below: mail + "/box")
        #expect(try imported(mail + "/box").count == 30)
        // Half of them with other flags, copies elsewhere, duplicates of one another, an mbox, and what is no mail.
        removeTree(mail + "/box")
        try GeneratedMail.writeMaildir(30, flags: ["S", "F"], below: mail + "/box")
        for folder in ["again", "once more"] {
            try GeneratedMail.writeMaildir(
                50, flags: folder == "again" ? ["S"] : ["", "S"], below: "\(mail)/\(folder)")
        }
        _ = try GeneratedMail.writeMailboxes(3, each: 700, below: mail)
        try writeFile(mail + "/bad.bin", "this is not mail")
        try writeFile(mail + "/cut.gz", Array(try gzipped(Array(GeneratedMail.message(7_000).utf8)).dropLast(4)))
        let paths = ["\(mail)/box", "\(mail)/again", "\(mail)/once more", mail]
        let arguments = ["import"] + paths + ["--account", ToolLedger.account]
        let before = try (ledger.head(), state())
        let dry = try ledger.run(arguments + ["--dry-run"])
        #expect(dry.exitCode == 5 && dry.text.contains("Would add 2,0"))
        #expect(try ledger.head() == before.0 && state() == before.1)
        #expect(try ledger.run(arguments + ["--dry-run"]).text == dry.text)
        let real = try ledger.run(arguments)
        #expect(real.exitCode == 5 && real.errorText == dry.errorText)
        #expect(real.text == dry.text.replacing("Would add", with: "Added"))
    }

    /// The bytes of the log and of the content.
    private func state() throws -> [[UInt8]] {
        try ["log.sqlite", "content.sqlite", "search.sqlite"].map { try readFile("\(ledger.path)/\($0)") }
    }
}

@Suite struct `An import from standard input` {
    private let ledger: ToolLedger

    init() throws {
        ledger = try ToolLedger()
    }

    private func run(_ input: [UInt8], _ options: String...) throws -> ToolResult {
        try ledger.run(["import", "-", "--account", ToolLedger.account] + options, input: input)
    }

    @Test func `takes a message or an mbox, compressed or not, to the folder that is named`() throws {
        let message = Array(GeneratedMail.message(1).utf8)
        #expect(try run(message, "--folder", "Archive").text == "Added 1 message to Archive.\n")
        #expect(try ledger.json("messages", "in:Archive").array?.count == 1)
        #expect(try run(gzipped(message)).text == "Added nothing; 1 was there already, in Archive.\n")
        let events = try ledger.head().events
        let box = try readFile(GeneratedMail.writeMailboxes(1, each: 12, below: ledger.directory.path("box"))[0])
        var compressor = FrameCompressor()
        #expect(try run(compressor.frame(of: box)).text == "Added 11 messages and 1 further copy to INBOX.\n")
        #expect(try ledger.head().events == events + 12)
        #expect(try run(box, "--dry-run").text == "Would add nothing; 12 were there already.\n")
        try ledger.checkAll()
    }

    @Test func `refuses what is empty, damaged or no mail, and other paths beside it`() throws {
        let head = try ledger.head()
        let cut = Array(try gzipped(Array(GeneratedMail.message(1).utf8)).dropLast(1))
        for (input, reason) in [
            ([], "it is empty"), (Array("no mail".utf8), "it does not start with a header field of mail"),
            (Array("root:x:0:0:root:/root:/bin/sh\n".utf8), "it does not start with a header field of mail"),
            (cut, "it is compressed, and ends in the middle"),
            (
                [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
                "it is compressed with xz, which is not read here; unpack it first"
            ),
        ] as [([UInt8], String)] {
            let result = try run(input)
            #expect(result.exitCode == 2 && result.output.isEmpty)
            #expect(result.errorText == "mailledger: standard input: \(reason); nothing was imported\n")
        }
        let both = try ledger.run(["import", "-", "/tmp", "--account", ToolLedger.account])
        #expect(both.exitCode == 2 && both.errorText.contains("stands alone"))
        for kind in ["--events", "--chat", "--notmuch-tags"] {
            let other = try ledger.run(["import", "/tmp", kind, "--reread"])
            #expect(other.exitCode == 2 && other.errorText.contains("--reread goes with mail in files"))
        }
        #expect(try ledger.head() == head)
    }

    @Test func `that is closed is not taken for the next file that is opened`() throws {
        let tool = try Tool.path()
        let output = try shell(
            "'\(tool)' import - --account \(ToolLedger.account) <&-", environment: ["MAILLEDGER": ledger.path])
        #expect(output.status == 74 && output.text.contains("Bad file descriptor"))
    }

    @Test func `works behind a program that delivers, one message a process`() throws {
        let tool = try Tool.path()
        let command = "'\(tool)' import - --account \(ToolLedger.account) --format json"
        let message = "From ada@example.org Fri Mar  1 10:00:00 2024\n" + GeneratedMail.message(5)
        try writeFile(ledger.directory.path("message"), message)
        let output = try shell(
            "for n in 1 2 3; do \(command) <\(ledger.directory.path("message")) || exit 75; done",
            environment: ["MAILLEDGER": ledger.path])
        #expect(output.status == 0 && output.text.contains("\"added\": 1") && output.text.contains("\"existing\": 1"))
        let received = try ledger.json("messages").array?.compactMap { $0["received_at"]?.string }
        #expect(received == ["2024-03-01T10:00:00.000000Z"])
    }
}

@Suite struct `An import of a compressed file` {
    @Test func `that is a thousand times as large when it is unpacked keeps to its memory`() throws {
        let ledger = try ToolLedger()
        let path = ledger.directory.path("bomb.eml.gz")
        let made = try shell(
            "(printf 'Subject: bomb\\n\\n'; yes 'the same again and again' | head -c 200000000) | gzip -1 >\(path)",
            environment: [:])
        #expect(made.status == 0)
        let process = try ledger.start(["import", path, "--account", ToolLedger.account])
        var peak = 0
        while try process.isRunning() {
            peak = max(peak, process.peakMemory ?? 0)
            usleep(2_000)
        }
        #expect(try process.wait().exitCode == 0)
        #expect(peak > 0 && peak < 100 * 1024, "\(peak) KiB")
        #expect(try ledger.json("messages", "size:>190M").array?.count == 1)
        // What was unpacked is gone.
        #expect(try subpaths(of: ledger.path).allSatisfy { !$0.contains("tmp") && !$0.contains("mailledger.") })
    }
}

@Suite struct `An import that is asked to stop` {
    @Test func `records what it has read, says how to go on, and goes on`() throws {
        let ledger = try ToolLedger()
        let paths = try GeneratedMail.writeMailboxes(4, each: 1_000, below: ledger.directory.path("mail"))
        let arguments = ["import"] + paths + ["--account", ToolLedger.account]
        let process = try ledger.start(arguments)
        while try process.isRunning(), try ledger.head().events < 10 { usleep(20_000) }
        kill(process.id, SIGINT)
        let result = try process.wait()
        #expect(result.exitCode == 130)
        #expect(
            result.errorText
                == "mailledger: stopped; this much is recorded, and the same command goes on\n"
        )
        let added = try #require(
            result.text.firstMatch(of: /Added ([0-9,]+) messages/)?.output.1.replacing(",", with: ""))
        #expect(try ledger.json("stats")["messages"]?.integer == Int64(added))
        try ledger.checkAll()
        let rest = try ledger.succeed(arguments).text
        #expect(rest.contains("were there already") && !rest.hasPrefix("Added nothing"))
        #expect(try ledger.json("stats")["messages"]?.integer == 4_000)
    }
}

@Suite struct `An import of mail that is there already` {
    @Test(arguments: [[], ["--dry-run"]]) func `says in which folders it is, and what was deleted`(
        options: [String]
    ) throws {
        let ledger = try ToolLedger()
        try ledger.succeed("folder", "add", "Work", "--account", ToolLedger.account)
        let mail = ledger.directory.path("mail")
        for number in 1...5 {
            try writeFile("\(mail)/\(number).eml", "Subject: s\(number)\nMessage-ID: <\(number)@x>\n\nText \(number)\n")
        }
        func again(_ folder: String, _ more: String...) throws -> String {
            try ledger.succeed(
                ["import", mail, "--account", ToolLedger.account, "--folder", folder] + options + more
            ).text
        }
        try ledger.succeed("import", mail, "--account", ToolLedger.account, "--folder", "Archive")
        let start = options.isEmpty ? "Added nothing; " : "Would add nothing; "
        #expect(try again("Archive") == start + "5 were there already.\n")
        #expect(try again("Work") == start + "5 were there already, in Archive.\n")
        try ledger.succeed("move", "subject:s1", "--to", "Work")
        #expect(try again("Work", "--reread") == start + "5 were there already, 4 of them in Archive.\n")
        #expect(try again("INBOX") == start + "5 were there already, 5 of them in 2 other folders.\n")
        try ledger.succeed("delete", "subject:s2", "--yes")
        #expect(
            try again("Work", "--reread") == start
                + "4 were there already, 3 of them in Archive, 1 was deleted before"
                + " ('mailledger undelete' brings it back).\n")
        let answer = try JSONBytesDecoder().decode(
            JSONValue.self, from: Array(try again("INBOX", "--reread", "--format", "json").utf8))
        #expect(answer["existing"]?.integer == 5 && answer["deleted"]?.integer == 1)
        #expect(answer["elsewhere"]?.array?.compactMap(\.string) == ["Archive", "Work"])
    }
}
