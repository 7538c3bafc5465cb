public import EventLog

/// Answers for one context to the undoing of events, from the last of a plan to its first.
///
/// It reads what holds now, and keeps what its things will be after the events planned so far.
public protocol ContextUndoing {
    /// Answers the undoing of an event of this context.
    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer

    /// Takes note of an event of any context before it is undone; what it returns stands in the way.
    ///
    /// A message does not come back while what it belongs to is deleted: who knows of that says so here.
    mutating func objection(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer?
}

extension ContextUndoing {
    public mutating func objection(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer? { nil }
}

/// What is to be done to undo one event.
public enum UndoAnswer: Sendable {
    /// These events undo it; none where nothing is left of it.
    case events([ProposedEvent])
    /// Something keeps it from being undone, in words; a later change of a stream, where one is named: the plan says whose it was.
    case obstacle(String, changeOf: StreamID? = nil)
}

/// The plan that an undoing is part of.
public struct UndoWalk {
    /// The read models at the head of the log.
    public let reader: LedgerReader
    /// What is undone, in the order of recording.
    let transactions: [StoredTransaction]
    private let numbers: Set<Int64>

    init(_ reader: LedgerReader, _ transactions: [StoredTransaction]) {
        self.reader = reader
        self.transactions = transactions
        numbers = Set(transactions.map(\.number))
    }

    /// Whether a transaction is among those that the plan undoes: what it did stands in nobody's way.
    public func undoes(transaction number: Int64) -> Bool { numbers.contains(number) }
}
