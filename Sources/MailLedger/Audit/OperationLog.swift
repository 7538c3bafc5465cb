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
    public func operations(limit: Int?) throws -> [OperationRow] {
        var seen: Set<OperationID> = []
        var rows: [OperationRow] = []
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            guard rows.count < limit ?? .max else { return false }
            guard seen.insert(transaction.operation).inserted else { return true }
            rows.append(try row(for: transaction.operation))
            return true
        }
        return rows
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
