import EventLog
import JSONCoding
import SQLiteDatabase
import Testing

/// How events reach the projections.
struct ProjectorTests {
    @Test func `each event reaches the projections in order, and what they announce is written`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([.added("four", account: .own), .edited(.started(0), "sixsix", account: .own)])
        try store.record([.added("a")])
        let projector = try Views.inMemory(of: store).atHead(of: store)
        #expect(try projector.notes() == ["1 sixsix 1", "3 a 0"])
        #expect(try projector.lengths() == [7, 3, 3])
        #expect(
            try projector.changes() == [
                "1.0 note 1 1 1 0", "1.1 length 1 1 2 1", "2.0 note 1 1 2 0", "2.1 length 1 1 2 1", "3.0 note 3 0 1 0",
                "3.1 length 1 0 2 1",
            ])
        let checkpoint = try projector.checkpoint()
        #expect(checkpoint.position == Position(3))
        #expect(checkpoint.transaction == 2)
        #expect(checkpoint.ledger == store.identity.id.description)
    }

    @Test func `an event is applied once however often the views catch up`() throws {
        let store = try SQLiteLogStore.inMemory()
        let views = Views.inMemory(of: store)
        for count in 1...5 {
            try store.record([.added("a"), .added("b")])
            for _ in 0..<3 { try views.atHead(of: store) }
            #expect(try views.current().lengths() == [Int64(count * 2), Int64(count * 2), Int64(count * 2)])
        }
    }

    @Test func `an erased event reaches projections as such`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("a"), .added("secret")])
        try folder.raw().runScript(
            """
            INSERT INTO erasures VALUES ('event', 2);
            UPDATE events SET payload = NULL, salt = NULL WHERE position = 2;
            """)
        #expect(try folder.makeViews(of: store).current().notes() == ["1 a 0", "2 - 0"])
    }

    @Test(arguments: [(1000, 11, [10_000, 11_000]), (900, 12, [10_800])] as [(Int, Int, [Int64])])
    func `batches end where transactions end`(size: Int, count: Int, ends: [Int64]) throws {
        let store = try SQLiteLogStore.inMemory()
        for _ in 0..<count { try store.record(Array(repeating: .added("a"), count: size)) }
        let views = Views.inMemory(of: store, [NoProjection.self])
        var reached: [Int64] = []
        try views.rebuild { position, head in
            reached.append(position.rawValue)
            return head.rawValue == Int64(size * count)
        }
        #expect(reached == ends)
    }

    /// Keeps nothing.
    private final class NoProjection: Projection {
        static let name = "nothing"
        static let version = 1
        init(on connection: Connection) {}
        static func createTables(on connection: Connection) {}
        func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) {}
    }

    @Test func `a projection that fails is named with the event, and nothing is half applied`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        let fragile = folder.makeViews(of: store, sampleProjections + [FragileProjection.self])
        try store.record([.added("a")])
        try fragile.atHead(of: store)
        try store.record([.added("b"), .added("poison"), .added("c")])
        for _ in 0..<2 {
            let error = #expect(throws: EventLogError.self) { try fragile.atHead(of: store) }
            guard case .projectionFailed(let failure) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.projection == "fragile")
            #expect(failure.position == Position(3) && failure.stream == StreamID(3))
            #expect(failure.type == "test.note-added/1")
            #expect(failure.reason.contains("Poisoned"))
            let text = "the projection fragile failed at event 3 (test.note-added/1, stream 3)"
            #expect(error?.description.contains(text) == true)
            #expect(try fragile.condition().failure == failure)
            #expect(try fragile.current().checkpoint().position == Position(1))
            #expect(try fragile.current().notes() == ["1 a 0"])
            #expect(try fragile.current().lengths() == [1, 1, 1])
            #expect(try fragile.current().changes().count == 2)
        }
        // Mended, it goes on from where it stood: nothing is built anew.
        let mended = folder.makeViews(of: store, sampleProjections + [MendedProjection.self])
        let projector = try mended.atHead(of: store)
        #expect(try store.latestGeneration() == 1)
        #expect(try projector.notes() == ["1 a 0", "2 b 0", "3 poison 0", "4 c 0"])
        #expect(try projector.lengths() == [9, 4, 4])
        #expect(try mended.check() == nil)
        #expect(try mended.condition().failure == nil)
    }

    @Test func `a failure that passes leaves no announcement behind to be counted twice`() throws {
        let store = try SQLiteLogStore.inMemory()
        let views = Views.inMemory(of: store, sampleProjections + [FlakyProjection.self])
        try store.record([.added("a")])
        let projector = try views.atHead(of: store)
        try store.record([.added("b"), .added("flaky \(store.identity.id)"), .added("c")])
        #expect(throws: EventLogError.self) { try projector.catchUp(with: store) }
        try projector.catchUp(with: store)
        #expect(try projector.lengths().suffix(2) == [4, 4])
        #expect(try projector.changes().count == 8)
        #expect(try views.check() == nil)
    }

    @Test func `an unknown event stops the views before it`() throws {
        let store = try SQLiteLogStore.inMemory()
        let views = Views.inMemory(of: store, catalogue: EventCatalogue([NoteAdded.self]))
        try store.record([.added("a")])
        try views.atHead(of: store)
        try store.record([.edited(.at(1), "b")])
        let error = #expect(throws: EventLogError.self) { try views.atHead(of: store) }
        #expect(error == .unknownType(NoteEdited.type, at: Position(2)))
        #expect(try views.current().checkpoint().position == Position(1))
    }

    /// An old event with any number of texts.
    private struct NotesAdded: Event {
        static let type = EventType("test.notes-added", schema: 1)
        let texts: [String]
    }

    @Test(arguments: [[], ["a"], ["a", "bb", "ccc"]])
    func `what an old event was cast to is applied as a whole, be it several events or none`(texts: [String]) throws {
        let upcaster = Upcaster(from: NotesAdded.type) { old in
            guard case .object(let fields) = old, case .array(let texts)? = fields["texts"] else { return [] }
            return texts.map { .init(NoteAdded.type, ["text": $0]) }
        }
        let store = try SQLiteLogStore.inMemory()
        let views = Views.inMemory(
            of: store, catalogue: EventCatalogue([NoteAdded.self], upcasters: [upcaster]))
        for _ in 0..<2 {
            try store.record([ProposedEvent(NotesAdded(texts: texts), target: .noStream, account: .none)])
            try views.atHead(of: store)
        }
        let projector = try views.current()
        #expect(try projector.checkpoint().position == Position(2))
        #expect(try projector.checkpoint().transaction == 2)
        #expect(try projector.notes() == (texts.isEmpty ? [] : [1, 2].map { "\($0) \(texts.last ?? "") 0" }))
        #expect(try projector.lengths()[1] == Int64(2 * texts.count))
        #expect(try projector.changes().count == 4 * texts.count)
        #expect(try views.check() == nil)
    }
}
