import EventLog
@testable import Fleet
import FleetSupport
import Foundation
import Mail
import MailLedger
import Projections
import Synchronization
import TestSupport
import Testing

/// A server that dies under eight writers of two nodes, and a standby that takes its place.
@Suite(.serialized, .enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct `A failover` {
    private let directory: TemporaryDirectory
    private let nodes: [FleetNode]

    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        nodes = ["one", "two"].map { FleetNode($0, in: directory) }
    }

    private enum Writers: Sendable {
        /// Each of them has a connection.
        case threads
        /// Each change is a process of its own.
        case processes
    }

    /// Lets eight writers begin, four of each node.
    private func begin(_ writers: Writers, on url: String, _ book: WritersBook) throws -> [Task<Void, Never>] {
        try (0..<8).map { writer in
            let node = nodes[writer % nodes.count]
            switch writers {
            case .threads:
                let container = try node.openContainer(url)
                return Task {
                    await book.fill(by: writer) { reason in
                        _ = try await container.perform(AddNoteRequest(title: reason), Call(reason: reason))
                    }
                }
            case .processes:
                return Task {
                    await book.fill(by: writer) { reason in
                        _ = try await onThread {
                            try node.run("note add '\(reason)' --reason '\(reason)'", on: url)
                        }
                    }
                }
            }
        }
    }

    private func makeLedger(_ failover: Failover) throws -> String {
        let url = failover.url(of: "ada")
        try PostgresPlace.create(
            at: #require(LedgerURL(url)), origin: "tests/\(UUID().uuidString)", environment: .system)
        return url
    }

    /// A role that is no member of `pg_monitor` sees that there is a standby, and not how it takes part in commits.
    private func expectDoctorSeesAsMuchAsItsRole(of database: FleetDatabase) throws {
        let role = try database.nodeRole()
        let log = PostgresLog(database.freshAddress(user: role))
        try log.create(origin: "tests", environment: .system)
        let before = try log.examine()
        #expect(before.summary.contains("pg_monitor") && !before.faults.contains { $0.name.contains("standby") })
        _ = try database.run("GRANT pg_monitor TO \(role)")
        #expect(try !log.examine().summary.contains("pg_monitor"))
    }

    @Test func `to a synchronous standby loses nothing, doubles nothing and leaves no gap`() async throws {
        for round in 0..<Soak.size(20, inSuite: 3) {
            let isStalled = round % 2 == 1
            let writers = round % 4 >= 2 ? Writers.processes : .threads
            let failover = try Failover()
            let url = try makeLedger(failover)
            try failover.confirmEachCommit()
            if round == 0 { try expectDoctorSeesAsMuchAsItsRole(of: failover.database) }
            // Nodes that live through it.
            let living = try nodes.map { try $0.open(url) }
            for ledger in living { _ = try ledger.answer(CountNotes()) }
            var bookmark = LogBookmark(at: .start)
            let read = try events(behind: &bookmark, in: living[0])

            let book = WritersBook()
            let tasks = try begin(writers, on: url, book)
            #expect(try await book.hasMore(than: 24))
            if isStalled {
                try failover.stall()
                // Until each of them waits for the standby.
                try await Task.sleep(for: .milliseconds(500))
            }
            let before = book.acknowledged.count
            let (kill, promotion) = try failover.happen()
            let promoted = ContinuousClock.now
            #expect(try await book.hasMore(than: before + 24))
            book.close()
            for task in tasks { await task.value }
            let first = try #require(book.firstAcknowledgement(after: promoted))
            print(
                """
                failover \(round), \(writers)\(isStalled ? ", stalled" : ""): \(before) acknowledged before, kill \(kill), \
                promotion \(promotion), first append \(first) behind it; \(book.unconfirmed.count) unconfirmed, \
                \(book.refused.count) refused
                """)
            try check(book, living, "round \(round): \(Set(book.refused.values))")
            // Who read along goes on where it was.
            let head = try living[0].store.head().position
            #expect(try read + events(behind: &bookmark, in: living[0]) == Int(head.rawValue))
        }
    }

    /// Reads on to the end of the log, and returns how many events there were.
    private func events(behind bookmark: inout LogBookmark, in ledger: Ledger) throws -> Int {
        try bookmark.read(ledger.store) { after in
            let events = try ledger.store.events(EventSelection(after: after))
            return (events.count, events.last?.position ?? after)
        }
    }

    /// Compares the answers that writers got with the log, and the log with the views of the nodes.
    private func check(_ book: WritersBook, _ living: [Ledger], _ comment: String) throws {
        let recorded = try living[0].recordedReasons()
        #expect(book.acknowledged.filter { recorded[$0] == nil } == [], "lost, \(comment)")
        #expect(recorded.filter { $0.value > 1 } == [:], "doubled, \(comment)")
        let known = book.acknowledged.union(book.unconfirmed)
        #expect(recorded.keys.filter { !known.contains($0) } == [], "refused and recorded all the same, \(comment)")
        for ledger in living {
            let report = try ledger.maintenance.verifyLog()
            let head = try ledger.store.head()
            #expect(report.events == Int(head.position.rawValue) && report.transactions == recorded.count)
            #expect(try ledger.answer(CountNotes()).count == recorded.count)
            #expect(try ledger.maintenance.checkViews() == nil)
        }
        let models = try living.map { try $0.replay.models().models }
        #expect(models[0] == models[1] && !models[0].isEmpty)
    }

    @Test func `to an asynchronous standby loses what was reported, and a witness says so`() async throws {
        let failover = try Failover()
        let url = try makeLedger(failover)
        let ledger = try nodes[0].open(url)
        let other = try nodes[1].open(url)
        let notices = Mutex<[String]>([])
        for ledger in [ledger, other] {
            ledger.onUnusableViews = { reason in notices.withLock { $0.append(reason) } }
        }
        _ = try ledger.proofs.makeKeyIfNeeded()
        let witness = directory.path("ada.witness")
        _ = try ledger.proofs.addWitness(at: witness)

        let book = WritersBook()
        let tasks = try begin(.threads, on: url, book)
        #expect(try await book.hasMore(than: 24))
        try failover.detach()
        let received = book.acknowledged.count
        #expect(try await book.hasMore(than: received + 24))
        book.close()
        for task in tasks { await task.value }
        let before = try ledger.proofs.update(witness: witness).kept
        // Both nodes have seen all of it.
        for ledger in [ledger, other] { #expect(try ledger.answer(CountNotes()).count == book.acknowledged.count) }
        // Those who read along have come to its end.
        let container = try FleetNode("three", in: directory).openContainer(url)
        let subscription = try await container.subscription("indexer")
        var (feed, changes) = (subscription.makeAsyncIterator(), container.changes(after: .start).makeAsyncIterator())
        let end = try ledger.store.head().position
        var last: RecordedTransaction?
        while last?.position != end { last = try await feed.next() }
        while changes.position < end { _ = try await changes.next() }
        _ = try failover.happen()

        // A node that lives through it answers from the log that is there now, not from caches ahead of it.
        let recorded = try ledger.recordedReasons()
        let lost = book.acknowledged.filter { recorded[$0] == nil }
        print("an asynchronous standby: \(lost.count) of \(book.acknowledged.count) acknowledged changes lost")
        #expect(!lost.isEmpty && book.refused.isEmpty)
        let now = try ledger.store.head().position.rawValue
        #expect(throws: WitnessFault.shrank(path: witness, kept: before, now: now)) {
            try ledger.proofs.check(witness: witness)
        }
        #expect(try ledger.answer(CountNotes()).count == recorded.count)
        #expect(notices.withLock { $0 } == ["it does not fit the log"])
        #expect(try ledger.maintenance.checkViews() == nil)
        _ = try ledger.maintenance.verifyLog()

        // The other one asks only when the log is longer than ever, and has other events at the places it knows.
        for number in 0...lost.count { _ = try ledger.perform(AddNoteRequest(title: "later \(number)")) }
        #expect(try ledger.store.head().position.rawValue > before)
        #expect(try other.answer(CountNotes()).count == recorded.count + lost.count + 1)
        #expect(notices.withLock { $0.count } == 2)
        #expect(try other.maintenance.checkViews() == nil)
        #expect(throws: WitnessFault.forked(path: witness, kept: before)) {
            try other.proofs.check(witness: witness)
        }

        // Who read along is not handed what came in the places of what it knows, and marks nothing of it as handled.
        await #expect(throws: CursorError.otherLog(name: "indexer", at: end)) {
            try await subscription.acknowledge(#require(last))
        }
        #expect(subscription.position == .start)
        do {
            let next = try await feed.next()
            Issue.record("the feed goes on at \(next.map { "\($0.position)" } ?? "its end")")
        } catch EventLogError.otherLog(let position) {
            #expect(position == end)
        }
        do {
            let next = try await changes.next()
            Issue.record("the changes go on at \(next.map { "\($0.position)" } ?? "their end")")
        } catch EventLogError.otherLog(let position) {
            #expect(position == end)
        }
    }

    /// What a mail reader is told of INBOX: a process that it starts.
    private func inbox(of node: FleetNode, on url: String) throws -> [Substring: Int64] {
        let program = try #require(mailledgerProgram()).path
        let commands = #"a SELECT INBOX\r\nb UID SEARCH ALL\r\nc LOGOUT\r\n"#
        let text = try shell(
            "printf '\(commands)' | '\(program)' imap --account ada@example.org",
            environment: node.variables.merging(["MAILLEDGER": url]) { $1 }
        ).text.replacing("\r\n", with: "\n")
        var numbers: [Substring: Int64] = [:]
        for match in text.matches(of: /\[(UIDVALIDITY|UIDNEXT) (\d+)\]/) { numbers[match.1] = Int64(match.2) }
        numbers["last"] = text.firstMatch(of: /\* SEARCH.* (\d+)\n/).flatMap { Int64($0.1) }
        return numbers
    }

    @Test func `to an asynchronous standby gives UIDs another validity, whoever writes first behind it`() throws {
        for isOtherFirst in [true, false] {
            let failover = try Failover()
            let url = try makeLedger(failover)
            let ledger = try nodes[0].open(url)
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
            let account = try ledger.read { try $0.account("ada@example.org").id }
            func receive(_ name: String, in ledger: Ledger) throws {
                let text = "From: bob@example.org\r\nSubject: \(name)\r\nMessage-ID: <\(name)@x>\r\n\r\n\(name)\r\n"
                try ledger.mail.save(
                    [IncomingMessage(account: account, bytes: Array(text.utf8))],
                    context: ledger.context(command: "message save"))
            }
            try receive("kept", in: ledger)
            // A node that knows the log from before what is lost.
            let other = try nodes[1].open(url)
            _ = try other.answer(CountNotes())
            try failover.detach()
            try receive("lost", in: ledger)
            let before = try inbox(of: nodes[0], on: url)
            let lost = try #require(before["last"])
            // A standby that lags lacks it, too: whoever reads there takes no note, and throws away nothing.
            let lagging = try nodes[0].place(failover.successor.url(of: "ada"))
                .open(.readWrite, environment: .current())
            #expect(try lagging.store.head().position.rawValue < lost)
            #expect(try lagging.read { $0.position } == lagging.store.head().position)
            _ = try failover.happen()

            if isOtherFirst { try receive("other", in: other) }
            let head = try other.store.head().position.rawValue
            let after = try inbox(of: nodes[0], on: url)
            #expect(after["UIDVALIDITY"] == head + 1 && before["UIDVALIDITY"] != head + 1)
            #expect(try other.store.head().position.rawValue == head)
            // The next change of anybody says so in the log.
            try receive("another", in: other)
            let resumed = try other.store.events(EventSelection(typeName: LogResumed.type.name))
            #expect(resumed.map(\.position.rawValue) == [head + 1])
            for node in nodes { #expect(try inbox(of: node, on: url)["UIDVALIDITY"] == head + 1) }
            #expect(try other.maintenance.checkViews() == nil)
            _ = try other.maintenance.verifyLog()
        }
    }
}
