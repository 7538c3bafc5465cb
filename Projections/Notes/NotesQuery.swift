public import EventLog
public import Notes
public import SQLiteDatabase

/// Queries for notes.
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
            "SELECT \(NoteRow.columns) FROM note WHERE \(filter.sql) ORDER BY note.is_pinned DESC, note.updated DESC, note.id DESC"
        )
        while try rows.step() {
            let note = try rows.withRow(NoteRow.init(from:))
            guard matches.isEmpty || NoteTextMatch.all(matches, in: note.fields, fold: fold) else { continue }
            guard try body(note) else { return }
        }
    }

    /// Returns the live note with this stream.
    public func note(_ stream: StreamID) throws -> NoteRow? {
        try connection.first(
            """
            SELECT \(NoteRow.columns) FROM note WHERE note.id = \(bind: stream.rawValue) AND note.ended IS NULL
            """, row: NoteRow.init(from:))
    }

    /// Returns the streams of the notes with a title, up to ten; if there is none, of those whose id has that prefix.
    public func streams(named name: String, includingDeleted: Bool = false) throws -> [StreamID] {
        try connection.streams(
            named: name, in: NamedRows(source: "note"), where: includingDeleted ? "TRUE" : "ended IS NULL")
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
            "SELECT \(NoteState.columns) FROM note WHERE \(condition)", row: NoteState.init(from:))
    }

    /// Returns the streams of the actions of a note, deleted ones too.
    public func actionStreams(of note: NoteID) throws -> [StreamID] {
        try connection.rows("SELECT id FROM action WHERE note = \(bind: note.blob) ORDER BY id") {
            try $0.next()
        }
    }

    /// Counts the live notes in each notebook that lives.
    public func counts() throws -> [FolderID: Int] {
        let rows = try connection.rows(
            """
            SELECT note.folder, count(*) FROM note
            WHERE note.ended IS NULL AND note.folder_is_live GROUP BY note.folder
            """
        ) { try ($0.next(FolderID.self), $0.next(Int.self)) }
        return Dictionary(rows) { first, _ in first }
    }
}
