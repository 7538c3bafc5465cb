public import EventLog

/// Adds a note, alone or on messages and threads.
public struct AddNote: Hashable, Sendable {
    public var fields: NoteFields
    /// The messages and threads that it is attached to from the start.
    public var links: [NoteLink]

    public init(_ fields: NoteFields, on links: [NoteLink] = []) {
        self.fields = fields
        self.links = links
    }

    /// Decides on the event that begins the note, followed by one for each link.
    public func decide(newID: () -> UniqueID) throws -> [ProposedEvent] {
        var fields = fields
        fields.tags = fields.tags.distinct
        try fields.check()
        let id = NoteID(newID())
        var seen: Set<NoteLink> = []
        return [ProposedEvent(NoteAdded(id: id, fields: fields), target: .noStream, account: .none)]
            + links.filter { seen.insert($0).inserted }.map {
                ProposedEvent(NoteLinked(note: id, link: $0), target: .any(.started(0)), account: .none)
            }
    }
}

/// Changes the fields of a note; a value that is nil stays unchanged.
public struct ChangeNote: Hashable, Sendable {
    /// The new notebook of a note.
    public enum Filing: Hashable, Sendable {
        case unfiled
        case folder(FolderID)
    }

    public var title: String?
    public var transcript: String?
    /// An empty one takes the summary away.
    public var summary: String?
    /// In seconds; 0 takes it away.
    public var duration: Int?
    public var filing: Filing?
    /// All that the note is to have, in this order.
    public var tags: [NoteTag]?
    /// Tags that are put behind those which it has, and tags that are removed.
    public var addingTags: [NoteTag] = []
    public var removingTags: [NoteTag] = []
    public var isPinned: Bool?
    public var isArchived: Bool?
    public var isAIProcessed: Bool?
    public var audio: NoteAudio?

    public init() {}

    /// Decides on one event with every field that changes, and on none if all is so already.
    public func decide(_ note: NoteState) throws -> [ProposedEvent] {
        try note.requireLive()
        var fields = note.fields
        if let title { fields.title = title }
        if let transcript { fields.transcript = transcript }
        if let summary { fields.summary = summary.isEmpty ? nil : summary }
        if let duration { fields.duration = duration == 0 ? nil : duration }
        switch filing {
        case nil: break
        case .unfiled?: fields.folder = nil
        case .folder(let folder)?: fields.folder = folder
        }
        if let tags { fields.tags = tags }
        fields.tags = (fields.tags.filter { !removingTags.contains($0) } + addingTags).distinct
        if let isPinned { fields.isPinned = isPinned }
        if let isArchived { fields.isArchived = isArchived }
        if let isAIProcessed { fields.isAIProcessed = isAIProcessed }
        if let audio { fields.audio = audio }
        try fields.check()
        return note.changed(to: fields).map { [note.event($0)] } ?? []
    }
}

/// Puts a note on messages and threads, or takes it off them.
public struct LinkNote: Hashable, Sendable {
    public var adding: [NoteLink]
    public var removing: [NoteLink]

    public init(adding: [NoteLink] = [], removing: [NoteLink] = []) {
        self.adding = adding
        self.removing = removing
    }

    /// Decides on an event for each link that is new or goes.
    public func decide(_ note: NoteState) throws -> [ProposedEvent] {
        try note.requireLive()
        var links = Set(note.links)
        return removing.filter { links.remove($0) != nil }.map { note.event(NoteUnlinked(note: note.id, link: $0)) }
            + adding.filter { links.insert($0).inserted }.map { note.event(NoteLinked(note: note.id, link: $0)) }
    }
}

/// Ends a note, and its actions with it.
public struct DeleteNote: Hashable, Sendable {
    public init() {}

    public func decide(_ note: NoteState) -> [ProposedEvent] {
        note.isDeleted ? [] : [note.event(NoteDeleted(note: note.id))]
    }
}

/// Brings back a note that was deleted.
public struct RestoreNote: Hashable, Sendable {
    public init() {}

    public func decide(_ note: NoteState) -> [ProposedEvent] {
        note.isDeleted ? [note.event(NoteRestored(note: note.id))] : []
    }
}
