public import EventLog

/// What undoing an operation would do: compensating events, and what stands in their way.
public struct UndoPlan: Sendable {
    public let operation: OperationID
    /// The command that is undone.
    public let command: String
    /// How many events would be appended.
    public var count: Int { events.count }
    /// What later changes keep from being undone, in words.
    public let obstacles: [String]
    /// Whether all of it was taken back before, and nothing of it is left to undo.
    public let isUndoneAlready: Bool
    let events: [ProposedEvent]
}
