import EventLog
import Mail
import MailLedger
import Projections
import Testing

@Suite struct `A subscription` {
    private func positions(_ transactions: [RecordedTransaction]) -> [Int64] {
        transactions.flatMap { $0.events.map(\.position.rawValue) }
    }

    /// Takes so many transactions of a subscription without acknowledging them.
    private func take(_ count: Int, of subscription: Subscription) async throws -> [RecordedTransaction] {
        var iterator = subscription.makeAsyncIterator()
        var taken: [RecordedTransaction] = []
        while taken.count < count, let next = try await iterator.next() { taken.append(next) }
        return taken
    }

    @Test(arguments: Place.allCases)
    func `catches up, then goes on live, with who, what and why`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada)
        var events = world.container.events(after: .start).makeAsyncIterator()
        let created = try #require(try await events.next())
        let added = try #require(try await events.next())
        #expect(created.number == 1 && created.events.count == 7)
        #expect(added.events.map(\.type.name) == ["mail.message-added"])
        let head = try await world.container.head()
        #expect(added.position == head && events.position == head)
        let container = world.container
        let marking = Task {
            try await Task.sleep(for: .milliseconds(200))
            try await container.perform { ledger in
                _ = try ledger.mark(
                    .id(prefix: row.id.description), MarkMessages(adding: [.flagged]),
                    context: ledger.context(command: "mark", reason: "to be paid"))
            }
        }
        let marked = try #require(try await events.next())
        try await marking.value
        #expect(marked.header?.reason == "to be paid" && marked.header?.command == "mark")
        #expect(marked.header?.actor == container.environment.actor)
        guard case .event(let event) = try #require(marked.events.first).content else {
            Issue.record("erased")
            return
        }
        #expect(event is MessageMarked && marked.events.count == 1)
    }

    @Test func `is woken by another connection's append within a second`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let location = try #require(world.container.location)
        let events = world.container.events(after: try await world.container.head())
        let waiting = Task {
            var iterator = events.makeAsyncIterator()
            let found = try await iterator.next()
            return (found?.events.first?.type.name, ContinuousClock.now)
        }
        try await Task.sleep(for: .milliseconds(150))
        let other = try LedgerContainer.open(at: location)
        try await other.messages.save(RepositoryWorld.message("one", to: ada.id))
        let appended = ContinuousClock.now
        let (name, woken) = try await waiting.value
        #expect(name == "mail.message-added" && woken - appended < Self.patience)
    }

    /// What does not come by itself would never come; how soon it comes on a machine that runs all tests at once tells nothing.
    private static let patience = Duration.seconds(120)

    @Test(arguments: Place.allCases)
    func `ends with its task, and soon`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let subscription = try await world.container.subscription("idle")
        let waiting = Task { () -> Int in
            var count = 0
            for try await _ in subscription { count += 1 }
            return count
        }
        try await Task.sleep(for: .milliseconds(120))
        let start = ContinuousClock.now
        waiting.cancel()
        #expect(try await waiting.value == 0 && ContinuousClock.now - start < Self.patience)
    }

    @Test(arguments: Place.allCases)
    func `hands out again what was not acknowledged, and goes on behind what was`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        for name in ["one", "two", "three"] { try await world.addMessage(name, to: ada) }
        var subscription: Subscription? = try await world.container.subscription("indexer")
        let first = try await take(3, of: #require(subscription))
        #expect(first.map(\.number) == [1, 2, 3])
        // Another loop over the same one, and then another process.
        let again = try await take(2, of: #require(subscription))
        #expect(again.map(\.number) == [1, 2])
        try await subscription?.acknowledge(again[1])
        #expect(subscription?.position == again[1].position)
        subscription = nil
        let next = try await world.container.subscription("indexer")
        let rest = try await take(2, of: next)
        #expect(rest.map(\.number) == [3, 4])
        // What was handled stays so, whatever is acknowledged later.
        try await next.acknowledge(rest[1])
        try await next.acknowledge(rest[0])
        #expect(next.position == rest[1].position)
        #expect(try await world.container.perform { try $0.cursors.all() }.map(\.behind) == [0])
    }

    @Test func `passes what its filter leaves out, once all before it is acknowledged`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let grace = try await world.addAccount("grace@example.org")
        let row = try await world.addMessage("one", to: ada)
        let filter = EventFilter(types: ["message-marked", "mail.message-deleted"], accounts: [ada.address])
        let subscription = try await world.container.subscription("marks", to: filter)
        let passing = Task { try await take(1, of: subscription) }
        // Nothing of it is asked for, and the cursor moves all the same.
        let head = try await world.container.head()
        try await eventually { subscription.position == head }
        try await world.messages.markAsRead(row.id)
        let marked = try await passing.value
        #expect(marked.count == 1 && marked[0].events.map(\.type.name) == ["mail.message-marked"])
        #expect(subscription.position == head)
        let other = try await world.addMessage("two", to: grace)
        try await world.messages.markAsRead(other.id)
        // It stands behind what was not acknowledged, however much behind that is left out.
        var iterator = subscription.makeAsyncIterator()
        #expect(try await iterator.next()?.position == marked[0].position)
        try await subscription.acknowledge(marked[0])
        #expect(subscription.position == (try await world.container.head()), "it was read with what was left out")
    }

    @Test func `a type is known without its context, where no other has its name`() throws {
        let catalogue = Contexts.builtIn.catalogue
        for type in ["mail.message-marked", "notes.note-added"] {
            let short = try #require(type.split(separator: ".").last.map(String.init))
            #expect(try catalogue.typeName(short) == type && catalogue.typeName(type) == type)
        }
        #expect(throws: DomainError.self) { try catalogue.typeName("added") }
    }

    @Test func `refuses names that are none`() async throws {
        let world = try RepositoryWorld(.memory)
        try await world.addAccount()
        for filter in [EventFilter(types: ["message-vanished"]), EventFilter(accounts: ["eve@example.org"])] {
            var events = world.container.events(after: .start, matching: filter).makeAsyncIterator()
            await #expect(throws: DomainError.self) { try await events.next() }
        }
        for name in ["", "../x", ".x", "a b", "-x", "ü", String(repeating: "x", count: 65)] {
            await #expect(throws: DomainError.self, "\(name)") { try await world.container.subscription(name) }
        }
    }

    @Test func `an account that was deleted is followed to its end`() async throws {
        let world = try RepositoryWorld(.memory)
        let ada = try await world.addAccount()
        try await world.addAccount("grace@example.org")
        try await world.accounts.delete(ada.id)
        var events = world.container.events(after: .start, matching: EventFilter(accounts: [ada.address]))
            .makeAsyncIterator()
        let all = [try await events.next(), try await events.next()].compactMap { $0 }
        #expect(all.map(\.number) == [1, 3])
        #expect(all.last?.events.last?.type.name == "mail.account-deleted")
    }
}

/// Waits until something holds.
///
/// - Parameter patience: After this it fails: a bound that no machine that runs all tests at once should come near.
func eventually(
    within patience: Duration = .seconds(300), _ condition: () throws -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let end = ContinuousClock.now + patience
    while try !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("it did not come to hold", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}
