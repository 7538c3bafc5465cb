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

    static let all = local + (FleetDatabase.isPossible ? [server] : [])

    private static let server = Engine(testDescription: "PostgreSQL") { environment in
        let log = try makeLog(environment)
        return Fixture(try log.open(.readWrite, environment: environment).store) {
            try log.open(.readWrite, environment: environment).store
        }
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
    private static func makeLog(_ environment: LogEnvironment) throws -> PostgresLog {
        let identity = LedgerIdentity.new(origin: "tests", environment: environment)
        func log(in database: FleetDatabase) throws -> PostgresLog {
            let log = PostgresLog(database.freshAddress())
            try log.makeCopy(of: identity, environment: environment) { _ in }
            return log
        }
        do {
            return try log(in: FleetDatabase.shared.get())
        } catch EventLogError.alreadyExists {
            return try log(in: FleetDatabase(on: PostgresServer.shared.get()))
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
}
