internal import Fleet
package import LibPQ
import Synchronization
package import TestSupport

/// A database with the tables of a fleet, on the server that all tests of this process share.
package struct FleetDatabase: Sendable {
    package let name: String
    private let url: String
    private let server: PostgresServer
    private static let ledgers = Atomic<Int>(0)

    /// Whether there is a server to test with.
    package static var isPossible: Bool { PostgresServer.isInstalled }

    /// The one that all tests of this process share, each with ledgers of its own.
    package static let shared: Result<FleetDatabase, any Error> = Result {
        try FleetDatabase(on: PostgresServer.shared.get())
    }

    /// The same database on the standby of its server.
    package init(_ database: FleetDatabase, on standby: PostgresServer) {
        server = standby
        name = database.name
        url = "postgresql://postgres@/\(name)?host=\(standby.folder)"
    }

    /// One beside it, behind the pooler that all tests of this process share: two sessions for all ledgers of a role.
    package static let pooled: Result<FleetDatabase, any Error> = Result {
        try FleetDatabase(on: PostgresServer.shared.get())
    }

    /// Whether there is a pooler, too.
    package static var canBePooled: Bool { isPossible && Pooler.isInstalled }

    /// Roles are of the whole server: two databases must not make them at once.
    private static let makingRoles = Mutex(())

    /// Makes a database.
    ///
    /// - Parameter version: The version of its tables.
    package init(on server: PostgresServer, version: Int64 = FleetSchema.version) throws {
        self.server = server
        (name, url) = try server.makeDatabase()
        let connection = try connect()
        try Self.makingRoles.withLock { _ in
            try connection.runScript("BEGIN;\n\(FleetSchema.script(after: 0, through: version))COMMIT;")
        }
        guard version > 1 else { return }
        // New ledgers need a standby only where there is one.
        try connection.runScript(
            """
            INSERT INTO mailledger.setting SELECT 'standby', 'optional'
            WHERE current_setting('synchronous_standby_names') = ''
            """)
    }

    /// The name of a role that is a node and nothing more.
    package func nodeRole() throws -> String {
        try Self.makingRoles.withLock { _ in
            _ = try run(
                """
                DO $$ BEGIN
                    CREATE ROLE some_node LOGIN IN ROLE mailledger_node;
                EXCEPTION WHEN duplicate_object THEN NULL; END $$
                """)
        }
        return "some_node"
    }

    /// The address of a ledger that does not exist yet.
    package func freshAddress(user: String = "postgres", through pooler: Pooler? = nil) -> PostgresAddress {
        let number = Self.ledgers.add(1, ordering: .relaxed).oldValue
        return address(of: "ledger\(number)", user: user, through: pooler)
    }

    /// The same as the tool takes it.
    package func freshURL(user: String = "postgres") -> String { freshAddress(user: user).description }

    /// The URL of a ledger by its name.
    package func url(of ledger: String) -> String { address(of: ledger).description }

    package func address(
        of ledger: String, user: String = "postgres", through pooler: Pooler? = nil
    ) -> PostgresAddress {
        let text = "postgresql://\(user)@/\(name)?host=\(pooler?.folder ?? server.folder)&ledger=\(ledger)"
        guard let address = PostgresAddress(text) else { preconditionFailure("\(text) is a URL") }
        return address
    }

    /// The folder of the server's socket.
    package var folder: String { server.folder }

    /// The address of the same ledger by another socket.
    package func address(of address: PostgresAddress, on folder: String) -> PostgresAddress {
        guard let ledger = address.ledger,
            let other = PostgresAddress("postgresql://postgres@/\(name)?host=\(folder)&ledger=\(ledger)")
        else { preconditionFailure("\(address) names a ledger") }
        return other
    }

    /// Connects as the superuser.
    package func connect() throws -> PostgresConnection {
        try PostgresConnection(to: address(of: "none"))
    }

    /// Runs SQL as the superuser, and returns what `psql` prints.
    @discardableResult
    package func run(_ sql: String) throws -> String { try server.run(sql, in: name) }

    /// Waits until a condition of SQL holds, at most a minute: the server looks, as a process for each look costs more.
    package func wait(until condition: String) throws {
        _ = try run(
            """
            DO $$ BEGIN FOR look IN 1..1200 LOOP EXIT WHEN \(condition); PERFORM pg_sleep(0.05); END LOOP; END $$
            """)
    }
}
