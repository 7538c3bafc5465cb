import CivilTime
import EventLog
import FoundationEssentials
import SQLiteDatabase
import Synchronization
import TestSupport

/// A folder of a test's own with a log in it, gone when the test is over.
final class LogFolder {
    private let directory: TemporaryDirectory
    var path: String { directory.path }
    var log: String { path + "/log.sqlite" }
    var views: String { path + "/views" }

    init() throws {
        directory = try TemporaryDirectory()
    }

    func create(_ environment: LogEnvironment = .system) throws -> SQLiteLogStore {
        try SQLiteLogStore.create(at: log, origin: "tests", environment: environment)
    }

    func open(access: LogAccess = .readWrite) throws -> SQLiteLogStore {
        try SQLiteLogStore.open(at: log, access: access)
    }

    /// A connection that knows nothing of events, as the `sqlite3` shell has one.
    func raw() throws -> Connection {
        try Connection(path: log, mode: .readWrite)
    }

    /// A connection to a log whose guard rails are gone.
    func rawWithoutTriggers() throws -> Connection {
        let connection = try raw()
        try connection.runScript(
            """
            DROP TRIGGER events_are_never_deleted; DROP TRIGGER events_are_never_changed;
            DROP TRIGGER transactions_are_never_deleted; DROP TRIGGER transactions_are_never_changed;
            """)
        return connection
    }

    /// The names in the folder of the views, sorted, but those of a build.
    func generations() -> [String] {
        viewsFiles().filter { !$0.hasPrefix("building") }
    }

    /// The names in the folder of the views, sorted.
    func viewsFiles() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: views)) ?? []).sorted()
    }
}

/// A clock that a test sets.
final class TestClock: Sendable {
    private let microseconds = Atomic<Int64>(1_700_000_000_000_000)

    var now: Timestamp { Timestamp(microseconds: microseconds.load(ordering: .relaxed)) }

    func set(_ time: Int64) { microseconds.store(time, ordering: .relaxed) }
}

extension LogEnvironment {
    /// A clock that a test sets, and bytes that count up from a start: no two calls return the same.
    static func fixed(_ clock: TestClock = TestClock(), start: UInt8 = 0) -> LogEnvironment {
        let next = Mutex(start)
        return LogEnvironment(
            now: { clock.now },
            randomBytes: { count in
                next.withLock { next in
                    (0..<count).map { _ in
                        next &+= 1
                        return next
                    }
                }
            })
    }
}
