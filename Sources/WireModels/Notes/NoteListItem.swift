public import EventLog
internal import Notes

/// A note in a list.
public struct NoteListItem: Codable, Hashable, Sendable, Identifiable {
    public let id: UniqueID
    public let title: String
    /// The first 100 characters of the transcript.
    public let preview: String
    /// Seconds of its recording.
    public let duration: Int?
    public let folderId: UniqueID?
    public let tags: [String]
    public let isPinned: Bool
    /// The number of its actions, of all four kinds.
    public let actionCount: Int
    public let calendarCount: Int
    public let emailCount: Int
    public let reminderCount: Int
    public let createdAt: WireTime

    enum CodingKeys: String, CodingKey {
        case id, title, preview, duration
        case folderId = "folder_id"
        case tags
        case isPinned = "is_pinned"
        case actionCount = "action_count"
        case calendarCount = "calendar_count"
        case emailCount = "email_count"
        case reminderCount = "reminder_count"
        case createdAt = "created_at"
    }

    public init(
        id: UniqueID, title: String, preview: String, duration: Int? = nil, folderId: UniqueID? = nil,
        tags: [String] = [], isPinned: Bool = false, actionCount: Int = 0, calendarCount: Int = 0,
        emailCount: Int = 0, reminderCount: Int = 0, createdAt: WireTime
    ) {
        self.id = id
        self.title = title
        self.preview = preview
        self.duration = duration
        self.folderId = folderId
        self.tags = tags
        self.isPinned = isPinned
        self.actionCount = actionCount
        self.calendarCount = calendarCount
        self.emailCount = emailCount
        self.reminderCount = reminderCount
        self.createdAt = createdAt
    }

    /// Makes the line of a note.
    public init(_ note: NoteResponse) {
        func count(_ type: ActionType) -> Int { note.actions.count { $0.actionType == type } }
        self.init(
            id: note.id, title: note.title, preview: String(note.transcript.prefix(NoteResponse.excerptLength)),
            duration: note.duration, folderId: note.folderId, tags: note.tags, isPinned: note.isPinned,
            actionCount: note.actions.count, calendarCount: count(.calendar), emailCount: count(.email),
            reminderCount: count(.reminder), createdAt: note.createdAt)
    }
}

/// A page of a list of notes.
public typealias NoteListResponse = Page<NoteListItem>

extension NoteListItem {
    public var hasActions: Bool { actionCount > 0 }

    /// The number of next steps: actions of none of the kinds with a count of their own.
    public var nextStepCount: Int { max(0, actionCount - calendarCount - emailCount - reminderCount) }

    /// The sum over all kinds, next steps among them: ``actionCount`` again.
    public var totalActionCount: Int { calendarCount + emailCount + reminderCount + nextStepCount }

    public var hasFolder: Bool { folderId != nil }
    public var hasDuration: Bool { (duration ?? 0) > 0 }

    /// The length of its recording, as in `3m 20s` or `45s`; empty if there is none.
    public var durationFormatted: String {
        guard let duration, duration > 0 else { return "" }
        let (minutes, seconds) = duration.quotientAndRemainder(dividingBy: 60)
        return minutes > 0 ? "\(minutes)m \(seconds)s" : "\(seconds)s"
    }
}
