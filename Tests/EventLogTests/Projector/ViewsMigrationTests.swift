import EventLog
import FoundationEssentials
import SQLiteDatabase
import Testing

/// A migration as a replay: what it says before it is applied, and what it does then.
struct ViewsMigrationTests {
    /// The notes in capital letters, under the next version.
    private final class LoudNotesProjection: Projection {
        static let name = "notes"
        static let version = 2

        private let connection: Connection

        init(on connection: Connection) { self.connection = connection }

        static func createTables(on connection: Connection) throws {
            try connection.runScript(
                "CREATE TABLE note (stream INTEGER PRIMARY KEY, text TEXT, edits INTEGER NOT NULL, length INTEGER) STRICT"
            )
        }

        func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
            guard case .event(let content) = event.content, let added = content as? NoteAdded, added.text != "c" else {
                return
            }
            try connection.run(
                """
                INSERT INTO note VALUES (\(bind: event.stream.rawValue),
                    \(bind: added.text == "quiet" ? added.text : added.text.uppercased()), 0, \(bind: added.text.count))
                """)
        }
    }

    private static let newRules: [any Projection.Type] = [LoudNotesProjection.self]

    private func makeLog() throws -> (LogFolder, SQLiteLogStore) {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("a"), .added("quiet"), .added("c")])
        try folder.makeViews(of: store).atHead(of: store)
        return (folder, store)
    }

    @Test func `a dry run counts the rows that differ in each read model, and changes nothing`() throws {
        let (folder, store) = try makeLog()
        let live = try store.liveViews()
        let views = folder.makeViews(of: try folder.open(), Self.newRules)
        let migration = try views.migrate(dryRun: true, sampling: 10)
        #expect(!migration.isSwitched && migration.differs)
        #expect(migration.position == Position(3))
        #expect(migration.models.map(\.name) == ["notes", "changes", "lengths"])
        let notes = migration.models[0]
        #expect((notes.liveVersion, notes.version) == (1, 2))
        #expect((notes.added, notes.removed, notes.changed) == (0, 1, 1))
        #expect(notes.reshaped == ["note"])
        #expect(
            notes.samples == [
                .init(table: "note", key: "stream=1", columns: [.init(name: "text", live: "a", rebuilt: "A")]),
                .init(
                    table: "note", key: "stream=3",
                    columns: [
                        .init(name: "text", live: "c", rebuilt: nil), .init(name: "edits", live: "0", rebuilt: nil),
                    ]),
            ])
        #expect((migration.models[2].removed, migration.models[2].version) == (1, nil))
        #expect(try store.liveViews() == live)
        #expect(try folder.makeViews(of: store).check() == nil)
    }

    @Test func `a migration makes live what the dry run has built, with what came meanwhile`() throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: try folder.open(), Self.newRules).migrate(dryRun: true, sampling: 0)
        try store.record([.added("d")])
        let views = folder.makeViews(of: try folder.open(), Self.newRules)
        var reached: [Int64] = []
        let migration = try views.migrate(
            dryRun: false, sampling: 0,
            progress: { position, _ in
                reached.append(position.rawValue)
                return true
            })
        #expect(migration.isSwitched)
        // The old program has not looked at the log since: both are compared where it stands.
        #expect(migration.position == Position(3))
        #expect(reached.first == 3)
        let texts = try views.current().connection.rows("SELECT text FROM note ORDER BY stream") {
            try $0.next(String.self)
        }
        #expect(texts == ["A", "quiet", "D"])
        #expect(try views.check() == nil)
        #expect(try store.liveViews().map(\.rules) == ["views/5 notes/2", "views/5 notes/1 lengths/1"])
        let again = try views.migrate(dryRun: false, sampling: 0)
        #expect(!again.isSwitched && !again.differs)
        #expect(!folder.viewsFiles().contains("building.sqlite"))
    }

    @Test func `what does not pass the inspection does not become live`() throws {
        struct Refused: Error {}
        let (folder, store) = try makeLog()
        let live = try store.liveViews()
        let views = folder.makeViews(of: try folder.open(), Self.newRules)
        #expect(throws: Refused.self) {
            try views.migrate(dryRun: false, sampling: 0, inspect: { _ in throw Refused() })
        }
        #expect(try store.liveViews() == live)
        #expect(try folder.makeViews(of: store).atHead(of: store).notes().count == 3)
    }

    @Test func `rows that somebody changed by hand differ, and a migration makes them right`() throws {
        let (folder, store) = try makeLog()
        try folder.rawViews(1).run("UPDATE note SET edits = 7 WHERE stream = 2")
        let views = folder.makeViews(of: store)
        let dry = try views.migrate(dryRun: true, sampling: 3)
        #expect(dry.models.map(\.count) == [0, 1, 0])
        #expect(
            dry.models[1].samples.first?.columns == [.init(name: "edits", live: "7", rebuilt: "0")])
        #expect(try views.migrate(dryRun: false, sampling: 0).isSwitched)
        #expect(try views.check() == nil)
    }

    @Test func `where there is nothing to compare with it builds`() throws {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("a")])
        let views = folder.makeViews(of: store)
        #expect(try views.migrate(dryRun: true, sampling: 0).position == nil)
        #expect(try store.liveViews().isEmpty)
        #expect(try views.migrate(dryRun: false, sampling: 0).isSwitched)
        #expect(try views.check() == nil)
    }

    @Test func `who may not write can see what would differ, and is refused the rest`() throws {
        let (folder, _) = try makeLog()
        let log = try folder.open(access: .readOnly)
        let views = folder.makeViews(of: log, Self.newRules, canWrite: false)
        #expect(try views.migrate(dryRun: true, sampling: 0).models[0].count == 2)
        #expect(throws: EventLogError.readOnly(path: folder.views)) { try views.migrate(dryRun: false, sampling: 0) }
        #expect(!folder.viewsFiles().contains("building.sqlite"))
    }

    @Test func `read models in memory are migrated too`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([.added("a")])
        let views = Views.inMemory(of: store)
        try views.current().connection.run("UPDATE note SET text = 'edited'")
        #expect(try views.migrate(dryRun: false, sampling: 0).isSwitched)
        #expect(try views.current().notes() == ["1 a 0"])
    }
}
