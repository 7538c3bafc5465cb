internal import CivilTime
public import EventLog
internal import Hashing
internal import JSONCoding
public import Notes
public import SQLite

/// Asks for notes.
public struct NotesQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Lends the live notes that a filter takes: pinned ones first, then those that changed last; the closure returns false to
    /// stop early.
    ///
    /// - Parameter fold: Folds texts as the full text of mail is folded; asked only where the filter has texts.
    /// - Complexity: O(notes); with texts, O(the text of the notes that the other conditions take).
    public func forEach(
        matching filter: NoteFilter, fold: (String) -> String, _ body: (NoteRow) throws -> Bool
    ) throws {
        let matches = filter.texts.map { NoteTextMatch($0, fold: fold) }
        let rows = try connection.cursor(
            "\(Self.selection) WHERE \(filter.sql) ORDER BY note.is_pinned DESC, note.updated DESC, note.id DESC")
        while try rows.step() {
            let note = try rows.withRow(row)
            guard matches.isEmpty || NoteTextMatch.all(matches, in: note.fields, fold: fold) else { continue }
            guard try body(note) else { return }
        }
    }

    /// Returns the live note with this stream.
    public func note(_ stream: StreamID) throws -> NoteRow? {
        try connection.first(
            "\(Self.selection) WHERE note.id = \(bind: stream.rawValue) AND note.ended IS NULL", row: row)
    }

    /// Returns the streams of the notes with a title, up to ten; where there is none, of those whose id begins so.
    public func streams(named name: String, includingDeleted: Bool = false) throws -> [StreamID] {
        let condition: SQL = includingDeleted ? "TRUE" : "ended IS NULL"
        let titled = try connection.rows("SELECT id FROM note WHERE title = \(bind: name) AND \(condition) LIMIT 10") {
            StreamID($0.integer(0))
        }
        guard titled.isEmpty, let range = UUIDRange(prefix: name) else { return titled }
        return try connection.rows(
            """
            SELECT id FROM note WHERE uuid BETWEEN \(bind: range.first) AND \(bind: range.last) AND \(condition) LIMIT 10
            """
        ) { StreamID($0.integer(0)) }
    }

    /// Returns the note with an id as a decision sees it, deleted or not: with the folder and the links that were claimed, whether
    /// those live or not.
    public func state(of id: NoteID) throws -> NoteState? {
        try state(where: "note.uuid = \(bind: id.blob)")
    }

    /// Returns the note with this stream as a decision sees it, in the same way.
    public func state(of stream: StreamID) throws -> NoteState? {
        try state(where: "note.id = \(bind: stream.rawValue)")
    }

    private func state(where condition: SQL) throws -> NoteState? {
        try connection.first(
            "SELECT \(Self.columns), note.folder, \(Self.links("TRUE")), note.ended FROM note WHERE \(condition)"
        ) { row in
            NoteState(
                id: try NoteID(blob: row.blob(1)), stream: StreamID(row.integer(0)), fields: try fields(row),
                links: try Self.links(row.text(Self.folderColumn + 1)), isDeleted: !row.isNull(Self.folderColumn + 2))
        }
    }

    /// Returns the streams of the actions of a note, deleted ones too.
    public func actionStreams(of note: NoteID) throws -> [StreamID] {
        try connection.rows("SELECT id FROM action WHERE note = \(bind: note.blob) ORDER BY id") {
            StreamID($0.integer(0))
        }
    }

    /// Counts the live notes in each notebook that lives.
    public func counts() throws -> [FolderID: Int] {
        let rows = try connection.rows(
            """
            SELECT note.folder, count(*) FROM note
            WHERE note.ended IS NULL AND \(NoteFilter.hasLiveFolder) GROUP BY note.folder
            """
        ) { (try FolderID(blob: $0.blob(0)), Int($0.integer(1))) }
        return Dictionary(rows) { first, _ in first }
    }

    // MARK: Rows

    private static let columns: SQL = """
        note.id, note.uuid, note.title, note.transcript, note.summary, note.duration, note.is_pinned, note.is_archived,
        note.ai_processed, note.audio, note.audio_type, note.audio_size, note.audio_name,
        (SELECT json_group_array(name) FROM (SELECT name FROM note_tag WHERE note = note.id ORDER BY place))
        """
    /// The place of what follows those columns.
    private static let folderColumn = 14

    private static let selection: SQL = """
        SELECT \(columns), iif(\(NoteFilter.hasLiveFolder), note.folder, NULL),
            (SELECT name FROM folder WHERE folder.uuid = note.folder), \(links(isLive)), note.created, note.updated,
            \(tally("kind = 'calendar'")), \(tally("kind = 'email'")), \(tally("kind = 'reminder'")),
            \(tally("kind = 'next_step'")), \(tally("status IN ('pending', 'created')"))
        FROM note
        """

    private static func tally(_ condition: SQL) -> SQL {
        "(SELECT count(*) FROM action WHERE action.note = note.uuid AND action.is_live AND \(condition))"
    }

    private static func links(_ condition: SQL) -> SQL {
        """
        (SELECT json_group_array(json_array(\(.uuid("message")), scope)) FROM (
            SELECT note_link.message, note_link.scope FROM note_link
            WHERE note_link.note = note.id AND \(condition) ORDER BY note_link.message, note_link.scope))
        """
    }

    private static let isLive: SQL = """
        EXISTS (
            SELECT 1 FROM message JOIN account ON account.id = message.account
            WHERE message.uuid = note_link.message AND account.ended IS NULL
                AND (message.is_live OR note_link.scope = 'thread' AND EXISTS (
                    SELECT 1 FROM thread_member JOIN thread ON thread.id = thread_member.thread
                    WHERE thread_member.message = message.id AND thread.message_count > 0)))
        """

    private func row(_ row: borrowing Row) throws -> NoteRow {
        let next = Self.folderColumn
        var actions: [ActionKind: Int] = [:]
        let kinds: [ActionKind] = [.calendar, .email, .reminder, .nextStep]
        for (offset, kind) in kinds.enumerated() where row.integer(next + 5 + offset) > 0 {
            actions[kind] = Int(row.integer(next + 5 + offset))
        }
        let fields = try fields(row)
        return NoteRow(
            id: try NoteID(blob: row.blob(1)), stream: StreamID(row.integer(0)), fields: fields,
            folderName: fields.folder == nil ? nil : row.optionalText(next + 1),
            links: try Self.links(row.text(next + 2)), created: Timestamp(microseconds: row.integer(next + 3)),
            updated: Timestamp(microseconds: row.integer(next + 4)), actions: actions,
            pendingActions: Int(row.integer(next + 9)))
    }

    private func fields(_ row: borrowing Row) throws -> NoteFields {
        NoteFields(
            title: row.text(2), transcript: row.text(3), summary: row.optionalText(4),
            duration: row.optionalInteger(5).map { Int($0) },
            folder: try row.optionalBlob(Self.folderColumn).map(FolderID.init(blob:)),
            tags: try JSONBytesDecoder().decode([NoteTag].self, from: Array(row.text(13).utf8)),
            isPinned: row.bool(6), isArchived: row.bool(7), isAIProcessed: row.bool(8), audio: Self.audio(row))
    }

    private static func audio(_ row: borrowing Row) -> NoteAudio? {
        guard let bytes = row.optionalBlob(9), let content = SHA256Digest(bytes: bytes) else { return nil }
        return NoteAudio(
            content: content, mediaType: row.text(10), size: row.integer(11), fileName: row.optionalText(12))
    }

    private static func links(_ json: String) throws -> [NoteLink] {
        try JSONBytesDecoder().decode([[String]].self, from: Array(json.utf8)).map { pair in
            guard pair.count == 2, let id = UniqueID(pair[0]), let scope = NoteLink.Scope(rawValue: pair[1]) else {
                throw ProjectionError.malformed("a note has a link that is none")
            }
            return NoteLink(message: MessageID(id), scope: scope)
        }
    }
}
