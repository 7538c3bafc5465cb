import EventLog
import JSONCoding
import Testing

/// How every engine reads whole transactions for those who act upon them.
struct RecordedPageTests {
    /// Positions 1–2, 3–5, 6, 7–8; 1, 2, 3 and 6 of one account, 8 of another.
    private func store(_ engine: Engine) throws -> any LogStore {
        let store = try engine().store
        let account = ProposedEvent.AccountReference.stream(.at(1))
        for events: [ProposedEvent] in [
            [.added("a", account: .own), .added("b", account: .stream(.started(0)))],
            [.edited(.at(2), "c", account: account), .added("d"), .edited(.started(1), "e")],
            [.edited(.at(1), "f", account: account)], [.edited(.at(2), "g"), .added("h", account: .own)],
        ] {
            let context = OperationContext.sample(reason: "because of \(events.count)")
            _ = try store.append(ProposedTransaction(events, context: context))
        }
        return store
    }

    private static let added: Set = ["test.note-added"]
    private static let edited: Set = ["test.note-edited"]

    @Test(
        arguments: Engine.all,
        [
            (0, .init(), [[1, 2], [3, 4, 5], [6], [7, 8]]), (2, .init(), [[3, 4, 5], [6], [7, 8]]),
            (3, .init(), [[4, 5], [6], [7, 8]]), (8, .init(), []), (99, .init(), []),
            (0, .init(typeNames: added), [[1, 2], [4], [8]]), (0, .init(typeNames: edited), [[3, 5], [6], [7]]),
            (4, .init(typeNames: edited), [[5], [6], [7]]),
            (0, .init(typeNames: added.union(edited)), [[1, 2], [3, 4, 5], [6], [7, 8]]),
            (0, .init(accounts: [StreamID(1)]), [[1, 2], [3], [6]]), (0, .init(accounts: [StreamID(8)]), [[8]]),
            (0, .init(accounts: [StreamID(1), StreamID(8)]), [[1, 2], [3], [6], [8]]),
            (0, .init(typeNames: edited, accounts: [StreamID(1)]), [[3], [6]]),
            (0, .init(typeNames: ["test.note-erased"]), []), (0, .init(accounts: [StreamID(4)]), []),
        ] as [(Int64, RecordedEventSelection, [[Int64]])])
    func `a page has what is asked for, by transactions, and ends at the head`(
        engine: Engine, _ expected: (Int64, RecordedEventSelection, [[Int64]])
    ) throws {
        let page = try store(engine).recorded(after: Position(expected.0), expected.1, decodedBy: .sample)
        #expect(page.transactions.map { $0.events.map(\.position.rawValue) } == expected.2)
        #expect(page.position == Position(max(8, expected.0)))
        let ends: [Int64: Int64] = [1: 2, 2: 5, 3: 6, 4: 8]
        for transaction in page.transactions {
            #expect(transaction.position == Position(ends[transaction.number] ?? 0))
            #expect(transaction.header?.actor == "ada" && transaction.header?.operation == transaction.operation)
            #expect(transaction.header?.reason == "because of \([2, 3, 1, 2][Int(transaction.number) - 1])")
            #expect(transaction.events.allSatisfy { $0.recordedAt == transaction.recordedAt })
        }
    }

    @Test(arguments: Engine.all)
    func `pages end with a transaction, and together have each event once`(engine: Engine) throws {
        let store = try store(engine)
        for limit in 1...9 {
            for selection: RecordedEventSelection in [.init(), .init(typeNames: Self.added)] {
                var seen: [Int64] = []
                var position = Position.start
                var ends: [Int64] = []
                while position < Position(8) {
                    let page = try store.recorded(after: position, selection, decodedBy: .sample, limit: limit)
                    seen += page.transactions.flatMap { $0.events.map(\.position.rawValue) }
                    try #require(page.position > position)
                    position = page.position
                    ends.append(position.rawValue)
                }
                #expect(seen == (selection.typeNames.isEmpty ? Array(1...8) : [1, 2, 4, 8]))
                #expect(Set(ends).isSubset(of: [2, 5, 6, 8]))
                if limit == 1 { #expect(ends == [2, 5, 6, 8]) }
            }
        }
    }

    /// What was recorded as one note with two texts, and what nobody records any more.
    private struct NotesAdded: Event {
        static let type = EventType("test.notes-added", schema: 1)
        let texts: [String]
    }

    private static let newer = EventCatalogue(
        [NoteAdded.self],
        upcasters: [
            Upcaster(from: NotesAdded.type) { old in
                guard case .object(let fields) = old, case .array(let texts)? = fields["texts"] else { return [] }
                return texts.map { text in Upcaster.Form(NoteAdded.type, ["text": text]) }
            }
        ])

    @Test func `types are those that events are read as today`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([
            ProposedEvent(NotesAdded(texts: ["a", "b"]), target: .noStream, account: .none), .added("c"),
        ])
        try store.record([ProposedEvent(NotesAdded(texts: []), target: .noStream, account: .none)])
        let page = try store.recorded(
            after: .start, RecordedEventSelection(typeNames: Self.added), decodedBy: Self.newer)
        let texts = page.transactions.flatMap(\.events).map { event -> String? in
            guard case .event(let read) = event.content else { return nil }
            return (read as? NoteAdded)?.text
        }
        #expect(texts == ["a", "b", "c"] && page.transactions.count == 1 && page.position == Position(3))
        let stored = RecordedEventSelection(typeNames: ["test.notes-added"])
        #expect(try store.recorded(after: .start, stored, decodedBy: Self.newer).transactions.isEmpty)
    }

    @Test func `what this program cannot read is refused, though something else is asked for`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([.added("a"), .edited(.started(0), "b")])
        let onlyNotes = EventCatalogue([NoteAdded.self])
        let selection = RecordedEventSelection(typeNames: Self.added)
        #expect(throws: EventLogError.unknownType(NoteEdited.type, at: Position(2))) {
            try store.recorded(after: .start, selection, decodedBy: onlyNotes)
        }
    }

    /// A later program's shape of an event that this one knows.
    private struct NoteEditedLater: Event {
        static let type = EventType("test.note-edited", schema: 2)
        let text: String
    }

    @Test func `a newer version is refused, though another type is asked for`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([
            .added("a"),
            ProposedEvent(NoteEditedLater(text: "b"), target: .any(.started(0)), account: .none),
        ])
        let selection = RecordedEventSelection(typeNames: Self.added)
        #expect(throws: EventLogError.unknownType(NoteEditedLater.type, at: Position(2))) {
            try store.recorded(after: .start, selection, decodedBy: .sample)
        }
    }

    @Test func `what was erased comes as erased, under its stored type, and without its header`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("canary", account: .own)])
        try store.withWriterLock {
            let receipt = try store.record([.erased(.at(1), account: .stream(.at(1)))])
            _ = try store.blank([.stream(StreamID(1))], before: receipt.firstPosition, includingSharedHeaders: true)
        }
        let page = try store.recorded(
            after: .start, RecordedEventSelection(typeNames: Self.added), decodedBy: .sample)
        let transaction = try #require(page.transactions.first)
        #expect(page.transactions.count == 1 && transaction.header == nil && transaction.events.count == 1)
        guard case .erased = transaction.events[0].content else {
            Issue.record("\(transaction.events[0].content)")
            return
        }
        #expect(page.position == Position(2))
    }
}
