internal import CivilTime
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
public import Notes
internal import Projections
internal import QueryLanguage

/// The notes to select; all conditions must be met.
public struct RequestedNotes: Codable, Hashable, Sendable {
    /// Each has to be in the title, the text, the summary or a tag; a final `*` matches any ending.
    public var words: [String]?
    /// The path of a notebook.
    public var folder: String?
    /// Whether to select only notes without a notebook.
    public var isUnfiled: Bool?
    /// A note has all of them.
    public var tags: [String]?
    /// The first digits of the id of a message: those on it or on its thread.
    public var message: String?
    public var isPinned: Bool?
    /// False if it is nil.
    public var isArchived: Bool?
    /// Whether to include archived ones.
    public var includesArchived: Bool?
    /// Since when they were made.
    public var since: String?
    /// Until when they were made, to the end of it.
    public var until: String?

    enum CodingKeys: String, CodingKey {
        case words, folder
        case isUnfiled = "is_unfiled"
        case tags, message
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case includesArchived = "include_archived"
        case since, until
    }

    public init(
        words: [String]? = nil, folder: String? = nil, isUnfiled: Bool? = nil, tags: [String]? = nil,
        message: String? = nil, isPinned: Bool? = nil, isArchived: Bool? = nil, includesArchived: Bool? = nil,
        since: String? = nil,
        until: String? = nil
    ) {
        self.words = words
        self.folder = folder
        self.isUnfiled = isUnfiled
        self.tags = tags
        self.message = message
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.includesArchived = includesArchived
        self.since = since
        self.until = until
    }

    func filter(in reader: LedgerReader) throws -> NoteFilter {
        var filter = try NoteFilter(words: words ?? [])
        filter.isUnfiled = isUnfiled ?? false
        filter.tags = try [NoteTag](requested: tags ?? [])
        filter.isPinned = isPinned
        filter.isArchived = isArchived ?? (includesArchived == true ? nil : false)
        let made = try Bounds(since: since, until: until, in: reader.environment.queryContext)
        filter.since = made.lower.map(Timestamp.init(microseconds:))
        filter.until = made.upper.map(Timestamp.init(microseconds:))
        filter.folder = try folder.map { try reader.folder($0).id }
        filter.message = try message.map { try reader.messageStream($0) }
        return filter
    }
}

/// The actions to select; all conditions must be met.
public struct RequestedActions: Codable, Hashable, Sendable {
    public var kind: ActionKind?
    /// By default the actions that are still to be done: pending and created.
    public var statuses: [ActionStage]?
    public var priority: ActionUrgency?
    /// The title of a note, or the first digits of its id.
    public var note: String?
    /// The first digits of the id of a message.
    public var message: String?
    /// Since when their time is.
    public var since: String?
    /// Until when their time is, to the end of it.
    public var until: String?

    public init(
        kind: ActionKind? = nil, statuses: [ActionStage]? = nil, priority: ActionUrgency? = nil, note: String? = nil,
        message: String? = nil, since: String? = nil, until: String? = nil
    ) {
        self.kind = kind
        self.statuses = statuses
        self.priority = priority
        self.note = note
        self.message = message
        self.since = since
        self.until = until
    }

    func filter(in reader: LedgerReader) throws -> ActionFilter {
        var filter = ActionFilter()
        filter.kind = kind
        filter.stages = statuses ?? [.pending, .created]
        filter.priority = priority
        let times = try Bounds(since: since, until: until, in: reader.environment.queryContext)
        filter.since = times.lower.map(Timestamp.init(microseconds:))
        filter.until = times.upper.map(Timestamp.init(microseconds:))
        filter.note = try note.map { try reader.note($0).id }
        filter.message = try message.map { try reader.message($0).id }
        return filter
    }
}

extension [NoteTag] {
    /// Reads tags, and says as a decision why one is none.
    init(requested texts: [String]) throws {
        self = try texts.map { text in
            do throws(ValueError) {
                return try NoteTag(text)
            } catch {
                throw DomainError.invalid(field: error.field, reason: error.reason.rawValue)
            }
        }
    }
}
