import Glibc
import JSONCoding
import TestSupport
import Testing

/// Writers and readers by the dozen, each a process of its own.
@Suite(.serialized) struct `A crowd` {
    /// How many writers, readers, and commands of each: more of them where `make soak` asks.
    private static let writers = Soak.size(36, inSuite: 12)
    private static let readers = Soak.size(36, inSuite: 12)
    private static let commands = Soak.size(40, inSuite: 2)

    /// One who gives one command after the other.
    private struct Member {
        let commands: [[String]]
        var given = 0
        var process: ToolProcess?
        var start = ContinuousClock.now
        var longest: Duration = .zero
    }

    @Test func `of writers and readers is served to the last, each within bounds`() throws {
        let ledger = try ToolLedger()
        try GeneratedMail.writeMaildir(12, flags: ["", "S"], below: ledger.directory.path("mail"))
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        let before = try ledger.head().events
        var members = (0..<Self.writers).map { writer in
            Member(
                commands: (0..<Self.commands).map {
                    ["label", "--add", "w\(writer)-\($0)", "subject:0", "--reason", "\(writer) \($0)"]
                })
        }
        members += (0..<Self.readers).map { _ in
            Member(
                commands: (0..<Self.commands).flatMap { _ in
                    [["stats", "--format", "json"], ["messages", "subject:0", "--format", "json"]]
                })
        }
        let start = ContinuousClock.now
        var seen: Int64 = before
        while members.contains(where: { $0.process != nil || $0.given < $0.commands.count }) {
            // Whoever starts now asks for no less than whoever ended before.
            let least = seen
            for index in members.indices { seen = max(seen, try goOn(&members[index], in: ledger, atLeast: least)) }
            usleep(2_000)
        }
        let all = ContinuousClock.now - start
        let (writing, reading) = (members.prefix(Self.writers), members.suffix(Self.readers))
        let slowest = (writing.map(\.longest).max() ?? .zero, reading.map(\.longest).max() ?? .zero)
        print("\(Self.writers) writers and \(Self.readers) readers: \(all), the slowest \(slowest.0) and \(slowest.1)")
        let labelled = Int64(Self.writers * Self.commands * 4)
        #expect(try ledger.head().events == before + labelled)
        try ledger.checkAll()
    }

    /// Ends what has ended, and starts the next one; returns the most events that an answer has shown.
    private func goOn(_ member: inout Member, in ledger: ToolLedger, atLeast least: Int64) throws -> Int64 {
        if let process = member.process {
            guard try !process.isRunning() else { return least }
            let command = member.commands[member.given - 1]
            let result = try process.wait()
            member.process = nil
            member.longest = max(member.longest, ContinuousClock.now - member.start)
            // Nobody is told to come again later: each waits for less than the ten seconds that a writer has patience for.
            #expect(result.exitCode == 0, "\(command): \(result.exitCode) \(result.errorText)")
            if command[0] == "stats" {
                return try JSONBytesDecoder().decode(JSONValue.self, from: result.output)["events"]?.integer ?? 0
            }
            return least
        }
        guard member.given < member.commands.count else { return least }
        member.process = try ledger.start(member.commands[member.given])
        member.start = .now
        member.given += 1
        return least
    }

    @Test func `that is gone has left locks that nobody honours`() throws {
        let ledger = try ToolLedger()
        try GeneratedMail.writeMaildir(4, flags: ["S"], below: ledger.directory.path("mail"))
        try ledger.succeed("import", ledger.directory.path("mail"), "--account", ToolLedger.account)
        // Files of locks are there as after a crash, and say what programs of old wrote into theirs.
        for name in ["content.lock", "search.sqlite.lock", "views/build.lock", "views/1.lock", "cursors/one.lock"] {
            try writeFile("\(ledger.path)/\(name)", "1\n")
        }
        // Each of them would be refused after ten seconds if it waited for one.
        try ledger.succeed("mark", "--flagged", "*")
        try ledger.succeed("search", "kernels")
        try ledger.succeed("rebuild")
        try ledger.succeed("collect")
        try ledger.checkAll()
    }
}
