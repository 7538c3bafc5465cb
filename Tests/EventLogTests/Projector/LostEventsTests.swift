import EventLog
import Fleet
import FleetSupport
import FoundationEssentials
import SQLiteDatabase
import TestSupport
import Testing

/// A log that lost its end, as after a failover to a standby that lagged: read models that know more say so.
struct LostEventsTests {
    private let folder: LogFolder

    init() throws { folder = try LogFolder() }

    /// Read models in the folder, of a log that lies in memory, or that another one took the place of.
    private func makeViews(
        of store: any LogStore, _ register: any ViewsRegister, _ projections: [any Projection.Type] = sampleProjections
    ) -> Views {
        Views(
            of: OpenLog(store: store, views: register), directory: folder.views, projections: projections,
            catalogue: .sample, canWrite: true, prepare: { _ in })
    }

    private func makeLog(events: Int) throws -> any LogStore {
        let log = MemoryLog()
        try log.create(origin: "tests", environment: .system)
        let store = try log.open(.readWrite, environment: .system).store
        for number in 0..<events { try store.record([.added("\(number)")]) }
        return store
    }

    /// Returns a log that has the first events of another and goes on by itself.
    private func copy(of store: any LogStore, events: Int, andOthers others: Int = 0) throws -> MemoryLog {
        let log = MemoryLog()
        try log.makeCopy(of: store.identity, environment: .system) { copy in
            guard events > 0 else { return }
            _ = try copy.receive { try $0.takeAll(of: store, after: .start, through: Position(Int64(events))) }
        }
        let copy = try log.open(.readWrite, environment: .system).store
        for number in 0..<others { try copy.record([.added("other \(number)")]) }
        return log
    }

    private func open(_ log: MemoryLog, _ access: LogAccess = .readWrite) throws -> any LogStore {
        try log.open(access, environment: .system).store
    }

    @Test func `is noted by whoever knows more of it, and by nobody else`() throws {
        var random = SeededGenerator(for: "read models of a log that lost its end")
        let seed = random.seed
        for round in 1...40 {
            let folder = try LostEventsTests()
            let count = Int.random(in: 1...12, using: &random)
            let store = try folder.makeLog(events: count)
            let register = MemoryViewsRegister()
            let known = Int.random(in: 1...count, using: &random)
            let before = folder.makeViews(of: try folder.open(folder.copy(of: store, events: known)), register)
            _ = try before.current()
            before.letGo()

            let kept = Int.random(in: 0...count, using: &random)
            let others = Int.random(in: 0...8, using: &random)
            let left = try folder.open(folder.copy(of: store, events: kept, andOthers: others))
            let views = folder.makeViews(of: left, register)
            let projector = try views.current()
            try projector.catchUp(with: left)
            let place = "seed \(seed), round \(round): \(known) known, \(kept) of \(count) kept, \(others) others"
            #expect(try projector.notes().count == kept + others, "\(place)")
            #expect(try left.isRestored() == (known > kept), "\(place)")

            // The next event says so, once.
            let head = try left.head().position
            for _ in 0..<2 { try left.recordResumption(.sample(command: "restore")) }
            let resumed = try left.events(EventSelection(typeName: LogResumed.type.name)).map(\.position)
            #expect(resumed == (known > kept ? [head.advanced(by: 1)] : []), "\(place)")
            #expect(try !left.isRestored())
        }
    }

    @Test(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
    func `is noted by read models in memory that are open meanwhile`() throws {
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let log = PostgresLog(database.freshAddress())
        try log.create(origin: "tests", environment: .system)
        let store = try log.store(.readWrite, .system)
        for number in 0..<5 { try store.record([.added("\(number)")]) }
        let views = Views(
            of: OpenLog(store: store, views: MemoryViewsRegister()), directory: nil, projections: sampleProjections,
            catalogue: .sample, canWrite: true, prepare: { _ in })
        _ = try views.current()
        // What a standby lacked that took the server's place, and was started at another time.
        try database.run(
            """
            CREATE SCHEMA standby;
            CREATE FUNCTION standby.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql
                AS $$ SELECT timestamptz '2001-01-01' $$;
            ALTER DATABASE \(database.name) SET search_path = standby, pg_catalog, public;
            SET session_replication_role = replica;
            DELETE FROM mailledger.event WHERE position > 3;
            DELETE FROM mailledger.transaction WHERE number > 3;
            UPDATE mailledger.head SET position = 3, transaction = 3;
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid();
            """)
        #expect(throws: ViewsError.self) { try views.current().catchUp(with: store) }
        #expect(try !store.isRestored())
        views.letGoOfForeign()
        #expect(try store.isRestored())
        #expect(try views.current().notes().count == 3)
    }

    @Test func `is not noted for read models of other rules, and of another ledger`() throws {
        let store = try makeLog(events: 5)
        let register = MemoryViewsRegister()
        _ = try makeViews(of: store, register).current()
        // Those of other rules are not read.
        let left = try open(copy(of: store, events: 5))
        _ = try makeViews(of: left, register, [OtherNotesProjection.self]).current()
        #expect(try !left.isRestored())
        let other = try makeLog(events: 2)
        #expect(try makeViews(of: other, register).current().notes().count == 2)
        #expect(try !other.isRestored())
    }

    @Test func `stays in the file for as long as the log takes no note`() throws {
        let store = try makeLog(events: 5)
        let register = MemoryViewsRegister()
        _ = try makeViews(of: store, register).current()
        let log = try copy(of: store, events: 3)
        // Such as a standby that lags, or a log that was found damaged.
        let reader = makeViews(of: try open(log, .readOnly), register)
        #expect(try reader.current().notes().count == 3)
        #expect(reader.areInMemory && folder.generations().contains("1.sqlite"))
        // With the whole log the file is as good as ever.
        let whole = makeViews(of: store, register)
        whole.onUnusable = { Issue.record("\($0)") }
        #expect(try whole.current().notes().count == 5)
        whole.letGo()
        let left = try open(log)
        #expect(try !left.isRestored() && !store.isRestored())
        let views = makeViews(of: left, register)
        #expect(try views.current().notes().count == 3)
        #expect(try left.isRestored() && !views.areInMemory)
    }

    @Test func `is noted where an older copy of the file, and of its register, took its place`() throws {
        let store = try folder.create()
        for number in 0..<3 { try store.record([.added("\(number)")]) }
        _ = try folder.makeViews(of: store).current()
        let older = folder.path + "/older.sqlite"
        try folder.raw().run("VACUUM INTO \(bind: older)")
        for number in 3..<5 { try store.record([.added("\(number)")]) }
        // The copy knows of the first generation alone.
        _ = try folder.makeViews(of: store).rebuild()
        #expect(folder.generations().contains("2.sqlite") && !folder.generations().contains("1.sqlite"))
        let replaced = try LogFolder()
        try FileManager.default.copyItem(atPath: older, toPath: replaced.log)
        try FileManager.default.copyItem(atPath: folder.views, toPath: replaced.views)
        let left = try replaced.open()
        #expect(try replaced.makeViews(of: left).current().notes().count == 3)
        #expect(try left.isRestored())
    }
}
