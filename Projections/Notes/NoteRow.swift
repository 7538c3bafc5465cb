public import CivilTime
internal import Cryptography
public import EventLog
public import Notes
internal import SQLiteDatabase

/// A note in a list.
public struct NoteRow: Sendable, Hashable, Identifiable {
    public let id: NoteID
    public let stream: StreamID
    /// Its contents. Its folder is a live one, else nil.
    public let fields: NoteFields
    /// The name of its notebook.
    public let folderName: String?
    /// The live things that it is attached to: messages, or threads with some message.
    public let links: [NoteLink]
    public let created: Timestamp
    /// When it last changed; an undo is a change.
    public let updated: Timestamp
    /// The number of its live actions of each kind.
    public let actions: [ActionKind: Int]
    /// The number of these that are pending or created.
    public let pendingActions: Int

    /// The number of its live actions.
    public var actionCount: Int { actions.values.reduce(0, +) }
}

extension NoteRow {
    static let columns: SQL = """
        note.uuid, note.id, \(NoteFields.columns(folder: "iif(note.folder_is_live, note.folder, NULL)")),
            (SELECT name FROM folder WHERE folder.uuid = note.folder), \(NoteLink.column(where: "note_link.is_live")), note.created,
            note.updated, \(tally("kind = 'calendar'")), \(tally("kind = 'email'")), \(tally("kind = 'reminder'")),
            \(tally("kind = 'next_step'")), \(tally("status IN ('pending', 'created')"))
        """

    init(from row: inout RowReader) throws {
        let (id, stream, fields) = try (row.next(NoteID.self), row.next(StreamID.self), NoteFields(from: &row))
        let folderName = try row.next(String?.self)
        try self.init(
            id: id, stream: stream, fields: fields, folderName: fields.folder == nil ? nil : folderName,
            links: NoteLink.all(from: &row), created: row.next(), updated: row.next(),
            actions: Self.actions(from: &row),
            pendingActions: row.next())
    }

    private static func actions(from row: inout RowReader) throws -> [ActionKind: Int] {
        var actions: [ActionKind: Int] = [:]
        for kind in [.calendar, .email, .reminder, .nextStep] as [ActionKind] {
            let count = try row.next(Int.self)
            if count > 0 { actions[kind] = count }
        }
        return actions
    }

    private static func tally(_ condition: SQL) -> SQL {
        "(SELECT count(*) FROM action WHERE action.note = note.uuid AND action.is_live AND \(condition))"
    }
}

extension NoteState {
    static let columns: SQL = """
        note.uuid, note.id, \(NoteFields.columns(folder: "note.folder")), \(NoteLink.column(where: "TRUE")),
            note.ended IS NOT NULL, note.transcript_parts
        """

    init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), fields: NoteFields(from: &row), links: NoteLink.all(from: &row),
            isDeleted: row.next(), transcriptParts: row.next())
    }
}

extension NoteFields {
    fileprivate static func columns(folder: SQL) -> SQL {
        """
        note.title, note.transcript, note.summary, note.duration, \(folder),
            (SELECT json_group_array(name) FROM (SELECT name FROM note_tag WHERE note = note.id ORDER BY place)),
            note.is_pinned, note.is_archived, note.ai_processed, note.audio, note.audio_type, note.audio_size,
            note.audio_name
        """
    }

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            title: row.next(), transcript: row.next(), summary: row.next(), duration: row.next(), folder: row.next(),
            tags: row.nextJSON(), isPinned: row.next(), isArchived: row.next(), isAIProcessed: row.next(),
            audio: Self.audio(from: &row))
    }

    private static func audio(from row: inout RowReader) throws -> NoteAudio? {
        let content = try row.next(SHA256Digest?.self)
        let (type, size, name) = try (row.next(String.self), row.next(Int64.self), row.next(String?.self))
        return content.map { NoteAudio(content: $0, mediaType: type, size: size, fileName: name) }
    }
}

extension NoteLink {
    fileprivate static func column(where condition: SQL) -> SQL {
        """
        (SELECT json_group_array(json_array(\(.uuid("message")), scope)) FROM (
            SELECT note_link.message, note_link.scope FROM note_link
            WHERE note_link.note = note.id AND \(condition) ORDER BY note_link.message, note_link.scope))
        """
    }

    fileprivate static func all(from row: inout RowReader) throws -> [NoteLink] {
        try row.nextJSON([[String]].self).map { pair in
            guard pair.count == 2, let id = UniqueID(pair[0]), let scope = NoteLink.Scope(rawValue: pair[1]) else {
                throw ProjectionError.malformed("a note has a link that is none")
            }
            return NoteLink(message: MessageID(id), scope: scope)
        }
    }
}
