internal import EventLog
internal import LedgerKernel

/// The transactions that later undos reverted, gathered from the latest on: an undo that was itself undone cancels
/// nothing.
struct Cancellations {
    private var operations: Set<OperationID> = []
    private var transactions: [ClosedRange<Int64>] = []

    func has(_ transaction: StoredTransaction) -> Bool {
        operations.contains(transaction.operation) || hasAlone(transaction)
    }

    /// Whether the transaction was taken back by its number, and not with its operation.
    func hasAlone(_ transaction: StoredTransaction) -> Bool {
        transactions.contains { $0.contains(transaction.number) }
    }

    /// Records the transactions that a transaction reverted; false if it is no undo.
    @discardableResult
    mutating func take(_ header: TransactionHeader?) -> Bool {
        switch header?.cause.map(Cause.init) {
        case .undo(let operation): operations.insert(operation)
        case .undoOfTransactions(let ranges): transactions += ranges
        default: return false
        }
        return true
    }
}
