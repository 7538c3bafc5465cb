internal import CivilTime
internal import EventLog
internal import MailLedger

/// Makes the commands that come right behind each other one operation, so that one key press is one undo.
struct SessionOperation {
    private static let pause: Int64 = 1_000_000
    private static let longest: Int64 = 10_000_000
    /// If others record more than this meanwhile, the operation ends without a look at it.
    private static let mostTransactions: Int64 = 100
    private var current: Current?

    private struct Current {
        let id: OperationID
        let began: Int64
        var last: Int64
        /// The last transaction of the log before the last change.
        var transaction: Int64
    }

    /// Returns the operation of a change at a moment: the last one, if it was a moment ago and was not undone since.
    mutating func next(_ ledger: Ledger) throws -> OperationID {
        let now = ledger.environment.log.now().microseconds
        let head = try ledger.store.head().transaction
        if var current, now - current.last <= Self.pause, now - current.began <= Self.longest, now >= current.last,
            try !Self.isUndone(current, through: head, in: ledger.store)
        {
            (current.last, current.transaction) = (now, head)
            self.current = current
            return current.id
        }
        let id = OperationID(ledger.environment.newID())
        current = Current(id: id, began: now, last: now, transaction: head)
        return id
    }

    /// Lets the next change be an operation of its own.
    mutating func end() { current = nil }

    private static func isUndone(_ current: Current, through head: Int64, in store: any LogStore) throws -> Bool {
        guard head > current.transaction else { return false }
        guard head - current.transaction <= mostTransactions else { return true }
        return try (current.transaction + 1...head).contains { number in
            try store.transaction(number)?.openedHeader()?.cause.map(Cause.init) == .undo(current.id)
        }
    }
}
