public import EventLog
public import LedgerKernel
internal import MIME
public import Mail
public import Notes
public import Projections
internal import SQLiteDatabase

extension LedgerReader {
    // MARK: Notes

    /// Returns the live notes that match a filter: pinned ones first, then the most recently changed.
    public func notes(
        matching filter: NoteFilter = NoteFilter(), limit: Int? = nil, offset: Int = 0
    ) throws -> [NoteRow] {
        var rows: [NoteRow] = []
        try forEachNote(matching: filter, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends them one by one; the closure returns false to stop early.
    public func forEachNote(
        matching filter: NoteFilter, limit: Int? = nil, offset: Int = 0, _ body: (NoteRow) throws -> Bool
    ) throws {
        var passed = 0
        let end = limit.map { Self.end(ofPage: $0, after: offset) } ?? .max
        guard end > offset else { return }
        try NotesQuery(on: connection).forEach(matching: filter, fold: SearchFold.fold) { row in
            passed += 1
            guard passed > offset else { return true }
            return try body(row) && passed < end
        }
    }

    /// Counts the live notes that match a filter.
    public func countNotes(matching filter: NoteFilter = NoteFilter()) throws -> Int {
        var count = 0
        try NotesQuery(on: connection).forEach(matching: filter, fold: SearchFold.fold) { _ in
            count += 1
            return true
        }
        return count
    }

    /// Counts the live notes of each notebook.
    public func noteCounts() throws -> [FolderID: Int] { try NotesQuery(on: connection).counts() }

    /// Returns the live note with a title or a prefix of its id.
    public func note(_ prefix: String) throws -> NoteRow {
        guard let row = try NotesQuery(on: connection).note(noteStream(prefix)) else {
            throw DomainError.notFound(kind: "note", name: prefix)
        }
        return row
    }

    /// Returns the live notes on a message or on its thread.
    public func notes(on message: StreamID) throws -> [NoteRow] {
        var filter = NoteFilter()
        filter.message = message
        return try notes(matching: filter)
    }

    /// Returns a note as ``note(_:)`` does, with its actions.
    public func shownNote(_ name: String) throws -> ShownNote {
        let row = try note(name)
        return ShownNote(row: row, actions: try actions(of: row.id))
    }

    /// Returns notes as ``notes(matching:limit:offset:)`` does, each with its actions.
    public func shownNotes(
        matching filter: NoteFilter, limit: Int? = nil, offset: Int = 0
    ) throws -> [ShownNote] {
        try notes(matching: filter, limit: limit, offset: offset).map {
            ShownNote(row: $0, actions: try actions(of: $0.id))
        }
    }

    package func shownNotes(on message: StreamID) throws -> [ShownNote] {
        var filter = NoteFilter()
        filter.message = message
        return try shownNotes(matching: filter)
    }

    package func noteState(_ prefix: String, includingDeleted: Bool = false) throws -> NoteState {
        let stream = try noteStream(prefix, includingDeleted: includingDeleted)
        guard let state = try NotesQuery(on: connection).state(of: stream) else {
            throw DomainError.notFound(kind: "note", name: prefix)
        }
        return state
    }

    /// Finds a note by its title or a prefix of its id; a live one takes precedence.
    private func noteStream(_ name: String, includingDeleted: Bool = false) throws -> StreamID {
        let query = NotesQuery(on: connection)
        return try one(
            "note", name, includingDeleted, live: query.streams(named: name),
            ended: { try query.streams(named: name, includingDeleted: true) },
            id: { try query.state(of: $0)?.id.description })
    }

    /// The streams of a note and of all its actions, deleted ones too.
    func streamsOfNote(_ prefix: String) throws -> [StreamID] {
        let note = try noteState(prefix, includingDeleted: true)
        return [note.stream] + (try NotesQuery(on: connection).actionStreams(of: note.id))
    }

    // MARK: Actions

    /// Returns the live actions that match a filter: those with a time first, the earliest first.
    public func actions(
        matching filter: ActionFilter = ActionFilter(), limit: Int? = nil, offset: Int = 0
    ) throws -> [ActionRow] {
        var rows: [ActionRow] = []
        try forEachAction(matching: filter, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends them one by one; the closure returns false to stop early.
    public func forEachAction(
        matching filter: ActionFilter, limit: Int? = nil, offset: Int = 0, _ body: (ActionRow) throws -> Bool
    ) throws {
        try ActionsQuery(on: connection).forEach(matching: filter, limit: limit, offset: offset, body)
    }

    /// Counts the live actions that match a filter.
    public func countActions(matching filter: ActionFilter = ActionFilter()) throws -> Int {
        try ActionsQuery(on: connection).count(matching: filter)
    }

    /// Returns the live action with a title or a prefix of its id.
    public func action(_ prefix: String) throws -> ActionRow {
        guard let row = try ActionsQuery(on: connection).action(actionStream(prefix)) else {
            throw DomainError.notFound(kind: "action", name: prefix)
        }
        return row
    }

    /// Finds an action by its title or a prefix of its id; a live one takes precedence.
    func actionStream(_ name: String, includingDeleted: Bool = false) throws -> StreamID {
        let query = ActionsQuery(on: connection)
        return try one(
            "action", name, includingDeleted, live: query.streams(named: name),
            ended: { try query.streams(named: name, includingDeleted: true) },
            id: { try query.action($0)?.id.description })
    }

    /// Returns the live actions of a note.
    public func actions(of note: NoteID) throws -> [ActionRow] {
        var filter = ActionFilter()
        filter.note = note
        return try actions(matching: filter)
    }

    /// Returns the live actions that are attached to a message itself.
    public func actions(on message: MessageID) throws -> [ActionRow] {
        var filter = ActionFilter()
        filter.message = message
        return try actions(matching: filter)
    }

    // MARK: What they are about

    /// The id of the message with a prefix of its id, a deleted one too on request.
    package func messageID(_ prefix: String, includingDeleted: Bool = false) throws -> MessageID {
        let stream = try messageStream(prefix, includingDeleted: includingDeleted)
        guard let state = try MessageStates(on: connection).state(of: stream) else {
            throw DomainError.notFound(kind: "message", name: prefix)
        }
        return state.id
    }

    /// Refuses a folder that is no notebook, or is deleted.
    package func requireNotebook(_ id: FolderID) throws {
        let folder = try requireFolder(id)
        guard folder.kind == FolderKind.notebook.rawValue else {
            throw DomainError.invalid(field: "folder", reason: "\(folder.path) is for mail", hint: .makeNotebook)
        }
    }

    /// Selects the one thing that a name refers to, and refuses one that ended if a live one is required.
    private func one(
        _ kind: String, _ name: String, _ includingDeleted: Bool, live: [StreamID], ended: () throws -> [StreamID],
        id: (StreamID) throws -> String?
    ) throws -> StreamID {
        let found = try live.isEmpty ? ended() : live
        guard let first = found.first else {
            if let erasure = try ErasuresQuery(on: connection).erasure(withPrefix: name), erasure.kind == kind {
                throw DomainError.erased(kind: kind, name: name)
            }
            throw DomainError.notFound(kind: kind, name: name)
        }
        guard !live.isEmpty || includingDeleted else {
            throw try DomainError.notFound(
                kind: kind, name: name, place: "the ledger any more",
                hint: .readPast(of: String(id(first)?.prefix(8) ?? "")))
        }
        guard found.count == 1 else {
            throw DomainError.ambiguous(kind: kind, name: name, count: found.count)
        }
        return first
    }
}

/// A note with its actions.
public struct ShownNote: Sendable, Hashable {
    public let row: NoteRow
    public let actions: [ActionRow]

    public init(row: NoteRow, actions: [ActionRow]) {
        self.row = row
        self.actions = actions
    }
}
