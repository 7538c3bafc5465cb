import Foundation
import JSONCoding
import TestSupport
import Testing

/// `prune`, `account set --keep-newest` and the filters of `threads`, as a process.
@Suite struct `Retention and threads on the command line` {
    private static let account = ToolLedger.account

    /// An mbox of messages, a day apart from 2024-02-01 on; each second one answers the first.
    private func mail(_ ledger: ToolLedger, count: Int = 12) throws -> String {
        let text = (1...count).map { day in
            let number = day < 10 ? "0\(day)" : "\(day)"
            let answer = day > 1 && day % 2 == 0 ? "References: <1@example.org>\n" : ""
            return "From bob@example.net Thu Feb \(number) 12:36:23 2024\nFrom: bob@example.net\nSubject: day \(day)\n"
                + "Date: \(number) Feb 2024 10:00:00 +0000\nMessage-ID: <\(day)@example.org>\n\(answer)\nbody\n\n"
        }
        return try write(text.joined(), ledger)
    }

    private func write(_ text: String, _ ledger: ToolLedger) throws -> String {
        let path = ledger.directory.path("all.mbox")
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func subjects(_ ledger: ToolLedger) throws -> [String] {
        try ledger.json("messages", "*").array?.compactMap { $0["subject"]?.string } ?? []
    }

    @Test(.requirement(73, 75)) func `prune deletes by count and by age, says so, and undo brings all back`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("import", mail(ledger), "--account", Self.account)
        let before = try subjects(ledger)
        let head = try ledger.head()
        let plan = try ledger.json("prune", "--keep", "5", "--dry-run")
        #expect(plan["matched"]?.integer == 12 && plan["changed"]?.integer == 7)
        #expect(try ledger.head() == head)
        #expect(try ledger.run("prune", "--keep", "5").exitCode == 2)
        let text = try ledger.succeed("prune", "--keep", "5", "--yes").text
        #expect(text.hasPrefix("Deleted 7 of 12 messages of ada@example.org."))
        #expect(try subjects(ledger) == (8...12).reversed().map { "day \($0)" })
        #expect(try ledger.json("log").array?.first?["reason"]?.string == "keep the newest 5")
        try ledger.succeed("undo")
        #expect(try subjects(ledger) == before)
        try ledger.succeed("prune", "--older-than", "2024-02-11", "-y", "--account", Self.account, "--folder", "INBOX")
        #expect(try subjects(ledger) == ["day 12", "day 11"])
        try ledger.succeed("undo")
        #expect(try ledger.json("prune", "--older-than", "900y", "--dry-run")["changed"]?.integer == 0)
        for bad in [[], ["--keep", "1", "--older-than", "7y"], ["--keep=-1"], ["--older-than", "soon"]] {
            #expect(try ledger.run(["prune", "--yes"] + bad).exitCode == 2, "\(bad)")
        }
        #expect(try ledger.run("prune", "--keep", "1", "--folder", "Nowhere", "--yes").exitCode == 3)
        // Zero keeps nothing wherever it may be said; as a stored rule it is refused.
        #expect(try ledger.json("prune", "--keep", "0", "--dry-run")["changed"]?.integer == 12)
        let zero = try ledger.run("account", "set", Self.account, "--keep-newest", "0")
        #expect(zero.exitCode == 2 && zero.errorText.contains("none removes the limit"))
        try ledger.checkAll()
    }

    @Test(.requirement(74)) func `an account keeps the newest messages of an import`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("account", "set", Self.account, "--keep-newest", "4")
        #expect(try ledger.json("account", "show", Self.account)["keep_newest"]?.integer == 4)
        let head = try ledger.head()
        let plan = try ledger.json("import", mail(ledger), "--account", Self.account, "--dry-run")
        #expect(plan["added"]?.integer == 12 && plan["pruned"]?.integer == 8)
        let words = try ledger.succeed("import", mail(ledger), "--account", Self.account, "--dry-run").text
        #expect(words.contains("Would delete 8 messages: the account and its folders keep no more."))
        #expect(try ledger.head() == head)
        let report = try ledger.json("import", mail(ledger), "--account", Self.account)
        #expect(report["added"]?.integer == 12 && report["pruned"]?.integer == 8)
        #expect(try subjects(ledger) == (9...12).reversed().map { "day \($0)" })
        // What was pruned does not come back with the next import.
        #expect(try ledger.json("import", mail(ledger), "--account", Self.account)["pruned"]?.integer == 0)
        #expect(try subjects(ledger).count == 4)
        try ledger.succeed("account", "set", Self.account, "--keep-newest", "none")
        #expect(try ledger.json("account", "show", Self.account)["keep_newest"] == .null)
    }

    @Test(.requirement(75)) func `prune follows the rules of accounts and folders, and says what goes by which`() throws
    {
        let ledger = try ToolLedger()
        try ledger.succeed("import", mail(ledger), "--account", Self.account)
        #expect(try ledger.run("prune", "--dry-run").errorText.contains("no rule is stored"))
        try ledger.succeed("folder", "add", "Receipts", "--keep-newest", "1", "--account", Self.account)
        #expect(try ledger.json("folder", "show", "Receipts")["keep_newest"]?.integer == 1)
        let changed = try ledger.succeed("folder", "set", "Receipts", "--keep-newest", "none", "--keep-for", "forever")
        #expect(changed.text.contains("keep_newest: 1 → –") && changed.text.contains("keep_for: – → forever"))
        try ledger.succeed("account", "set", Self.account, "--keep-newest", "4", "--keep-for", "900Y")
        try ledger.succeed("move", "subject:1", "--to", "Receipts")
        #expect(try ledger.succeed("account", "show", Self.account).text.contains("the newest 4 messages, 900 years"))
        #expect(try ledger.succeed("folder", "show", "Receipts").text.contains("for ever"))

        let plan = try ledger.succeed("prune", "--dry-run").lines
        #expect(
            plan == [
                "Would keep all of 1 message of \(Self.account) in Receipts (keep for ever).",
                "Would delete 7 of 11 messages of \(Self.account) (keep the newest 4, 900 years).",
            ])
        #expect(try ledger.run("prune").exitCode == 2)
        let answer = try ledger.json("prune", "--yes")
        #expect(answer["places"]?.array?.compactMap { $0["pruned"]?.integer } == [0, 7])
        #expect(try subjects(ledger) == ["day 12", "day 11", "day 10", "day 9", "day 1"])
        let missing = try ledger.succeed("why", "missing", "2@example.org").text
        #expect(missing.contains("was deleted by the account's rule: keep the newest 4; it was last in INBOX"))
        let id = try #require(
            try ledger.json("why", "missing", "2@example.org")["findings"]?.array?.first?["id"]?.string)
        let history = try ledger.succeed("history", id).text
        #expect(history.contains("pruned_by.origin: – → account") && history.contains("pruned_by.keep_newest: – → 4"))
        #expect(!history.contains("pruned_by.keep_for"))
        try ledger.succeed("undo")
        #expect(try subjects(ledger).count == 12)

        // A folder's rule alone, and what is refused.
        #expect(try ledger.json("prune", "--folder", "Receipts", "--dry-run")["matched"]?.integer == 1)
        #expect(try ledger.run("prune", "--folder", "INBOX", "--dry-run").exitCode == 2)
        for (option, value) in [
            ("--keep-newest", "many"), ("--keep-newest", "0"), ("--keep-for", "soon"), ("--keep-for", "0d"),
        ] {
            for thing in [["account", "set", Self.account], ["folder", "set", "Receipts"]] {
                let result = try ledger.run(thing + [option, value])
                #expect(result.exitCode == 2 && result.errorText.contains(option), "\(thing) \(option) \(value)")
            }
        }
        try ledger.checkAll()
    }

    @Test(.requirement(101, 102)) func `threads are listed by their state`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("import", mail(ledger), "--account", Self.account)
        func subjects(_ options: String...) throws -> [String] {
            let result = try ledger.succeed(["threads", "--format", "json"] + options)
            let list = try JSONBytesDecoder().decode(JSONValue.self, from: result.output).array ?? []
            return list.compactMap { $0["subject"]?.string }
        }
        try ledger.succeed("thread", "--pin", "subject:5")
        try ledger.succeed("thread", "--archive", "subject:7")
        try ledger.succeed("mark", "--read", "thread:" + ledger.id("message-id:1@example.org"))
        #expect(try subjects() == ["day 5", "day 1", "day 11", "day 9", "day 3"])
        #expect(try subjects("--pinned") == ["day 5"] && subjects("--all").count == 6)
        #expect(try subjects("--unread") == ["day 5", "day 11", "day 9", "day 3"])
        #expect(try subjects("--split-subjects", "--limit", "3") == ["day 5", "day 12", "day 11"])
        #expect(try ledger.json("threads", "--pinned", "--unread").array?.first?["is_read"] == .bool(false))
    }

    @Test(.requirement(69)) func `a search shows the 100 newest unless a limit says otherwise`() throws {
        let ledger = try ToolLedger()
        let text = (0..<150).map { number in
            "From bob@example.net Thu Aug 22 12:36:23 2002\nFrom: bob@example.net\nSubject: walrus \(number)\n"
                + "Date: 01 Feb 2024 10:\(10 + number / 60):\(10 + number % 50) +0000\nMessage-ID: <\(number)@x>\n\nbody\n\n"
        }
        let path = try write(text.joined(), ledger)
        try ledger.succeed("import", path, "--account", Self.account)
        let all = try ledger.json("messages", "walrus").array ?? []
        #expect(all.count == 150)
        let shown = try ledger.run("search", "walrus")
        #expect(shown.exitCode == 0 && shown.lines.count == 100 && shown.errorText.contains("100 of 150"))
        #expect(try ledger.json("search", "walrus", "--limit", "100").array == Array(all.prefix(100)))
        #expect(try ledger.json("search", "walrus", "--limit", "3").array == Array(all.prefix(3)))
    }
}
