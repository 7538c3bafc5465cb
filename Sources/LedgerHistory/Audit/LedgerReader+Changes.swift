public import CivilTime
package import Cryptography
public import EventLog
public import LedgerKernel
public import Projections

/// The changes of a transaction in the read models.
public struct TransactionChanges: Sendable, Hashable {
    /// The number of the transaction.
    public let transaction: Int64
    public let operation: OperationID
    public let recordedAt: Timestamp
    /// The position of its last event, behind which the next transaction comes.
    public let position: Position
    public let changes: [EntityChange]
    /// Its actor, program and reason; nil once they were erased.
    public let header: TransactionHeader?
}

extension LedgerReader {
    /// Lends what changed behind a position, in order and as far as the read models have come.
    public func forEachChange(after position: Position, _ body: (EntityChange) throws -> Bool) throws {
        try ChangesQuery(on: connection, adding: contexts.addedThings).forEach(
            after: position, through: self.position, body)
    }

    /// Lends the unread mail behind a position, without mail from the ledger's own accounts, spam, and muted threads.
    public func forEachArrival(after position: Position, _ body: (MessageRow) throws -> Bool) throws {
        try ArrivalsQuery(on: connection).forEach(after: position, body)
    }

    /// Returns the changes of the first transaction behind a position; nil if there is none yet.
    ///
    /// If the position is within a transaction, the rest of it counts. A transaction that changed no row has no
    /// changes.
    public func nextChanges(after position: Position) throws -> TransactionChanges? {
        guard position < self.position else { return nil }
        let next = EventSelection(after: position, through: position.advanced(by: 1))
        guard let event = try store.events(next).first ?? nextEvent(after: position),
            let transaction = try store.transaction(event.transaction)
        else { return nil }
        var changes: [EntityChange] = []
        try ChangesQuery(on: connection, adding: contexts.addedThings).forEach(
            after: position, through: transaction.lastPosition
        ) { change in
            changes.append(change)
            return true
        }
        return TransactionChanges(
            transaction: transaction.number, operation: transaction.operation, recordedAt: transaction.recordedAt,
            position: transaction.lastPosition, changes: changes, header: try transaction.openedHeader())
    }

    /// Returns the next event that a reader of some accounts sees, where the one at the next position is of another account.
    private func nextEvent(after position: Position) throws -> StoredEvent? {
        var next: StoredEvent?
        for account in part?.accounts ?? [] {
            let end = next?.position ?? self.position
            try store.forEach(EventSelection(after: position, through: end, account: account)) { event in
                next = event
                return false
            }
        }
        return next
    }

    /// Returns the leaf of the Merkle tree at a position; nil at the start of the log.
    package func recordedLeaf(at position: Position) throws -> SHA256Digest? {
        try store.recordedLeaf(at: position)
    }

    /// Returns the position of the last event of a thing's stream, as far as the read models have come.
    public func lastPosition(of stream: StreamID) throws -> Position? {
        try store.events(EventSelection(through: position, stream: stream, isBackward: true)).first?.position
    }
}
