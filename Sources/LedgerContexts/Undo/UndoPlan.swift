public import EventLog
public import LedgerKernel

/// The effects of an undo: compensating events, and obstacles.
public struct UndoPlan: Sendable {
    /// An operation that is undone, at least in part.
    public struct Operation: Sendable, Hashable {
        public let id: OperationID
        public let command: String
    }

    /// The latest first; at least one.
    public let operations: [Operation]
    /// The parts that later changes prevent, in words.
    public let obstacles: [String]
    /// Whether all of it was taken back before, and nothing of it is left to undo.
    public let isUndoneAlready: Bool
    package let events: [ProposedEvent]
    /// The cause that the undo records.
    package let cause: String

    /// The latest of the operations that are undone.
    public var operation: OperationID { operations[0].id }
    /// Its command.
    public var command: String { operations[0].command }
    /// The number of events to append.
    public var count: Int { events.count }
}

/// The effects of an undo on one thing.
public struct PlannedChange: Sendable {
    /// `account`, `folder` or `message`.
    public let entity: String
    public let id: String
    /// The subject of a message, the path of a folder, the address of an account.
    public let name: String?
    /// Each field that would change, from its present value to its former one.
    public let changes: [FieldChange]
}
