internal import EventLog
package import MailLedger
internal import Parallel

/// The locks of a ledger on a server: leases, as cursors have them.
///
/// An open transaction would be a lock, too, and free with its process. But its holder needs another session to work
/// with, and a pooler may have none left: two such holders could keep each other waiting for ever. The lease of a
/// process that is killed, or stands still, ends by itself.
package final class PostgresLocks: LedgerLocks {
    private let leases: PostgresCursors

    /// The name of the lease; no cursor can have it.
    private static let erasure = "/erasure"
    private static let pause = 50

    /// - Parameters:
    ///   - connection: A connection to the database of the log.
    ///   - lease: How long a holder that stands still keeps a lock.
    package init(of log: PostgresLog, on connection: SharedConnection, lease: Duration = .seconds(30)) {
        leases = PostgresCursors(of: log, on: connection, lease: lease)
    }

    /// Locks nothing: contents are stored in the transaction of the events that name them, and a collector has the
    /// writer's lock while it looks and removes.
    package func lockContent(_ use: ContentUse, patience: Duration) -> any HeldLock { NoLock() }

    package func lockErasure(patience: Duration) throws -> (any HeldLock)? {
        let end = ContinuousClock.now + patience
        while true {
            do {
                return try Held(leases.claim(Self.erasure))
            } catch CursorError.inUse {
                guard ContinuousClock.now < end else { return nil }
                BlockingThread.pause(milliseconds: Self.pause)
            }
        }
    }

    private final class NoLock: HeldLock {}

    private final class Held: HeldLock {
        private let claim: any CursorClaim

        init(_ claim: any CursorClaim) {
            self.claim = claim
        }
    }
}
