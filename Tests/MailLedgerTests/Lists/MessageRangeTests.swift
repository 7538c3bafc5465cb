import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A query over all that ever came in` {
    @Test func `finds after random commands what lists showed before, as it last was`() throws {
        var generator = SeededGenerator(for: "messages that are gone")
        var (deaths, round) = (0, 0)
        while round < 8 || deaths < 10 && round < 40 {
            var commands = try RandomCommands(.memory, seed: generator.next(), changesAddresses: false)
            var memory = try Memory(commands.sample)
            let label = "seed \(generator.seed) round \(round)"
            try commands.run(steps: 30, label: label) { sample in try memory.observe(sample, label) }
            deaths += memory.deaths
            round += 1
        }
        #expect(deaths >= 10, "seed \(generator.seed)")
    }

    @Test func `finds the latest events of messages as they are gathered`() throws {
        var generator = SeededGenerator(for: "the latest events of messages")
        for round in 0..<4 {
            var commands = try RandomCommands(.memory, seed: generator.next(), changesAddresses: false)
            let label = "seed \(generator.seed) round \(round)"
            try commands.run(steps: 40, label: label) { _ in }
            let every = try commands.sample.messages("is:any").map(\.stream)
            let some = every.filter { _ in Bool.random(using: &generator) }
            for messages in [every, some, []] {
                try commands.sample.ledger.read { reader in
                    let events = MessageEvents(of: messages, reader)
                    let all = try events.positions(through: reader.position).sorted(by: >)
                    for (window, budget) in [(1, 7), (3, 40), (5, 1_000_000), (1_024, nil), (4, 0)] as [(Int64, Int64?)]
                    {
                        var found: [Position] = []
                        try events.forEachPosition(window: window, budget: budget) { position in
                            found.append(position)
                            return Position(position.rawValue - 1)
                        }
                        #expect(found == all, "\(label), \(window) of \(budget ?? -1)")
                        found = []
                        try events.forEachPosition(isBackward: false, window: window, budget: budget) { position in
                            found.append(position)
                            return position
                        }
                        #expect(found == all.reversed(), "\(label), \(window) of \(budget ?? -1) forward")
                        // Who has seen one of a transaction goes on below it.
                        var edges: [Position] = []
                        try events.forEachPosition(window: window, budget: budget) { position in
                            edges.append(position)
                            return edges.count == 5 ? nil : Position(max(0, position.rawValue - 10))
                        }
                        #expect(
                            zip(edges, edges.dropFirst()).allSatisfy { $0.rawValue - $1.rawValue >= 10 }, "\(label)")
                        #expect(
                            edges.count <= 5 && Set(edges).isSubset(of: all) && edges.first == all.first, "\(label)")
                    }
                }
            }
        }
    }

    @Test func `a page of a history by a query is a part of the whole`() throws {
        var generator = SeededGenerator(for: "pages of a history by a query")
        var commands = try RandomCommands(.memory, seed: generator.next(), changesAddresses: false)
        try commands.run(steps: 60, label: "seed \(generator.seed)") { _ in }
        for query in ["is:any", "is:deleted", "is:unread"] {
            let filter = LogFilter(messages: try commands.sample.filter(query))
            try commands.sample.ledger.read { reader in
                for isBackward in [false, true] {
                    let all = try reader.history(of: nil, HistoryOptions(filter: filter, isBackward: isBackward))
                    for (limit, offset) in [(1, 0), (7, 3), (5, all.count / 2), (all.count + 1, 0)] {
                        let options = HistoryOptions(
                            filter: filter, isBackward: isBackward, limit: limit, offset: offset)
                        let page = try reader.history(of: nil, options)
                        #expect(
                            page.map(\.position) == all.dropFirst(offset).prefix(limit).map(\.position),
                            "seed \(generator.seed) \(query) \(limit)")
                    }
                }
            }
        }
    }

    @Test func `pages all that ever came in, live and ended, in the order of their dates`() throws {
        var generator = SeededGenerator(for: "pages of all that ever came in")
        var commands = try RandomCommands(.memory, seed: generator.next(), changesAddresses: false)
        try commands.run(steps: 60, label: "seed \(generator.seed)") { _ in }
        for query in ["is:any", "is:any is:read", "is:deleted", "is:any in:INBOX", "is:deleted or is:unread"] {
            try commands.sample.ledger.read { reader in
                let filter = try commands.sample.filter(query)
                for order in [ListOrder.newestFirst, .oldestFirst] {
                    let all = try reader.messages(matching: filter, order: order)
                    for (limit, offset) in [(1, 0), (3, 1), (5, all.count / 2), (all.count + 1, 0)] {
                        let page = try reader.messages(matching: filter, order: order, limit: limit, offset: offset)
                        #expect(
                            page == Array(all.dropFirst(offset).prefix(limit)),
                            "seed \(generator.seed) \(query) \(limit)")
                    }
                }
            }
        }
    }

    @Test func `tells who deleted a message, when and why`() throws {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        try sample.addFolder("Work", to: "ada@example.org")
        try sample.importing([SampleMail("one"), SampleMail("two"), SampleMail("three")], account: "ada@example.org")
        try sample.move("subject:two", to: "Work")
        func context(_ command: String, _ actor: String, _ reason: String?) -> OperationContext {
            var context = sample.ledger.context(command: command, reason: reason)
            context.actor = actor
            return context
        }
        _ = try sample.ledger.delete(sample.filter("subject:one"), context: context("delete", "grace", "tidy up"))
        _ = try sample.ledger.deleteFolder(
            "Work", in: "ada@example.org", policy: .cascade, context: context("folder delete", "robot", nil))

        let rows = try forms(sample, "is:deleted")
        #expect(rows.map(\.row.subject) == ["one", "two"].map(Optional.some))
        #expect(rows.map(\.row.folders) == [["INBOX"], ["Work"]])
        #expect(rows.map(\.ending?.actor) == ["grace", "robot"])
        #expect(rows.map(\.ending?.reason) == ["tidy up", nil])
        #expect(rows.map(\.ending?.command) == ["delete", "folder delete"])
        #expect(try forms(sample, "subject:three or is:deleted").map(\.ending?.actor).contains(nil))
        func threads(_ query: MessageQuery) throws -> [ThreadForm] {
            try sample.ledger.answer(ListThreads(filter: query, order: .oldest)) { try $0.all() }
        }
        #expect(try threads("is:deleted").map(\.ending?.reason) == ["tidy up", nil])
        #expect(try threads("is:deleted").map(\.ending?.actor) == ["grace", "robot"])
        #expect(try threads("*").map(\.ending) == [nil])
        let split = ListThreads(filter: "is:deleted", splitsBySubject: true, order: .oldest)
        #expect(try sample.ledger.answer(split) { try $0.all() }.map(\.ending?.actor) == ["grace", "robot"])

        for (query, count) in [
            ("is:any", 3), ("is:deleted in:Work", 1), ("is:any in:INBOX", 2), ("*", 1), ("not is:deleted", 1),
            ("changed-by:GRACE", 0), ("is:any changed-by:GRACE", 1), ("is:any changed-by:robot", 1),
            ("is:any changed-by:nobody", 0), ("is:any moved-to:Work", 1), ("moved-to:INBOX", 0),
            ("is:any changed:2000..2001", 0), ("is:any changed:2000..", 3), ("is:any added:2000..", 3),
            ("added:2000..", 1), ("is:any added:..2001", 0), ("is:erased", 0),
        ] {
            #expect(try sample.ledger.answer(CountMessages(filter: MessageQuery(query))).count == count, "\(query)")
        }
        // A folder that is gone is a name only where all messages are meant.
        #expect(throws: FilterResolutionError.unknownFolder("Work")) { try sample.messages("in:Work") }

        let log = try sample.ledger.operations(matching: LogFilter(messages: sample.filter("subject:two")), limit: nil)
        #expect(log.map(\.command) == ["folder delete", "move", "import"])
        let live = try sample.filter("subject:two").onlyLive
        #expect(try sample.ledger.operations(matching: LogFilter(messages: live), limit: nil).isEmpty)
    }

    @Test func `brings back just these`() throws {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        try sample.addFolder("Work", to: "ada@example.org")
        try sample.importing([SampleMail("one"), SampleMail("two"), SampleMail("three")], account: "ada@example.org")
        try sample.move("subject:three", to: "Work")
        try sample.delete("subject:one or subject:two")
        let undelete = UndeleteMessagesRequest(filter: "subject:one")
        let look = try sample.ledger.perform(undelete, Call(isDryRun: true)).answer
        #expect(look?.changed == 1 && look?.operation == nil)
        #expect(try sample.ledger.perform(undelete).answer?.changed == 1)
        #expect(try sample.ledger.perform(undelete).answer?.matched == 0)
        #expect(Set(try sample.messages().map(\.subject)) == ["one", "three"])
        // The operation as a whole was not taken back: what is left of it can be.
        #expect(try sample.ledger.read { try $0.planUndo(.latest).count } == 1)

        _ = try sample.ledger.deleteFolder(
            "Work", in: "ada@example.org", policy: .cascade, context: sample.ledger.context(command: "folder delete"))
        let all = UndeleteMessagesRequest(filter: "*")
        #expect(throws: DomainError.self) { try sample.ledger.perform(all) }
        let partial = try sample.ledger.perform(UndeleteMessagesRequest(filter: "*", partially: true)).answer
        #expect(partial?.changed == 1 && partial?.matched == 2)
        #expect(try sample.messages().count == 2)
    }

    @Test func `is refused where live messages are changed`() throws {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        for query in ["is:deleted", "not is:any", "subject:x or is:deleted"] {
            #expect(throws: FilterResolutionError.deletedNamed) {
                try sample.ledger.perform(DeleteMessagesRequest(filter: MessageQuery(query)))
            }
        }
        for query in ["is:erased subject:x", "is:erased or is:any", "not is:erased"] {
            #expect(throws: FilterResolutionError.erasedWithMore) {
                try sample.ledger.answer(CountMessages(filter: MessageQuery(query)))
            }
        }
    }

    private func forms(_ sample: SampleLedger, _ query: MessageQuery) throws -> [MessageForm] {
        try sample.ledger.answer(ListMessages(filter: query, order: .oldest)) { rows in
            try rows.all().compactMap { if case .message(let form) = $0 { form } else { nil } }
        }
    }
}

/// What lists showed, against which a query over all that ever came in is compared.
private struct Memory {
    private var live: [MessageID: MessageRow] = [:]
    private var everLive: Set<MessageID> = []
    private var head = Position.start
    private(set) var deaths = 0

    init(_ sample: SampleLedger) throws {
        head = try sample.head()
    }

    mutating func observe(_ sample: SampleLedger, _ label: String) throws {
        let before = live
        let start = head
        head = try sample.head()
        guard head > start else { return }
        live = Dictionary(uniqueKeysWithValues: try sample.messages().map { ($0.id, $0) })
        everLive.formUnion(live.keys)
        let deleted = try sample.messages("is:deleted")
        let ids = Set(deleted.map(\.id))
        #expect(ids.isDisjoint(with: live.keys), "\(label)")
        #expect(ids.isSuperset(of: everLive.subtracting(live.keys)), "\(label)")
        #expect(
            try sample.ledger.answer(CountMessages(filter: "is:any")).count == deleted.count + live.count, "\(label)")
        try compareDeaths(deleted, before, since: start, sample, label)
        try compareFolders(deleted + live.values, sample, label)
        try compareChanges(deleted, before, since: start, sample, label)
    }

    // Where one transaction did nothing but end things, they were last as the list before showed them.
    private mutating func compareDeaths(
        _ deleted: [MessageRow], _ before: [MessageID: MessageRow], since start: Position, _ sample: SampleLedger,
        _ label: String
    ) throws {
        let events = try sample.ledger.store.events(EventSelection(after: start, through: head))
        guard Set(events.map(\.transaction)).count == 1,
            events.allSatisfy({ $0.type.name.hasSuffix("-deleted") || $0.type.name.hasSuffix("copy-removed") })
        else { return }
        for row in deleted {
            guard let last = before[row.id] else { continue }
            deaths += 1
            #expect(row.folders == last.folders, "\(row.id) by \(events.map(\.type.name)) \(label)")
            // The keywords may follow the copies that are left.
            guard events.allSatisfy({ $0.type.name.hasSuffix("-deleted") }) else { continue }
            #expect(row.keywords == last.keywords, "\(row.id) \(label)")
            #expect(row.end.map { $0 > start && $0 <= head } == true, "\(row.id) ended at \(row.end as Any) \(label)")
        }
    }

    private func compareFolders(_ rows: [MessageRow], _ sample: SampleLedger, _ label: String) throws {
        for path in ["Work", "INBOX", "Work/Deep"] {
            let inside = rows.filter { row in
                row.folders.contains { $0.lowercased() == path.lowercased() || $0.hasPrefix(path + "/") }
            }
            do {
                let found = try sample.messages("is:any in:\"\(path)\"")
                #expect(Set(found.map(\.id)) == Set(inside.map(\.id)), "\(path) \(label)")
            } catch FilterResolutionError.unknownFolder {
                #expect(inside.isEmpty, "\(path) \(label)")
            }
        }
    }

    /// What differs in a list was changed, and of what was changed something differs or an event of its own is recorded.
    private func compareChanges(
        _ deleted: [MessageRow], _ before: [MessageID: MessageRow], since start: Position, _ sample: SampleLedger,
        _ label: String
    ) throws {
        let events = try sample.ledger.store.events(EventSelection(after: start, through: head))
        let transactions = try Set(events.map(\.transaction)).compactMap(sample.ledger.store.transaction)
        let times = transactions.map(\.recordedAt.microseconds)
        guard let first = times.min(), let last = times.max() else { return }
        let filter = MessageFilter.and([.liveness(.any), .changed(Bounds(from: first, to: last + 1))])
        let found = Set(try sample.ledger.read { try $0.messages(matching: filter) }.map(\.id))
        let differing = Set(
            Set(before.keys).union(live.keys).filter { id in
                before[id]?.folders != live[id]?.folders || before[id]?.keywords != live[id]?.keywords
                    || (before[id] == nil) != (live[id] == nil)
            })
        // A folder that gets another name changes what is shown of its messages, and no message; an account may come and go.
        let isRenaming = events.contains { $0.type.name.hasPrefix("mail.folder-") }
        let isEnding = isRenaming || events.contains { $0.type.name.hasPrefix("mail.account-") }
        let lost = differing.subtracting(found).filter { !isRenaming || (before[$0] == nil) != (live[$0] == nil) }
        #expect(lost.isEmpty, "\(label)")
        let streams = Set(events.map(\.stream))
        let rows = deleted + live.values
        let shown = Set(
            rows.filter { row in
                // One that came in hidden was in no list, and ends and comes back with its account.
                streams.contains(row.stream) || before[row.id] != live[row.id] || !everLive.contains(row.id)
            }.map(\.id))
        #expect(found.subtracting(shown).allSatisfy { _ in isEnding }, "\(label)")
        #expect(try sample.ledger.read { try $0.countMessages(matching: filter) } == found.count, "\(label)")
    }
}
