internal import EventLog
internal import LibPQ
internal import Synchronization

/// The id of the ledger that an address names, looked up once: every statement begins with it.
final class LedgerKey: Sendable {
    let log: PostgresLog
    private let id = Mutex<LedgerID?>(nil)

    init(of log: PostgresLog) {
        self.log = log
    }

    /// - Throws: What ``PostgresLog/identity(on:)`` throws.
    func id(on connection: PostgresConnection) throws -> LedgerID {
        if let known = id.withLock({ $0 }) { return known }
        let found = try log.identity(on: connection).id
        id.withLock { $0 = found }
        return found
    }

    func value(on connection: PostgresConnection) throws -> PostgresValue {
        try .id(id(on: connection).uniqueID)
    }
}
