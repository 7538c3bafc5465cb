import Cryptography
import EventLog
import Fleet
import FleetSupport
import MailLedger
import TestSupport
import Testing

@Suite(.enabled(if: FleetDatabase.isPossible, "PostgreSQL's server is not installed"))
struct ServerHeadsTests {
    private let database: FleetDatabase

    init() throws { database = try FleetDatabase(on: .shared.get()) }

    /// Without a pooler, and behind one with two sessions.
    private enum Way: CaseIterable {
        case directly
        case pooled

        static var possible: [Way] { FleetDatabase.canBePooled ? allCases : [.directly] }

        var pooler: Pooler? {
            get throws { self == .pooled ? try Pooler.shared.get() : nil }
        }
    }

    private func makeLog(_ way: Way = .directly) throws -> (store: any LogStore, log: PostgresLog) {
        let log = try PostgresLog(database.freshAddress(user: database.nodeRole(), through: way.pooler))
        try log.create(origin: "tests", environment: .system)
        return (try log.open(.readWrite, environment: .system).store, log)
    }

    private var append: ProposedTransaction { .noted("grew") }

    @Test(arguments: Way.possible)
    private func `each ledger's subscribers are told when its own log has grown`(way: Way) async throws {
        let (one, two) = (try makeLog(way), try makeLog(way))
        let heads = ServerHeads(on: SharedConnection(to: one.log), every: .milliseconds(10))
        let (first, second) = (heads.watch(of: one.store.identity.id), heads.watch(of: two.store.identity.id))
        async let told = first.head(beyond: .start)
        async let alsoTold = first.head(beyond: .start)
        async let later = second.head(beyond: Position(1))
        _ = try two.store.append(append)
        _ = try one.store.append(append)
        #expect(try await told == Position(1))
        #expect(try await alsoTold == Position(1))
        _ = try two.store.append(append)
        #expect(try await later == Position(2))
        #expect(try await second.head(beyond: .start) == Position(2))
    }

    @Test func `many ledgers take one connection`() async throws {
        let logs = try (0..<8).map { _ in try makeLog() }
        let heads = ServerHeads(on: SharedConnection(to: logs[0].log), every: .milliseconds(10))
        let before = try connections()
        let told = try await withThrowingTaskGroup(of: Position?.self) { group in
            for log in logs {
                let watch = heads.watch(of: log.store.identity.id)
                for _ in 0..<5 { group.addTask { try await watch.head(beyond: .start) } }
            }
            try await Task.sleep(for: .milliseconds(50))
            #expect(try connections() <= before + 1)
            for log in logs { _ = try log.store.append(append) }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told == Array(repeating: Position(1), count: 40))
    }

    private func connections() throws -> Int {
        // The server's own workers come and go.
        let clients = "datname = current_database() AND backend_type = 'client backend'"
        return try Int(database.run("SELECT count(*) FROM pg_stat_activity WHERE \(clients)")) ?? -1
    }

    @Test func `containers of one database share a connection, and tell their subscribers`() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let variables = ["XDG_CACHE_HOME": directory.path("cache"), "XDG_DATA_HOME": directory.path("data")]
        let role = try database.nodeRole()
        let containers = try (0..<4).map { _ in
            let address = try #require(LedgerURL(database.freshURL(user: role)))
            try PostgresPlace.create(at: address, origin: "tests", environment: .system)
            let place = try PostgresPlace(at: address, variables: variables)
            return (
                container: try LedgerContainer.open(at: place, access: .readWrite, environment: .current()),
                writer: try place.log.open(.readWrite, environment: .system).store
            )
        }
        let before = try connections()
        let told = try await withThrowingTaskGroup(of: Int64?.self) { group in
            for (container, _) in containers {
                for _ in 0..<3 {
                    group.addTask {
                        var events = container.events(after: .start).makeAsyncIterator()
                        return try await events.next()?.number
                    }
                }
            }
            try await Task.sleep(for: .milliseconds(300))
            // One asks for all; a container's first look at the log may have needed one of its own.
            #expect(try connections() <= before + 1 + containers.count)
            for (_, writer) in containers { _ = try writer.append(append) }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told == Array(repeating: 1, count: 12))
    }

    @Test(arguments: Way.possible)
    private func `a ledger that is not there yet is waited for, and a lost connection is made again`(
        way: Way
    ) async throws {
        let here = try makeLog(way)
        let heads = ServerHeads(on: SharedConnection(to: here.log), every: .milliseconds(10))
        let unknown = heads.watch(of: LedgerID(UniqueID.random(from: randomBytes)))
        let waiting = Task { try await unknown.head(beyond: .start) }
        let watch = heads.watch(of: here.store.identity.id)
        let told = Task { try await watch.head(beyond: .start) }
        try await Task.sleep(for: .milliseconds(50))
        try database.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        _ = try here.store.append(append)
        #expect(try await told.value == Position(1))
        waiting.cancel()
        #expect(try await waiting.value == nil)
    }
}
