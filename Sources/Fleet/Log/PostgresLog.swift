internal import CivilTime
package import EventLog
package import LibPQ

/// The log of one ledger on a PostgreSQL server, which any number of nodes share.
package struct PostgresLog: LogPlace {
    package let address: PostgresAddress
    /// How long an answer may take before the connection counts as lost, in seconds.
    package var patience: Double = 30
    /// Whether a log that is made here takes writes only if a standby confirms them; nil for what the database says.
    var needsStandby: Bool?
    /// Opens the register of the read models that are made of the log here.
    var register: @Sendable () throws -> any ViewsRegister = { MemoryViewsRegister() }
    /// The ledger, where it was found before; nil if each opening looks for it by its name.
    private var known: LedgerIdentity?
    private let idle: IdleConnections

    package init(_ address: PostgresAddress) {
        self.address = address
        idle = .shared(by: address)
    }

    // MARK: A place

    package func create(origin: String, environment: LogEnvironment) throws {
        try make(.new(origin: origin, environment: environment), environment) { _ in }
    }

    package func makeCopy(
        of identity: LedgerIdentity, environment: LogEnvironment, _ fill: (any LogStore) throws -> Void
    ) throws {
        try make(identity, environment, fill)
    }

    package func openCopy(_ access: LogAccess) throws -> any LogStore {
        try store(access, .system)
    }

    package func open(_ access: LogAccess, environment: LogEnvironment) throws -> OpenLog {
        OpenLog(store: try store(access, environment), views: try register())
    }

    /// Opens the log.
    ///
    /// - Throws: ``EventLogError/notALedger(path:)``, ``EventLogError/newerFormat(_:)``,
    ///   ``EventLogError/unreachable(place:reason:)``, ``FleetError``.
    package func store(_ access: LogAccess, _ environment: LogEnvironment) throws -> PostgresLogStore {
        try PostgresLogStore(of: self, known ?? identity(), access: access, environment: environment)
    }

    /// Makes a log as ``makeCopy(of:environment:_:)`` does, and lends it as what it is.
    func make(
        _ identity: LedgerIdentity, _ environment: LogEnvironment, _ fill: (PostgresLogStore) throws -> Void
    ) throws {
        let name = try ledgerName
        let store = PostgresLogStore(of: self, identity, access: .readWrite, environment: environment)
        let id = store.id
        let known = try store.first(
            "SELECT name FROM mailledger.ledger WHERE name = \(.text(name)) OR ledger = \(id)"
        ) { try $0.next(String.self) }
        // The same ledger may be there under another name.
        if let known { throw EventLogError.alreadyExists(path: (address.naming(known) ?? address).description) }
        let needsStandby = try needsStandby(store)
        do {
            try store.inNewLog(
                [
                    """
                    INSERT INTO mailledger.ledger (ledger, name, origin, format, created_at, needs_standby)
                    VALUES (\(id), \(.text(name)), \(.text(identity.origin)), \(.integer(Int64(identity.format))),
                        \(.integer(identity.createdAt.microseconds)),
                        \(.bool(needsStandby)))
                    """,
                    "INSERT INTO mailledger.head (ledger, position, transaction) VALUES (\(id), 0, 0)",
                ]
            ) { try fill(store) }
        } catch FleetError.server(let error) where error.condition == .taken {
            throw EventLogError.alreadyExists(path: address.description)
        }
    }

    /// Whether a new log needs a standby.
    ///
    /// - Throws: ``FleetError/noStandbyForNew`` if it does, and the server has none.
    private func needsStandby(_ store: PostgresLogStore) throws -> Bool {
        let answer = try store.first(StandbyPolicy.question) {
            try (isRequired: $0.next(Bool.self), isThere: $0.next(Bool.self))
        }
        let isNeeded = needsStandby ?? answer?.isRequired ?? true
        guard !isNeeded || answer?.isThere == true else { throw FleetError.noStandbyForNew }
        return isNeeded
    }

    // MARK: The server

    /// The id of the ledger, as each statement begins with it.
    func ledger(on connection: PostgresConnection) throws -> PostgresValue {
        try .id(identity(on: connection).id.uniqueID)
    }

    var ledgerName: String {
        get throws {
            guard let name = address.ledger else { throw FleetError.noLedgerNamed }
            return name
        }
    }

    /// Connects, and refuses a server whose settings can lose or change mail.
    package func connect() throws -> PostgresConnection {
        try connectAndJudge().connection
    }

    /// Connects as ``connect()`` does, and returns what can lose mail and is no reason to refuse.
    func connectAndJudge() throws -> (connection: PostgresConnection, warnings: [ServerFault]) {
        try mapping {
            let connection = try PostgresConnection(to: address)
            connection.patience = patience
            return (connection, try warnings(on: connection))
        }
    }

    /// Refuses a server whose settings can lose or change mail, and returns what else can lose mail.
    private func warnings(on connection: PostgresConnection) throws -> [ServerFault] {
        let faults: [ServerFault]
        do {
            faults = try ServerFacts(on: connection).faults
            if let refused = faults.first(where: { $0.weight == .refused }) { throw FleetError.setting(refused) }
            try FleetSchema.require(on: connection, isLast: true)
        } catch let error as PostgresError where error.condition == .unreachable {
            // A pooler that gives each statement another session ends the transaction, and the connection.
            throw PostgresError.unreachable(
                "\(error.message), within a transaction; a pooler before it needs pool_mode = transaction")
        }
        return faults.filter { $0.weight == .warned }
    }

    /// Takes a connection that nobody uses, or makes one.
    func takeConnection() throws -> PostgresConnection {
        guard let connection = idle.take() else { return try connect() }
        connection.patience = patience
        return connection
    }

    /// Gives a connection back for the next use.
    func giveBack(_ connection: PostgresConnection) { idle.giveBack(connection) }

    /// Makes a connection after one was lost.
    func reconnect() throws -> PostgresConnection {
        idle.closeAll()
        return try connect()
    }

    /// Lends a connection. If the server closed it meanwhile, the closure runs once more on a new one.
    ///
    /// - Parameter body: What can be done twice.
    func lending<Output>(_ body: (PostgresConnection) throws -> Output) throws -> Output {
        var connection = try takeConnection()
        defer { giveBack(connection) }
        do {
            return try body(connection)
        } catch let error as PostgresError where error.condition == .unreachable {
            connection = try reconnect()
            return try body(connection)
        }
    }

    /// A ledger that was found on a server.
    struct Found {
        let identity: LedgerIdentity
        /// What can lose mail of it on the server.
        let warnings: [ServerFault]
        /// Why it takes no writes; nil if it takes them.
        let sealed: String?
        /// Whether the role may add events.
        let mayWrite: Bool
    }

    /// Finds the ledger for all that is opened later.
    mutating func find() throws -> Found {
        let (connection, warnings) = try takeJudgedConnection()
        let found = try mapping {
            let identity = try identity(on: connection)
            let state = try connection.first(
                """
                SELECT sealed, has_table_privilege('mailledger.event', 'INSERT') FROM mailledger.head
                WHERE ledger = \(.id(identity.id.uniqueID))
                """
            ) { try (sealed: $0.next(String?.self), mayWrite: $0.next(Bool.self)) }
            return Found(
                identity: identity, warnings: warnings, sealed: state?.sealed, mayWrite: state?.mayWrite ?? false)
        }
        giveBack(connection)
        known = found.identity
        return found
    }

    /// Takes a connection that nobody uses, whose server is judged again, or makes one.
    private func takeJudgedConnection() throws -> (connection: PostgresConnection, warnings: [ServerFault]) {
        guard let connection = idle.take() else { return try connectAndJudge() }
        connection.patience = patience
        do {
            return (connection, try mapping { try warnings(on: connection) })
        } catch EventLogError.unreachable {
            idle.closeAll()
            return try connectAndJudge()
        }
    }

    /// Finds the ledger that the URL names, on a server that is looked at first.
    private func identity() throws -> LedgerIdentity {
        var log = self
        return try log.find().identity
    }

    /// Finds it by a connection, whose errors stay as they are.
    func identity(on connection: PostgresConnection) throws -> LedgerIdentity {
        if let known { return known }
        let found = try connection.rows(
            "SELECT ledger, origin, format, created_at FROM mailledger.ledger WHERE name = \(.text(ledgerName))"
        ) { row in
            let (bytes, origin) = try (row.next([UInt8].self), row.next(String.self))
            let (format, time) = try (row.next(Int.self), row.next(Int64.self))
            return UniqueID(bytes: bytes).map {
                LedgerIdentity(
                    id: LedgerID($0), origin: origin, format: format, createdAt: Timestamp(microseconds: time))
            }
        }
        guard found.count == 1, let identity = found[0] else {
            throw EventLogError.notALedger(path: address.description)
        }
        guard identity.format <= LedgerIdentity.newestFormat else { throw EventLogError.newerFormat(identity.format) }
        return identity
    }

    /// Makes calls of the server, whose errors become those of a log.
    func mapping<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as PostgresError {
            switch error.condition {
            case .busy: throw EventLogError.busy(holder: nil)
            case .readOnly: throw EventLogError.readOnly(path: address.description)
            case .corrupt: throw EventLogError.corrupt(error.message)
            case .noAccess: throw FleetError.noAccess(place: address.description, error.message)
            case .unreachable:
                throw EventLogError.unreachable(place: address.description, reason: error.message)
            case .noSchema:
                // A table alone may be missing: the script of the schema does not make it again.
                let hasOthers = !["schema_version", "schema \"mailledger\""].contains { error.message.contains($0) }
                throw hasOthers ? FleetError.incomplete(error.message) : FleetError.schema(found: nil)
            case .badParameters: throw FleetError.badParameters(error.message)
            case .forbidden: throw FleetError.forbidden(error.message)
            case .cancelled, .retry, .taken, .full, .other: throw FleetError.server(error)
            }
        } catch let error as PostgresRowError {
            throw EventLogError.corrupt("\(error)")
        }
    }
}
