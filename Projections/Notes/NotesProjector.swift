internal import CivilTime
internal import Cryptography
public import EventLog
internal import Notes
public import SQLiteDatabase

/// Keeps the notes, with their tags and links.
///
/// It knows notebooks and messages by their ids alone, and stores beside each id whether the thing is live.
public final class NotesProjector: Projection {
    public static let name = "notes"
    public static let version = 3
    public static let after = ["accounts", "folders", "messages", "threads"]
    public static let follows = true
    public static let events: [any Event.Type]? = [
        NoteAdded.self, NoteChanged.self, NoteLinked.self, NoteUnlinked.self, NoteDeleted.self, NoteRestored.self,
        NoteErased.self,
    ]

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.note, in: NotesSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try NotesSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try NotesSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        try shown.announce(event.stream.rawValue, account: event.account.rawValue, changes) {
            try take(content, event)
        }
    }

    // A notebook, a message or a thread that ends or comes back goes from its notes or comes back to them.
    public func follow(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let ended = EndedThings(event, changes)
        var notes: [Int64] = []
        switch ended {
        case .few(let messages, let threads) where messages.isEmpty && threads.isEmpty: return
        case .few: break
        case .anything:
            notes = try connection.rows(
                """
                UPDATE note SET folder_is_live = NOT folder_is_live
                WHERE folder IS NOT NULL AND folder_is_live <> \(Liveness.ofFolder("note.folder")) RETURNING id
                """
            ) { try $0.next() }
        }
        notes += try connection.rows(
            """
            UPDATE note_link SET is_live = NOT is_live
            WHERE \(ended.takesMessage("note_link.message", ofThread: "note_link.scope = 'thread'"))
                AND is_live <> \(Self.linkIsLive)
            RETURNING note
            """
        ) { try $0.next() }
        for id in Set(notes).sorted() {
            let isLive = try connection.first("SELECT ended IS NULL FROM note WHERE id = \(bind: id)") {
                try $0.next(Bool.self)
            }
            guard isLive == true else { continue }
            changes.announce(RowChange(.updated, entity: Entity.note, id: id, account: 0))
        }
    }

    private func take(_ content: any Event, _ event: RecordedEvent) throws {
        let id = event.stream.rawValue
        switch content {
        case let added as NoteAdded: try insert(added, event)
        case let changed as NoteChanged: try update(id, changed)
        case let linked as NoteLinked: try link(id, linked.link.new)
        case let unlinked as NoteUnlinked: try unlink(id, unlinked.link.old)
        case is NoteDeleted: try connection.end("note", id, at: event.position)
        case is NoteRestored: try connection.end("note", id, at: nil)
        case is NoteErased: try erase(id)
        default: return
        }
        try connection.run(
            "UPDATE note SET updated = \(bind: event.recordedAt.microseconds) WHERE id = \(bind: id)")
    }

    private func insert(_ added: NoteAdded, _ event: RecordedEvent) throws {
        let fields = added.fields
        let time = event.recordedAt.microseconds
        try connection.run(
            """
            INSERT INTO note (
                id, uuid, transcript, folder_is_live, audio, audio_type, audio_size, audio_name, created, updated,
                transcript_parts, \(NoteFields.columns.names()))
            VALUES (
                \(bind: event.stream.rawValue), \(bind: added.id.blob), \(bind: fields.transcript), FALSE,
                \(bind: fields.audio?.content.bytes), \(bind: fields.audio?.mediaType), \(bind: fields.audio?.size),
                \(bind: fields.audio?.fileName), \(bind: time), \(bind: time), 0, \(try NoteFields.columns.values(of: fields)))
            """)
        try setTags(fields.tags, of: event.stream.rawValue)
        try settleFolder(of: event.stream.rawValue)
    }

    private func settleFolder(of id: Int64) throws {
        try connection.run(
            "UPDATE note SET folder_is_live = \(Liveness.ofFolder("note.folder")) WHERE id = \(bind: id)")
    }

    private func update(_ id: Int64, _ changed: NoteChanged) throws {
        var assignments = try NoteFields.columns.assignments(of: changed)
        if let transcript = changed.transcript {
            let text = try transcript.applied(to: fields(of: id).transcript)
            assignments.append("transcript = \(bind: text), transcript_parts = \(bind: transcript.parts)")
        }
        if let audio = changed.audio?.new {
            assignments.append("audio = \(bind: audio.content.bytes), audio_type = \(bind: audio.mediaType)")
            assignments.append("audio_size = \(bind: audio.size), audio_name = \(bind: audio.fileName)")
        } else if changed.audio != nil {
            assignments.append("audio = NULL, audio_type = NULL, audio_size = NULL, audio_name = NULL")
        }
        if let tags = changed.tags { try setTags(tags.applied(to: fields(of: id).tags), of: id) }
        try connection.update("note", id, assignments)
        if changed.folder != nil { try settleFolder(of: id) }
    }

    private func fields(of id: Int64) throws -> NoteFields {
        guard let note = try NotesQuery(on: connection).state(of: StreamID(rawValue: id)) else {
            throw ProjectionError.unknown("note \(id)")
        }
        return note.fields
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
            VALUES (\(bind: id), \(bind: link.message.blob), \(bind: link.scope.rawValue), FALSE)
            """)
        try connection.run(
            """
            UPDATE note_link SET is_live = \(Self.linkIsLive)
            WHERE note = \(bind: id) AND message = \(bind: link.message.blob)
            """)
    }

    private static let linkIsLive: SQL = """
        CASE note_link.scope WHEN 'thread' THEN \(Liveness.ofThread("note_link.message"))
            ELSE \(Liveness.ofMessage("note_link.message")) END
        """

    private func unlink(_ id: Int64, _ link: NoteLink?) throws {
        guard let link else { return }
        try connection.run(
            """
            DELETE FROM note_link WHERE note = \(bind: id) AND message = \(bind: link.message.blob)
                AND scope = \(bind: link.scope.rawValue)
            """)
    }

    // Views that are built from the blanked log never had it.
    private func erase(_ id: Int64) throws {
        try connection.run("DELETE FROM note WHERE id = \(bind: id)")
        try connection.run("DELETE FROM note_tag WHERE note = \(bind: id)")
        try connection.run("DELETE FROM note_link WHERE note = \(bind: id)")
    }
}
