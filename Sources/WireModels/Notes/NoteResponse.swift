public import EventLog

/// A note with its actions.
public struct NoteResponse: Codable, Hashable, Sendable, Identifiable {
    public var id: UniqueID
    public var title: String
    public var transcript: String
    public var summary: String?
    /// Seconds of its recording.
    public var duration: Int?
    public var audioUrl: String?
    public var folderId: UniqueID?
    public var folderName: String?
    public var tags: [String]
    public var isPinned: Bool
    public var isArchived: Bool
    public var aiProcessed: Bool
    public var actions: [ActionResponse]
    public var createdAt: WireTime
    public var updatedAt: WireTime

    enum CodingKeys: String, CodingKey {
        case id, title, transcript, summary, duration
        case audioUrl = "audio_url"
        case folderId = "folder_id"
        case folderName = "folder_name"
        case tags
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case aiProcessed = "ai_processed"
        case actions
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    public init(
        id: UniqueID, title: String, transcript: String, summary: String? = nil, duration: Int? = nil,
        audioUrl: String? = nil, folderId: UniqueID? = nil, folderName: String? = nil, tags: [String] = [],
        isPinned: Bool = false, isArchived: Bool = false, aiProcessed: Bool = false, actions: [ActionResponse] = [],
        createdAt: WireTime, updatedAt: WireTime
    ) {
        self.id = id
        self.title = title
        self.transcript = transcript
        self.summary = summary
        self.duration = duration
        self.audioUrl = audioUrl
        self.folderId = folderId
        self.folderName = folderName
        self.tags = tags
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.aiProcessed = aiProcessed
        self.actions = actions
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension NoteResponse {
    /// The length of the part of a transcript in lists, in characters as people count them.
    public static let excerptLength = 100

    /// The first 100 characters of the transcript, with three dots where more follows.
    public var excerpt: String {
        let start = transcript.prefix(Self.excerptLength)
        return start.endIndex < transcript.endIndex ? start + "..." : String(start)
    }

    /// The number of words in the transcript.
    public var wordCount: Int { transcript.split(whereSeparator: \.isWhitespace).count }

    /// The reading time at 200 words a minute, in started minutes, at least one: `1 min read`.
    public var readingTime: String { "\(max(1, (wordCount + 199) / 200)) min read" }

    public var hasAudio: Bool { audioUrl != nil }
    public var hasFolder: Bool { folderId != nil }
    public var hasActions: Bool { !actions.isEmpty }
    public var pendingActionCount: Int { actions.count(where: \.isPending) }
}
