import DiskFiles
import EventLog
import FoundationEssentials
import MailLedgerTesting
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

/// The read models of earlier positions: built, kept, carried forward, thrown away.
struct PastViewsTests {
    private let folder: LogFolder
    private let store: SQLiteLogStore

    /// Twelve transactions of one note each, every third of them edited in the same one.
    init() throws {
        folder = try LogFolder()
        store = try folder.create()
        for number in 1...12 {
            try store.record(
                number.isMultiple(of: 3)
                    ? [.added("\(number)"), .edited(.started(0), "edited \(number)")] : [.added("\(number)")])
        }
    }

    private func past(
        canWrite: Bool = true, _ limits: PastViews.Limits = .standard,
        _ projections: [any Projection.Type] = sampleProjections
    ) -> PastViews {
        PastViews(
            of: store, viewsDirectory: folder.views, projections: projections, catalogue: .sample, canWrite: canWrite,
            limits: limits)
    }

    private var kept: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.views + "/past")
        return (names ?? []).filter { $0 != "lock" }.sorted()
    }

    /// What the read models of a position say.
    private func open(_ position: Int64, _ past: PastViews) throws -> [String] {
        try past.open(at: Position(position)).projector.notes()
    }

    /// What a new log says that holds no more.
    private func expected(_ position: Int64) throws -> [String] {
        let memory = try SQLiteLogStore.inMemory()
        var number = 0
        while try memory.head().position < Position(position) {
            number += 1
            try memory.record(
                number.isMultiple(of: 3)
                    ? [.added("\(number)"), .edited(.started(0), "edited \(number)")] : [.added("\(number)")])
        }
        return try Views.inMemory(of: memory).atHead(of: memory).notes()
    }

    /// The ends of the twelve transactions.
    private static let ends: [Int64] = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16]

    @Test func `each prefix is what a log says that holds no more, in any order of asking`() throws {
        var generator = SeededGenerator(for: "prefixes")
        for position in Self.ends.shuffled(using: &generator) {
            let opened = try past().open(at: Position(position))
            #expect(try opened.projector.notes() == expected(position), "seed \(generator.seed)")
            #expect(try opened.projector.checkpoint().position == Position(position))
        }
        #expect(kept.count == PastViews.Limits.standard.count)
    }

    @Test func `a build begins at the nearest prefix that is kept`() throws {
        var applied = 0
        let counting: Views.Progress = { _, _ in
            applied += 1
            return true
        }
        _ = try past().open(at: Position(10), progress: counting)
        #expect(applied == 1)
        _ = try past().open(at: Position(10), progress: counting)
        #expect(applied == 1)
        // A row that the log does not make tells whether the prefix was carried forward.
        let file = folder.views + "/past/10.sqlite"
        try Connection(path: file, mode: .readWrite).run("INSERT INTO note VALUES (99, 'from the kept one', 0)")
        #expect(try open(14, past()).last == "99 from the kept one 0")
        #expect(try open(9, past()) == expected(9))
        #expect(try open(5, past()) == expected(5))
        #expect(kept == ["10.sqlite", "14.sqlite", "5.sqlite", "9.sqlite"])
    }

    @Test func `what is kept is for its owner only`() throws {
        _ = try past().open(at: Position(4))
        for (path, mode) in [("/past", 0o700), ("/past/4.sqlite", 0o600), ("/past/lock", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.views + path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
    }

    @Test func `the ones that were not asked for longest go first`() throws {
        let limits = PastViews.Limits(count: 3, bytes: 1 << 30)
        for position in [4, 8, 12, 4, 14] as [Int64] { _ = try past(limits).open(at: Position(position)) }
        #expect(kept == ["12.sqlite", "14.sqlite", "4.sqlite"])
        let bytes = try kept.map { name -> Int64 in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.views)/past/\(name)")
            return (attributes[.size] as? Int64) ?? Int64(attributes[.size] as? Int ?? 0)
        }
        let small = PastViews.Limits(count: 9, bytes: bytes[0] * 2)
        _ = try past(small).open(at: Position(5))
        #expect(kept == ["14.sqlite", "5.sqlite"])
        _ = try past(PastViews.Limits(count: 9, bytes: 1)).open(at: Position(9))
        #expect(kept == ["9.sqlite"])
    }

    @Test(
        arguments: [
            "UPDATE checkpoint SET ledger = '00000000-0000-4000-8000-000000000000'",
            "UPDATE checkpoint SET position = 6", "UPDATE checkpoint SET leaf = randomblob(32)",
            "DELETE FROM checkpoint", "UPDATE projections SET version = 9 WHERE name = 'notes'", "DROP TABLE changes",
            "DROP TABLE built", "UPDATE built SET after_erasures = 1", "DELETE FROM built",
        ] as [SQL])
    func `one that does not fit the log or the program is built anew`(damage: SQL) throws {
        _ = try past().open(at: Position(8))
        let file = folder.views + "/past/8.sqlite"
        do {
            let connection = try Connection(path: file, mode: .readWrite)
            try connection.run("UPDATE note SET text = 'wrong'")
            try connection.run(damage)
        }
        #expect(try open(10, past()) == expected(10))
        #expect(!kept.contains("8.sqlite"))
        #expect(try open(8, past()) == expected(8))
        try Data("no database".utf8).write(to: URL(filePath: file))
        #expect(try open(8, past()) == expected(8))
    }

    @Test(
        arguments: [
            "UPDATE note SET text = 'wrong'", "DELETE FROM note", "UPDATE checkpoint SET position = 6",
            "UPDATE checkpoint SET leaf = randomblob(32)", "DROP TABLE changes", "DELETE FROM built",
        ] as [SQL])
    func `one that somebody changed is named, and all are gone once they are dropped`(
        damage: SQL
    ) throws {
        for position in [4, 8, 14] as [Int64] { _ = try past().open(at: Position(position)) }
        #expect(try past().check() == [])
        let file = folder.views + "/past/8.sqlite"
        try Connection(path: file, mode: .readWrite).run(damage)
        for canWrite in [false, true] {
            #expect(try past(canWrite: canWrite).check().map(\.position) == [Position(8)])
        }
        try Data("no database".utf8).write(to: URL(filePath: file))
        #expect(try past().check().map(\.isOfFile) == [true])
        #expect(kept == ["14.sqlite", "4.sqlite", "8.sqlite"])
        try PastViews.removeAll(in: folder.views)
        #expect(try past().check() == [])
        #expect(try open(8, past()) == expected(8))
    }

    @Test func `what is never used is not compared`() throws {
        for change in [
            "UPDATE projections SET version = 9 WHERE name = 'notes'", "UPDATE built SET after_erasures = 1",
        ] as [SQL] {
            _ = try past().open(at: Position(8))
            let connection = try Connection(path: folder.views + "/past/8.sqlite", mode: .readWrite)
            try connection.run("UPDATE note SET text = 'wrong'")
            try connection.run(change)
            #expect(try past().check() == [])
            #expect(try open(8, past()) == expected(8))
        }
    }

    @Test func `all that is kept costs one build to compare`() throws {
        let limits = PastViews.Limits(count: 20, bytes: 1 << 30)
        for position in Self.ends { _ = try past(limits).open(at: Position(position)) }
        var reached: [Position] = []
        let differences = try past(limits).check { position, _ in
            reached.append(position)
            return true
        }
        #expect(differences == [])
        // Each build that goes on says where it begins, and where it ends.
        #expect(reached == reached.sorted() && reached.count <= 2 * Self.ends.count)
    }

    @Test func `nothing that was built before an erasure is used after it`() throws {
        let before = try past().open(at: Position(8))
        #expect(try past().isCurrent(before))
        try folder.raw().run("INSERT INTO erasures VALUES ('event', 1)")
        try folder.raw().run("UPDATE events SET payload = NULL, salt = NULL WHERE position = 1")
        #expect(try !past().isCurrent(before))
        let blanked = try ["1 - 0"] + expected(8).dropFirst()
        #expect(try open(10, past()).prefix(blanked.count) == blanked[...])
        #expect(!kept.contains("8.sqlite"))
        #expect(try open(8, past()) == blanked)
    }

    @Test func `a build that an erasure overtakes is not kept`() throws {
        let raw = try folder.raw()
        let opened = try past().open(at: Position(8)) { _, _ in
            (try? raw.run("INSERT INTO erasures VALUES ('event', 1)")) != nil
        }
        #expect(kept.isEmpty)
        #expect(try !past().isCurrent(opened))
    }

    @Test func `all that is kept can be dropped, builds under way too`() throws {
        try PastViews.removeAll(in: folder.views)
        let opened = try past().open(at: Position(8))
        let views = folder.views
        let other = try past().open(at: Position(14)) { _, _ in
            (try? PastViews.removeAll(in: views)) != nil
        }
        #expect(kept.isEmpty)
        // Who has one open keeps it.
        #expect(try opened.projector.notes() == expected(8))
        #expect(try other.projector.notes() == expected(14))
    }

    /// An erasure that believed it would leave the erased text behind.
    @Test func `a removal that a fault of the disk prevents is an error`() throws {
        let whole = SimulatedDisk()
        let past = PastViews(
            of: store, viewsDirectory: "/views", on: whole, projections: sampleProjections, catalogue: .sample,
            canWrite: true, limits: .standard)
        _ = try past.open(at: Position(8))
        _ = try past.open(at: Position(14))
        let added = try File(whole, "/views/mine.sqlite", .createNew)
        let bytes: [UInt8] = [1]
        try added.write(bytes.span, at: 0)
        let removals: [(folder: String, run: (any Files) throws -> Void)] = [
            ("/views/past", { try PastViews.removeAll(in: "/views", on: $0) }),
            ("/views", { try AddedProjection.removeAll(in: "/views", on: $0) }),
        ]
        for (folder, removeAll) in removals {
            func left(on disk: SimulatedDisk) throws -> [String] {
                try disk.names(in: folder).filter { $0.hasSuffix(".sqlite") }
            }
            #expect(try !left(on: whole.copy()).isEmpty)
            let counted = whole.copy()
            counted.fault = nil
            try removeAll(counted)
            let calls = counted.calls
            #expect(try left(on: counted) == [])
            #expect(calls > 1)
            for call in 1...calls {
                let disk = whole.copy()
                disk.fault = .fails(call: call, code: .inputOutput)
                let isDone = (try? removeAll(disk)) != nil
                disk.fault = nil
                #expect(try !isDone || left(on: disk).isEmpty, "call \(call) in \(folder)")
            }
        }
    }

    @Test func `a build that is cancelled or fails leaves nothing`() throws {
        #expect(throws: EventLogError.cancelled) { try past().open(at: Position(8)) { _, _ in false } }
        #expect(kept.isEmpty)
        try store.record([.added("poison")])
        #expect(throws: EventLogError.self) {
            try past(.standard, sampleProjections + [FragileProjection.self]).open(at: Position(17))
        }
        #expect(kept.isEmpty)
    }

    @Test func `what a killed build left is thrown away by the next`() throws {
        _ = try past().open(at: Position(4))
        let left = folder.views + "/past/123-456.building"
        try Data("half a file".utf8).write(to: URL(filePath: left))
        _ = try past().open(at: Position(8))
        #expect(kept == ["4.sqlite", "8.sqlite"])
    }

    @Test func `without the right to write what is kept is used, and nothing more is kept`() throws {
        _ = try past().open(at: Position(4))
        #expect(try open(4, past(canWrite: false)) == expected(4))
        #expect(try open(8, past(canWrite: false)) == expected(8))
        try Data("no database".utf8).write(to: URL(filePath: folder.views + "/past/4.sqlite"))
        #expect(try open(4, past(canWrite: false)) == expected(4))
        #expect(kept == ["4.sqlite"])
        let memory = PastViews(
            of: store, viewsDirectory: nil, projections: sampleProjections, catalogue: .sample, canWrite: true)
        #expect(try open(8, memory) == expected(8))
    }

    /// Another process asks for another moment, or drops all that is kept, between any two calls of the system.
    @Test(arguments: [false, true]) func `another process may do anything meanwhile`(drops: Bool) throws {
        let log = folder.log
        @Sendable func past(on disk: SimulatedDisk) throws -> PastViews {
            PastViews(
                of: try SQLiteLogStore.open(at: log, access: .readOnly), viewsDirectory: "/views", on: disk,
                projections: sampleProjections, catalogue: .sample, canWrite: true,
                limits: PastViews.Limits(count: 1, bytes: 1 << 30))
        }
        let disks = Mutex<[SimulatedDisk]>([])
        let expected = try expected(8)
        var (call, calls) = (0, 1)
        while call < calls {
            call += 1
            let made = Atomic<Int>(0)
            let turn = call
            let disk = SimulatedDisk { _ in
                guard made.add(1, ordering: .relaxed).newValue == turn, let disk = disks.withLock(\.last) else {
                    return
                }
                if drops { try? PastViews.removeAll(in: "/views", on: disk) }
                _ = try? past(on: disk).open(at: Position(drops ? 8 : 14))
            }
            disks.withLock { $0 = [disk] }
            #expect(try past(on: disk).open(at: Position(8)).projector.notes() == expected, "call \(call)")
            let replica = try past(on: disk).makeReplica(at: Position(8))
            #expect(try replica.projector.notes() == expected, "call \(call)")
            calls = made.load(ordering: .relaxed)
        }
        #expect(calls > 20)
    }

    @Test func `many processes ask at once`() async throws {
        let log = folder.log
        let views = folder.views
        let ends = Self.ends
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<4 {
                group.addTask {
                    // Each has a store of its own, as a process has.
                    let store = try SQLiteLogStore.open(at: log, access: .readWrite)
                    let past = PastViews(
                        of: store, viewsDirectory: views, projections: sampleProjections, catalogue: .sample,
                        canWrite: true, limits: PastViews.Limits(count: 2, bytes: 1 << 30))
                    var generator = SeededGenerator(seed: UInt64(task))
                    for _ in 0..<12 {
                        let position = Position(ends.randomElement(using: &generator) ?? 0)
                        let opened = try past.open(at: position)
                        guard try opened.projector.checkpoint().position == position else { return false }
                        guard
                            try opened.projector.notes().count
                                == ends.count(where: { $0 > 0 && $0 <= position.rawValue })
                        else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(kept.count <= 3)
    }
}
