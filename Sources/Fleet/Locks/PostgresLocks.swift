internal import EventLog
internal import LibPQ
package import MailLedger
internal import Synchronization

/// Locks of a ledger as row locks: each is held by a transaction that does nothing else.
///
/// The server ends the transaction with its connection, so that a lock is free when its process is gone. A process that
/// stands still loses the lock after ``patience``, because nothing renews it.
package final class PostgresLocks: LedgerLocks {
    private let key: LedgerKey
    private let patience: Duration
    private let renewal: Duration

    /// - Parameters:
    ///   - patience: How long a process may stand still until it loses a lock.
    ///   - renewal: How often a lock is renewed.
    package init(of log: PostgresLog, patience: Duration = .seconds(30), renewal: Duration? = nil) {
        key = LedgerKey(of: log)
        self.patience = patience
        self.renewal = renewal ?? patience / 3
    }

    private enum Row: String {
        case content, erasure
    }

    package func lockContent(_ use: ContentUse, patience: Duration) throws -> any HeldLock {
        guard let held = try lock(.content, isShared: use == .storing, for: patience) else {
            throw EventLogError.busy(holder: nil)
        }
        return held
    }

    package func lockErasure(patience: Duration) throws -> (any HeldLock)? {
        try lock(.erasure, isShared: false, for: patience)
    }

    /// Waits for a lock; nil if it is not free in time.
    private func lock(_ row: Row, isShared: Bool, for wait: Duration) throws -> Held? {
        try key.log.mapping {
            let connection = try key.log.connect()
            // It is waited for within one answer.
            connection.patience += wait / .seconds(1)
            let statements = try statements(row, isShared: isShared, for: wait, on: connection)
            do {
                if try connection.ask(statements)[2].count == 0 {
                    // The first to lock it.
                    _ = try connection.ask("ROLLBACK")
                    _ = try connection.ask(insertion(of: row, on: connection))
                    _ = try connection.ask(statements)
                }
            } catch let error as PostgresError where error.condition == .busy {
                return nil
            }
            return Held(connection, renewedEvery: renewal)
        }
    }

    private func statements(
        _ row: Row, isShared: Bool, for wait: Duration, on connection: PostgresConnection
    ) throws -> [PostgresStatement] {
        let lock: PostgresStatement = isShared ? "FOR SHARE" : "FOR UPDATE"
        return try [
            "BEGIN",
            // A time-out of 0 is none.
            """
            SELECT set_config('lock_timeout', \(.text("\(max(1, Int(wait / .milliseconds(1))))")), true),
                set_config('idle_in_transaction_session_timeout', \(.text("\(Int(patience / .milliseconds(1)))")), true)
            """,
            """
            SELECT 1 FROM mailledger.lock WHERE ledger = \(key.value(on: connection)) AND name = \(.text(row.rawValue))
            \(lock)
            """,
        ]
    }

    private func insertion(of row: Row, on connection: PostgresConnection) throws -> PostgresStatement {
        try """
        INSERT INTO mailledger.lock VALUES (\(key.value(on: connection)), \(.text(row.rawValue))) ON CONFLICT DO NOTHING
        """
    }

    /// An open transaction that has the lock, and is kept from being idle for too long.
    private final class Held: HeldLock {
        private let transaction: Transaction
        private let heartbeat: Heartbeat?

        init(_ connection: sending PostgresConnection, renewedEvery pause: Duration) {
            let transaction = Transaction(connection)
            self.transaction = transaction
            heartbeat = Heartbeat(every: pause) { transaction.ask("SELECT 1") }
            // Without a thread nothing renews it.
            if heartbeat == nil {
                _ = transaction.ask("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
            }
        }

        deinit { _ = transaction.ask("ROLLBACK") }
    }

    private final class Transaction: Sendable {
        private let connection: Mutex<PostgresConnection>

        init(_ connection: sending PostgresConnection) {
            self.connection = Mutex(connection)
        }

        /// Asks within the transaction; false when it is over.
        func ask(_ statement: PostgresStatement) -> Bool {
            connection.withLock { $0.isInTransaction && (try? $0.ask(statement)) != nil }
        }
    }
}
