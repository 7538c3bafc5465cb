public import Domain
public import EventLog

/// A note came into being.
public struct NoteAdded: Event, Hashable {
    public static let type = EventType("notes.note-added", schema: 1)

    public let id: NoteID
    public let title: String
    public let transcript: String
    public let summary: String?
    /// In seconds.
    public let duration: Int?
    public let folder: FolderID?
    public let tags: [NoteTag]
    /// Nil for one that is not; so with the next two.
    public let isPinned: Bool?
    public let isArchived: Bool?
    public let aiProcessed: Bool?
    public let audio: NoteAudio?

    enum CodingKeys: String, CodingKey {
        case id, title, transcript, summary, duration, folder, tags
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case aiProcessed = "ai_processed"
        case audio
    }

    public init(id: NoteID, fields: NoteFields) {
        self.id = id
        title = fields.title
        transcript = fields.transcript
        summary = fields.summary
        duration = fields.duration
        folder = fields.folder
        tags = fields.tags
        isPinned = fields.isPinned ? true : nil
        isArchived = fields.isArchived ? true : nil
        aiProcessed = fields.isAIProcessed ? true : nil
        audio = fields.audio
    }

    /// The fields of the note from the start.
    public var fields: NoteFields {
        NoteFields(
            title: title, transcript: transcript, summary: summary, duration: duration, folder: folder, tags: tags,
            isPinned: isPinned ?? false, isArchived: isArchived ?? false, isAIProcessed: aiProcessed ?? false,
            audio: audio)
    }
}

/// Fields of a note changed; each changed field has its old and its new value, and the others are absent.
public struct NoteChanged: Event, Hashable {
    public static let type = EventType("notes.note-changed", schema: 2)

    public let note: NoteID
    public package(set) var title: Change<String>?
    public package(set) var transcript: TextChange?
    public package(set) var summary: Change<String?>?
    public package(set) var duration: Change<Int?>?
    public package(set) var folder: Change<FolderID?>?
    public package(set) var tags: ListChange<NoteTag>?
    public package(set) var isPinned: Change<Bool>?
    public package(set) var isArchived: Change<Bool>?
    public package(set) var aiProcessed: Change<Bool>?
    public package(set) var audio: Change<NoteAudio?>?

    enum CodingKeys: String, CodingKey {
        case note, title, transcript, summary, duration, folder, tags
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case aiProcessed = "ai_processed"
        case audio
    }

    /// The change that leads from one set of fields to another; nil if they are equal.
    ///
    /// - Parameter parts: The number of parts of the transcript since it was last recorded as a whole.
    public init?(note: NoteID, from old: NoteFields, to new: NoteFields, afterParts parts: Int = 0) {
        guard old != new else { return nil }
        self.note = note
        Self.fields.record(from: old, to: new, in: &self)
        transcript = TextChange(from: old.transcript, to: new.transcript, after: parts)
    }

    package static let fields: [FieldPair<NoteFields, NoteChanged>] = [
        .init("title", \.title, \.title),
        transcript,
        .init("summary", \.summary, \.summary),
        .init("duration", \.duration, \.duration),
        .init("folder", \.folder, \.folder),
        .init("tags", \.tags, \.tags),
        .init("is_pinned", \.isPinned, \.isPinned),
        .init("is_archived", \.isArchived, \.isArchived),
        .init("ai_processed", \.isAIProcessed, \.aiProcessed),
        .init("audio", \.audio, \.audio),
    ]

    /// The event is made with the transcript's change, which depends on the changes before it.
    private static let transcript = FieldPair<NoteFields, NoteChanged>(
        ["transcript"], record: { _, _, _ in },
        takeBack: { changed, fields, stale in
            Domain.takeBack(changed.transcript, in: &fields.transcript, named: "transcript", &stale)
        },
        encode: { fields, container in
            try container.encode(fields.transcript, forKey: FieldName(stringValue: "transcript"))
        })
}

/// A note was put on a message or a thread.
public struct NoteLinked: Event, Hashable {
    public static let type = EventType("notes.note-linked", schema: 1)

    public let note: NoteID
    public let link: Change<NoteLink?>

    public init(note: NoteID, link: NoteLink) {
        self.note = note
        self.link = Change(old: nil, new: link)
    }
}

/// A note was taken off a message or a thread.
public struct NoteUnlinked: Event, Hashable {
    public static let type = EventType("notes.note-unlinked", schema: 1)

    public let note: NoteID
    public let link: Change<NoteLink?>

    public init(note: NoteID, link: NoteLink) {
        self.note = note
        self.link = Change(old: link, new: nil)
    }
}

/// A note ended, and its actions with it.
public struct NoteDeleted: Event, Hashable {
    public static let type = EventType("notes.note-deleted", schema: 1)

    public let note: NoteID

    public init(note: NoteID) {
        self.note = note
    }
}

/// A deleted note came back, and with it the actions that had ended with it.
public struct NoteRestored: Event, Hashable {
    public static let type = EventType("notes.note-restored", schema: 1)

    public let note: NoteID

    public init(note: NoteID) {
        self.note = note
    }
}
