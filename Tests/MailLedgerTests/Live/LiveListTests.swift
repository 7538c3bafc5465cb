import EventLog
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

@Suite struct `A list that is observed` {
    @Test(arguments: Place.allCases)
    func `is answered once for each transaction that changes it, with what came, left and changed`(
        place: Place
    ) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let first = try await world.addMessage("one", to: ada)
        var answers = world.container.observe(.messages("is:unread")).makeAsyncIterator()
        let begun = try #require(try await answers.next())
        #expect(begun.rows.map(\.id) == [first.id] && begun.difference.inserted == [0])
        let head = try await world.container.head()
        #expect(begun.transaction == nil && begun.position == head)

        let second = try await world.addMessage("two", to: ada, minute: 1)
        let came = try #require(try await answers.next())
        #expect(came.rows.map(\.id) == [second.id, first.id])
        #expect(came.difference == ListDifference(from: begun.rows, to: came.rows) && came.difference.inserted == [0])
        #expect(came.header?.command == "message save" && came.transaction?.lastPosition == came.position)

        try await world.messages.mark(first.id, MarkMessages(adding: [.flagged]))
        let changed = try #require(try await answers.next())
        #expect(changed.difference.updated == [1] && changed.difference.inserted.isEmpty)

        try await world.messages.markAsRead(second.id)
        let left = try #require(try await answers.next())
        #expect(left.rows.map(\.id) == [first.id] && left.difference.removed == [0])
    }

    @Test(arguments: Place.allCases)
    func `has all answers between, though the transactions came together`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada)
        let start = try await world.container.head()
        // It comes back as it was: only the answers between show that.
        try await world.messages.markAsRead(row.id)
        try await world.messages.markAsRead(row.id, false)
        _ = try await world.addMessage("two", to: ada, minute: 1)
        try await world.messages.delete(row.id)
        var counts: [Int] = []
        var answers = world.container.observe(.messages("is:unread"), from: Moment(.position(start)))
            .makeAsyncIterator()
        while counts.count < 5 { counts.append(try #require(try await answers.next()).rows.count) }
        #expect(counts == [1, 0, 1, 2, 1])

        var latest = world.container.observe(
            .messages("is:unread"), from: Moment(.position(start)), pace: .latest
        ).makeAsyncIterator()
        let before = try #require(try await latest.next())
        let after = try #require(try await latest.next())
        #expect(before.rows.map(\.id) == [row.id] && after.rows.map(\.subject) == ["two"])
        let head = try await world.container.head()
        #expect(after.position == head && after.header?.command == "delete")
    }

    /// Random commands in all contexts: what an observer is told from the start on, by stepping, and what it is told
    /// while they go on, are the different answers of all moments.
    @Test func `is answered as each of its moments is, after random commands`() async throws {
        var generator = SeededGenerator(for: "observed lists")
        for round in 0..<Soak.size(40, inSuite: 2) {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(.disk, seed: generator.next())
            try commands.run(steps: 20, label: label)
            let container = try LedgerContainer.open(at: #require(commands.sample.location))
            try await addToAllLists(of: container)
            try await check(.messages("is:unread not label:work"), container, label) {
                try $0.messages(matching: $0.filter("is:unread not label:work"))
            }
            try await check(.messages("body", limit: 3), container, label) {
                try $0.messages(matching: $0.filter("body"), limit: 3)
            }
            try await check(.threads(), container, label) {
                try $0.threads(where: ThreadConditions(isArchived: false))
            }
            try await check(.folders(), container, label) { try $0.folders() }
            try await check(.accounts, container, label) { try $0.accounts() }
            try await check(LiveList { try $0.notes() }, container, label) { try $0.notes() }
        }
    }

    private func check<Row>(
        _ list: LiveList<Row>, _ container: LedgerContainer, _ label: String,
        rows: @escaping @Sendable (LedgerReader) throws -> [Row]
    ) async throws {
        let expected = try await container.perform { ledger in
            var found: [(position: Position, rows: [Row])] = []
            for number in 0...(try ledger.store.head().transaction) {
                let moment = number == 0 ? Moment(.position(.start)) : Moment(.transaction(number))
                let then = try ledger.read(at: moment) { try ($0.position, rows($0)) }
                if found.last?.rows != then.1 { found.append((then.0, then.1)) }
            }
            return found
        }
        let last = expected.last?.position ?? .start
        let answers = container.observe(list, from: Moment(.position(.start)))
        let observer = Task {
            var found: [LiveAnswer<Row>] = []
            for try await answer in answers {
                found.append(answer)
                if answer.position >= last { break }
            }
            return found
        }
        // Ends an observer that misses the last answer.
        let watchdog = Task {
            try await Task.sleep(for: .seconds(60))
            observer.cancel()
        }
        let found = try await observer.value
        watchdog.cancel()
        #expect(found.map(\.position) == expected.map(\.position), "\(Row.self) \(label)")
        #expect(found.map(\.rows) == expected.map(\.rows), "\(Row.self) \(label)")
    }

    /// Ends with transactions that change each list, so that an answer too many would come before theirs.
    private func addToAllLists(of container: LedgerContainer) async throws {
        _ = try await container.perform(AddNoteRequest(title: "Last"))
        let account = try await container.accounts.save(
            Account(settings: AccountSettings(address: "last@example.org", authTypes: [.password])))
        let text = "From: a@example.org\nSubject: last\nDate: Mon, 6 Jan 2031 12:00:00 +0000\n\nThe body.\n"
        try await container.messages.save(IncomingMessage(account: account.id, bytes: Array(text.utf8)))
    }

    @Test func `has no answer for transactions that leave it as it is`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada, keywords: [.seen])
        let start = try await world.container.head()
        let list = LiveList.messages("is:unread in:INBOX")
        var live = world.container.observe(list).makeAsyncIterator()
        #expect(try await live.next()?.rows.isEmpty == true)
        let count = Soak.size(10_000, inSuite: 600)
        for number in 0..<count / 2 {
            try await world.messages.mark(row.id, MarkMessages(adding: [Keyword("label\(number)")]))
            try await world.container.perform {
                _ = try $0.perform(AddNoteRequest(title: "Note \(number)"), Call())
            }
        }
        #expect(try await world.container.perform { try $0.store.head().transaction } >= Int64(count))
        _ = try await world.addMessage("two", to: ada)
        // The next answer of either is that of the only transaction that changed it.
        let answer = try #require(try await live.next())
        let head = try await world.container.head()
        #expect(answer.rows.map(\.subject) == ["two"] && answer.position == head)
        var again = world.container.observe(list, from: Moment(.position(start))).makeAsyncIterator()
        #expect(try await again.next()?.rows.isEmpty == true)
        #expect(try await again.next()?.position == answer.position)
    }

    @Test func `is told of the work of another connection, and ends with its task`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let (beginnings, begin) = AsyncStream<Void>.makeStream()
        let answers = world.container.observe(.folders(of: ada.address))
        let task = Task {
            var unread: [Int] = []
            for try await answer in answers {
                begin.yield()
                unread.append(answer.rows.map(\.unread).reduce(0, +))
                if unread.count == 2 { break }
            }
            return unread
        }
        for await _ in beginnings { break }
        let other = try LedgerContainer.open(at: #require(world.container.location))
        try await other.messages.save(RepositoryWorld.message("one", to: ada.id))
        #expect(try await task.value == [0, 1])
        let accounts = world.container.observe(.accounts)
        let waiting = Task {
            var count = 0
            for try await _ in accounts { count += 1 }
            return count
        }
        waiting.cancel()
        #expect(try await waiting.value <= 1)
    }

    @Test func `of a folder has no rows before the folder is there, and loses them with it`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let work = try await world.container.perform { ledger in
            _ = try ledger.perform(AddFolderRequest(account: ada.address, path: "Work"))
            return try ledger.read { try $0.folder("Work", in: ada.stream).id }
        }
        try await world.addMessage("one", to: ada, folder: work)
        let first = world.container.observe(.messages("in:Work"), from: Moment(.position(.start)))
        var answers = first.makeAsyncIterator()
        #expect(try await answers.next()?.rows.isEmpty == true)
        #expect(try await answers.next()?.rows.map(\.subject) == ["one"])
        try await world.container.perform {
            _ = try $0.perform(DeleteFolderRequest(folder: "Work"))
            _ = try $0.perform(UndoRequest())
            _ = try $0.perform(DeleteFolderRequest(folder: "Work"))
        }
        var counts: [Int?] = []
        for _ in 0..<3 { counts.append(try await answers.next()?.rows.count) }
        #expect(counts == [0, 1, 0])
        await #expect(throws: FilterResolutionError.self) {
            for try await _ in world.container.observe(.messages("in:Wrok"), from: Moment(.position(.start))) {}
        }
    }

    @Test func `of a query that cannot be read is refused`() async throws {
        let container = try LedgerContainer.preview()
        await #expect(throws: QueryError.self) {
            for try await _ in container.observe(.messages("date:never")) {}
        }
    }
}
