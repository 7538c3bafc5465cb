public import Domain

/// The contents and the settings of a note.
public struct NoteFields: Hashable, Sendable {
    public var title: String
    /// Its text.
    public var transcript: String
    public var summary: String?
    /// The length of its recording, in seconds.
    public var duration: Int?
    /// Its notebook: a folder of the mail context, known by its id alone. While that folder does not live the note is unfiled.
    public var folder: FolderID?
    /// Without duplicates, in the order in which they were given.
    public var tags: [NoteTag]
    public var isPinned: Bool
    public var isArchived: Bool
    /// Whether a model has worked on it.
    public var isAIProcessed: Bool
    public var audio: NoteAudio?

    public init(
        title: String, transcript: String = "", summary: String? = nil, duration: Int? = nil, folder: FolderID? = nil,
        tags: [NoteTag] = [], isPinned: Bool = false, isArchived: Bool = false, isAIProcessed: Bool = false,
        audio: NoteAudio? = nil
    ) {
        self.title = title
        self.transcript = transcript
        self.summary = summary
        self.duration = duration
        self.folder = folder
        self.tags = tags
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isAIProcessed = isAIProcessed
        self.audio = audio
    }

    /// The greatest length of a transcript, in bytes of UTF-8: a longer one belongs in a file.
    public static let maximumTranscript = 1 << 20
    /// The greatest length of a summary, in bytes of UTF-8.
    public static let maximumSummary = 64 << 10
    /// The longest recording, in seconds.
    public static let maximumDuration = 7 * 86_400

    /// Throws for a value that no note may have.
    func check() throws(DomainError) {
        try TextCheck.title(title)
        try TextCheck.text(transcript, "transcript", maximum: Self.maximumTranscript)
        if let summary { try TextCheck.text(summary, "summary", maximum: Self.maximumSummary) }
        if let duration, !(0...Self.maximumDuration).contains(duration) {
            throw .invalid(field: "duration", reason: "it is a number of seconds from 0 to \(Self.maximumDuration)")
        }
        if tags.count > 100 { throw .invalid(field: "tags", reason: "a note has at most 100") }
    }
}

extension NoteFields {
    /// Returns the fields with a change undone, and names those that no longer have the value it gave them.
    public func undoing(_ changed: NoteChanged) -> (fields: NoteFields, stale: [String]) {
        let (fields, stale) = NoteChanged.fields.takingBack(changed, in: self)
        return (fields, stale)
    }
}
