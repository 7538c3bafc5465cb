internal import Dispatch
package import EventLog
internal import Hashing
internal import LibPQ

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
    private var connection: PostgresConnection
    /// What the writer's transaction holds; nil where nobody writes.
    var unit: WriteUnit?
    private var isReading = false
    var lockTimeout: Int32 = 10_000
    package private(set) var reopenings = 0
    /// When the server was started that was asked last; a pooler may change it under a connection.
    private var serverStart: Int64?
    /// When the first question was asked that has had no answer since.
    private var lostSince: ContinuousClock.Instant?
    package var onAppend: () -> Void = {}

    init(
        of log: PostgresLog, _ identity: LedgerIdentity, _ connection: PostgresConnection, access: LogAccess,
        environment: LogEnvironment
    ) {
        self.log = log
        self.identity = identity
        self.connection = connection
        self.access = access
        self.environment = environment
        id = .id(identity.id.uniqueID)
    }

    package func makeReader() -> (@Sendable () throws -> any LogReading)? {
        { [log, environment] in try log.store(.readOnly, environment) }
    }

    // MARK: Asking

    /// Asks in one round trip, behind what the writer has not sent yet.
    ///
    /// Outside of a transaction a lost connection is made again, and a server that takes its place is waited for. That
    /// lasts as long as the log has patience, from the first question without an answer on.
    func ask(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        try log.mapping {
            if unit != nil { try sendRows() }
            guard unit == nil, !isReading else { return try connection.ask(statements) }
            let start = lostSince ?? .now
            var isFirst = true
            while true {
                do {
                    let answers = try connection.ask(statements)
                    lostSince = nil
                    return answers
                } catch let error as PostgresError where error.condition == .unreachable {
                    lostSince = start
                    guard isFirst || hasPatience(since: start) else { throw error }
                    isFirst = false
                    try connectAgain(since: start)
                }
            }
        }
    }

    func rows<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> [Made] {
        try log.mapping { try ask([statement])[0].rows(make) }
    }

    func first<Made>(_ statement: PostgresStatement, _ make: (inout PostgresRow) throws -> Made) throws -> Made? {
        try rows(statement, make).first
    }

    /// Asks on the connection as it is: the caller minds transactions and losses.
    func askDirectly(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        try connection.ask(statements)
    }

    /// The warnings of the last statements.
    func takeNotices() -> [PostgresError] { connection.takeNotices() }

    /// Takes a new connection, with no transaction on it.
    func reconnect() throws {
        connection = try log.connect()
        reopenings += 1
    }

    /// Asks with no more patience than a number of seconds.
    func hurrying<Output>(_ seconds: Double, _ body: () throws -> Output) rethrows -> Output {
        connection.patience = min(seconds, log.patience)
        defer { connection.patience = log.patience }
        return try body()
    }

    private func hasPatience(since start: ContinuousClock.Instant) -> Bool {
        start.duration(to: .now) < .seconds(log.patience)
    }

    private func connectAgain(since start: ContinuousClock.Instant) throws {
        while true {
            do {
                return try reconnect()
            } catch EventLogError.unreachable where hasPatience(since: start) {
                Self.pause()
            }
        }
    }

    /// Waits before a server is asked again that may be on its way: meanwhile it refuses at once.
    static func pause() {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50))
    }

    /// What tells one run of one server from all others, in the form that ``note(serverStart:)`` takes.
    static let serverStart: PostgresStatement =
        "(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::int8"

    /// Notes which server answered: behind another one may be another log.
    func note(serverStart start: Int64) {
        if let serverStart, serverStart != start { reopenings += 1 }
        serverStart = start
    }

    /// Ends the transaction, whatever was done in it.
    func rollBack() {
        guard !connection.isLost else { return }
        _ = try? connection.ask("ROLLBACK")
    }

    package func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output {
        guard unit == nil, !isReading else { return try body() }
        let begin: PostgresStatement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        // The first question takes the snapshot: this one is it.
        _ = try ask([begin, "SELECT 1 FROM mailledger.head WHERE ledger = \(id)"])
        isReading = true
        defer {
            isReading = false
            rollBack()
        }
        return try body()
    }

    package func head() throws -> LogHead {
        if let unit { return unit.head }
        let head = try first(
            "SELECT position, transaction, \(Self.serverStart) FROM mailledger.head WHERE ledger = \(id)"
        ) { row in
            let head = try LogHead(position: Position(row.next()), transaction: row.next())
            note(serverStart: try row.next())
            return head
        }
        guard let head else { throw EventLogError.notALedger(path: log.address.description) }
        return head
    }
}
