internal import EventLog
internal import LedgerKernel

/// The transactions that later undos reverted, gathered from the latest on: an undo that was itself undone cancels
/// nothing.
struct Cancellations {
    /// The latest undo of an operation: what the operation does after it stays.
    private var operations: [OperationID: Int64] = [:]
    private var transactions: [ClosedRange<Int64>] = []
    /// The numbers of the transactions that were passed and have no effect any more.
    private(set) var reverted: Set<Int64> = []
    /// The causes of the undos that have effect, by their numbers.
    private(set) var undos: [Int64: Cause] = [:]

    func has(_ transaction: StoredTransaction) -> Bool {
        operations[transaction.operation].map { transaction.number < $0 } ?? false || hasAlone(transaction)
    }

    /// Whether the transaction was taken back by its number, and not with its operation.
    func hasAlone(_ transaction: StoredTransaction) -> Bool {
        transactions.contains { $0.contains(transaction.number) }
    }

    /// Passes the next transaction, which either was reverted or reverts others itself.
    mutating func pass(_ transaction: StoredTransaction) throws {
        if has(transaction) { reverted.insert(transaction.number) } else { try take(transaction) }
    }

    /// Records the transactions that a transaction reverted; false if it is no undo.
    @discardableResult
    mutating func take(_ transaction: StoredTransaction) throws -> Bool {
        guard let cause = try transaction.openedHeader()?.cause.map(Cause.init) else { return false }
        switch cause {
        case .undo(let operation): operations[operation] = max(operations[operation] ?? 0, transaction.number)
        case .undoOfTransactions(let ranges): transactions += ranges
        default: return false
        }
        undos[transaction.number] = cause
        return true
    }
}
