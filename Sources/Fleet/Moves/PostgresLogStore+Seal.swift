internal import EventLog
internal import LibPQ

extension PostgresLogStore {
    /// Keeps every writer out, even of a sealed ledger, and lends the words of its seal.
    func withSealedLock<Output>(_ body: (_ seal: String?) throws -> Output) throws -> Output {
        guard access == .readWrite else { throw EventLogError.readOnly(path: log.address.description) }
        precondition(unit == nil, "a move is no part of another transaction")
        let seal = try begin(ignoringSeal: true)
        return try inTransaction { try body(seal) }
    }

    /// Whether the ledger takes writes only if a standby confirms them.
    func needsStandby() throws -> Bool {
        try first("SELECT needs_standby FROM mailledger.ledger WHERE ledger = \(id)") { try $0.next(Bool.self) } ?? true
    }

    /// Changes the seal, in the transaction that has the lock; nil lets the ledger take writes.
    func setSeal(_ seal: MoveSeal?) throws {
        _ = try write("UPDATE mailledger.head SET sealed = \(.text(seal?.description)) WHERE ledger = \(id)")
    }
}
