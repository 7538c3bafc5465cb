public import EventLog

/// Answers for one context to the undoing of events, from the last of a plan to its first.
///
/// It reads the present state, and keeps the state of its things after the events planned so far.
public protocol ContextUndoing {
    /// Answers the undoing of an event of this context.
    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer

    /// Examines an event of any context before it is undone; an answer that it returns prevents the undo.
    ///
    /// A message does not come back while something that it belongs to is deleted: a context that knows of that objects
    /// here.
    mutating func objection(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer?
}

extension ContextUndoing {
    public mutating func objection(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer? { nil }
}

/// The answer to the undo of one event.
public enum UndoAnswer: Sendable {
    /// These events undo it; none if nothing is left of it.
    case events([ProposedEvent])
    /// A reason that prevents the undo, in words; it may name the stream of a thing that was changed since.
    ///
    /// The plan then adds the last operation that set one of the fields, and its author. The fields have their names in
    /// events; `is_deleted` is the end of a thing. Without names, they are those of the undone event that have other
    /// values since.
    case obstacle(String, changeOf: StreamID? = nil, fields: [String]? = nil)
}

/// The plan that an undoing is part of.
public struct UndoWalk {
    /// The read models at the head of the log.
    public let reader: LedgerReader
    /// The transactions to undo, in the order of recording.
    package let transactions: [StoredTransaction]
    private let numbers: Set<Int64>

    package init(_ reader: LedgerReader, _ transactions: [StoredTransaction]) {
        self.reader = reader
        self.transactions = transactions
        numbers = Set(transactions.map(\.number))
    }

    /// Whether the plan undoes a transaction, so that its effects prevent nothing.
    public func undoes(transaction number: Int64) -> Bool { numbers.contains(number) }
}
