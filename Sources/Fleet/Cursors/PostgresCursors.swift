internal import Cryptography
internal import EventLog
internal import LibPQ
package import MailLedger
internal import Synchronization

/// Cursors as rows, each with the lease of its subscriber.
///
/// A lease is renewed while its claim lives. One that was not renewed in time may go to another subscriber, whose claim
/// has the next fence number; then the first one writes nothing any more. All times are the server's.
package final class PostgresCursors: CursorStore {
    private let connection: SharedConnection
    private let log: PostgresLog
    private let lease: Duration
    private let claims = Mutex(Claims())

    private struct Claims {
        /// A random id of each living claim.
        var holders: Set<UniqueID> = []
        var heartbeat: Heartbeat?
    }

    /// - Parameters:
    ///   - connection: A connection to the database of the log.
    ///   - lease: How long a subscriber that stands still keeps its cursor.
    package init(of log: PostgresLog, on connection: SharedConnection, lease: Duration = .seconds(60)) {
        self.connection = connection
        self.lease = lease
        self.log = log
    }

    // MARK: A store

    package func claim(_ name: String) throws -> any CursorClaim {
        let holder = UniqueID.random(from: randomBytes)
        let fence = try connection.use { [log, until, duration] connection in
            try connection.first(
                """
                INSERT INTO mailledger.cursor AS known (ledger, name, holder, fence, held_until)
                VALUES (\(log.ledger(on: connection)), \(.text(name)), \(.id(holder)), 1, \(until))
                ON CONFLICT (ledger, name) DO UPDATE
                SET holder = excluded.holder, fence = known.fence + 1, held_until = excluded.held_until
                WHERE known.holder IS NULL
                    OR excluded.held_until - known.held_until > \(duration)
                RETURNING fence
                """
            ) { try $0.next(Int64.self) }
        }
        guard let fence else { throw CursorError.inUse(name: name) }
        begin(holder)
        return Claim(name, holder, fence: fence, in: self)
    }

    package func cursor(_ name: String) throws -> StoredCursor? {
        try connection.use { [log] connection in
            let ledger = try log.identity(on: connection).id
            return try connection.first(
                """
                SELECT position, leaf FROM mailledger.cursor
                WHERE ledger = \(.id(ledger.uniqueID)) AND name = \(.text(name)) AND position IS NOT NULL
                """
            ) { row in
                let position = try Position(row.next())
                guard let leaf = try row.nextDigest() else { throw CursorError.damaged(name: name) }
                return StoredCursor(ledger: ledger, position: position, leaf: leaf)
            }
        }
    }

    package func names() -> [String] {
        let names = try? connection.use { [log] connection in
            try connection.rows(
                """
                SELECT name FROM mailledger.cursor
                WHERE ledger = \(log.ledger(on: connection)) AND position IS NOT NULL ORDER BY name
                """
            ) { try $0.next(String.self) }
        }
        return names ?? []
    }

    // MARK: Leases

    /// The end of a lease that begins or is renewed now.
    private var until: PostgresStatement {
        "statement_timestamp() + \(duration)"
    }

    private var duration: PostgresStatement {
        "\(.integer(Int64(lease / .milliseconds(1)))) * interval '1 millisecond'"
    }

    private func begin(_ holder: UniqueID) {
        claims.withLock { claims in
            claims.holders.insert(holder)
            guard claims.heartbeat == nil else { return }
            // Without a thread each write renews its lease.
            claims.heartbeat = Heartbeat(every: lease / 3) { [weak self] in self?.renew() ?? false }
        }
    }

    /// Renews the leases of all claims; a server that gives no answer is asked again the next time.
    private func renew() -> Bool {
        let holders = claims.withLock { Array($0.holders) }
        guard !holders.isEmpty else { return false }
        _ = try? connection.use { [log, until] connection in
            _ = try connection.ask(
                """
                UPDATE mailledger.cursor SET held_until = \(until)
                WHERE ledger = \(log.ledger(on: connection))
                    AND holder = ANY((\(.texts(holders.map(\.description))))::uuid[])
                """)
        }
        return true
    }

    private func end(_ holder: UniqueID) {
        claims.withLock { claims in
            claims.holders.remove(holder)
            if claims.holders.isEmpty { claims.heartbeat = nil }
        }
    }

    /// Changes the row of a claim; false if the claim was lost.
    private func change(_ claim: PostgresStatement, _ change: PostgresStatement) throws -> Bool {
        try connection.use { [log] connection in
            try connection.ask("\(change) WHERE ledger = \(log.ledger(on: connection)) AND \(claim)").affected > 0
        }
    }

    private final class Claim: CursorClaim {
        private let name: String
        private let holder: UniqueID
        /// The condition that the row is still this claim's.
        private let mine: PostgresStatement
        private let cursors: PostgresCursors

        init(_ name: String, _ holder: UniqueID, fence: Int64, in cursors: PostgresCursors) {
            self.name = name
            self.holder = holder
            self.cursors = cursors
            mine = "name = \(.text(name)) AND holder = \(.id(holder)) AND fence = \(.integer(fence))"
        }

        func store(_ cursor: StoredCursor) throws {
            let isMine = try cursors.change(
                mine,
                """
                UPDATE mailledger.cursor SET position = \(.position(cursor.position)), leaf = \(.digest(cursor.leaf)),
                    held_until = \(cursors.until)
                """)
            guard isMine else { throw CursorError.inUse(name: name) }
        }

        func remove() throws -> Bool {
            let known = try cursors.cursor(name)
            let isMine = try cursors.change(mine, "UPDATE mailledger.cursor SET position = NULL, leaf = NULL")
            guard isMine else { throw CursorError.inUse(name: name) }
            return known != nil
        }

        deinit {
            cursors.end(holder)
            // A cursor that was never stored, or was removed, leaves no row.
            _ = try? cursors.change("\(mine) AND position IS NULL", "DELETE FROM mailledger.cursor")
            _ = try? cursors.change(mine, "UPDATE mailledger.cursor SET holder = NULL, held_until = NULL")
        }
    }
}
