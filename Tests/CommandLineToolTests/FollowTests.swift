import Glibc
import JSONCoding
import TestSupport
import Testing

/// `events follow`, `events cursors` and `events forget`, as scripts use them.
@Suite struct `A script that subscribes` {
    private func positions(_ result: ToolResult) throws -> [Int64] {
        try positions(result.lines)
    }

    private func positions(_ lines: [String]) throws -> [Int64] {
        try lines.map { line in
            try #require(try JSONBytesDecoder().decode(JSONValue.self, from: Array(line.utf8))["position"]?.integer)
        }
    }

    private func lines(of path: String) -> [String] {
        ((try? readText(path)) ?? "").split(separator: "\n").map(String.init)
    }

    /// A command that adds what it reads to a file of its own, and then does something else.
    private func handler(_ ledger: ToolLedger, then rest: String = "true") -> String {
        "cat >> '\(ledger.directory.path("handled"))'; \(rest)"
    }

    private func handled(_ ledger: ToolLedger) throws -> [Int64] {
        try positions(lines(of: ledger.directory.path("handled")))
    }

    @Test func `is given what there is, and by type and account`() throws {
        let ledger = try ToolLedger()
        try ledger.succeed("account", "add", "grace@example.org")
        let all = try positions(ledger.succeed("events", "follow", "--once", "--format", "jsonl"))
        #expect(all == Array(1...14))
        #expect(
            try positions(ledger.succeed("events", "follow", "--after", "3", "--once", "-f", "jsonl")) == Array(4...14))
        let folders = ["events", "follow", "--type", "folder-created", "-a", "grace@example.org", "--once"]
        #expect(try positions(ledger.succeed(folders + ["-f", "jsonl"])) == Array(9...14))
        #expect(try ledger.succeed(folders).lines.allSatisfy { $0.contains("mail.folder-created/1") })
        let both = ["--type", "mail.account-created", "--type", "folder-created"]
        #expect(try positions(ledger.succeed(["events", "follow", "--once", "-f", "jsonl"] + both)) == all)
        let list = try ledger.json("events", "list").array
        #expect(try ledger.json("events", "follow", "--once").array == list, "the form of an event is one")
    }

    @Test func `wakes at another process's append, and does not look more often than agreed`() throws {
        let ledger = try ToolLedger()
        let marks = ledger.directory.path("woken")
        let following = try ledger.start([
            "events", "follow", "--type", "account-created", "--run", "cat >/dev/null; echo woken >> '\(marks)'",
        ])
        let waiting = ContinuousClock.now + .seconds(120)
        while lines(of: marks).isEmpty, ContinuousClock.now < waiting { usleep(10_000) }
        try #require(lines(of: marks).count == 1)
        usleep(200_000)
        let before = try switches(of: following.id)
        usleep(2_000_000)
        let looks = try switches(of: following.id) - before
        // Each look is one wake-up; the timer's slack and a busy machine only make them fewer.
        #expect(looks <= 42 && looks > 5, "\(looks) in two seconds")
        try ledger.succeed("account", "add", "grace@example.org")
        let end = ContinuousClock.now + .seconds(120)
        while lines(of: marks).count < 2, ContinuousClock.now < end { usleep(10_000) }
        #expect(lines(of: marks).count == 2)
        #expect(try following.isRunning())
    }

    /// How often a process went to sleep of its own will (proc_pid_status(5)).
    private func switches(of process: pid_t) throws -> Int {
        let line = try #require(lines(of: "/proc/\(process)/status").first { $0.hasPrefix("voluntary_ctxt_switches:") })
        return try #require(line.split(separator: "\t").last.flatMap { Int($0) })
    }

    @Test func `is given whole transactions at once, each line as it comes`() throws {
        let ledger = try ToolLedger()
        let following = try ledger.start(["events", "follow", "--format", "jsonl", "--after", "7"])
        usleep(400_000)
        try ledger.succeed("account", "add", "grace@example.org")
        usleep(700_000)
        #expect(try following.isRunning())
        #expect(try positions(following.killNow()) == Array(8...14))
    }

    @Test func `goes on where its cursor stands, and only where it said so`() throws {
        let ledger = try ToolLedger()
        let follow = ["events", "follow", "--cursor", "indexer", "--once", "--run"]
        try ledger.succeed(follow + [handler(ledger)])
        #expect(try handled(ledger) == Array(1...7))
        try ledger.succeed(follow + [handler(ledger)])
        #expect(try handled(ledger).count == 7, "nothing new is nothing to run")
        try ledger.succeed("account", "add", "grace@example.org")
        try ledger.succeed("account", "add", "edsger@example.org")
        let failed = try ledger.run(follow + [handler(ledger, then: "exit 3")])
        #expect(failed.exitCode == 1 && failed.errorText.contains("ended with exit code 3 at transaction 2"))
        #expect(try ledger.json("events", "cursors").array?.first?["behind"]?.integer == 14)
        try ledger.succeed(follow + [handler(ledger)])
        #expect(try handled(ledger) == Array(1...14) + Array(8...21), "the one that failed came again, whole")
        #expect(try ledger.succeed("events", "cursors").text.contains("indexer  21  0 behind"))
    }

    @Test func `that is killed between handling and storing is given the same again, and nothing is lost`() throws {
        let ledger = try ToolLedger()
        for address in ["grace@example.org", "edsger@example.org"] { try ledger.succeed("account", "add", address) }
        let follow = ["events", "follow", "--cursor", "indexer", "--once", "--run"]
        // The command's parent is the tool: it ends amid its work, when the command has done its part.
        let count = ledger.directory.path("count")
        let killer = handler(ledger, then: "echo >> '\(count)'; test $(wc -l < '\(count)') -ne 2 || kill -9 $PPID")
        let killed = try ledger.run(follow + [killer])
        #expect(killed.exitCode == -SIGKILL)
        #expect(try handled(ledger) == Array(1...14))
        #expect(try ledger.json("events", "cursors").array?.first?["position"]?.integer == 7)
        try ledger.succeed(follow + [handler(ledger)])
        #expect(try handled(ledger) == Array(1...14) + Array(8...21))
        try ledger.checkAll()
    }

    @Test func `passes what its filter leaves out`() throws {
        let ledger = try ToolLedger()
        let follow = ["events", "follow", "--cursor", "moves", "--type", "message-moved", "--once", "--run"]
        try ledger.succeed(follow + [handler(ledger)])
        #expect(try handled(ledger).isEmpty)
        #expect(try ledger.json("events", "cursors").array?.first?["behind"]?.integer == 0)
    }

    @Test func `tells its command the ledger`() throws {
        let ledger = try ToolLedger()
        let path = ledger.directory.path("told")
        try ledger.succeed(
            "events", "follow", "--once", "--ledger", ledger.path, "--run", "printf %s \"$MAILLEDGER\" > '\(path)'")
        #expect(try readText(path) == ledger.path)
    }

    @Test func `is refused where the words do not tell what to do, or the cursor is not its own`() throws {
        let ledger = try ToolLedger()
        for (words, exitCode, text) in [
            (["--after=-1"], 2, "--after"), (["--cursor", "x"], 2, "--run"), (["--format", "json"], 2, "--once"),
            (["--run", " ", "--once"], 2, "--run"), (["--type", "message-vanished", "--once"], 2, "message-vanished"),
            (["--account", "eve@example.org", "--once"], 3, "eve@example.org"),
            (["--cursor", "../x", "--run", "true", "--once"], 2, "cursor's name"),
        ] as [([String], Int32, String)] {
            let result = try ledger.run(["events", "follow"] + words)
            #expect(result.exitCode == exitCode && result.output.isEmpty && result.errorText.contains(text), "\(words)")
        }
        let holding = try ledger.start(["events", "follow", "--cursor", "x", "--run", "cat >/dev/null"])
        let end = ContinuousClock.now + .seconds(120)
        while try ledger.json("events", "cursors").array?.isEmpty == true, ContinuousClock.now < end { usleep(20_000) }
        for words in [["follow", "--cursor", "x", "--run", "true", "--once"], ["forget", "x"]] {
            let result = try ledger.run(["events"] + words)
            #expect(result.exitCode == 75 && result.errorText.contains("another subscriber"), "\(words)")
        }
        _ = try holding.killNow()
        try writeFile(ledger.path + "/cursors/x.cursor", "nothing")
        #expect(try ledger.run("events", "follow", "--cursor", "x", "--run", "true", "--once").exitCode == 6)
        #expect(try ledger.succeed("events", "cursors").text.contains("damaged"))
        try ledger.succeed("events", "forget", "x")
        #expect(try ledger.run("events", "forget", "x").exitCode == 3)
        #expect(try ledger.succeed("events", "cursors").text.isEmpty)
    }

    @Test func `is not given the log of another way`() throws {
        let ledger = try ToolLedger()
        let copy = ledger.directory.path("before")
        #expect(try shell("cp -r '\(ledger.path)' '\(copy)'", environment: [:]).status == 0)
        try ledger.succeed("account", "add", "grace@example.org")
        try ledger.succeed("events", "follow", "--cursor", "x", "--once", "--run", "true")
        // An older copy is put back, and gets other events.
        let back = "cp -r '\(ledger.path)/cursors' '\(copy)' && rm -r '\(ledger.path)' && mv '\(copy)' '\(ledger.path)'"
        #expect(try shell(back, environment: [:]).status == 0)
        for _ in 0..<2 {
            let result = try ledger.run("events", "follow", "--cursor", "x", "--once", "--run", "true")
            #expect(result.exitCode == 4 && result.errorText.contains("a log with other events"))
            // First the log ends before the cursor, then it has another event there.
            if try ledger.head().events < 14 { try ledger.succeed("account", "add", "edsger@example.org") }
        }
        #expect(try ledger.head().events == 14)
    }
}
