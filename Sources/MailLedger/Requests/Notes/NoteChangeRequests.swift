internal import EventLog
public import Notes
internal import Projections
public import WireModels

/// Adds a note, alone or on messages and threads.
public struct AddNoteRequest: LedgerWork {
    public static let name = "add-note"
    public typealias Answer = Made<NoteForm>
    public var title: String
    public var transcript: String?
    public var summary: String?
    /// How long its recording is, in seconds.
    public var duration: Int?
    /// The path of a notebook.
    public var folder: String?
    public var tags: [String]?
    public var isPinned: Bool?
    /// Whether a model has worked on it.
    public var isAIProcessed: Bool?
    /// What it is on from the start.
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

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let fields = NoteFields(
            title: title, transcript: transcript ?? "", summary: summary, duration: duration,
            folder: try folder.map { name in try ledger.read { try $0.folder(name).id } },
            tags: try [NoteTag](requested: tags ?? []), isPinned: isPinned ?? false,
            isAIProcessed: isAIProcessed ?? false)
        let links = try (links ?? []).map { try $0.resolved(in: ledger) }
        let added = try ledger.addNote(AddNote(fields, on: links), context: call.context, dryRun: call.isDryRun)
        guard !call.isDryRun else { return .looked(changed: 1) }
        let shown = try ledger.read { try $0.shownNote(added.id.description) }
        return CommandResult(.done(NoteForm(shown)), operation: added.receipt?.operation)
    }
}

/// What a note is on.
public struct RequestedLink: Codable, Hashable, Sendable {
    /// The first digits of a message's id.
    public var message: String
    /// Whether the message alone is meant, or the thread that it is in; the message where nothing is said.
    public var scope: NoteLink.Scope?

    public init(message: String, scope: NoteLink.Scope? = nil) {
        self.message = message
        self.scope = scope
    }

    /// - Parameter includingDeleted: Whether messages are meant, too, that have ended.
    func resolved(in ledger: Ledger, includingDeleted: Bool = false) throws -> NoteLink {
        NoteLink(
            message: try ledger.messageID(message, includingDeleted: includingDeleted), scope: scope ?? .message)
    }
}

/// Changes what a note says and how it is kept.
public struct ChangeNoteRequest: LedgerWork {
    public static let name = "change-note"
    public typealias Answer = SettingsChangeForm
    /// Its title, or the first digits of its id.
    public var note: String
    public var changes: RequestedNoteChanges

    public init(note: String, changes: RequestedNoteChanges) {
        self.note = note
        self.changes = changes
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.changeNote(note, changes.command(in: ledger), context: call.context, dryRun: call.isDryRun),
            from: ledger, in: call)
    }
}

/// What is to be changed of a note; what is left out stays.
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

    func command(in ledger: Ledger) throws -> ChangeNote {
        var command = ChangeNote()
        command.title = title
        command.transcript = transcript
        command.summary = summary
        command.duration = duration
        switch folder {
        case .keep: break
        case .clear: command.filing = .unfiled
        case .set(let name): command.filing = .folder(try ledger.read { try $0.folder(name).id })
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
public struct LinkNoteRequest: LedgerWork {
    public static let name = "link-note"
    public typealias Answer = SettingsChangeForm
    public var note: String
    public var adding: [RequestedLink]?
    /// Of messages that have ended, too.
    public var removing: [RequestedLink]?

    public init(note: String, adding: [RequestedLink]? = nil, removing: [RequestedLink]? = nil) {
        self.note = note
        self.adding = adding
        self.removing = removing
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        guard adding != nil || removing != nil else {
            throw DomainError.invalid(field: "adding", reason: "is missing, and so is removing")
        }
        let command = LinkNote(
            adding: try (adding ?? []).map { try $0.resolved(in: ledger) },
            removing: try (removing ?? []).map { try $0.resolved(in: ledger, includingDeleted: true) })
        return try CommandResult(
            ledger.linkNote(note, command, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Ends a note, and its actions with it.
public struct DeleteNoteRequest: LedgerWork {
    public static let name = "delete-note"
    public typealias Answer = OutcomeForm
    public var note: String

    public init(note: String) {
        self.note = note
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            of: 1, try ledger.deleteNote(note, context: call.context, dryRun: call.isDryRun), in: call)
    }
}
