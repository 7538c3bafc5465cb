import Glibc
import JSONCoding
import TestSupport
import Testing

/// `watch`, `catalogue` and `attachment verify`, as their users run them.
@Suite struct `What a program follows` {
    private func world() throws -> ToolLedger {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        try GeneratedMail.writeSmallMaildir(below: mail)
        #expect(try ledger.run("import", mail, "--account", ToolLedger.account).exitCode == 5)
        return ledger
    }

    @Test(.requirement(228)) func `watch tells what there is, and goes on behind the last position`() throws {
        let ledger = try world()
        let all = try ledger.json("watch", "--after", "0", "--once").array ?? []
        #expect(all.first?["entity"]?.string == "account" && all.first?["kind"]?.string == "created")
        #expect(all.filter { $0["entity"]?.string == "message" && $0["kind"]?.string == "created" }.count == 5)
        let last = try #require(all.last?["position"]?.integer)
        #expect(try ledger.json("watch", "--after", "\(last)", "--once").array?.isEmpty == true)
        let id = try ledger.id("anhang")
        try ledger.succeed("mark", "--read", "anhang")
        let rows = try ledger.json("watch", "--after", "\(last)", "--once").array ?? []
        #expect(rows.contains { $0["entity"]?.string == "message" && $0["id"]?.string == id })
        #expect(rows.contains { $0["is_counts_only"] == .bool(true) })
        #expect(try ledger.succeed("watch", "--once").output.isEmpty, "without a position it begins at the end")
    }

    @Test func `watch with a query tells which messages come into its answer, change in it and leave it`() throws {
        let ledger = try world()
        let head = try #require(try ledger.json("stats")["head"]?.integer)
        try ledger.succeed("label", "--add", "hot", "anhang", "--actor", "mara", "--reason", "look")
        try ledger.succeed("label", "--add", "work", "anhang", "--actor", "mara")
        try ledger.succeed("account", "add", "grace@example.org")
        try ledger.succeed("label", "--remove", "hot", "anhang", "--actor", "tomas")
        let lines = try ledger.succeed("watch", "label:hot", "--after", "\(head)", "--once").lines
        #expect(lines.count == 3, "\(lines)")
        for (line, words) in zip(lines, [["mara", "came in", "“look”"], ["mara", "changed"], ["tomas", "left"]]) {
            #expect(words.allSatisfy(line.contains), "\(line)")
        }
        let answers = try ledger.run("watch", "label:hot", "--after", "\(head)", "--once", "--format", "jsonl").lines
            .map { try JSONBytesDecoder().decode(JSONValue.self, from: Array($0.utf8)) }
        #expect(answers.map { $0["count"]?.integer } == [0, 1, 1, 0])
        #expect(
            answers.map { $0["rows"]?.array?.map { $0["kind"]?.string } } == [
                [], ["inserted"], ["updated"], ["removed"],
            ])
        #expect(answers[0]["transaction"] == .null && answers[1]["actor"]?.string == "mara")
        #expect(answers[1]["rows"]?.array?.first?["message"]?["id"]?.string == (try ledger.id("anhang")))
        #expect(answers[3]["rows"]?.array?.first?["message"] == .null)
        #expect(try ledger.run("watch", "label:hot", "--arrivals").exitCode == 2)
        #expect(try ledger.run("watch", "date:never", "--once").exitCode == 2)
    }

    @Test func `watch with a query goes on while others change the ledger, until its limit`() throws {
        let ledger = try world()
        let head = try #require(try ledger.json("stats")["head"]?.integer)
        let watching = try ledger.start(["watch", "label:hot", "--after", "\(head)", "--limit", "2"])
        try ledger.succeed("label", "--add", "hot", "anhang")
        try ledger.succeed("label", "--remove", "hot", "anhang")
        let result = try watching.wait()
        #expect(result.exitCode == 0 && result.lines.count == 2)
    }

    @Test func `watch says in words who did what to which thing`() throws {
        let ledger = try world()
        let last = try #require(try ledger.json("watch", "--after", "0", "--once").array?.last?["position"]?.integer)
        let subject = try #require(try ledger.json("messages", "anhang").array?.first?["subject"]?.string)
        try ledger.succeed("mark", "--read", "--answered", "anhang", "--actor", "mara", "--reason", "seen")
        try ledger.succeed("label", "--add", "work", "anhang", "--actor", "mara")
        try ledger.succeed("delete", "anhang", "--yes", "--actor", "tomas")
        // Files that an import passed over change no row, and are told.
        let told = Array(
            try ledger.succeed("watch", "--after", "\(last)", "--once").lines.drop { $0.contains("skipped") })
        try #require(told.count == 3, "\(told)")
        // Behind the actor stands the system's user, who is another one.
        #expect(told[0].contains(#/ mara \(.+@.+\) marked /#), "\(told)")
        #expect(told[0].contains(" marked “\(subject)” answered and read  “seen”  @"), "\(told)")
        #expect(told[1].contains(" labelled “\(subject)” as work  @"), "\(told)")
        #expect(told[2].contains(#/ tomas \(.+@.+\) deleted /#), "\(told)")
        #expect(told[2].contains(" deleted “\(subject)”  @"), "\(told)")
        #expect(told[0].firstMatch(of: #/^[0-9]{2}:[0-9]{2} /#) != nil, "\(told)")
        #expect(try ledger.succeed("watch", "--after", "0", "--limit", "1", "--once").lines.count >= 1)
    }

    @Test func `watch tells of mail that is new, unread, of others, no spam and not muted`() throws {
        let ledger = try world()
        let last = try #require(try ledger.json("watch", "--after", "0", "--once").array?.last?["position"]?.integer)
        func mail(_ name: String, from: String = "eve@example.net", answers: String? = nil) throws -> String {
            let path = ledger.directory.path("\(name).eml")
            let reference = answers.map { "References: <\($0)@example.net>\n" } ?? ""
            try writeFile(
                path,
                "From: \(from)\nSubject: \(name)\nMessage-ID: <\(name)@example.net>\n\(reference)\n\(name)\n")
            return path
        }
        func arrive(_ name: String, from: String = "eve@example.net", answers: String? = nil) throws {
            try ledger.succeed("import", mail(name, from: from, answers: answers), "--account", ToolLedger.account)
        }
        func arrivals() throws -> [String] {
            let told = try ledger.json("watch", "--arrivals", "--after", "\(last)", "--once").array ?? []
            return told.compactMap { $0["message"]?["subject"]?.string }
        }
        for name in ["plain", "noisy", "junk", "old"] { try arrive(name) }
        try arrive("mine", from: ToolLedger.account.uppercased())
        #expect(try arrivals() == ["plain", "noisy", "junk", "old"])
        try ledger.succeed("thread", "--mute", "subject:noisy")
        try ledger.succeed("move", "subject:junk", "--to", "Spam")
        try ledger.succeed("mark", "--read", "subject:old")
        try arrive("reply", answers: "noisy")
        #expect(try arrivals() == ["plain"])
        let lines = try ledger.succeed("watch", "--arrivals", "--after", "\(last)", "--once").lines
        #expect(lines.count == 1 && lines[0].contains("eve@example.net  plain  INBOX"), "\(lines)")
        #expect(try ledger.json("watch", "--arrivals", "--after", "0", "--limit", "1", "--once").array?.count == 1)
    }

    @Test(.requirement(182))
    func `pages of what changed, each behind the last position of the one before, are all that changed`()
        throws
    {
        let ledger = try world()
        try ledger.succeed("mark", "--read", "*")
        try ledger.succeed("label", "--add", "work", "anhang")
        let all = try ledger.json("watch", "--after", "0", "--once").array ?? []
        var pages: [JSONValue] = []
        var counts: [Int] = []
        var position: Int64 = 0
        while true {
            let page = try ledger.json("watch", "--after", "\(position)", "--limit", "4", "--once").array ?? []
            guard let last = page.last?["position"]?.integer else { break }
            pages += page
            counts.append(page.count)
            position = last
        }
        #expect(pages == all && counts.count > 2 && counts.dropLast().allSatisfy { $0 >= 4 })
        #expect(try ledger.run("watch", "--limit", "0", "--once").exitCode == 2)
    }

    @Test(.requirement(228)) func `watch wakes when another process changes something`() throws {
        let ledger = try world()
        let watching = try ledger.start(["watch", "--after", "0", "--format", "jsonl"])
        let unwoken = try ledger.start(["watch", "--format", "jsonl"])
        usleep(500_000)
        try ledger.succeed("mark", "--read", "anhang")
        usleep(700_000)
        #expect(try watching.isRunning() && unwoken.isRunning())
        let (all, new) = (try watching.killNow(), try unwoken.killNow())
        #expect(new.lines.contains { $0.contains(#""entity":"message""#) && $0.contains(#""kind":"updated""#) })
        #expect(all.lines.count > new.lines.count && all.lines.last == new.lines.last)
    }

    @Test(.requirement(228)) func `watch is refused where the words do not tell what to do`() throws {
        let ledger = try ToolLedger()
        for words in [["--after", "x"], ["--after=-1"], ["--format", "json"]] {
            let result = try ledger.run(["watch"] + words)
            #expect(result.exitCode == 2 && result.output.isEmpty, "\(words)")
        }
    }

    @Test(.requirement(210)) func `catalogue lists every event and every read model with its version`() throws {
        let ledger = try ToolLedger(account: nil)
        let entries = try ledger.json("catalogue").array ?? []
        let events = entries.filter { $0["kind"]?.string == "event" }.compactMap { $0["name"]?.string }
        #expect(events.contains("mail.message-added") && events.contains("mail.account-sync-changed"))
        let models = entries.filter { $0["kind"]?.string == "read_model" }.compactMap { $0["name"]?.string }
        #expect(
            models == [
                "accounts", "folders", "messages", "attachments", "skipped", "unread", "activity", "chats", "threads",
                "erasures", "holds", "mailboxes", "outbox", "notes", "actions", "profiles", "answers",
                "classifications", "tokens", "search",
            ])
        #expect(entries.allSatisfy { ($0["version"]?.integer ?? 0) > 0 })
        #expect(!exists(ledger.path), "no ledger is made")
    }

    private func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    @Test(.requirement(214)) func `init says what it made, and the file is there`() throws {
        let ledger = try ToolLedger(account: nil)
        let text = try ledger.succeed("init").text
        #expect(text.contains(ledger.path) && text.contains("mailledger account add"))
        for name in ["log.sqlite", "content.sqlite"] { #expect(exists("\(ledger.path)/\(name)")) }
    }

    @Test(.requirement(213)) func `a ledger that cannot be made or opened is an error that names it`() throws {
        let ledger = try ToolLedger(account: nil)
        try writeFile(ledger.path, "a file")
        for (words, code) in [(["init"], nil), (["folders"], 1)] as [([String], Int32?)] {
            let result = try ledger.run(words)
            #expect(result.exitCode != 0 && (code == nil || result.exitCode == code), "\(words): \(result.exitCode)")
            #expect(result.errorText.contains(ledger.path) && result.output.isEmpty, "\(words)")
        }
    }

    @Test(.requirement(148)) func `attachment verify names what does not hold`() throws {
        let ledger = try world()
        let id = try ledger.id("anhang")
        let checks = try ledger.json("attachment", "verify", id).array ?? []
        #expect(checks.count == 2 && checks.allSatisfy { $0["fault"] == .null && $0["digest"]?.string?.count == 64 })
        #expect(try ledger.succeed("attachment", "verify").text == "2 attachments read.\n")
        for suffix in ["", "-wal", "-shm"] { unsafe unlink("\(ledger.path)/content.sqlite\(suffix)") }
        let result = try ledger.run("attachment", "verify", "--format", "jsonl")
        #expect(result.exitCode == 6 && result.lines.count == 2)
        #expect(result.lines.allSatisfy { $0.contains(#""fault":"missing""#) && $0.contains(id) })
        #expect(result.errorText.contains("2 attachments do not hold"))
    }
}
