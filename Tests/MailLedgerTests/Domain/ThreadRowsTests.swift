import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Threads, as a program that imports the library has them.
@Suite struct `Threads of a ledger` {
    private static let ada = "ada@example.org"

    private func sample(_ letters: [Letter] = []) throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.ada)
        try sample.save(letters, account: Self.ada)
        return sample
    }

    private func threads(_ sample: SampleLedger, _ conditions: ThreadConditions = ThreadConditions()) throws
        -> [ThreadRow]
    {
        try sample.ledger.read { try $0.threads(where: conditions) }
    }

    private func mark(_ query: String, _ command: MarkThreads, _ sample: SampleLedger, actor: String? = nil) throws {
        var context = sample.ledger.context(command: "thread")
        if let actor { context.actor = actor }
        _ = try sample.ledger.markThreads(sample.filter(query), command, context: context)
    }

    /// Five messages, each an answer to the one before.
    private static let chain = (1...5).map { number in
        Letter("m\(number)", day: number, answers: number == 1 ? [] : ["m\(number - 1)"])
    }

    // MARK: What belongs together

    @Test(.requirement(87, 88)) func `a chain of five is one thread, the oldest first`() throws {
        let sample = try sample(Self.chain)
        let thread = try #require(try threads(sample).first)
        let rows = try sample.messages().reversed().map(\.id)
        #expect(try threads(sample).count == 1 && thread.messages == rows && thread.messageCount == 5)
        #expect(
            try sample.ledger.read { try $0.messages(of: thread, order: .oldestFirst).map(\.subject) }
                == Self.chain.map(\.subject))
        // Of equal dates the one that was recorded first stands first.
        try sample.save([Letter("m6", day: 5, answers: ["m5"])], account: Self.ada)
        try sample.ledger.maintenance.rebuild()
        #expect(try threads(sample).first?.messages.count == 6)
        #expect(try sample.ledger.read { try $0.messages(of: thread, order: .oldestFirst).last?.subject } == "m6")
    }

    @Test(.requirement(89)) func `whatever the order of arrival, the threads are the same`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var letters: [Letter] = []
        for number in 0..<40 {
            let answers =
                letters.isEmpty || Int.random(in: 0..<4, using: &random) == 0
                ? [] : [letters[Int.random(in: 0..<letters.count, using: &random)].name, "never-came-\(number % 5)"]
            letters.append(Letter("m\(number)", day: 1 + number % 28, answers: answers))
        }
        func partition(_ letters: [Letter]) throws -> Set<Set<String>> {
            let sample = try sample(letters)
            let names = Dictionary(uniqueKeysWithValues: try sample.messages().map { ($0.id, $0.subject ?? "") })
            return Set(try threads(sample).map { Set($0.messages.compactMap { names[$0] }) })
        }
        let inOrder = try partition(letters)
        for _ in 0..<5 {
            #expect(try partition(letters.shuffled(using: &random)) == inOrder, "seed \(seed)")
        }
    }

    @Test(.requirement(90)) func `messages without ids are never joined`() throws {
        let letters = (0..<5).map { Letter("same", day: 1 + $0, subject: "the same").with { $0.messageID = nil } }
        let rows = try threads(sample(letters))
        #expect(rows.count == 5 && rows.allSatisfy { $0.messageCount == 1 })
    }

    @Test(.requirement(91)) func `another subject splits a thread where that is asked for, and only there`() throws {
        let sample = try sample([
            Letter("a", day: 1, subject: "Boat"), Letter("b", day: 2, answers: ["a"], subject: "Re: boat"),
            Letter("c", day: 3, answers: ["a", "b"], subject: "Lunch (was: Boat)"),
            Letter("d", day: 4, answers: ["c"], subject: "RE: Lunch (was: Boat)"),
            Letter("e", day: 2, subject: "Other"),
        ])
        try sample.mark("subject:lunch", adding: [.seen])
        #expect(try threads(sample).map(\.messageCount) == [4, 1])
        let split = try sample.ledger.read { try $0.threads(splitsBySubject: true) }
        #expect(
            split.map(\.subject) == ["Lunch (was: Boat)", "Other", "Boat"] && split.map(\.messageCount) == [2, 1, 2])
        #expect(split.map(\.unreadCount) == [0, 1, 2] && Set(split.map(\.id)).count == 3)
        #expect(split.flatMap(\.messages).count == 5)
        #expect(
            try sample.ledger.read { try $0.threads(splitsBySubject: true, limit: 1, offset: 1).map(\.subject) } == [
                "Other"
            ])
        #expect(
            try sample.ledger.read { try $0.threads(splitsBySubject: true, order: .oldestFirst).map(\.subject) } == [
                "Boat", "Other", "Lunch (was: Boat)",
            ])
    }

    // MARK: Lists

    @Test(.requirement(92)) func `threads of a folder are those with a message there, the newest first`() throws {
        let sample = try sample()
        try sample.addAccount("bob@example.net")
        let letters = (1...30).map {
            Letter("m\($0)", day: 1 + $0 * 7 % 28).with { $0.folder = $0.day % 3 == 0 ? "Archive" : "INBOX" }
        }
        try sample.save(letters, account: Self.ada)
        try sample.save([Letter("late", day: 29)], account: "bob@example.net")
        let account = try sample.ledger.read { try $0.account(Self.ada).id }
        let folder = try sample.folderID("Archive", of: Self.ada)
        let all = try threads(sample)
        #expect(all.map(\.lastDate.microseconds) == all.map(\.lastDate.microseconds).sorted(by: >))
        let archived = Set(try sample.messages("in:Archive").map(\.thread))
        try sample.ledger.read { (reader) throws in
            #expect(try reader.fetchThreads(folder: folder) == all.filter { archived.contains($0.id) })
            #expect(try reader.fetchThreads(account: account, limit: nil) == all.filter { $0.subject != "late" })
            #expect(
                try reader.fetchThreads(limit: 3) == Array(all.prefix(3))
                    && reader.fetchThreads().count == LedgerReader.pageSize)
        }
    }

    @Test(.requirement(92, 101)) func `the list of threads walks an index`() throws {
        let sample = try sample(Self.chain)
        try sample.ledger.read { (reader) throws in
            for order in [ListOrder.newestFirst, .oldestFirst] {
                let plan = try ThreadsQuery(on: reader.connection).plan(
                    matching: "TRUE", where: ThreadConditions(isArchived: false), order: order,
                    limit: 20)
                #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(plan)")
                #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") || $0.contains("USING INDEX") }, "\(plan)")
            }
        }
    }

    @Test(.requirement(93, 96, 97)) func `a thread says what its messages add up to`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        var letters: [Letter] = []
        for number in 0..<60 {
            let answers =
                letters.isEmpty || Bool.random(using: &random)
                ? [] : [letters[Int.random(in: 0..<letters.count, using: &random)].name]
            letters.append(
                Letter("m\(number)", day: Int.random(in: 1...28, using: &random), answers: answers).with { letter in
                    letter.from =
                        ["Ada <ada@example.org>", "bob@example.net", "Carl <carl@example.com>"][
                            Int.random(in: 0..<3, using: &random)]
                    letter.keywords = KeywordSet(
                        [Keyword.seen, .flagged, .draft].filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
                })
        }
        let sample = try sample(letters)
        try sample.delete("subject:m7 or subject:m8")
        let messages = try sample.messages()
        let rows = try threads(sample)
        #expect(rows.reduce(0) { $0 + $1.messageCount } == 58, "seed \(seed)")
        for thread in rows {
            let members = messages.filter { $0.thread == thread.id }.sorted {
                ($0.sortDate.microseconds, $0.stream) < ($1.sortDate.microseconds, $1.stream)
            }
            let last = try #require(members.last)
            #expect(thread.subject == members.first?.subject && thread.messages == members.map(\.id), "seed \(seed)")
            #expect(
                thread.snippet == last.snippet && thread.lastDate == last.sortDate && thread.lastFrom == last.from,
                "seed \(seed)")
            #expect(
                thread.unreadCount == members.count { !$0.isRead && !$0.isDraft }
                    && thread.messageCount == members.count, "seed \(seed)")
            #expect(
                thread.isRead == (thread.unreadCount == 0) && thread.isFlagged == members.contains(where: \.isFlagged),
                "seed \(seed)")
            #expect(Set(thread.participants) == Set(members.compactMap(\.from)), "seed \(seed)")
            #expect(thread.participants.count == Set(thread.participants).count, "seed \(seed)")
        }
    }

    @Test(.requirement(97, 98)) func `an older message that comes later changes counts and not what was last`() throws {
        let sample = try sample([Letter("new", day: 9)])
        let before = try #require(try threads(sample).first)
        try sample.save([Letter("old", day: 3, answers: ["new"])], account: Self.ada)
        let after = try #require(try threads(sample).first)
        #expect(after.lastDate == before.lastDate && after.snippet == before.snippet && after.unreadCount == 2)
        #expect(after.subject == "old" && after.messageCount == 2)
    }

    @Test(.requirement(100, 103)) func `messages of a thread come the newest first, in pages of 20`() throws {
        let sample = try sample((1...25).map { Letter("m\($0)", day: $0, answers: $0 == 1 ? [] : ["m1"]) })
        let thread = try #require(try threads(sample).first)
        try sample.ledger.read { (reader) throws in
            #expect(try reader.messages(of: thread).map(\.subject) == (6...25).reversed().map { "m\($0)" })
            #expect(try reader.messages(of: thread, offset: 20).map(\.subject) == (1...5).reversed().map { "m\($0)" })
        }
    }

    @Test(.requirement(101, 102))
    func `pinned threads stand first, archived ones are left out, and unread ones can be asked for`()
        throws
    {
        let sample = try sample((1...6).map { Letter("m\($0)", day: $0) })
        try mark("subject:m2", MarkThreads(isPinned: true), sample)
        try mark("subject:m5", MarkThreads(isArchived: true), sample)
        try sample.mark("subject:m6 or subject:m2", adding: [.seen])
        func subjects(_ conditions: ThreadConditions) throws -> [String] {
            try threads(sample, conditions).compactMap(\.subject)
        }
        #expect(try subjects(ThreadConditions()) == ["m2", "m6", "m5", "m4", "m3", "m1"])
        #expect(try subjects(ThreadConditions(isArchived: false)) == ["m2", "m6", "m4", "m3", "m1"])
        #expect(
            try subjects(ThreadConditions(isPinned: true)) == ["m2"]
                && subjects(ThreadConditions(isArchived: true)) == ["m5"])
        #expect(try subjects(ThreadConditions(isArchived: false, isUnread: true)) == ["m4", "m3", "m1"])
        #expect(
            try sample.ledger.read { try $0.threads(order: .oldestFirst).compactMap(\.subject) }
                == (1...6).map { "m\($0)" })
    }

    // MARK: Changes

    @Test(.requirement(95))
    func `a thread is pinned, muted and archived, the log names who did it, and undo takes it back`() throws {
        let sample = try sample(Self.chain)
        let before = try PublicAnswers(of: sample.ledger)
        try mark("subject:m3", MarkThreads(isPinned: true, isMuted: true, isArchived: true), sample, actor: "grace")
        let thread = try #require(try threads(sample).first)
        #expect(thread.isPinned && thread.isMuted && thread.isArchived)
        let operation = try #require(try sample.ledger.operations(limit: 1).first)
        #expect(operation.actor == "grace" && operation.command == "thread" && operation.events == 1)
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test(.requirement(99)) func `marking a thread as read marks its messages, and every count agrees`() throws {
        let sample = try sample(Self.chain + [Letter("other", day: 9)])
        let thread = try #require(try threads(sample).last)
        #expect(try sample.mark("thread:\(thread.id)", adding: [.seen]).changed == 5)
        #expect(
            try threads(sample).map(\.unreadCount) == [1, 0] && sample.messages("is:unread").map(\.subject) == ["other"]
        )
        #expect(try sample.ledger.read { try $0.unreadCount() } == 1)
    }

    @Test(.requirement(104)) func `a deleted thread leaves no message, no attachment and no copy that names content`()
        throws
    {
        let letters = Self.chain.map { letter in
            letter.with {
                $0.headers = ["Content-Type: application/pdf; name=a.pdf", "Content-Disposition: attachment"]
            }
        }
        let sample = try sample(letters)
        let before = try PublicAnswers(of: sample.ledger)
        #expect(before.tables["attachments"]?.count == 5 && before.tables["copies"]?.count == 5)
        try sample.delete("thread:\(#require(try threads(sample).first).id)")
        let after = try PublicAnswers(of: sample.ledger)
        for table in ["messages", "threads", "attachments", "copies", "keywords"] {
            #expect(after.tables[table] == [], "\(table)")
        }
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test(.requirement(105)) func `messages and threads name each other, after every command`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let sample = try sample()
        var names: [String] = []
        for step in 0..<40 {
            let known = names.isEmpty ? "none" : names[Int.random(in: 0..<names.count, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                names.append("m\(step)")
                try sample.save(
                    [Letter("m\(step)", answers: Bool.random(using: &random) ? [known] : [])], account: Self.ada)
            case 3: try sample.delete("subject:\(known)")
            case 4: try sample.move("subject:\(known)", to: "Archive")
            default: try mark("subject:\(known)", MarkThreads(isArchived: true), sample)
            }
            let messages = try sample.messages()
            let rows = try threads(sample)
            #expect(
                rows.flatMap { thread in thread.messages.map { "\(thread.id) \($0)" } }.sorted()
                    == messages.map { "\($0.thread) \($0.id)" }.sorted(), "seed \(seed) step \(step)")
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil, "seed \(seed)")
    }

    @Test(.requirement(107)) func `what comes into a muted thread is not told of`() throws {
        let sample = try sample([Letter("loud"), Letter("quiet")].map { $0.with { $0.from = "bob@example.net" } })
        try mark("subject:quiet", MarkThreads(isMuted: true), sample)
        let head = try sample.head()
        func answer(_ name: String, to other: String, _ change: (inout Letter) -> Void = { _ in }) -> Letter {
            Letter(name, answers: [other]).with {
                $0.from = "bob@example.net"; change(&$0)
            }
        }
        try sample.save(
            [
                answer("told", to: "loud"), answer("muted", to: "quiet"),
                answer("own", to: "loud") { $0.from = "ADA@example.org" },
                answer("seen", to: "loud") { $0.keywords = [.seen] }, answer("junk", to: "x") { $0.folder = "Spam" },
            ], account: Self.ada)
        #expect(try sample.ledger.read { try $0.arrivals(after: head).map(\.subject) } == ["told"])
        #expect(try sample.ledger.read { try $0.arrivals(after: .start).map(\.subject) } == ["loud", "told"])
        try mark("subject:quiet", MarkThreads(isMuted: false), sample)
        #expect(try Set(sample.ledger.read { try $0.arrivals(after: head).map(\.subject) }) == ["told", "muted"])
    }

    @Test(.requirement(108)) func `an archived thread comes back when a message from somebody else arrives`() throws {
        let sample = try sample([Letter("a").with { $0.from = "bob@example.net" }])
        try mark("*", MarkThreads(isArchived: true), sample)
        func isArchived() throws -> Bool? { try threads(sample).first?.isArchived }
        #expect(try isArchived() == true)
        try sample.save([Letter("own", answers: ["a"]).with { $0.from = "ada@example.org" }], account: Self.ada)
        #expect(try isArchived() == true)
        try sample.save([Letter("answer", answers: ["a"]).with { $0.from = "bob@example.net" }], account: Self.ada)
        #expect(try isArchived() == false)
    }
}
