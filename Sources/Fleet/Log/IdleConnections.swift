internal import LibPQ
internal import Synchronization

/// The connections to a database that nobody uses now; all logs of a process that are in it share them.
///
/// A log that is open needs one only while it asks, or within a transaction. What one leaves behind means nothing to the
/// next: each statement names its ledger, and no setting outlives a transaction.
final class IdleConnections: Sendable {
    /// A connection that one thread at a time has.
    private struct Idle: Sendable {
        nonisolated(unsafe) let connection: PostgresConnection
    }

    private let idle = Mutex<[Idle]>([])

    /// The number of connections that are kept; those of a crowd are closed.
    private static let kept = 4

    private static let ofDatabases = Mutex<[PostgresAddress: IdleConnections]>([:])

    /// Returns those to the database of an address, by its role.
    static func shared(by address: PostgresAddress) -> IdleConnections {
        ofDatabases.withLock { known in
            if let connections = known[address.database] { return connections }
            let made = IdleConnections()
            known[address.database] = made
            return made
        }
    }

    /// Takes one; nil if there is none.
    func take() -> PostgresConnection? {
        unsafe idle.withLock { $0.popLast() }?.connection
    }

    /// Keeps a connection for its next use, if it can be used again.
    func giveBack(_ connection: PostgresConnection) {
        guard !connection.isLost, !connection.isInTransaction else { return }
        let given = Idle(connection: connection)
        idle.withLock { if $0.count < Self.kept { $0.append(given) } }
    }

    /// Closes all, when one turns out to be lost: most often the server has ended them together.
    func closeAll() {
        // Their ends are waited for without the lock.
        let lost = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        withExtendedLifetime(lost) {}
    }
}
