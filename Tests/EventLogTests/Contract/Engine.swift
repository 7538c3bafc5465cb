import EventLog
import Fleet
import FleetSupport
import TestSupport
import Testing

/// An engine of `LogStore` as the contract suite sees it: a factory of empty stores.
///
/// A further engine is tested by one more entry in ``all``.
struct Engine: Sendable, CustomTestStringConvertible {
    /// A store with what has to live as long as it does.
    struct Fixture {
        let store: any LogStore
        /// Opens the same log anew; nil where it ends with the store.
        let reopen: (() throws -> any LogStore)?

        init(_ store: any LogStore, reopen: (() throws -> any LogStore)? = nil) {
            self.store = store
            self.reopen = reopen
        }
    }

    let testDescription: String
    let make: @Sendable (LogEnvironment) throws -> Fixture

    static let all =
        local + (FleetDatabase.isPossible ? [server] : []) + (FleetDatabase.canBePooled ? [pooled] : [])

    private static let server = Engine(testDescription: "PostgreSQL") { environment in
        try makeServer(environment, in: FleetDatabase.shared.get(), through: nil)
    }

    /// The same with two sessions for all tests: a store that held one while it needs another would wait in vain.
    private static let pooled = Engine(testDescription: "PostgreSQL behind pgbouncer") { environment in
        try makeServer(environment, in: FleetDatabase.pooled.get(), through: Pooler.shared.get())
    }

    private static let local = [
        Engine(testDescription: "file") { environment in
            let folder = try LogFolder()
            return Fixture(try folder.create(environment)) { try folder.open() }
        },
        Engine(testDescription: ":memory:") { environment in
            Fixture(try SQLiteLogStore.inMemory(environment: environment))
        },
        Engine(testDescription: "memory") { environment in
            let log = MemoryLog()
            try log.create(origin: "tests", environment: environment)
            return Fixture(try log.open(.readWrite, environment: environment).store) {
                try log.open(.readWrite, environment: environment).store
            }
        },
    ]

    /// Makes a log on the server; one whose id is drawn again has a database of its own.
    private static func makeServer(
        _ environment: LogEnvironment, in database: FleetDatabase, through pooler: Pooler?
    ) throws -> Fixture {
        let identity = LedgerIdentity.new(origin: "tests", environment: environment)
        func log(in database: FleetDatabase) throws -> PostgresLog {
            let log = try PostgresLog(database.freshAddress(user: database.nodeRole(), through: pooler))
            try log.makeCopy(of: identity, environment: environment) { _ in }
            return log
        }
        let made: PostgresLog
        do {
            made = try log(in: database)
        } catch EventLogError.alreadyExists {
            made = try log(in: FleetDatabase(on: PostgresServer.shared.get()))
        }
        return Fixture(try made.open(.readWrite, environment: environment).store) {
            try made.open(.readWrite, environment: environment).store
        }
    }

    /// Those whose logs outlive a store.
    static let lasting = all.filter { $0.testDescription != ":memory:" }

    func callAsFunction(_ environment: LogEnvironment = .system) throws -> Fixture {
        try make(environment)
    }
}

struct EngineListTests {
    @Test(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
    func `the contract suites run over PostgreSQL, too`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL" })
    }

    @Test(.enabled(if: FleetDatabase.canBePooled, "pgbouncer is not installed"))
    func `and behind a pooler that changes sessions between transactions`() {
        #expect(Engine.all.contains { $0.testDescription == "PostgreSQL behind pgbouncer" })
    }
}
