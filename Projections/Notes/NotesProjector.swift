internal import CivilTime
public import EventLog
internal import Hashing
internal import Notes
public import SQLite

/// Keeps the notes, with their tags and what they are on.
///
/// Notebooks and messages are known by their ids alone: whether those live is asked where notes are read.
public final class NotesProjector: Projection {
    public static let name = "notes"
    public static let version = 1
    public static let events: [any Event.Type]? = [
        NoteAdded.self, NoteChanged.self, NoteLinked.self, NoteUnlinked.self, NoteDeleted.self, NoteRestored.self,
        NoteErased.self,
    ]

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try NotesSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try NotesSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        let id = event.stream.rawValue
        var kind = RowChange.Kind.updated
        switch content {
        case let added as NoteAdded:
            try insert(added, event)
            kind = .created
        case let changed as NoteChanged: try update(id, changed)
        case let linked as NoteLinked: try link(id, linked.link.new)
        case let unlinked as NoteUnlinked: try unlink(id, unlinked.link.old)
        case is NoteDeleted:
            try end(id, at: event.position)
            kind = .destroyed
        case is NoteRestored:
            try end(id, at: nil)
            kind = .created
        case is NoteErased:
            try erase(id)
            kind = .destroyed
        default: return
        }
        try connection.run(
            "UPDATE note SET updated = \(bind: event.recordedAt.microseconds) WHERE id = \(bind: id)")
        changes.announce(RowChange(kind, entity: Entity.note, id: id, account: event.account.rawValue))
    }

    private func insert(_ added: NoteAdded, _ event: RecordedEvent) throws {
        let fields = added.fields
        let time = event.recordedAt.microseconds
        try connection.run(
            """
            INSERT INTO note VALUES (
                \(bind: event.stream.rawValue), \(bind: added.id.blob), \(bind: fields.title), \(bind: fields.transcript),
                \(bind: fields.summary), \(bind: fields.duration), \(bind: fields.folder?.blob), \(bind: fields.isPinned),
                \(bind: fields.isArchived), \(bind: fields.isAIProcessed), \(bind: fields.audio?.content.bytes),
                \(bind: fields.audio?.mediaType), \(bind: fields.audio?.size), \(bind: fields.audio?.fileName),
                \(bind: time), \(bind: time), NULL)
            """)
        try setTags(fields.tags, of: event.stream.rawValue)
    }

    private func update(_ id: Int64, _ changed: NoteChanged) throws {
        var assignments: [SQL] = []
        if let title = changed.title { assignments.append("title = \(bind: title.new)") }
        if let transcript = changed.transcript { assignments.append("transcript = \(bind: transcript.new)") }
        if let summary = changed.summary { assignments.append("summary = \(bind: summary.new)") }
        if let duration = changed.duration { assignments.append("duration = \(bind: duration.new)") }
        if let folder = changed.folder { assignments.append("folder = \(bind: folder.new?.blob)") }
        if let isPinned = changed.isPinned { assignments.append("is_pinned = \(bind: isPinned.new)") }
        if let isArchived = changed.isArchived { assignments.append("is_archived = \(bind: isArchived.new)") }
        if let isProcessed = changed.aiProcessed { assignments.append("ai_processed = \(bind: isProcessed.new)") }
        if let audio = changed.audio?.new {
            assignments.append("audio = \(bind: audio.content.bytes), audio_type = \(bind: audio.mediaType)")
            assignments.append("audio_size = \(bind: audio.size), audio_name = \(bind: audio.fileName)")
        } else if changed.audio != nil {
            assignments.append("audio = NULL, audio_type = NULL, audio_size = NULL, audio_name = NULL")
        }
        if let tags = changed.tags { try setTags(tags.new, of: id) }
        guard !assignments.isEmpty else { return }
        let count = try connection.run(
            "UPDATE note SET \(assignments.joined(separator: ", ")) WHERE id = \(bind: id)")
        guard count == 1 else { throw ProjectionError.unknown("note \(id)") }
    }

    private func setTags(_ tags: [NoteTag], of id: Int64) throws {
        try connection.run("DELETE FROM note_tag WHERE note = \(bind: id)")
        for (offset, tag) in tags.enumerated() {
            try connection.run("INSERT INTO note_tag VALUES (\(bind: id), \(bind: offset + 1), \(bind: tag.text))")
        }
    }

    private func link(_ id: Int64, _ link: NoteLink?) throws {
        guard let link else { return }
        try connection.run(
            """
            INSERT OR IGNORE INTO note_link
            VALUES (\(bind: id), \(bind: link.message.blob), \(bind: link.scope.rawValue))
            """)
    }

    private func unlink(_ id: Int64, _ link: NoteLink?) throws {
        guard let link else { return }
        try connection.run(
            """
            DELETE FROM note_link WHERE note = \(bind: id) AND message = \(bind: link.message.blob)
                AND scope = \(bind: link.scope.rawValue)
            """)
    }

    private func end(_ id: Int64, at position: Position?) throws {
        let count = try connection.run("UPDATE note SET ended = \(bind: position?.rawValue) WHERE id = \(bind: id)")
        guard count == 1 else { throw ProjectionError.unknown("note \(id)") }
    }

    // Views that are built from the blanked log never had it.
    private func erase(_ id: Int64) throws {
        try connection.run("DELETE FROM note WHERE id = \(bind: id)")
        try connection.run("DELETE FROM note_tag WHERE note = \(bind: id)")
        try connection.run("DELETE FROM note_link WHERE note = \(bind: id)")
    }
}
