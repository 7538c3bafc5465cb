internal import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Notes
internal import Projections
public import WireModels

/// Adds a note, alone or on messages and threads.
///
/// - Throws: ``DomainError/invalid(field:reason:hint:)`` for a value that no note may have and for a folder that is no notebook;
///   ``DomainError/notFound(kind:name:place:similar:hint:)`` for a folder or a message that does not live.
public struct AddNoteRequest: LedgerCommand {
    public static let name = "add-note"
    public typealias Answer = Made<NoteForm>
    public var title: String
    public var transcript: String?
    public var summary: String?
    /// The length of its recording, in seconds.
    public var duration: Int?
    /// The path of a notebook.
    public var folder: String?
    public var tags: [String]?
    public var isPinned: Bool?
    /// Whether a model has worked on it.
    public var isAIProcessed: Bool?
    /// The messages and threads that it is attached to from the start.
    public var links: [RequestedLink]?

    enum CodingKeys: String, CodingKey {
        case title, transcript, summary, duration, folder, tags
        case isPinned = "is_pinned"
        case isAIProcessed = "ai_processed"
        case links
    }

    public init(
        title: String, transcript: String? = nil, summary: String? = nil, duration: Int? = nil, folder: String? = nil,
        tags: [String]? = nil, isPinned: Bool? = nil, isAIProcessed: Bool? = nil, links: [RequestedLink]? = nil
    ) {
        self.title = title
        self.transcript = transcript
        self.summary = summary
        self.duration = duration
        self.folder = folder
        self.tags = tags
        self.isPinned = isPinned
        self.isAIProcessed = isAIProcessed
        self.links = links
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let fields = NoteFields(
            title: title, transcript: transcript ?? "", summary: summary, duration: duration,
            folder: try folder.map { try reader.folder($0).id }, tags: try [NoteTag](requested: tags ?? []),
            isPinned: isPinned ?? false, isAIProcessed: isAIProcessed ?? false)
        let id = NoteID(reader.environment.newID())
        let events = try AddNote(fields, on: (links ?? []).map { try $0.resolved(in: reader) }).decide(
            as: id, in: reader)
        return .made(events) { NoteForm(try $0.shownNote(id.description)) }
    }
}

/// An attachment of a note to a message or thread.
public struct RequestedLink: Codable, Hashable, Sendable {
    /// The first digits of a message's id.
    public var message: String
    /// Whether the link is to the message alone, or to its thread; the message if it is nil.
    public var scope: NoteLink.Scope?

    public init(message: String, scope: NoteLink.Scope? = nil) {
        self.message = message
        self.scope = scope
    }

    /// - Parameter includingDeleted: Whether to include messages that have ended.
    func resolved(in reader: LedgerReader, includingDeleted: Bool = false) throws -> NoteLink {
        NoteLink(
            message: try reader.messageID(message, includingDeleted: includingDeleted), scope: scope ?? .message)
    }
}

/// Changes the fields of a note.
public struct ChangeNoteRequest: LedgerCommand {
    public static let name = "change-note"
    public typealias Answer = SettingsChangeForm
    /// Its title, or the first digits of its id.
    public var note: String
    public var changes: RequestedNoteChanges

    public init(note: String, changes: RequestedNoteChanges) {
        self.note = note
        self.changes = changes
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try changes.command(in: reader).decide(reader.noteState(note), in: reader))
    }
}

/// The changes of a note; omitted values stay unchanged.
public struct RequestedNoteChanges: Codable, Hashable, Sendable {
    public var title: String?
    public var transcript: String?
    /// An empty one takes it away.
    public var summary: String?
    /// In seconds; 0 takes it away.
    public var duration: Int?
    /// The path of a notebook; null takes the note out of the one that it is in.
    public var folder: FieldUpdate<String>
    /// All that the note is to have.
    public var tags: [String]?
    public var addingTags: [String]?
    public var removingTags: [String]?
    public var isPinned: Bool?
    public var isArchived: Bool?
    public var isAIProcessed: Bool?

    enum CodingKeys: String, CodingKey {
        case title, transcript, summary, duration, folder, tags
        case addingTags = "adding_tags"
        case removingTags = "removing_tags"
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case isAIProcessed = "ai_processed"
    }

    public init(
        title: String? = nil, transcript: String? = nil, summary: String? = nil, duration: Int? = nil,
        folder: FieldUpdate<String> = .keep, tags: [String]? = nil, addingTags: [String]? = nil,
        removingTags: [String]? = nil, isPinned: Bool? = nil, isArchived: Bool? = nil, isAIProcessed: Bool? = nil
    ) {
        self.title = title
        self.transcript = transcript
        self.summary = summary
        self.duration = duration
        self.folder = folder
        self.tags = tags
        self.addingTags = addingTags
        self.removingTags = removingTags
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isAIProcessed = isAIProcessed
    }

    func command(in reader: LedgerReader) throws -> ChangeNote {
        var command = ChangeNote()
        command.title = title
        command.transcript = transcript
        command.summary = summary
        command.duration = duration
        switch folder {
        case .keep: break
        case .clear: command.filing = .unfiled
        case .set(let name): command.filing = .folder(try reader.folder(name).id)
        }
        command.tags = try tags.map { try [NoteTag](requested: $0) }
        command.addingTags = try [NoteTag](requested: addingTags ?? [])
        command.removingTags = try [NoteTag](requested: removingTags ?? [])
        command.isPinned = isPinned
        command.isArchived = isArchived
        command.isAIProcessed = isAIProcessed
        return command
    }
}

/// Puts a note on messages and threads, or takes it off them.
public struct LinkNoteRequest: LedgerCommand {
    public static let name = "link-note"
    public typealias Answer = SettingsChangeForm
    public var note: String
    public var adding: [RequestedLink]?
    /// Links to remove, even of messages that have ended.
    public var removing: [RequestedLink]?

    public init(note: String, adding: [RequestedLink]? = nil, removing: [RequestedLink]? = nil) {
        self.note = note
        self.adding = adding
        self.removing = removing
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard adding != nil || removing != nil else {
            throw DomainError.invalid(field: "adding", reason: "is missing, and so is removing")
        }
        let command = LinkNote(
            adding: try (adding ?? []).map { try $0.resolved(in: reader) },
            removing: try (removing ?? []).map { try $0.resolved(in: reader, includingDeleted: true) })
        return .settings(try command.decide(reader.noteState(note)))
    }
}

/// Ends a note, and its actions with it.
public struct DeleteNoteRequest: LedgerCommand {
    public static let name = "delete-note"
    public typealias Answer = OutcomeForm
    public var note: String
    /// The version that the caller knows; the command is refused where the note has another one.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case note
        case expectedVersion = "expected_version"
    }

    public init(note: String, expectedVersion: Int? = nil) {
        self.note = note
        self.expectedVersion = expectedVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let state = try reader.noteState(note)
        try reader.require(version: expectedVersion, of: "note", state.id.description, state.stream)
        return .outcome(of: 1, DeleteNote().decide(state))
    }
}

extension AddNote {
    /// Decides on a note with an id, in a notebook that lives.
    func decide(as id: NoteID, in reader: LedgerReader) throws -> [ProposedEvent] {
        if let folder = fields.folder { try reader.requireNotebook(folder) }
        return try decide { id.uniqueID }
    }
}

extension ChangeNote {
    /// Decides on a change of a note, which goes to no folder but a notebook that lives.
    func decide(_ note: NoteState, in reader: LedgerReader) throws -> [ProposedEvent] {
        if case .folder(let folder)? = filing { try reader.requireNotebook(folder) }
        return try decide(note)
    }
}
