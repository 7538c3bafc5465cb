internal import Dispatch
package import EventLog
package import LibPQ
package import MailLedger
internal import Synchronization

/// Asks a server where the logs end that somebody waits for: one question every 50 ms for all ledgers of a node.
package final class ServerHeads: Sendable {
    /// The connection on which it asks; others may ask short questions on it, too.
    package let connection: SharedConnection
    private let heads: PolledHeads<LedgerID>

    private static let ofDatabases = Mutex<[PostgresAddress: ServerHeads]>([:])

    /// Returns the one that all ledgers of a database share in this process.
    package static func shared(by address: PostgresAddress) -> ServerHeads {
        ofDatabases.withLock { known in
            if let heads = known[address.database] { return heads }
            let made = ServerHeads(on: SharedConnection(to: PostgresLog(address.database)))
            known[address.database] = made
            return made
        }
    }

    /// - Parameters:
    ///   - connection: A connection to the database of the logs.
    ///   - pause: How long is waited between two questions.
    package init(on connection: SharedConnection, every pause: Duration = .milliseconds(50)) {
        self.connection = connection
        let queue = DispatchQueue(label: "mailledger.heads")
        heads = PolledHeads(every: pause) { ledgers in
            // A thread of Swift's pool must not wait for a server.
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try Self.heads(of: ledgers, on: connection) }) }
            }
        }
    }

    /// Returns the watch over one ledger's log.
    package func watch(of ledger: LedgerID) -> any HeadWatch { Watch(ledger: ledger, heads: heads) }

    private static func heads(
        of ledgers: Set<LedgerID>, on connection: SharedConnection
    ) throws -> [LedgerID: Position] {
        let found = try connection.use { connection in
            try connection.rows(
                """
                SELECT ledger, position FROM mailledger.head
                WHERE ledger = ANY((\(.texts(ledgers.map(\.description))))::uuid[])
                """
            ) { try (id: UniqueID(bytes: $0.next([UInt8].self)), position: Position($0.next())) }
        }
        return Dictionary(
            uniqueKeysWithValues: found.compactMap { head in head.id.map { (LedgerID($0), head.position) } })
    }

    private struct Watch: HeadWatch {
        let ledger: LedgerID
        let heads: PolledHeads<LedgerID>

        func head(beyond position: Position) async throws -> Position? {
            try await heads.head(of: ledger, beyond: position)
        }
    }
}
