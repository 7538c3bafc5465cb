import TestSupport
import Testing

/// The session that the project promises, run as a user would.
@Suite struct `A session` {
    /// What a person can look at; all of it must be the same again after undo, and after the views are thrown away.
    private static let questions = [
        ["folders"], ["messages", "*"], ["threads"], ["threads", "--all"], ["unread"], ["search", "kernel"],
        ["messages", "is:unread", "--limit", "20"], ["account", "list"],
    ]

    private func answers(_ ledger: ToolLedger) throws -> [String] {
        try Self.questions.map { try ledger.succeed($0 + ["--format", "json"]).text }
    }

    /// Imports, looks, changes, deletes, undoes, throws the views away and verifies.
    private func run(
        importing paths: [String], skipping: Int32, account: String, from: String, word: String, moved: String
    ) throws {
        let ledger = try ToolLedger(account: nil)
        #expect(try ledger.succeed("init").text.contains(ledger.path))
        try ledger.succeed("account", "add", account)
        let first = try ledger.run(["import"] + paths + ["--account", account, "--format", "json"])
        #expect(first.exitCode == skipping, "\(first.errorText)")
        let second = try ledger.run(["import"] + paths + ["--account", account])
        #expect(second.exitCode == skipping)
        #expect(second.text.contains("Added nothing"))

        #expect(try ledger.succeed("folders").text.contains("INBOX"))
        #expect(try !ledger.succeed("messages", "is:unread \(from)", "--limit", "20").lines.isEmpty)
        #expect(try !ledger.succeed("threads", "--folder", "INBOX", "--limit", "20").lines.isEmpty)
        #expect(try ledger.succeed("unread").text.contains("total"))
        #expect(try !ledger.succeed("search", word, "--limit", "100").lines.isEmpty)

        let unread = try #require(ledger.json("unread")["total"]?.integer)
        #expect(unread > 0)
        try ledger.succeed("mark", "--read", "in:INBOX", "--reason", "vacation catch-up")
        #expect(try #require(ledger.json("unread")["total"]?.integer) < unread)
        #expect(try !ledger.succeed("messages", moved).lines.isEmpty)
        try ledger.succeed("move", moved, "--to", "Archive")
        let found = try #require(ledger.json("messages", moved).array?.first)
        #expect(found["folders"]?.array?.first?.string == "Archive")

        let id = try #require(found["id"]?.string)
        #expect(try ledger.succeed("show", String(id.prefix(8))).text.contains("Subject:"))
        let history = try ledger.succeed("history", id).text
        #expect(history.contains("“vacation catch-up”") || history.contains("mail.message-moved"))
        #expect(history.contains("folder: INBOX → Archive"))
        #expect(try ledger.succeed("log").lines.count == 4 + (skipping == 0 ? 0 : 0))

        let before = try answers(ledger)
        try ledger.succeed("account", "delete", account, "--yes")
        for question in Self.questions where question != ["unread"] {
            #expect(try ledger.succeed(question + ["--format", "json"]).text == "[]\n", "\(question)")
        }
        #expect(try ledger.json("unread")["total"]?.integer == 0)
        try ledger.succeed("undo")
        #expect(try answers(ledger) == before)

        let head = try ledger.head()
        removeTree(ledger.path + "/views")
        for suffix in ["", "-wal", "-shm"] { removeTree(ledger.path + "/search.sqlite" + suffix) }
        #expect(try answers(ledger) == before)
        #expect(try ledger.head() == head)
        try ledger.checkAll()
    }

    @Test func `on the sample mail keeps every promise`() throws {
        let samples = projectRoot + "/Samples"
        try run(
            importing: [samples + "/maildir", samples + "/lists.mbox", samples + "/eml"], skipping: 0,
            account: "you@gmail.com", from: "from:peter", word: "kernel", moved: "subject:razor")
    }

    @Test func `on a generated Maildir keeps every promise`() throws {
        let directory = try TemporaryDirectory()
        try GeneratedMail.writeMaildir(60, flags: ["", "S", "FS", "RS"], below: directory.path("mail"))
        try run(
            importing: [directory.path("mail")], skipping: 0, account: "ada@example.org", from: "from:person",
            word: "razors", moved: "subject:\"subject 3\"")
    }

    @Test(.needsSharedMail) func `on real mail keeps every promise`() throws {
        let mail = try requireSharedMail()
        try run(
            importing: [mail + "/notmuch-corpora/lkml", mail + "/spamassassin-a/easy-ham-1"], skipping: 0,
            account: "you@gmail.com", from: "from:peter", word: "kernel", moved: "subject:razor")
    }

    @Test func `a second import adds nothing to the log`() throws {
        let ledger = try ToolLedger()
        let paths = try GeneratedMail.writeMailboxes(2, each: 10, below: ledger.directory.path("mail"))
        try ledger.succeed(["import"] + paths + ["--account", ToolLedger.account])
        let head = try ledger.head()
        let again = try ledger.succeed(["import"] + paths + ["--account", ToolLedger.account])
        #expect(again.text == "Added nothing; 20 were there already.\n")
        #expect(try ledger.head() == head)
    }
}
