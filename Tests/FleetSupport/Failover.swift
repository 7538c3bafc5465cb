import Glibc
internal import TestSupport

/// A database on a server and its standby, the one of which dies and the other takes over.
package struct Failover: Sendable {
    /// The database as it is on the server that dies.
    package let database: FleetDatabase
    /// The same on the standby.
    package let successor: FleetDatabase
    private let server: PostgresServer
    private let standby: PostgresServer

    /// Makes both servers. Ledgers are made before the standby has to confirm what is written (``confirmEachCommit()``):
    /// so they take writes behind it, where no other standby is.
    package init() throws {
        server = try PostgresServer(settings: ["max_wal_size=256MB"], inMemory: true)
        database = try FleetDatabase(on: server)
        standby = try PostgresServer(settings: ["cluster_name=standby"], inMemory: true, standbyOf: server)
        successor = FleetDatabase(database, on: standby)
    }

    /// The URL of a ledger on whichever of the two takes writes.
    package func url(of ledger: String) -> String {
        let hosts = "\(server.folder),\(standby.folder)"
        return "postgresql://postgres@/\(database.name)?host=\(hosts)&target_session_attrs=read-write&ledger=\(ledger)"
    }

    /// Makes the server wait for the standby with each commit.
    package func confirmEachCommit() throws {
        try database.run("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        try database.run("SELECT pg_reload_conf()")
        try database.wait(until: "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')")
    }

    /// Stops what goes to the standby: for a while, or for good.
    package func stall() throws { try standby.suffer(.stall) }
    package func resume() throws { try standby.suffer(.resume) }
    package func detach() throws { try standby.suffer(.detach) }

    /// Kills the server, and promotes the standby; returns how long each took.
    package func happen() throws -> (kill: Duration, promotion: Duration) {
        let clock = ContinuousClock()
        let kill = try clock.measure { try server.suffer(.kill) }
        return (kill, try clock.measure { try standby.suffer(.promote) })
    }
}
