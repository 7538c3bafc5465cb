import EventLog
import FoundationEssentials
import SQLiteDatabase
import Testing

/// The generations of the read models: opened, discarded, built anew, compared.
struct ViewsTests {
    private func makeLog() throws -> (LogFolder, SQLiteLogStore) {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("a"), .edited(.started(0), "b")])
        try store.record([.added("c")])
        return (folder, store)
    }

    private static let notes = ["1 b 1", "3 c 0"]

    @Test func `views are built once and opened by everybody after that`() throws {
        let (folder, store) = try makeLog()
        #expect(try folder.makeViews(of: store).current().notes() == Self.notes)
        #expect(try store.latestGeneration() == 1)
        let other = try folder.open()
        let projector = try folder.makeViews(of: other).current { _, _ in
            Issue.record("built again")
            return true
        }
        #expect(try projector.notes() == Self.notes)
        #expect(try other.latestGeneration() == 1)
        #expect(folder.viewsFiles().contains("1.sqlite"))
        #expect(!folder.viewsFiles().contains("2.sqlite"))
    }

    @Test(
        arguments: [
            "UPDATE checkpoint SET ledger = '00000000-0000-4000-8000-000000000000'",
            "UPDATE checkpoint SET position = 5",
            "UPDATE checkpoint SET position = 2",
            "UPDATE checkpoint SET leaf = randomblob(32)",
            "UPDATE checkpoint SET leaf = NULL",
            "DELETE FROM checkpoint",
            "DROP TABLE checkpoint",
            "UPDATE projections SET version = 9 WHERE name = 'notes'",
            "DELETE FROM projections WHERE name = 'lengths'",
            "INSERT INTO projections VALUES ('more', 1)",
            "DROP TABLE note",
            "DROP TABLE changes",
        ] as [SQL])
    func `views that do not fit the log or the program are built anew`(damage: SQL) throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: store).current()
        try folder.rawViews(1).run(damage)
        let other = try folder.open()
        // A missing table shows when a projection prepares to write to it, at the latest when it does.
        let views = folder.makeViews(of: other)
        if damage.text.contains("DROP TABLE note") { try views.rebuild() }
        // Who only looks is told before anything is built.
        if try !folder.open().liveViews().contains(where: { $0.generation > 1 }) {
            let reader = folder.makeViews(of: try folder.open(access: .readOnly), canWrite: false)
            #expect(try reader.check()?.table == "views")
            #expect(try reader.condition().unfitness != nil)
        }
        #expect(try views.atHead(of: other).notes() == Self.notes)
        #expect(try other.latestGeneration() == 2)
        #expect(try views.check() == nil)
        #expect(!folder.viewsFiles().contains("1.sqlite"))
    }

    @Test(arguments: ["", "no database at all", String(repeating: "x", count: 100_000)])
    func `a file that is no database is replaced`(text: String) throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: store).current()
        try Data(text.utf8).write(to: URL(filePath: folder.views + "/1.sqlite"))
        let other = try folder.open()
        #expect(try folder.makeViews(of: other).current().notes() == Self.notes)
        #expect(try other.latestGeneration() == 2)
    }

    @Test func `another version of a projection builds its own, and the old one goes on with what it has`() throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: store).current()
        let newer = folder.makeViews(of: try folder.open(), [OtherNotesProjection.self])
        let texts = try newer.current().connection.rows("SELECT text FROM note") { try $0.next(String.self) }
        #expect(texts == ["other rules", "other rules"])
        #expect(try store.liveViews().map(\.rules) == ["views/5 notes/2", "views/5 notes/1 lengths/1"])
        try store.record([.added("d")])
        let older = folder.makeViews(of: try folder.open())
        let projector = try older.current { _, _ in
            Issue.record("built again")
            return true
        }
        try projector.catchUp(with: store)
        #expect(try projector.notes() == Self.notes + ["4 d 0"])
        #expect(try store.latestGeneration() == 2)
        #expect(try newer.check() == nil)
        #expect(try older.check() == nil)
        #expect(try newer.condition().otherRules.map(\.rules) == ["views/5 notes/1 lengths/1"])
        // Of three rules those that were longest without a build go.
        _ = try folder.makeViews(of: try folder.open(), [NotesProjection.self]).current()
        #expect(try store.liveViews().map(\.rules) == ["views/5 notes/1", "views/5 notes/2"])
    }

    @Test func `views of a log that went another way are built anew`() throws {
        let (folder, store) = try makeLog()
        let copy = try LogFolder()
        // A backup of the log alone, from which another log goes on.
        try folder.raw().run("VACUUM INTO \(bind: copy.log)")
        try store.record([.added("here")])
        try folder.makeViews(of: store).atHead(of: store)
        let forked = try copy.open()
        try forked.record([.added("there")])
        try forked.setViewsGeneration(1, of: ViewsRules(sampleProjections))
        try FileManager.default.copyItem(atPath: folder.views, toPath: copy.views)
        let wal = copy.views + "/1.sqlite-wal"
        #expect(FileManager.default.fileExists(atPath: wal) == false || copy.viewsFiles().contains("1.sqlite"))
        #expect(try copy.makeViews(of: forked).atHead(of: forked).notes() == Self.notes + ["4 there 0"])
        #expect(try forked.latestGeneration() == 2)
    }

    @Test func `a deleted folder is built anew, and others that are open follow`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        _ = try views.current()
        try FileManager.default.removeItem(atPath: folder.views)
        let other = try folder.open()
        #expect(try folder.makeViews(of: other).current().notes() == Self.notes)
        #expect(try store.latestGeneration() == 2)
        try other.record([.added("d")])
        #expect(try views.atHead(of: store).notes() == Self.notes + ["4 d 0"])
        #expect(folder.viewsFiles().contains("2.sqlite"))
        #expect(!folder.viewsFiles().contains("1.sqlite"))
    }

    /// A program that was killed while it removed a generation left what SQLite kept beside the file.
    @Test func `what an interrupted removal left goes with the next one`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        _ = try views.current()
        for name in ["0.sqlite-wal", "0.sqlite-shm", "1.sqlite-journal"] {
            try Data("rest".utf8).write(to: URL(filePath: folder.views + "/" + name))
        }
        #expect(try views.replaceGenerations(through: 1) { _, _ in true })
        let left = folder.viewsFiles().filter { $0.hasPrefix("0.sqlite") || $0.hasPrefix("1.sqlite") }
        #expect(left.isEmpty, "\(left)")
    }

    @Test func `a generation stays while somebody uses it, and goes after that`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        let projector = try views.current()
        let other = try folder.open()
        let rebuilt = folder.makeViews(of: other)
        try rebuilt.rebuild()
        #expect(folder.viewsFiles().filter { $0.hasSuffix(".sqlite") } == ["1.sqlite", "2.sqlite"])
        #expect(try projector.notes() == Self.notes)
        // The next use follows to the live one, and the old one is in nobody's way any more.
        #expect(try views.current().notes() == Self.notes)
        try rebuilt.rebuild()
        _ = try views.current()
        try rebuilt.rebuild()
        #expect(try store.latestGeneration() == 4)
        let left = folder.viewsFiles().filter { $0.hasSuffix(".sqlite") }
        #expect(left.contains("4.sqlite"))
        #expect(!left.contains("1.sqlite"))
        #expect(!left.contains("2.sqlite"))
    }

    @Test func `a rebuild that is cancelled leaves all as it was`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        let projector = try views.current()
        let before = folder.generations()
        let error = #expect(throws: EventLogError.self) { try views.rebuild { _, _ in false } }
        #expect(error == .cancelled)
        #expect(try store.latestGeneration() == 1)
        #expect(folder.generations() == before)
        #expect(try views.current() === projector)
        #expect(try projector.notes() == Self.notes)
    }

    @Test func `a rebuild that fails leaves all as it was`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store, sampleProjections + [FragileProjection.self])
        _ = try views.current()
        try store.record([.added("poison")])
        let before = folder.generations()
        #expect(throws: EventLogError.self) { try views.rebuild() }
        #expect(try store.latestGeneration() == 1)
        #expect(folder.generations() == before)
        #expect(try views.current().notes() == Self.notes)
    }

    @Test func `what a killed rebuild left is thrown away`() throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: store).current()
        for name in ["2.sqlite", "2.sqlite-journal", "7.sqlite", "building.sqlite", "building.sqlite-journal"] {
            try Data("half a file".utf8).write(to: URL(filePath: "\(folder.views)/\(name)"))
        }
        let other = try folder.open()
        let views = folder.makeViews(of: other)
        try views.rebuild()
        #expect(try views.current().notes() == Self.notes)
        let left = folder.viewsFiles()
        #expect(!left.contains("7.sqlite"))
        #expect(!left.contains("2.sqlite-journal"))
        #expect(!left.contains { $0.hasPrefix("building") })
        #expect(try views.check() == nil)
    }

    @Test func `writers go on while views are rebuilt, and nothing of theirs is missing`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        let other = try folder.open()
        let reader = folder.makeViews(of: other)
        try reader.atHead(of: other)
        var isFirst = true
        try views.rebuild { _, _ in
            guard isFirst else { return true }
            isFirst = false
            return (try? other.record([.added("meanwhile"), .added("too")])) != nil
                && (try? reader.atHead(of: other).notes().count) == 4
        }
        #expect(try views.current().checkpoint().position == Position(5))
        #expect(try views.atHead(of: store).notes() == Self.notes + ["4 meanwhile 0", "5 too 0"])
        #expect(try reader.atHead(of: other).notes().count == 4)
        #expect(try store.latestGeneration() == 2)
        #expect(try views.check() == nil)
    }

    @Test(
        arguments: [
            (
                "UPDATE note SET edits = 7 WHERE stream = 3", "note", "stream=3 text=1 characters edits=7",
                "stream=3 text=1 characters edits=0"
            ),
            (
                "DELETE FROM note WHERE stream = 1", "note", nil, "stream=1 text=1 characters edits=1"
            ),
            ("DELETE FROM note WHERE stream = 3", "note", nil, "stream=3 text=1 characters edits=0"),
            ("INSERT INTO note VALUES (9, NULL, 0)", "note", "stream=9 text=NULL edits=0", nil),
            (
                "UPDATE length SET characters = 1", "length", "id=1 characters=1 changes=3 gathered=3",
                "id=1 characters=2 changes=3 gathered=3"
            ),
            (
                "DELETE FROM changes WHERE position = 3 AND sub = 1", "changes", nil,
                "position=3 sub=1 account=0 entity=6 characters id=1 kind=2 counts_only=1"
            ),
            ("CREATE TABLE more (id INTEGER PRIMARY KEY)", "more", "a table", nil),
        ] as [(SQL, String, String?, String?)])
    func `a row that was edited by hand is found and named`(_ edit: (SQL, String, String?, String?)) throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        _ = try views.current()
        #expect(try views.check() == nil)
        try folder.rawViews(1).run(edit.0)
        let difference = try #require(try views.check())
        #expect(difference.table == edit.1)
        #expect(difference.live == edit.2)
        #expect(difference.rebuilt == edit.3)
        try views.rebuild()
        #expect(try views.check() == nil)
    }

    @Test func `a reader without the right to write reads the views as they stand`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        try views.atHead(of: store)
        let files = folder.viewsFiles()
        let log = try folder.open(access: .readOnly)
        let reader = folder.makeViews(of: log, canWrite: false)
        #expect(try reader.current().notes() == Self.notes)
        try store.record([.added("d")])
        #expect(try !reader.current().catchUpIfPossible(with: log))
        #expect(try reader.current().checkpoint().position == Position(3))
        try views.atHead(of: store)
        #expect(try reader.current().catchUpIfPossible(with: log))
        #expect(try reader.current().notes() == Self.notes + ["4 d 0"])
        #expect(Set(folder.viewsFiles()).isSuperset(of: files))
    }

    @Test func `a reader without the right to write builds in memory where no views fit`() throws {
        let (folder, _) = try makeLog()
        let log = try folder.open(access: .readOnly)
        let reader = folder.makeViews(of: log, canWrite: false)
        #expect(try reader.current().notes() == Self.notes)
        #expect(try reader.current() === reader.current())
        #expect(folder.viewsFiles().isEmpty)
        #expect(try log.latestGeneration() == 0)
    }

    @Test func `views in memory are built anew by a rebuild`() throws {
        let store = try SQLiteLogStore.inMemory()
        try store.record([.added("a")])
        let views = Views.inMemory(of: store)
        let first = try views.current()
        #expect(try views.current() === first)
        try first.connection.run("UPDATE note SET text = 'edited'")
        try views.rebuild()
        #expect(try views.current() !== first)
        #expect(try views.current().notes() == ["1 a 0"])
    }
}
