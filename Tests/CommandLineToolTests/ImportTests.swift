import Glibc
import JSONCoding
import TestSupport
import Testing

/// Imports that end at any moment, and imports that are not alone.
@Suite struct `An import` {
    @Test func `killed at twenty random moments loses nothing and leaves nothing half done`() async throws {
        var generator = SeededGenerator()
        let (ledger, undisturbed, measured) = try (ToolLedger(), ToolLedger(), ToolLedger())
        let paths = try GeneratedMail.writeMailboxes(60, each: 12, below: ledger.directory.path("mail"))
        let arguments = ["import"] + paths + ["--account", ToolLedger.account]
        func portion(_ round: Int) -> [String] {
            ["import"] + paths.prefix(3 * (round + 1)) + ["--account", ToolLedger.account]
        }
        // Each round has three mailboxes that are new, so that it makes as many calls at least as this one.
        let calls = try measured.calls(by: portion(0), below: measured.path)
        try #require(calls > 20)
        var (recorded, kills): (Int64, Int) = (0, 0)
        for round in 0..<20 {
            let isStopped = round % 5 == 4
            // Before a call for a file of the ledger, whenever a machine comes to that.
            let fault = Faults.Fault(
                kind: .any, number: Int.random(in: 1...calls, using: &generator), manner: .kill)
            let process = try ledger.start(
                portion(round), adding: isStopped ? [:] : Faults.variables(below: ledger.path, at: fault))
            if isStopped {
                usleep(UInt32.random(in: 0...60_000, using: &generator))
                // A transaction is full after a second. Stopped for as long, the process commits as soon as it goes on:
                // content, log, views and search in turn, and is killed amid that.
                kill(process.id, SIGSTOP)
                try await Task.sleep(for: .milliseconds(1_000))
                kill(process.id, SIGCONT)
                // Without the wait a busy machine would kill each before its commit, and nothing would be tested.
                try waitForCommit(of: process, in: ledger)
                usleep(UInt32.random(in: 0...60_000, using: &generator))
                _ = try process.killNow()
            }
            let result = try process.wait()
            #expect([0, -SIGKILL].contains(result.exitCode), "round \(round), \(fault): \(result.errorText)")
            if result.exitCode == -SIGKILL { kills += 1 }
            let messages = try #require(ledger.json("stats")["messages"]?.integer)
            #expect(messages >= recorded, "round \(round): \(messages) of \(recorded) messages are left")
            recorded = messages
            let events = try ledger.succeed("events", "list", "--type", "mail.message-added").lines
            #expect(events.count == Int(messages), "round \(round)")
            try ledger.succeed("verify", "--content", "--views")
        }
        print("\(kills) of 20 imports were killed; \(recorded) of 720 messages were recorded by them")
        #expect(kills >= 14 && recorded > 0)
        try ledger.succeed(arguments)
        try ledger.checkAll()
        #expect(try ledger.succeed(arguments).text.hasPrefix("Added nothing; 720 were there already"))
        try undisturbed.succeed(arguments)
        for field in ["messages", "threads", "folders", "events"] {
            #expect(try ledger.json("stats")[field] == undisturbed.json("stats")[field], "\(field)")
        }
        for verb in [["messages", "*"], ["search", "razors", "--limit", "1000"]] {
            #expect(try identifiers(verb, ledger) == identifiers(verb, undisturbed), "\(verb)")
        }
    }

    /// Waits until the log's journal has something in it, which a commit alone writes, or the process has ended.
    private func waitForCommit(of process: ToolProcess, in ledger: ToolLedger) throws {
        while try process.isRunning(), sizeOfFile(ledger.path + "/log.sqlite-wal") ?? 0 == 0 { usleep(500) }
    }

    /// The Message-IDs that an answer lists.
    private func identifiers(_ verb: [String], _ ledger: ToolLedger) throws -> [String] {
        let text = try ledger.succeed(verb + ["--format", "jsonl"]).text
        return text.matches(of: /"message_id":"([^"]*)"/).map { String($0.output.1) }.sorted()
    }

    @Test func `goes on while others read and mark, and no answer is wrong`() throws {
        let ledger = try ToolLedger()
        let paths = try GeneratedMail.writeMailboxes(40, each: 20, below: ledger.directory.path("mail"))
        var (messages, rounds): (Int64, Int) = (0, 0)
        // In two halves: on a busy machine one may be over after a round.
        for half in [paths.prefix(20), paths.suffix(20)] {
            let importer = try ledger.start(["import"] + half + ["--account", ToolLedger.account])
            // Two loops, one in each process that runs beside the import.
            while try importer.isRunning() {
                let isKnownEmpty = messages == 0
                let marker = try ledger.start(["mark", rounds % 2 == 0 ? "--read" : "--unread", "*"])
                messages = try checkAnswers(ledger, atLeast: messages)
                let marked = try marker.wait()
                // Before the first transaction, which may come while the answers are checked, there is nothing to mark.
                let isOpen = marked.exitCode == 75 || (marked.exitCode == 3 && isKnownEmpty)
                #expect(marked.exitCode == 0 || isOpen, "\(marked.exitCode): \(marked.errorText)")
                #expect(isOpen || marked.errorText.isEmpty, "\(marked.errorText)")
                rounds += 1
            }
            let result = try importer.wait()
            #expect(result.exitCode == 0, "\(result.errorText)")
        }
        #expect(rounds >= 2)
        try ledger.succeed("mark", "--unread", "*")
        #expect(try checkAnswers(ledger, atLeast: 800) == 800)
        #expect(try ledger.json("unread")["total"]?.integer == 800)
        try ledger.checkAll()
    }

    /// Asks for all there is, and expects each answer to agree with itself; returns the number of messages.
    private func checkAnswers(_ ledger: ToolLedger, atLeast known: Int64) throws -> Int64 {
        let folders = try #require(answer(ledger, "folders").array)
        let held = try folders.map { folder -> Int64 in
            let (total, unread) = try (#require(folder["total"]?.integer), #require(folder["unread"]?.integer))
            #expect(unread >= 0 && unread <= total)
            return total
        }
        let total = held.reduce(0, +)
        #expect(total >= known)

        let unread = try answer(ledger, "unread")
        let accounts = try #require(unread["accounts"]?.array)
        let sum = accounts.compactMap { $0["total"]?.integer }.reduce(0, +)
        #expect(unread["total"]?.integer == sum)
        // All mail is in one folder, so that the sum over the folders is the account's count.
        let inFolders = accounts.flatMap { $0["folders"]?.array ?? [] }.compactMap { $0["unread"]?.integer }.reduce(
            0, +)
        #expect(inFolders == sum)

        let list = try #require(answer(ledger, "messages", "*").array)
        #expect(Int64(list.count) >= total)
        #expect(Set(list.compactMap { $0["id"]?.string }).count == list.count)
        let states = Set(list.compactMap { $0["is_read"] })
        #expect(list.isEmpty || !states.isEmpty)

        let threads = try #require(answer(ledger, "threads", "--all").array)
        let members = try threads.map { thread -> Int64 in
            let (count, unread) = try (
                #require(thread["message_count"]?.integer), #require(thread["unread_count"]?.integer)
            )
            #expect(thread["messages"]?.array?.count == Int(count))
            #expect(unread >= 0 && unread <= count)
            return count
        }
        #expect(members.reduce(0, +) >= Int64(list.count))
        return Int64(list.count)
    }

    /// Reads an answer; a note that it is of a moment ago is none of an error.
    private func answer(_ ledger: ToolLedger, _ arguments: String...) throws -> JSONValue {
        let result = try ledger.run(arguments + ["--format", "json"])
        #expect(result.exitCode == 0, "\(arguments): \(result.errorText)")
        #expect(result.errorText.isEmpty || result.errorText.hasPrefix("note: "), "\(result.errorText)")
        return try JSONBytesDecoder().decode(JSONValue.self, from: result.output)
    }

    // MARK: Memory

    /// Runs an import and returns its largest memory in KiB.
    private func peakMemory(_ ledger: ToolLedger, importing paths: [String]) throws -> Int {
        let process = try ledger.start(["import"] + paths + ["--account", ToolLedger.account])
        var peak = 0
        while try process.isRunning() {
            peak = max(peak, process.peakMemory ?? 0)
            usleep(2_000)
        }
        let result = try process.wait()
        #expect(result.exitCode == 0, "\(result.errorText)")
        return peak
    }

    @Test func `of one message of 100 MB, and of thousands of small ones, stays under 150 MiB`() throws {
        let ledger = try ToolLedger()
        let mail = ledger.directory.path("mail")
        let line = String(repeating: "All work and no play makes a long letter. ", count: 2) + "\n"
        let body = String(repeating: line, count: 100_000_000 / line.utf8.count + 1)
        try writeFile(mail + "/long.eml", GeneratedMail.message(0, body: body))
        let boxes = try GeneratedMail.writeMailboxes(1, each: 3_000, below: ledger.directory.path("boxes"))
        for paths in [[mail + "/long.eml"], boxes] {
            let peak = try peakMemory(ledger, importing: paths)
            print("importing \(paths.count == 1 ? paths[0] : "mboxes") takes \(peak / 1024) MiB at most")
            #expect(peak > 0 && peak < 150 * 1024, "\(peak) KiB")
        }
        #expect(try ledger.json("stats")["messages"]?.integer == 3_001)
        let raw = try ledger.succeed("show", ledger.id("size:>50M"), "--raw").output
        #expect(raw.count > 100_000_000 && raw.starts(with: GeneratedMail.message(0, body: line).utf8.prefix(100)))
    }
}
