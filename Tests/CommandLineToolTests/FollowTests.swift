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
            try positions(ledger.succeed("events", "follow", "--after", "7", "--once", "-f", "jsonl")) == Array(8...14))
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

    @Test(arguments: [(0, 1), (3, 1), (6, 1), (7, 8), (8, 8), (13, 8)] as [(Int64, Int64)])
    func `is given the transaction whole in which it begins`(after: Int64, first: Int64) throws {
        let ledger = try ToolLedger()
        try ledger.succeed("account", "add", "grace@example.org")
        let follow = ["events", "follow", "--after", "\(after)", "--once"]
        // A reader of a pipe gets what is behind the line that it has handled.
        #expect(try positions(ledger.succeed(follow + ["-f", "jsonl"])) == Array((after + 1)...14))
        try ledger.succeed(follow + ["--cursor", "indexer", "--run", handler(ledger)])
        #expect(try handled(ledger) == Array(first...14))
    }

    @Test func `ends, once, where the log ended at its start, whatever its command records`() throws {
        let ledger = try ToolLedger()
        // A fifth turn fails, so that it ends in any case.
        let tool = try Tool.path()
        let record = "'\(tool)' account add \"a$$@example.org\""
        let follow = [
            "events", "follow", "--type", "account-created", "--cursor", "indexer", "--once", "--run",
            handler(ledger, then: "test $(wc -l < '\(ledger.directory.path("handled"))') -lt 5 && \(record)"),
        ]
        try ledger.succeed(follow)
        #expect(try handled(ledger) == [1])
        #expect(try ledger.json("events", "cursors").array?.first?["behind"]?.integer == 7)
        try ledger.succeed(follow)
        #expect(try handled(ledger) == [1, 8], "what the command recorded comes the next time")
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `does not begin beside the command of one that was killed`(signal: Int32) throws {
        let ledger = try ToolLedger()
        try ledger.succeed("account", "add", "grace@example.org")
        let (begun, end) = (ledger.directory.path("begun"), ledger.directory.path("end"))
        // The second command is at work: the first one was done.
        let isFirst = "test $(wc -l < '\(ledger.directory.path("handled"))') -lt 8"
        let killed = try ledger.start([
            "events", "follow", "--cursor", "indexer", "--run",
            handler(ledger, then: "\(isFirst) || { echo begun > '\(begun)'; \(wait(for: end)); }"),
        ])
        try waitUntil { !lines(of: begun).isEmpty }
        kill(killed.id, signal)
        #expect(try killed.wait().exitCode == -signal)
        let follow = ["events", "follow", "--cursor", "indexer", "--once", "--run", handler(ledger)]
        let result = try ledger.run(follow)
        #expect(result.exitCode == 75 && result.errorText.contains("a command of one that was killed"))
        #expect(try handled(ledger) == Array(1...14))
        try writeFile(end, "")
        try waitUntil { try ledger.run(follow).exitCode == 0 }
        #expect(try handled(ledger) == Array(1...14) + Array(8...14))
    }

    @Test(arguments: [(SIGTERM, 0), (SIGINT, 0), (SIGKILL, 75)] as [(Int32, Int32)])
    func `lets go of its cursor if a signal ends it while it waits, whatever its command left running`(
        signal: Int32, next: Int32
    ) throws {
        let ledger = try ToolLedger()
        let end = ledger.directory.path("end")
        let leftover = "(\(wait(for: end))) < /dev/null > /dev/null 2>&1 &"
        let ended = try ledger.start([
            "events", "follow", "--cursor", "indexer", "--run", handler(ledger, then: leftover),
        ])
        try waitUntil { try ledger.json("events", "cursors").array?.first?["behind"]?.integer == 0 }
        kill(ended.id, signal)
        #expect(try ended.wait().exitCode == -signal)
        let follow = ["events", "follow", "--cursor", "indexer", "--once", "--run", "true"]
        #expect(try ledger.run(follow).exitCode == next)
        try writeFile(end, "")
        // Nobody lets go of the lock for one that was killed, until the last of its programs has ended.
        try waitUntil { try ledger.run(follow).exitCode == 0 }
    }

    /// A command that waits until there is a file.
    private func wait(for path: String) -> String {
        "n=0; while [ ! -e '\(path)' ] && [ $n -lt 1200 ]; do sleep 0.1; n=$((n + 1)); done"
    }

    private func waitUntil(_ isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        while try !isSo() {
            try #require(ContinuousClock.now < end)
            usleep(20_000)
        }
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
        // The command may still be about to end, and has the cursor until then.
        try waitUntil { try ledger.run(follow + [handler(ledger)]).exitCode == 0 }
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
        let follow = ["events", "follow", "--cursor", "x", "--once", "--run", "true"]
        let ahead = try ledger.run(follow)
        #expect(ahead.exitCode == 4 && ahead.errorText.contains("14, 7 ahead of the log, which ends at event 7"))
        #expect(ahead.errorText.contains("events forget") && ahead.errorText.contains("--after 7"))
        let cursor = try #require(try ledger.json("events", "cursors").array?.first)
        #expect(cursor["behind"] == .null && cursor["ahead"]?.integer == 7)
        #expect(try ledger.succeed("events", "cursors").text.contains("x  14  7 ahead"))
        // Then the log has another event there.
        try ledger.succeed("account", "add", "edsger@example.org")
        let other = try ledger.run(follow)
        #expect(other.exitCode == 4 && other.errorText.contains("a log with other events"))
        #expect(try ledger.head().events == 14)
    }
}
