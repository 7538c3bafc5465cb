import EventLog
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

    static let all = [
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

    /// Those whose logs outlive a store.
    static let lasting = all.filter { $0.testDescription != ":memory:" }

    func callAsFunction(_ environment: LogEnvironment = .system) throws -> Fixture {
        try make(environment)
    }
}
