import EventLog
import FoundationEssentials
import SQLiteDatabase
import Testing

/// Read models while others build, on a full disk, and in a file that was damaged.
struct ViewsUnderStressTests {
    private func makeLog() throws -> (LogFolder, SQLiteLogStore) {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record([.added("note 0"), .added("note 1")])
        return (folder, store)
    }

    @Test func `views that are opened while others are built take nothing from the build`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        _ = try views.current()
        try Data("half a file".utf8).write(to: URL(filePath: folder.views + "/7.sqlite"))
        var seen: [[String]] = []
        try views.rebuild { _, _ in
            // As a command does that is started meanwhile.
            guard let other = try? folder.open(), let notes = try? folder.makeViews(of: other).current().notes() else {
                return false
            }
            seen.append(notes)
            return folder.viewsFiles().contains("building.sqlite")
        }
        #expect(seen == [["1 note 0 0", "2 note 1 0"]])
        #expect(try store.latestGeneration() == 2)
        #expect(try views.check() == nil)
        // What was left behind goes with the build or with the next one that opens.
        _ = try folder.makeViews(of: try folder.open()).current()
        #expect(folder.viewsFiles().filter { $0.hasSuffix(".sqlite") } == ["2.sqlite"])
    }

    @Test func `what was left behind is removed by the next one that opens, unless it may not write`() throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: store).current()
        try Data("half a file".utf8).write(to: URL(filePath: folder.views + "/7.sqlite"))
        _ = try folder.makeViews(of: try folder.open(access: .readOnly), canWrite: false).current()
        #expect(folder.viewsFiles().contains("7.sqlite"))
        _ = try folder.makeViews(of: try folder.open()).current()
        #expect(!folder.viewsFiles().contains("7.sqlite"))
    }

    @Test func `a build waits for another one no longer than it was told to`() throws {
        let (folder, store) = try makeLog()
        let views = folder.makeViews(of: store)
        let other = folder.makeViews(of: try folder.open(), buildPatience: .milliseconds(50))
        var errors: [any Error] = []
        // There are no views at all yet: the other one has nothing to answer from.
        try views.rebuild { _, _ in
            do { _ = try other.current() } catch { errors.append(error) }
            return true
        }
        #expect(errors.count == 1)
        guard case .busy(let holder?)? = errors.first as? EventLogError else {
            Issue.record("\(errors)")
            return
        }
        #expect(holder.contains("building the views"))
        #expect(try other.current().notes() == ["1 note 0 0", "2 note 1 0"])
        #expect(try store.latestGeneration() == 1)
    }

    @Test func `a full disk leaves the views where they are, to be read`() throws {
        let (folder, store) = try makeLog()
        let projector = try folder.makeViews(of: store).atHead(of: store)
        let pages = try #require(try projector.connection.first("PRAGMA page_count") { try $0.next(Int64.self) })
        #expect(pages < 100)
        // SQLite says of a file that has reached this size what it says of a full disk.
        _ = try projector.connection.first("PRAGMA max_page_count = 1") { _ in }
        try store.record((0..<2_000).map { .added("more \($0)") })
        #expect(try !projector.catchUpIfPossible(with: store))
        #expect(try projector.checkpoint().position == Position(2))
        #expect(try projector.notes() == ["1 note 0 0", "2 note 1 0"])
        _ = try projector.connection.first("PRAGMA max_page_count = 100000") { _ in }
        #expect(try projector.catchUpIfPossible(with: store))
        #expect(try projector.notes().count == 2_002)
        #expect(try projector.lengths().suffix(2) == [2_002, 2_002])
    }

    @Test func `a reader without the right to write is refused a rebuild`() throws {
        let (folder, store) = try makeLog()
        _ = try folder.makeViews(of: store).current()
        let reader = folder.makeViews(of: try folder.open(access: .readOnly), canWrite: false)
        #expect(throws: EventLogError.readOnly(path: folder.views)) { try reader.rebuild() }
        #expect(try reader.current().notes().count == 2)
    }

    private static let pageSize = 8192

    /// The log's views in a file of which all but the first pages were overwritten, opened by nobody.
    private func makeDamaged() throws -> LogFolder {
        let folder = try LogFolder()
        let store = try folder.create()
        try store.record((0..<300).map { .added("note \($0)" + String(repeating: " and more", count: 60)) })
        _ = try folder.makeViews(of: store).current()
        let file = URL(filePath: folder.views + "/1.sqlite")
        var bytes = try Data(contentsOf: file)
        let kept = 10 * Self.pageSize
        try #require(bytes.count > 3 * kept)
        bytes.replaceSubrange(kept..., with: Data(repeating: 0xAA, count: bytes.count - kept))
        try bytes.write(to: file)
        return folder
    }

    @Test func `views whose file is damaged in the middle are replaced, once`() throws {
        let folder = try makeDamaged()
        let store = try folder.open()
        let views = folder.makeViews(of: store)
        // Its first pages are whole: opening finds nothing.
        let projector = try views.current()
        let error = #expect(throws: SQLiteError.self) { try projector.notes() }
        #expect(error?.isCorrupt == true)
        let other = folder.makeViews(of: try folder.open())
        _ = try other.current()
        #expect(try views.replaceDamaged())
        #expect(try views.current().notes().count == 300)
        #expect(try !views.replaceDamaged())
        // Who meets the damage later takes over what is there.
        #expect(try other.replaceDamaged())
        #expect(try store.latestGeneration() == 2)
        #expect(try other.current().notes().count == 300)
        #expect(try views.check() == nil)
    }

    @Test func `views that cannot be advanced for damage say so, and are replaced`() throws {
        let folder = try makeDamaged()
        let store = try folder.open()
        let views = folder.makeViews(of: store)
        let projector = try views.current()
        try store.record([.edited(.at(1), "edited")])
        let error = #expect(throws: SQLiteError.self) { try projector.catchUpIfPossible(with: store) }
        #expect(error?.isCorrupt == true)
        #expect(try views.replaceDamaged())
        #expect(try views.atHead(of: store).notes().count == 300)
    }
    @Test func `a check names damage as a difference`() throws {
        let folder = try makeDamaged()
        let views = folder.makeViews(of: try folder.open())
        let difference = try #require(try views.check())
        #expect(difference.table == "views" && difference.live?.hasPrefix("a damaged file: ") == true)
        #expect(try views.migrate(dryRun: true, sampling: 0).position == nil)
        try views.rebuild()
        #expect(try views.check() == nil)
    }
}
