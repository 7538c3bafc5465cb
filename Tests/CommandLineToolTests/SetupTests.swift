import Glibc
import JSONCoding
import TestSupport
import Testing

@testable import CommandLineTool

/// The first minutes of a keeper of mail: `setup`, `status`, and what the verbs say of what is missing.
@Suite struct `mailledger setup` {
    /// A place without a ledger, and a Maildir with a folder of sent mail.
    private func place(messages: Int = 6) throws -> (tool: ToolLedger, maildir: String) {
        let tool = try ToolLedger(account: nil)
        let maildir = tool.directory.path("Maildir")
        try GeneratedMail.writeMaildir(messages, flags: ["", "S"], below: maildir)
        return (tool, maildir)
    }

    @Test func `makes ledger and account, brings mail in, and says what to do next`() throws {
        let (tool, maildir) = try place()
        let lines = try tool.succeed("setup", maildir, "you@gmail.com").lines
        #expect(lines.first == "Made a ledger in \(tool.path).")
        #expect(lines.dropFirst().first == "Added the account you@gmail.com (gmail).")
        #expect(lines.contains { $0.hasPrefix("Added 6 messages to ") })
        #expect(lines.contains("Next: mailledger messages is:unread"))
        #expect(try tool.json("messages", "is:unread").array?.count == 3)
        try tool.checkAll()
        let head = try tool.head()
        let again = try tool.succeed("setup", maildir, "You@Gmail.com").lines
        #expect(again.first == "Found the ledger in \(tool.path).")
        #expect(
            again.contains("Found the account you@gmail.com (gmail).")
                && again.contains { $0.hasPrefix("Added nothing; 6 ") })
        #expect(try tool.head() == head)
        let form = try tool.json("setup", maildir)
        #expect(form["is_new"] == .bool(false) && form["account"]?.string == "you@gmail.com")
        #expect(form["imported"]?["existing"]?.integer == 6)
    }

    @Test func `goes on where it was killed before there was a log, and not where a log was lost`() throws {
        let (tool, maildir) = try place()
        try makeFolder(tool.path + "/content")
        for name in ["content.sqlite", "log.sqlite-new-1f"] { try writeFile("\(tool.path)/\(name)", [UInt8]()) }
        #expect(try tool.succeed("setup", maildir, "you@gmail.com").lines.first == "Made a ledger in \(tool.path).")
        try tool.checkAll()
        for name in ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm"] { unsafe unlink("\(tool.path)/\(name)") }
        let refused = try tool.run("setup", maildir, "you@gmail.com")
        #expect(refused.exitCode == 6 && refused.errorText.contains("is missing or empty"), "\(refused.errorText)")
        #expect(unsafe access("\(tool.path)/log.sqlite", F_OK) != 0)
    }

    @Test func `takes its words in any order, and goes on with an account more`() throws {
        let (tool, maildir) = try place()
        try tool.succeed("setup", "ada@example.org", maildir)
        #expect(
            try tool.succeed("setup", maildir, "eve@example.org").text.contains("Added the account eve@example.org"))
        #expect(try tool.json("status")["messages"]?.integer == 12)
    }

    @Test func `makes nothing where something is missing or cannot be read`() throws {
        let (tool, maildir) = try place()
        for (words, code, text) in [
            ([], 2, "say where your mail is"), ([maildir], 2, "say your e-mail address"),
            ([maildir + "/nowhere", "ada@example.org"], 74, "nothing is there"),
            ([maildir, "nobody"], 2, "the address"),
        ] as [([String], Int32, String)] {
            let result = try tool.run(["setup"] + words)
            #expect(result.exitCode == code && result.errorText.contains(text), "\(words): \(result.errorText)")
            #expect(unsafe access(tool.path, F_OK) != 0, "\(words)")
        }
    }

    @Test func `asks a person with a suggestion, and takes Return for it`() {
        for (line, suggestion, expected) in [
            ("", "~/Maildir", "~/Maildir"), (" /mail ", "~/Maildir", "/mail"), ("", nil, nil), (nil, "~/Maildir", nil),
        ] as [(String?, String?, String?)] {
            var written = ""
            let answer = Question.ask("Where?", suggestion: suggestion, write: { written += $0 }, read: { line })
            #expect(answer == expected)
            #expect(written == "Where?" + (suggestion.map { " [\($0)]" } ?? "") + " " + (line == nil ? "\n" : ""))
        }
    }
}

@Suite struct `What is missing` {
    @Test func `is named in order: the ledger, an account, and which of several`() throws {
        let tool = try ToolLedger(account: nil)
        let mail = tool.directory.path("mail")
        try writeFile(mail + "/1.eml", Array(GeneratedMail.lone(1).utf8))
        func complaint(_ words: String...) throws -> String { try tool.run(words).errorText }
        for verb in [["import", mail], ["sync", mail], ["message", "add", mail + "/1.eml"], ["folder", "add", "X"]] {
            #expect(try tool.run(verb).errorText.contains("'mailledger setup ~/Maildir you@example.org' makes one"))
        }
        try tool.succeed("init")
        for verb in [["import", mail], ["sync", mail], ["message", "add", mail + "/1.eml"], ["folder", "add", "X"]] {
            let result = try tool.run(verb)
            #expect(result.exitCode == 2 && result.errorText.contains("'mailledger account add ADDRESS' adds one"))
        }
        try tool.succeed("account", "add", "ada@example.org")
        #expect(try tool.succeed("import", mail).text == "Added 1 message to INBOX.\n")
        #expect(try tool.succeed("account", "show").text.contains("ada@example.org"))
        try tool.succeed("folder", "add", "Taxes")
        try tool.succeed("account", "add", "eve@example.org")
        let which = try tool.run("import", mail)
        #expect(which.exitCode == 2 && which.errorText.contains("which of the 2 accounts: --account ADDRESS"))
        try tool.succeed("config", "set", "import.account", "eve@example.org")
        #expect(try tool.succeed("import", mail).text == "Added 1 message to INBOX.\n")
    }

    @Test func `is made by --create, in one operation that undo takes back`() throws {
        let tool = try ToolLedger()
        let mail = tool.directory.path("mail")
        try writeFile(mail + "/1.eml", Array(GeneratedMail.lone(1).utf8))
        let head = try tool.head()
        #expect(try tool.run("import", mail, "--folder", "Old/2024").exitCode == 3)
        #expect(try tool.run("import", mail + "/nowhere", "--folder", "Old/2024", "--create").exitCode == 74)
        #expect(
            try tool.succeed("import", mail, "--folder", "Old/2024", "--create", "--dry-run").text
                .hasPrefix("Would add 1 message"))
        #expect(try tool.head() == head)
        #expect(
            try tool.succeed("import", mail, "--folder", "Old/2024", "--create").text
                == "Added 1 message to Old/2024.\n")
        try tool.succeed("undo", "--yes")
        #expect(try !tool.succeed("folders").text.contains("Old"))

        try tool.succeed("import", mail)
        let before = try tool.head()
        #expect(try tool.run("move", "*", "--to", "A/B").exitCode == 3)
        #expect(try tool.run("move", "subject:nothing", "--to", "A/B", "--create").exitCode == 3)
        let look = try tool.succeed("move", "*", "--to", "A/B", "--create", "--dry-run")
        #expect(look.lines == ["Would move 1 message.", "Would make the folders A, A/B."])
        #expect(try tool.json("move", "*", "--to", "A/B", "--create", "--dry-run")["is_dry_run"] == .bool(true))
        #expect(try tool.head() == before)
        #expect(
            try tool.succeed("move", "*", "--to", "A/B", "--create").lines == [
                "Moved 1 message.", "Made the folders A, A/B.",
            ])
        #expect(try tool.json("count", "in:A/B")["count"]?.integer == 1)
        #expect(
            try tool.succeed("move", "*", "--to", "A/B", "--create").text
                == "Moved 0 messages; 1 needed no change.\n")
        try tool.succeed("undo", "--yes")
        #expect(try tool.json("count", "in:INBOX")["count"]?.integer == 1)
        #expect(try tool.json("folders").array?.contains { $0["path"]?.string == "A/B" } == false)
        try tool.succeed("copy", "*", "--to", "Taxes", "--create")
        #expect(try tool.json("count", "in:Taxes in:INBOX")["count"]?.integer == 1)
        try writeFile(mail + "/2.eml", Array(GeneratedMail.lone(2).utf8))
        try tool.succeed("message", "add", mail + "/2.eml", "--folder", "Fetched", "--create")
        #expect(try tool.json("count", "in:Fetched")["count"]?.integer == 1)
        try tool.checkAll()
    }
}

@Suite struct `mailledger status` {
    @Test func `tells of mail, import, backup and what is behind`() throws {
        let tool = try ToolLedger()
        let start = try tool.succeed("status").text
        #expect(start.contains("none; 'mailledger import PATH' brings mail in") && start.contains("none known"))
        #expect(try tool.json("status")["last_import"] == .null && tool.json("status")["backup"] == .null)
        try writeFile(tool.directory.path("mail/1.eml"), Array(GeneratedMail.lone(1).utf8))
        try tool.succeed("import", tool.directory.path("mail"))
        let backup = tool.directory.path("backup")
        try tool.succeed("backup", backup)
        #expect(try tool.json("status")["backup"]?["behind"]?.integer == 0)
        try tool.succeed("mark", "--read", "*")
        let form = try tool.json("status")
        #expect(form["messages"]?.integer == 1 && form["unread"]?.integer == 0)
        #expect(form["last_import"]?["command"]?.string == "import")
        #expect(form["backup"]?["path"]?.string == backup && form["backup"]?["behind"]?.integer == 1)
        #expect(try tool.succeed("status").text.contains("\(backup), 1 change behind"))
        // A note that cannot be read is as none.
        try writeFile(tool.path + "/last-backup.json", Array("{".utf8))
        #expect(try tool.json("status")["backup"] == .null)
        let witness = tool.directory.path("witness")
        try tool.succeed("witness", "add", witness)
        #expect(try tool.succeed("status").text.contains("\(witness), up to date"))
        #expect(try tool.run("status", "--ledger", tool.directory.path("none")).exitCode == 1)
    }
}

@Suite struct `What people read` {
    @Test func `adds up: copies, folders, what was there, and what is no mail`() throws {
        let tool = try ToolLedger()
        let mail = tool.directory.path("mail")
        for name in ["cur/1.a:2,", "cur/2.b:2,S", "new/3.c"] {
            try writeFile(mail + "/" + name, Array(GeneratedMail.lone(name.count).utf8))
        }
        try writeFile(mail + "/.Work/cur/9.z:2,", Array(GeneratedMail.lone("cur/1.a:2,".count).utf8))
        try writeFile(mail + "/dovecot-uidlist", Array("3 V1".utf8))
        let first = try tool.succeed("import", mail, "--dry-run").text
        let done = try tool.succeed("import", mail).text
        #expect(first == done.replacing("Added", with: "Would add"))
        let counts = try tool.json("import", mail)
        #expect(counts["existing"]?.integer == 4)
        #expect(done.contains(" further cop") && done.contains(" to 2 folders.") && !done.contains("dovecot"))
        #expect(try tool.succeed("import", mail).text == "Added nothing; 4 were there already.\n")
        let rate = try tool.run("import", mail, "--verbose")
        #expect(rate.errorText.contains("messages a second") && !rate.text.contains("second"))
        let sync = try tool.succeed("sync", mail, "--dry-run")
        #expect(sync.text == "Would recognise 4 files; 0 new.\n")
        #expect(try tool.succeed("sync", mail).text == "Recognised 4 files; 0 new.\n")
        #expect(try tool.succeed("sync", mail).text == "Took nothing from the Maildir; wrote nothing to it.\n")
    }

    @Test func `of a path without mail is that there is none`() throws {
        let tool = try ToolLedger()
        let (empty, full) = (tool.directory.path("empty"), tool.directory.path("full"))
        _ = unsafe mkdir(empty, 0o700)
        try writeFile(full + "/1.eml", Array(GeneratedMail.lone(1).utf8))
        for paths in [[empty], [full, empty]] {
            let result = try tool.run(["import"] + paths)
            #expect(result.exitCode == 5 && result.errorText == "mailledger: no mail found below \(empty)\n")
        }
        #expect(try tool.json("stats")["messages"]?.integer == 1)
        try tool.succeed("import", full)
        let setup = try tool.run("setup", empty, "--ledger", tool.directory.path("other"), "mara@example.org")
        #expect(setup.exitCode == 5 && setup.errorText == "mailledger: no mail found below \(empty)\n")
        #expect(setup.text.contains("Next: mailledger import \(empty) once there is mail in it\n"))
    }

    @Test func `of an empty list is a line on a terminal, and nothing elsewhere`() throws {
        let tool = try ToolLedger()
        for (words, line) in [
            (["messages", "*"], "No messages."), (["search", "walrus"], "No messages."), (["threads"], "No threads."),
            (["notes"], "No notes."), (["hold", "list"], "Nothing is held."),
            (["messages", "--output", "ids"], "No messages."),
            (["query", "list"], "No saved queries."),
        ] {
            let piped = try tool.succeed(words)
            #expect(piped.text.isEmpty, "\(words)")
            let shown = try tool.runOnTerminal(words + ["--color", "never"])
            #expect(shown.text.contains(line), "\(words): \(shown.text)")
            if !words.contains("--output") {
                #expect(try tool.succeed(words + ["--format", "jsonl"]).text.isEmpty, "\(words)")
            }
        }
    }

    @Test func `of unread mail says what its total leaves out`() throws {
        let tool = try ToolLedger()
        let mail = tool.directory.path("mail")
        for (name, number) in [
            ("cur/1", 1), ("cur/2", 2), (".Spam/cur/3", 3), (".Lists/cur/4", 2), (".Lists/cur/5", 5),
        ] {
            try writeFile("\(mail)/\(name):2,", Array(GeneratedMail.lone(number).utf8))
        }
        try tool.succeed("import", mail)
        let lines = try tool.succeed("unread").lines
        #expect(lines.last == "1 in Spam and 1 further copy are not counted.")
        let rows = lines.filter { $0.hasPrefix("  ") }.compactMap { Int($0.split(separator: " ").last ?? "") }
        #expect(rows.reduce(0, +) - 2 == 3)
        #expect(try tool.json("unread")["total"]?.integer == 3)
    }
}
