public import EventLog

/// A note as a decision sees it.
public struct NoteState: Hashable, Sendable {
    public let id: NoteID
    public let stream: StreamID
    public var fields: NoteFields
    /// In the order in which they were made, those of ended messages too.
    public var links: [NoteLink]
    public var isDeleted: Bool
    /// The number of parts of the transcript in a row, behind an event that has the whole: ``TextChange/parts``.
    public var transcriptParts: Int

    public init(
        id: NoteID, stream: StreamID, fields: NoteFields, links: [NoteLink] = [], isDeleted: Bool = false,
        transcriptParts: Int = 0
    ) {
        self.id = id
        self.stream = stream
        self.fields = fields
        self.links = links
        self.isDeleted = isDeleted
        self.transcriptParts = transcriptParts
    }

    /// An event at the end of the note's stream.
    public func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }

    /// The event that leads to other fields; nil if they are equal.
    public func changed(to new: NoteFields) -> NoteChanged? {
        NoteChanged(note: id, from: fields, to: new, afterParts: transcriptParts)
    }

    /// Refuses to change a note that has ended.
    func requireLive() throws(DomainError) {
        if isDeleted { throw .conflict("the note \(fields.title) has been deleted", hint: .undoDeletion) }
    }
}
