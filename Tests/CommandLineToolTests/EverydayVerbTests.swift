import JSONCoding
import TestSupport
import Testing

/// What a person on mailing lists and a cron table want of the tool.
@Suite struct `Mail of every day` {
    private static let letter = """
        From: Peter Hallam <peter@example.net>
        To: kernel@lists.example.org, Ada <ada@example.org>
        Cc: Ines <ines@example.com>
        Subject: Next evening
        Date: Mon, 02 Feb 2026 23:30:00 +0900
        Message-ID: <evening@example.net>
        List-Id: The kernel evenings <kernel.lists.example.org>

        At seven.

        > Where?

        """

    private func ledger() throws -> ToolLedger {
        let tool = try ToolLedger()
        try writeFile(tool.directory.path("mail/1.eml"), Array(Self.letter.utf8))
        try writeFile(tool.directory.path("mail/2.eml"), Array(GeneratedMail.lone(2).utf8))
        try tool.succeed("import", "mail", tool.directory.path("mail"), "--quiet")
        return tool
    }

    @Test func `of a mailing list is found by its List-Id`() throws {
        let tool = try ledger()
        for (query, count) in [
            ("list:kernel", 1), ("list:KERNEL.lists", 1), ("list:*", 1), ("list:harbour", 0), ("not list:*", 1),
        ] {
            #expect(try tool.json("count", query)["count"]?.integer == Int64(count), "\(query)")
        }
    }

    @Test func `has people, each listed once`() throws {
        let tool = try ledger()
        #expect(try tool.succeed("address", "list:kernel").text == "Peter Hallam <peter@example.net>\n")
        let all = try tool.json("address", "--output", "all", "list:kernel").array ?? []
        #expect(
            all.compactMap { $0["address"]?.string }
                == ["peter@example.net", "kernel@lists.example.org", "ada@example.org", "ines@example.com"])
        let counted = try tool.succeed("address", "--output", "recipients", "--count", "--limit", "1").text
        #expect(counted.hasPrefix("2  ") || counted.hasPrefix("1  "), "\(counted)")
        #expect(try tool.succeed("address", "walrus").text.isEmpty)
    }

    @Test func `is answered by a draft, which is printed or saved`() throws {
        let tool = try ledger()
        let id = try tool.id("list:kernel")
        let lines = try tool.succeed("reply", id).lines
        #expect(lines.first == "From: ada@example.org")
        for line in [
            "Subject: Re: Next evening", "To: Peter Hallam <peter@example.net>",
            "Cc: kernel@lists.example.org, Ines <ines@example.com>", "In-Reply-To: <evening@example.net>",
            "References: <evening@example.net>", "> At seven.", ">> Where?",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(lines.contains { $0.hasPrefix("On Mon 2026-02-02 23:30:00 +0900, Peter Hallam") })
        #expect(try !tool.succeed("reply", id, "--reply-to", "sender").text.contains("Cc:"))
        let wanted = Self.letter.replacing("Subject:", with: "Reply-To: Kernel@lists.example.org\nSubject:")
            .replacing("<evening@", with: "<later@")
        try writeFile(tool.directory.path("mail/3.eml"), Array(wanted.utf8))
        try tool.succeed("import", tool.directory.path("mail/3.eml"), "--quiet")
        for (scope, to) in [("all", "Kernel@lists.example.org"), ("sender", "Peter Hallam <peter@example.net>")] {
            let draft = try tool.succeed("reply", "mid:later@example.net", "--reply-to", scope).lines
            #expect(draft.contains("To: \(to)"), "\(scope)")
        }
        try tool.succeed("delete", "mid:later@example.net", "--yes")
        #expect(try tool.run("reply", id, "--dry-run").exitCode == 2)
        let head = try tool.head()
        #expect(try tool.succeed("reply", id, "--save", "--dry-run").text == "Would save a draft.\n")
        #expect(try tool.head() == head)
        let draft = try tool.json("reply", id, "--save")
        #expect(draft["subject"]?.string == "Re: Next evening")
        #expect(try tool.json("count", "in:Drafts is:draft")["count"]?.integer == 1)
        #expect(try tool.json("threads", "list:kernel").array?.first?["message_count"]?.integer ?? 2 == 2)
        try tool.checkAll()
    }

    @Test func `shows the sender's clock, and the reader's where they differ`() throws {
        let tool = try ledger()
        let id = try tool.id("list:kernel")
        #expect(try tool.succeed("show", id).text.contains("Date: Mon 2026-02-02 23:30:00 +0900 (14:30 here)"))
        let same = try tool.run(["show", id], adding: ["TZ": "Asia/Tokyo"])
        #expect(same.text.contains("Date: Mon 2026-02-02 23:30:00 +0900\n"))
        let other = try tool.run(["show", id], adding: ["TZ": "Pacific/Kiritimati"])
        #expect(other.text.contains("+0900 (2026-02-03 04:30 here)"))
    }

    @Test func `is changed and cared for without a word from cron, unless something is wrong`() throws {
        let tool = try ledger()
        let (mail, backup) = (tool.directory.path("mail"), tool.directory.path("backup"))
        for words in [
            ["import", mail, "-q"], ["mark", "--read", "*", "-q"], ["label", "--add", "x", "*", "-q"],
            ["backup", backup, "-q"], ["verify", "-q"], ["rebuild", "-q"], ["rebuild", "--check", "-q"],
            ["doctor", "-q"], ["collect", "-q"], ["prune", "--keep", "5", "--yes", "-q"],
            ["export", "--to", tool.directory.path("copy"), "--as", "maildir", "-q"],
            ["checkpoint", "--output", tool.directory.path("point"), "-q"],
            ["message", "add", mail + "/1.eml", "-q"], ["move", "list:*", "--to", "Archive", "-q"],
        ] {
            #expect(try tool.succeed(words).text.isEmpty, "\(words)")
        }
        try writeFile(mail + "/bad", Array("no mail".utf8))
        let partial = try tool.run("import", mail, "-q")
        #expect(partial.exitCode == 5 && partial.text.contains("skipped"))
        let none = try tool.run("mark", "--read", "walrus", "-q")
        #expect(none.exitCode == 3 && none.errorText.isEmpty)
        // A program gets its answer and the reason all the same.
        let asked = try tool.run("mark", "--read", "walrus", "-q", "--format", "json")
        #expect(asked.exitCode == 3 && asked.text.contains("\"matched\": 0"), "\(asked.text)")
        #expect(asked.errorText.contains("NOT_FOUND"), "\(asked.errorText)")
    }

    @Test func `comes in by subcommands, by the options of before, and from a folder that is called as one`() throws {
        let tool = try ToolLedger()
        let folder = tool.directory.path("here")
        try writeFile(folder + "/mail/1.eml", Array(Self.letter.utf8))
        try writeFile(folder + "/dump", Array("+work -- id:evening@example.net\n".utf8))
        let bash = try shell(
            "cd '\(folder)' && '\(Tool.path())' import mail && '\(Tool.path())' import tags dump && '\(Tool.path())' import --notmuch-tags dump",
            environment: tool.environment)
        #expect(bash.status == 0, "\(bash.text)")
        #expect(bash.text.contains("Added 1 message to INBOX.") && bash.text.contains("Changed 1 message;"))
        #expect(try tool.json("count", "label:work")["count"]?.integer == 1)
    }
}
