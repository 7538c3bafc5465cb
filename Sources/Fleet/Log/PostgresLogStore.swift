internal import Cryptography
package import EventLog
internal import LibPQ
internal import Parallel
internal import Synchronization

/// A log on a PostgreSQL server, for one thread at a time.
///
/// A reader asks in pages and short statements, and keeps nothing on the server between them but within
/// ``withSnapshot(_:)``. A writer takes two round trips: it locks the row of the head and reads it, then sends all rows
/// and the commit. A commit is durable here and on the standby when `append` returns.
package final class PostgresLogStore: LogStore {
    package let identity: LedgerIdentity
    let log: PostgresLog
    let environment: LogEnvironment
    let access: LogAccess
    /// The id of the ledger as a value of each statement.
    let id: PostgresValue
    /// The connection of the transaction that is open; all else takes any.
    private var held: PostgresConnection?
    /// What the writer's transaction holds; nil where nobody writes.
    var unit: WriteUnit?
    var lockTimeout: Int32 = 10_000
    package private(set) var reopenings = PostgresLogStore.nextOpening()
    /// When the server was started that was asked last; a pooler may change it under a connection.
    private var serverStart: Int64?
    /// When the first question was asked that has had no answer since.
    private var lostSince: ContinuousClock.Instant?
    /// How much was erased from the ledger so far, when its head was read last; nil before.
    private var lastErasures: Int64?
    /// The erasures up to which the ledger that reads it has forgotten.
    private var forgotten: Int64?
    package var onAppend: () -> Void = {}

    init(
        of log: PostgresLog, _ identity: LedgerIdentity, access: LogAccess, environment: LogEnvironment
    ) {
        self.log = log
        self.identity = identity
        self.access = access
        self.environment = environment
        id = .id(identity.id.uniqueID)
    }

    package func makeReader() -> (@Sendable () throws -> any LogReading)? {
        // Another connection does not see what this one has not committed, and the writer may have the last one.
        guard unit == nil else { return nil }
        return { [log, environment] in try log.store(.readOnly, environment) }
    }

    // MARK: Asking

    /// Asks in one round trip, behind what the writer has not sent yet.
    ///
    /// Outside of a transaction a lost connection is made again, and a server that takes its place is waited for. That
    /// lasts as long as the log has patience, from the first question without an answer on.
    func ask(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        try log.mapping {
            guard held != nil else { return try patiently { try log.lending { try $0.ask(statements) } } }
            if unit != nil { try sendRows() }
            return try askDirectly(statements)
        }
    }

    func rows<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> [Made] {
        try log.mapping { try ask([statement])[0].rows(make) }
    }

    func first<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> Made? {
        try rows(statement, make).first
    }

    // MARK: A transaction

    /// Asks within a transaction: the caller minds losses.
    func askDirectly(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        guard let held else { preconditionFailure("a transaction has a connection") }
        return try held.ask(statements)
    }

    /// Takes a connection for a transaction, and sends what begins it; again if the server had closed it.
    func beginTransaction(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        try patiently {
            do {
                held = try log.takeConnection()
                do {
                    return try askDirectly(statements)
                } catch let error as PostgresError where error.condition == .unreachable {
                    try reconnect()
                    return try askDirectly(statements)
                }
            } catch let error where Self.isLoss(error) {
                letGo()
                throw error
            }
        }
    }

    private static let openings = Atomic<Int>(0)

    /// Returns a number that no other opening of a log has in this process.
    private static func nextOpening() -> Int { openings.add(1, ordering: .relaxed).newValue }

    /// The warnings of the last statements of a transaction.
    func takeNotices() -> [PostgresError] { held?.takeNotices() ?? [] }

    /// Takes a new connection, with no transaction on it.
    func reconnect() throws {
        held = nil
        held = try log.reconnect()
        reopenings = Self.nextOpening()
    }

    /// Asks with no more patience than a number of seconds, within a transaction.
    func hurrying<Output>(_ seconds: Double, _ body: () throws -> Output) rethrows -> Output {
        held?.patience = min(seconds, log.patience)
        defer { held?.patience = log.patience }
        return try body()
    }

    /// Asks again while no server answers, for as long as the log has patience since the first question without an answer.
    private func patiently<Output>(_ question: () throws -> Output) throws -> Output {
        let start = lostSince ?? .now
        while true {
            do {
                let output = try question()
                lostSince = nil
                return output
            } catch let error where Self.isLoss(error) {
                lostSince = start
                guard start.duration(to: .now) < .seconds(log.patience) else { throw error }
                Self.pause()
            }
        }
    }

    private static func isLoss(_ error: any Error) -> Bool {
        switch error {
        case let error as PostgresError: error.condition == .unreachable
        case EventLogError.unreachable: true
        default: false
        }
    }

    /// Waits before a server is asked again that may be on its way: meanwhile it refuses at once.
    static func pause() { BlockingThread.pause(milliseconds: 50) }

    /// What tells one run of one server from all others, in the form that ``note(serverStart:)`` takes.
    static let serverStart: PostgresStatement =
        "(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::int8"

    /// Notes which server answered: behind another one may be another log.
    func note(serverStart start: Int64) {
        if let serverStart, serverStart != start { reopenings = Self.nextOpening() }
        serverStart = start
    }

    /// Ends the transaction, whatever was done in it, and lets its connection go.
    func rollBack() {
        if let held, !held.isLost { _ = try? held.ask("ROLLBACK") }
        letGo()
    }

    /// Lets the connection go behind the end of a transaction.
    func letGo() {
        if let held { log.giveBack(held) }
        held = nil
    }

    package func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output {
        guard held == nil else { return try body() }
        let begin: PostgresStatement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        defer { rollBack() }
        // The first question takes the snapshot: this one is it.
        _ = try log.mapping { try beginTransaction([begin, "SELECT 1 FROM mailledger.head WHERE ledger = \(id)"]) }
        return try body()
    }

    // A pooler gives out a session for a transaction.
    package func withConnection<Output>(_ body: () throws -> Output) throws -> Output {
        guard held == nil else { return try body() }
        return try patiently { try withSnapshot(body) }
    }

    package func head() throws -> LogHead {
        if let unit { return unit.head }
        let found = try first(
            """
            SELECT position, transaction, erasures, \(Self.serverStart) FROM mailledger.head WHERE ledger = \(id)
            """
        ) { row in
            try (
                head: LogHead(position: Position(row.next()), transaction: row.next()),
                erasures: row.next(Int64.self), serverStart: row.next(Int64.self)
            )
        }
        guard let found else { throw EventLogError.notALedger(path: log.address.description) }
        note(serverStart: found.serverStart)
        lastErasures = found.erasures
        return found.head
    }

    // MARK: Erasures

    /// How much was erased so far.
    func erasures() throws -> Int64 {
        try first("SELECT erasures FROM mailledger.head WHERE ledger = \(id)") { try $0.next(Int64.self) } ?? 0
    }

    /// Whether all was forgotten of which the head knew when it was read last.
    var isForgotten: Bool { forgotten != nil && (lastErasures ?? 0) <= (forgotten ?? 0) }

    /// Notes what was forgotten; returns whether it is more than before.
    func noteForgotten(_ count: Int64) -> Bool {
        defer { forgotten = count }
        return forgotten != count
    }
}
