import Cryptography
import Foundation
import TestSupport
import Testing

/// A machine that gives the tool less than it is used to: no room, no descriptor, a read that fails.
@Suite struct `In a narrow place the tool` {
    private func run(mounting script: String, in ledger: ToolLedger) throws -> ProgramOutput {
        let tool = try Tool.path()
        let environment = inheritedEnvironment.merging(ledger.environment) { $1 }.merging(["T": tool]) { $1 }
        return try shell("\(PrivateMounts.command ?? "false") sh -c '\(script)'", environment: environment)
    }

    private static let questions = [
        "folders", "messages", "messages --limit 3 --format json", "threads", "unread", "count", "count is:flagged",
        "search kernel", "show 3f2a", "log", "history 3f2a", "events list", "verify", "verify --content", "notes",
        "messages --at tx:4", "why message 3f2a", "diff tx:4 tx:6",
    ]

    /// A ledger as a killed process leaves it: what came last stands in journals alone.
    private func ledgerWithJournals() throws -> (ledger: ToolLedger, copy: String) {
        let ledger = try DemoLedger.make()
        try ledger.succeed("search", "kernel")
        let watch = try ledger.start(["watch"])
        let end = ContinuousClock.now + .seconds(120)
        while !filesBelow(ledger.path).contains("log.sqlite-shm") {
            try #require(ContinuousClock.now < end, "the watch has not opened the log")
            usleep(20_000)
        }
        try ledger.succeed("mark", "--flagged", "subject:kernel")
        let copy = ledger.directory.path("copy")
        try FileManager.default.copyItem(atPath: ledger.path, toPath: copy)
        _ = try watch.killNow()
        for name in filesBelow(copy) where name.hasSuffix("-shm") { removeTree("\(copy)/\(name)") }
        #expect(sizeOfFile("\(copy)/log.sqlite-wal") ?? 0 > 0)
        return (ledger, copy)
    }

    @Test(.enabled(if: PrivateMounts.command != nil), arguments: [true, false])
    func `answers all that is committed, and makes no file`(isFull: Bool) throws {
        let (ledger, copy) = try ledgerWithJournals()
        let place = ledger.directory.path("place")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let narrow =
            isFull
            ? "for size in 64k 4k 1; do dd if=/dev/zero of=\(place)/fill-$size bs=$size 2>/dev/null; done"
            : "mount -o remount,ro \(place)"
        let head = """
            mount -t tmpfs -o size=24m,mode=700 none \(place) && cp -a \(copy) \(place)/ledger && \(narrow)
            export MAILLEDGER=\(place)/ledger
            find \(place) -type f | sort > \(ledger.directory.path("before"))

            """
        let body = Self.questions.enumerated().map { index, line in
            let out = ledger.directory.path("out-\(index)")
            return "$T \(line) > \(out) 2> \(out).err; echo $? >> \(out).err"
        }.joined(separator: "\n")
        let tail = """

            $T mark --unread subject:razor > \(ledger.directory.path("mark")) 2>&1; echo $? >> \(ledger.directory.path("mark"))
            find \(place) -type f | sort > \(ledger.directory.path("after"))
            """
        let result = try run(mounting: head + body + tail, in: ledger)
        #expect(result.status == 0, "\(result.text)")
        for (index, line) in Self.questions.enumerated() {
            let expected = try ledger.run(line.split(separator: " ").map(String.init))
            let out = ledger.directory.path("out-\(index)")
            #expect(expected.exitCode == 0, "\(line)")
            #expect(try readText(out) == expected.text, "\(line)")
            #expect(try readText(out + ".err") == "0\n", "\(line)")
        }
        let refused = try readText(ledger.directory.path("mark"))
        #expect(refused.hasSuffix("74\n") && refused.contains(isFull ? "full" : "read-only"), "\(refused)")
        let before = Set(try readText(ledger.directory.path("before")).split(separator: "\n"))
        let after = try readText(ledger.directory.path("after")).split(separator: "\n")
        #expect(after.filter { !before.contains($0) }.isEmpty)
    }

    @Test(.enabled(if: PrivateMounts.command != nil))
    func `says what an import recorded before the disk was full, and goes on from there`() throws {
        var generator = SeededGenerator()
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail.mbox")
        let count = 3_000
        // Bodies that cannot be compressed to less than half.
        let entries = (0..<count).map { number in
            "From ada@example.org Mon Jan  1 00:00:00 2024\n\(GeneratedMail.message(number, body: generator.bytes(500).hex))\n"
        }
        try writeFile(mail, entries.joined())
        let place = ledger.directory.path("place")
        try makeFolder(place)
        func out(_ name: String) -> String { ledger.directory.path(name) }
        let result = try run(
            mounting: """
                mount -t tmpfs -o size=6m,mode=700 none \(place) && export MAILLEDGER=\(place)/ledger
                $T init > \(out("init")) && $T account add ada@example.org >> \(out("init")) || exit 1
                $T import \(mail) > \(out("part")) 2> \(out("error")); echo $? >> \(out("error"))
                mount -o remount,size=64m \(place); $T count > \(out("count"))
                $T import \(mail) > \(out("rest")) && $T count >> \(out("count")) && $T verify --content --views
                """, in: ledger)
        #expect(result.status == 0, "\(result.text)")
        let counts = try readText(out("count")).split(separator: "\n").compactMap { Int($0) }
        try #require(counts.count == 2)
        #expect(0 < counts[0] && counts[0] < count && counts[1] == count)
        let error = try readText(out("error"))
        #expect(
            error.hasPrefix("mailledger: the disk is full; a part is recorded") && error.hasSuffix("74\n"), "\(error)")
        let part = try readText(out("part")).replacing(",", with: "")
        #expect(part == "Added \(counts[0]) messages to INBOX.\n", "\(part)")
        let rest = try readText(out("rest")).replacing(",", with: "")
        #expect(rest.hasPrefix("Added \(count - counts[0]) messages to INBOX; \(counts[0]) were there"), "\(rest)")
    }

    @Test(arguments: [
        (Faults.Class.open, EMFILE), (.open, ENFILE), (.open, ENOMEM), (.read, EIO), (.lock, ENOLCK),
    ])
    func `takes what the system refuses for no damage`(kind: Faults.Class, error: CInt) throws {
        var generator = SeededGenerator()
        let ledger = try DemoLedger.make()
        let lines = [
            ["events", "list"], ["messages", "kernel"], ["verify", "--content"], ["doctor"],
            ["mark", "--flagged", "subject:kernel"], ["show", "3f2a"], ["history", "3f2a"], ["checkpoint"],
        ]
        var faults: [(line: [String], fault: Faults.Fault)] = []
        for line in lines {
            let total = try ledger.calls(kind, by: line, below: ledger.path)
            for _ in 0..<(total > 0 ? 4 : 0) {
                let number = Int.random(in: 1...total, using: &generator)
                let manner: Faults.Manner = Bool.random(using: &generator) ? .once : .on
                faults.append((line, Faults.Fault(kind: kind, number: number, manner: manner, error: error)))
            }
        }
        // A lock that is refused is waited for: ten seconds each, so these are refused at the same time.
        let together = kind == .lock ? max(1, faults.count) : 1
        for start in stride(from: 0, to: faults.count, by: together) {
            let runs = try faults[start..<start + together].map { run in
                let process = try ledger.start(run.line, adding: Faults.variables(below: ledger.path, at: run.fault))
                return (run: run, process: process)
            }
            for (run, process) in runs {
                let result = try process.wait()
                let label: Comment = "\(run.line) under \(run.fault): \(result.exitCode) \(result.errorText)"
                #expect(!result.errorText.contains("damaged") && !result.text.contains("damaged"), label)
                #expect(result.exitCode != 6 && result.exitCode >= 0, label)
                #expect(!filesBelow(ledger.path).contains { $0.hasSuffix("-damaged") }, label)
            }
        }
        try ledger.checkAll()
    }
}
