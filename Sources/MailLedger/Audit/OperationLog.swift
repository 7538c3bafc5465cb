public import EventLog

/// One invocation of a command, with all that it appended.
public struct OperationRow: Sendable, Hashable {
    public let operation: OperationID
    /// When its first transaction was recorded.
    public let time: Timestamp
    /// Nil once the header is erased.
    public let actor: String?
    public let reason: String?
    public let command: String?
    public let cause: String?
    public let firstPosition: Position
    public let lastPosition: Position
    public let events: Int
    public let transactions: Int
}

extension Ledger {
    /// Returns the latest operations, the latest first.
    public func operations(limit: Int?, offset: Int = 0) throws -> [OperationRow] {
        var rows: [OperationRow] = []
        try forEachOperation(limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends the operations one by one, the latest first; the closure returns false to stop early.
    ///
    /// Held meanwhile are the ids of those that were seen.
    public func forEachOperation(
        limit: Int? = nil, offset: Int = 0, _ body: (OperationRow) throws -> Bool
    ) throws {
        var seen: Set<OperationID> = []
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            // The transactions of one operation need not be neighbours: others may write between them.
            guard seen.insert(transaction.operation).inserted, seen.count > offset else { return true }
            guard seen.count - offset <= limit ?? .max else { return false }
            return try body(try row(for: transaction.operation))
        }
    }

    private func row(for operation: OperationID) throws -> OperationRow {
        let transactions = try store.transactions(of: operation)
        guard let first = transactions.first, let last = transactions.last else {
            throw EventLogError.corrupt("operation \(operation) has no transaction")
        }
        let header = try header(of: first)
        return OperationRow(
            operation: operation, time: first.recordedAt, actor: header?.actor, reason: header?.reason,
            command: header?.command, cause: header?.cause, firstPosition: first.firstPosition,
            lastPosition: last.lastPosition, events: transactions.reduce(0) { $0 + $1.eventCount },
            transactions: transactions.count)
    }
}
