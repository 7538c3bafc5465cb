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
    /// Outside of a transaction a lost connection is made again, once.
    func ask(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        try log.mapping {
            if unit != nil { try sendRows() }
            guard unit == nil, !isReading else { return try connection.ask(statements) }
            do {
                return try connection.ask(statements)
            } catch let error as PostgresError where error.condition == .unreachable {
                try reconnect()
                return try connection.ask(statements)
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
        let head = try first("SELECT position, transaction FROM mailledger.head WHERE ledger = \(id)") { row in
            try LogHead(position: Position(row.next()), transaction: row.next())
        }
        guard let head else { throw EventLogError.notALedger(path: log.address.description) }
        return head
    }
}
