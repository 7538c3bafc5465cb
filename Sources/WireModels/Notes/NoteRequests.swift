public import EventLog

/// A request to make a note.
public struct NoteCreateRequest: Codable, Hashable, Sendable {
    public var title: String
    public var transcript: String
    public var summary: String?
    /// Seconds of its recording.
    public var duration: Int?
    public var audioUrl: String?
    public var folderId: UniqueID?
    public var tags: [String]

    enum CodingKeys: String, CodingKey {
        case title, transcript, summary, duration
        case audioUrl = "audio_url"
        case folderId = "folder_id"
        case tags
    }

    public init(
        title: String, transcript: String, summary: String? = nil, duration: Int? = nil, audioUrl: String? = nil,
        folderId: UniqueID? = nil, tags: [String] = []
    ) {
        self.title = title
        self.transcript = transcript
        self.summary = summary
        self.duration = duration
        self.audioUrl = audioUrl
        self.folderId = folderId
        self.tags = tags
    }

    /// Reads a request; without tags there are none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            transcript: try container.decode(String.self, forKey: .transcript),
            summary: try container.decodeIfPresent(String.self, forKey: .summary),
            duration: try container.decodeIfPresent(Int.self, forKey: .duration),
            audioUrl: try container.decodeIfPresent(String.self, forKey: .audioUrl),
            folderId: try container.decodeIfPresent(UniqueID.self, forKey: .folderId),
            tags: try container.decodeIfPresent([String].self, forKey: .tags) ?? [])
    }
}

/// A request to change a note; omitted values stay unchanged, and `"folder_id": null` takes it out of its folder.
public struct NoteUpdateRequest: Codable, Hashable, Sendable {
    public var title: String?
    public var transcript: String?
    public var summary: String?
    public var folderId: FieldUpdate<UniqueID>
    public var tags: [String]?
    public var isPinned: Bool?
    public var isArchived: Bool?

    enum CodingKeys: String, CodingKey {
        case title, transcript, summary
        case folderId = "folder_id"
        case tags
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
    }

    public init(
        title: String? = nil, transcript: String? = nil, summary: String? = nil,
        folderId: FieldUpdate<UniqueID> = .keep, tags: [String]? = nil, isPinned: Bool? = nil, isArchived: Bool? = nil
    ) {
        self.title = title
        self.transcript = transcript
        self.summary = summary
        self.folderId = folderId
        self.tags = tags
        self.isPinned = isPinned
        self.isArchived = isArchived
    }
}
