public import EventLog

/// An answer of a list that is kept up to date.
public struct LiveAnswer<Row: Identifiable & Equatable & Sendable>: Sendable {
    public let rows: [Row]
    /// What is different from the answer before; in the first answer all rows are inserted.
    public let difference: ListDifference
    /// The position of the log that the rows are of.
    public let position: Position
    /// The transaction that changed them, the last one of several (``LivePace/latest``); nil for the first answer.
    public let transaction: StoredTransaction?
    /// Its actor, program and reason; nil once they were erased, and for the first answer.
    public let header: TransactionHeader?
}

/// When a list that has changed is answered again.
public enum LivePace: Sendable, Hashable {
    /// One answer for each transaction that changes the rows, in order, also for those that came together.
    case everyTransaction
    /// One answer for all transactions that came meanwhile: for a screen that only shows the present.
    case latest
}
