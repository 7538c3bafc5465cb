public import EventLog

/// A note as a decision sees it.
public struct NoteState: Hashable, Sendable {
    public let id: NoteID
    public let stream: StreamID
    public var fields: NoteFields
    /// In the order in which they were made, those of ended messages too.
    public var links: [NoteLink]
    public var isDeleted: Bool

    public init(id: NoteID, stream: StreamID, fields: NoteFields, links: [NoteLink] = [], isDeleted: Bool = false) {
        self.id = id
        self.stream = stream
        self.fields = fields
        self.links = links
        self.isDeleted = isDeleted
    }

    /// An event at the end of the note's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }

    /// Refuses to change a note that has ended.
    func requireLive() throws(DomainError) {
        if isDeleted { throw .conflict("the note \(fields.title) has been deleted", hint: .undoDeletion) }
    }
}
