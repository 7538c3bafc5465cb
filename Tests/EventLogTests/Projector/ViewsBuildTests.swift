import EventLog
import FoundationEssentials
import SQLiteDatabase
import Testing

/// A build that is stopped on its way, and what the next one makes of what it left.
struct ViewsBuildTests {
    /// More events than go into one batch.
    private static let count = 25_000

    private static let rules: [any Projection.Type] = [NotesProjection.self, TakenProjection.self]

    /// The positions of all events; one that says "poison" is refused.
    private class TakenProjection: Projection {
        static let name = "taken"
        static let version = 1

        private let insertion: Statement

        required init(on connection: Connection) throws {
            insertion = try connection.prepare("INSERT INTO taken VALUES (?)")
        }

        static func createTables(on connection: Connection) throws {
            try connection.runScript("CREATE TABLE taken (position INTEGER PRIMARY KEY) STRICT")
        }

        func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
            try insertion.run(event.position.rawValue)
            if refuses(event) { throw FragileProjection.Poisoned() }
        }

        func refuses(_ event: RecordedEvent) -> Bool {
            guard case .event(let content) = event.content else { return false }
            return (content as? NoteAdded)?.text == "poison"
        }
    }

    /// The same with its fault mended.
    private final class MendedTakenProjection: TakenProjection {
        override func refuses(_ event: RecordedEvent) -> Bool { false }
    }

    private func makeLog() throws -> (LogFolder, SQLiteLogStore) {
        let folder = try LogFolder()
        let store = try folder.create()
        for part in 0..<5 {
            try store.record((0..<Self.count / 5).map { .added("note \(part) \($0)") })
        }
        return (folder, store)
    }

    /// Builds until a number of batches has been taken in.
    private func stop(_ views: Views, after batches: Int = 1) throws {
        var left = batches
        let error = #expect(throws: EventLogError.self) {
            try views.rebuild { _, _ in
                left -= 1
                return left > 0
            }
        }
        #expect(error == .cancelled)
    }

    private func positions(of views: Views) throws -> [Int64] {
        var positions: [Int64] = []
        try views.rebuild { reached, _ in
            positions.append(reached.rawValue)
            return true
        }
        return positions
    }

    @Test func `it is carried on by the next one`() throws {
        let (folder, store) = try makeLog()
        try stop(folder.makeViews(of: store, Self.rules), after: 2)
        let other = folder.makeViews(of: try folder.open(), Self.rules)
        #expect(try other.condition().building == Position(20_000))
        #expect(try positions(of: other) == [20_000, 25_000])
        #expect(try other.current().notes().count == Self.count)
        #expect(try other.check() == nil)
        #expect(try other.condition().building == nil)
        #expect(folder.viewsFiles().filter { $0.hasPrefix("building") } == [])
    }

    @Test func `what comes before an event that cannot be read is taken in`() throws {
        let (folder, store) = try makeLog()
        let raw = try folder.rawWithoutTriggers()
        try raw.run("UPDATE events SET payload = '[]' WHERE position = 20010")
        let views = folder.makeViews(of: store, Self.rules)
        var reached: [Int64] = []
        let error = #expect(throws: EventLogError.self) {
            try views.rebuild { position, _ in
                reached.append(position.rawValue)
                return true
            }
        }
        #expect(reached == [10_000, 20_000])
        #expect(error.map(String.init(describing:))?.contains("20010") == true, "\(String(describing: error))")
    }

    @Test func `the log's head is looked up again while it runs`() throws {
        let (folder, store) = try makeLog()
        let other = try folder.open()
        var heads: [Int64] = []
        try folder.makeViews(of: store, Self.rules).rebuild { _, head in
            heads.append(head.rawValue)
            return heads.count > 2 || (try? other.record([.added("meanwhile")])) != nil
        }
        #expect(heads.count >= 3)
        #expect(heads == heads.sorted() && Set(heads).count > 1)
    }

    enum Change: CaseIterable {
        case rules, otherLog, otherStart, damage, erasure, schema
    }

    @Test(arguments: Change.allCases)
    func `it begins anew where what was left does not fit`(change: Change) throws {
        let (folder, store) = try makeLog()
        let rules: [any Projection.Type] =
            change == .rules ? [OtherNotesProjection.self, TakenProjection.self] : Self.rules
        try stop(folder.makeViews(of: store, rules))
        let build = folder.views + "/building.sqlite"
        switch change {
        case .rules: break
        case .otherLog:
            try Connection(path: build, mode: .readWrite).run("UPDATE checkpoint SET leaf = randomblob(32)")
        case .otherStart: try Connection(path: build, mode: .readWrite).run("UPDATE built SET boot = 'another'")
        case .damage:
            var bytes = try Data(contentsOf: URL(filePath: build))
            bytes.replaceSubrange(0..<200, with: Data(repeating: 0xAA, count: 200))
            try bytes.write(to: URL(filePath: build))
        case .erasure: try Connection(path: build, mode: .readWrite).run("UPDATE built SET after_erasures = 1")
        case .schema: try Connection(path: build, mode: .readWrite).run("DELETE FROM projections")
        }
        let views = folder.makeViews(of: try folder.open(), Self.rules)
        #expect(try positions(of: views).first == 10_000)
        #expect(try views.check() == nil)
    }

    @Test func `what was left damaged in the middle is begun anew`() throws {
        let (folder, store) = try makeLog()
        try stop(folder.makeViews(of: store, Self.rules), after: 2)
        let file = URL(filePath: folder.views + "/building.sqlite")
        var bytes = try Data(contentsOf: file)
        let kept = 12 * 8192
        try #require(bytes.count > 2 * kept)
        bytes.replaceSubrange(kept..., with: Data(repeating: 0xAA, count: bytes.count - kept))
        try bytes.write(to: file)
        let views = folder.makeViews(of: try folder.open(), Self.rules)
        #expect(try positions(of: views) == [20_000, 10_000, 20_000, 25_000])
        #expect(try views.check() == nil)
    }

    @Test func `a failure stays in it, and a program that is mended goes on from there`() throws {
        let (folder, store) = try makeLog()
        try store.record([.added("poison")])
        let fragile = folder.makeViews(of: store, Self.rules)
        #expect(throws: EventLogError.self) { try fragile.rebuild() }
        let condition = try fragile.condition()
        #expect(condition.projector == nil)
        #expect(condition.failure?.position == Position(25_001))
        #expect(condition.building == Position(20_000))
        let mended = folder.makeViews(of: try folder.open(), [NotesProjection.self, MendedTakenProjection.self])
        #expect(try positions(of: mended) == [20_000, 25_001])
        #expect(try mended.condition().failure == nil)
        #expect(try mended.check() == nil)
    }

    @Test func `what belongs to one ledger has the same digests wherever it is built`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store, Self.rules)
        try stop(views)
        try views.rebuild()
        let digests = try views.current().digests()
        #expect(digests.map(\.name) == ["notes", "taken", "changes"])
        #expect(digests.map(\.rows).prefix(2) == [Self.count, Self.count])
        try folder.rawViews(1).run("UPDATE note SET text = 'Note' WHERE stream = 17")
        let changed = try views.current().digests()
        #expect(changed[1] == digests[1] && changed[2] == digests[2])
        #expect(changed[0].rows == digests[0].rows && changed[0].digest != digests[0].digest)
        #expect(try Views.inMemory(of: store, Self.rules).current().digests() == digests)
    }
}
