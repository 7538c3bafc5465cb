public import EventLog

/// The state of an action that decisions use.
public struct ActionState: Hashable, Sendable {
    public let id: ActionID
    public let stream: StreamID
    public let holder: ActionHolder
    public let kind: ActionKind
    public var fields: ActionFields
    public var progress: ActionProgress
    /// Whether the action itself was deleted; the deletion of its note is a state of the note.
    public var isDeleted: Bool

    public init(
        id: ActionID, stream: StreamID, holder: ActionHolder, kind: ActionKind, fields: ActionFields,
        progress: ActionProgress = ActionProgress(), isDeleted: Bool = false
    ) {
        self.id = id
        self.stream = stream
        self.holder = holder
        self.kind = kind
        self.fields = fields
        self.progress = progress
        self.isDeleted = isDeleted
    }

    /// An event at the end of the action's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }

    /// Refuses to change an action that has ended.
    func requireLive() throws(DomainError) {
        if isDeleted { throw .conflict("the action \(fields.title) has been deleted", hint: .undoDeletion) }
    }
}
