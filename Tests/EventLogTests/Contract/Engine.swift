import EventLog
import Testing

/// An engine of `EventStore` as the contract suite sees it: a factory of empty stores.
///
/// A further engine is tested by one more entry in ``all``.
struct Engine: Sendable, CustomTestStringConvertible {
    /// A store with what has to live as long as it does.
    struct Fixture {
        let store: any EventStore
        /// Opens the same log anew; nil where it ends with the store.
        let reopen: (() throws -> any EventStore)?

        init(_ store: any EventStore, reopen: (() throws -> any EventStore)? = nil) {
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
            Fixture(try SQLiteEventStore.inMemory(environment: environment))
        },
    ]

    /// Those whose logs outlive a store.
    static let lasting = all.filter { $0.testDescription != ":memory:" }

    func callAsFunction(_ environment: LogEnvironment = .system) throws -> Fixture {
        try make(environment)
    }
}
