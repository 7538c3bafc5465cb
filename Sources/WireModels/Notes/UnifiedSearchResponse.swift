public import EventLog

/// The matches of a search among all kinds of things.
///
/// A service of notes answers with folders and notes alone; this ledger adds messages and threads, whose lists may be
/// missing.
public struct UnifiedSearchResponse: Codable, Hashable, Sendable {
    public var folders: [FolderResponse]
    public var notes: [NoteListItem]
    public var messages: [MessageListItem]
    public var threads: [ThreadListItem]

    enum CodingKeys: CodingKey { case folders, notes, messages, threads }

    public init(
        folders: [FolderResponse] = [], notes: [NoteListItem] = [], messages: [MessageListItem] = [],
        threads: [ThreadListItem] = []
    ) {
        self.folders = folders
        self.notes = notes
        self.messages = messages
        self.threads = threads
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            folders: try container.decode([FolderResponse].self, forKey: .folders),
            notes: try container.decode([NoteListItem].self, forKey: .notes),
            messages: try container.decodeIfPresent([MessageListItem].self, forKey: .messages) ?? [],
            threads: try container.decodeIfPresent([ThreadListItem].self, forKey: .threads) ?? [])
    }
}

/// A message that a search found, with some of the keys of the form `message`.
public struct MessageListItem: Codable, Hashable, Sendable, Identifiable {
    public var id: UniqueID
    public var thread: UniqueID
    public var subject: String
    public var snippet: String
    public var receivedAt: WireTime

    enum CodingKeys: String, CodingKey {
        case id, thread, subject, snippet
        case receivedAt = "received_at"
    }

    public init(id: UniqueID, thread: UniqueID, subject: String, snippet: String, receivedAt: WireTime) {
        self.id = id
        self.thread = thread
        self.subject = subject
        self.snippet = snippet
        self.receivedAt = receivedAt
    }
}

/// A thread that a search found, with some of the keys of the form `thread`.
public struct ThreadListItem: Codable, Hashable, Sendable, Identifiable {
    public var id: UniqueID
    public var subject: String
    public var messageCount: Int
    public var lastDate: WireTime

    enum CodingKeys: String, CodingKey {
        case id, subject
        case messageCount = "message_count"
        case lastDate = "last_date"
    }

    public init(id: UniqueID, subject: String, messageCount: Int, lastDate: WireTime) {
        self.id = id
        self.subject = subject
        self.messageCount = messageCount
        self.lastDate = lastDate
    }
}
