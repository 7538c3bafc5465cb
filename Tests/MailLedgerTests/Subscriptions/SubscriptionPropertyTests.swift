import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Several writers at once, and a subscriber that goes away at random moments.
@Suite struct `Under concurrent writers` {
    /// What a subscriber made of the events: a store of its own, which outlives it.
    private actor Handled {
        private(set) var positions: [Int64] = []
        private(set) var last = Position.start
        private(set) var repeats = 0

        /// Takes a transaction unless it was taken before, as one step.
        func take(_ transaction: RecordedTransaction) {
            guard transaction.position > last else { return repeats += 1 }
            positions += transaction.events.map(\.position.rawValue)
            last = transaction.position
        }

        /// Whether nothing is left; nobody knows while there is no end.
        func all(through end: Position?) -> Bool {
            end.map { last >= $0 } ?? false
        }
    }

    private static let account = "ada@example.org"

    private func write(_ count: Int, to location: LedgerLocation, seed: UInt64) async throws {
        let container = try LedgerContainer.open(at: location)
        let account = try await container.read { try $0.account(Self.account).id }
        var random = SeededGenerator(seed: seed)
        for number in 0..<count {
            let isMarking = Int.random(in: 0..<3, using: &random) == 0
            let keyword: Keyword = Bool.random(using: &random) ? .flagged : .answered
            let messages = (0...Int.random(in: 0..<3, using: &random)).map {
                RepositoryWorld.message("\(seed)-\(number)-\($0)", to: account)
            }
            try await container.perform { ledger in
                if isMarking {
                    _ = try ledger.mark(
                        .all, MarkMessages(adding: KeywordSet([keyword])), context: ledger.context(command: "mark"))
                } else {
                    _ = try ledger.mail.save(messages, context: ledger.context(command: "save"))
                }
            }
            if Bool.random(using: &random) { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    /// Follows until all is handled, going away now and then between handling and acknowledging.
    private func follow(
        _ location: LedgerLocation, _ filter: EventFilter, _ handled: Handled, seed: UInt64,
        until end: End
    ) async throws {
        var random = SeededGenerator(seed: seed)
        while true {
            let container = try LedgerContainer.open(at: location)
            let subscription = try await container.subscription("model", to: filter)
            let life = Int.random(in: 1...8, using: &random)
            let acknowledgesEach = Int.random(in: 1...3, using: &random)
            let living = Task {
                var count = 0
                for try await transaction in subscription {
                    await handled.take(transaction)
                    count += 1
                    // It ends here as by a kill: handled, and not acknowledged.
                    if count == life { return }
                    if count % acknowledgesEach == 0 { try await subscription.acknowledge(transaction) }
                }
            }
            let ending = Task {
                while !Task.isCancelled, await !handled.all(through: end.position) {
                    try? await Task.sleep(for: .milliseconds(5))
                }
                living.cancel()
            }
            try await living.value
            ending.cancel()
            if await handled.all(through: end.position) { return }
        }
    }

    private actor End {
        private(set) var position: Position?
        func set(_ position: Position) { self.position = position }
    }

    @Test(arguments: [[], ["message-marked"]] as [Set<String>])
    func `each event that is asked for is handled once and in order`(types: Set<String>) async throws {
        var random = SeededGenerator(for: "subscription \(types)")
        let scratch = try ScratchFolder()
        let location = scratch.location("ledger")
        do {
            let ledger = try Ledger.create(at: location)
            _ = try ledger.addAccount(
                AddAccount(address: Self.account), context: ledger.context(command: "account add"))
        }
        let (handled, end) = (Handled(), End())
        let seeds = (0..<4).map { _ in random.next() }
        async let following: Void = follow(
            location, EventFilter(types: types), handled, seed: seeds[3], until: end)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in seeds.prefix(3) { group.addTask { try await write(12, to: location, seed: seed) } }
            try await group.waitForAll()
        }
        let ledger = try Ledger.open(at: location, access: .readOnly)
        let names = types.map { "mail." + $0 }
        let expected = try ledger.store.events(EventSelection()).filter {
            names.isEmpty || names.contains($0.type.name)
        }
        try await end.set(#require(expected.last).position)
        try await following
        #expect(await handled.positions == expected.map(\.position.rawValue))
        let repeats = await handled.repeats
        #expect(repeats > 0 || !types.isEmpty, "nobody went away between handling and acknowledging")
        #expect(expected.count > 10, "a history in which nothing happens tells nothing")
    }
}
