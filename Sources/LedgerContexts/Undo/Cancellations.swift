internal import EventLog
internal import LedgerKernel

/// The transactions that later undos reverted, gathered from the latest on: an undo that was itself undone cancels
/// nothing.
struct Cancellations {
    /// The latest undo of an operation: what the operation does after it stays.
    private var operations: [OperationID: Int64] = [:]
    private var transactions: [ClosedRange<Int64>] = []

    func has(_ transaction: StoredTransaction) -> Bool {
        operations[transaction.operation].map { transaction.number < $0 } ?? false || hasAlone(transaction)
    }

    /// Whether the transaction was taken back by its number, and not with its operation.
    func hasAlone(_ transaction: StoredTransaction) -> Bool {
        transactions.contains { $0.contains(transaction.number) }
    }

    /// Records the transactions that a transaction reverted; false if it is no undo.
    @discardableResult
    mutating func take(_ transaction: StoredTransaction) throws -> Bool {
        switch try transaction.openedHeader()?.cause.map(Cause.init) {
        case .undo(let operation): operations[operation] = max(operations[operation] ?? 0, transaction.number)
        case .undoOfTransactions(let ranges): transactions += ranges
        default: return false
        }
        return true
    }
}
