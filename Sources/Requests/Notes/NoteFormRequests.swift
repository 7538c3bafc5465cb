internal import CivilTime
internal import Domain
public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Notes
internal import Projections
public import WireModels

/// A note with its actions, in the form that programs exchange.
public struct GetNote: LedgerQuery, WireRequest {
    public static let name = "get-note"
    public typealias Answer = NoteResponse
    public var id: UniqueID

    public init(id: UniqueID) {
        self.id = id
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.noteResponse(NoteID(id))
    }
}

/// A page of the notes that a program asks for: pinned ones first, then those that changed last; archived ones, too, unless it says otherwise.
extension NoteSearchParams: LedgerQuery, WireRequest {
    public static let name = "note-page"
    public typealias Answer = NoteListResponse

    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = try filter()
        return NoteListResponse(
            items: try reader.notes(matching: filter, limit: range.limit, offset: range.offset).map {
                NoteListItem($0)
            },
            total: try reader.countNotes(matching: filter), page: page, perPage: perPage)
    }

    private func filter() throws -> NoteFilter {
        var filter = try NoteFilter(words: (q ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        filter.folder = folderId.map(FolderID.init(_:))
        filter.tags = try [NoteTag](requested: tags ?? [])
        filter.isPinned = isPinned
        filter.isArchived = isArchived
        filter.since = startDate?.timestamp
        // The last moment belongs to it.
        filter.until = endDate.map { Timestamp(microseconds: $0.timestamp.microseconds + 1) }
        return filter
    }
}

/// Adds a note as a program asks.
///
/// - Throws: ``DomainError/invalid(field:reason:hint:)`` for an `audio_url` that no recording of a live note has: bytes come in by
///   ``LedgerNotes/attachAudio(_:fileName:mediaType:to:_:)``.
extension NoteCreateRequest: LedgerCommand, WireRequest {
    public static let name = "create-note"
    public typealias Answer = Made<NoteResponse>

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let fields = NoteFields(
            title: title, transcript: transcript, summary: summary, duration: duration,
            folder: folderId.map(FolderID.init(_:)), tags: try [NoteTag](requested: tags),
            // Its bytes cannot be collected before the new note names them: the note that has them does.
            audio: try audioUrl.map { try reader.recording(at: $0) })
        let id = NoteID(reader.environment.newID())
        return .made(try AddNote(fields).decide(as: id, in: reader)) { try $0.noteResponse(id) }
    }
}

/// Changes a note as a program asks.
public struct UpdateNote: LedgerCommand, WireRequest {
    public static let name = "update-note"
    public typealias Answer = Made<NoteResponse>
    public var id: UniqueID
    public var changes: NoteUpdateRequest
    /// The version that the caller knows; the command is refused where the note has another one.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case id, changes
        case expectedVersion = "expected_version"
    }

    public init(id: UniqueID, changes: NoteUpdateRequest, expectedVersion: Int? = nil) {
        self.id = id
        self.changes = changes
        self.expectedVersion = expectedVersion
    }

    /// - Throws: ``VersionConflict`` where the note has another version than expected.
    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let note = try reader.noteState(id.description)
        try reader.require(version: expectedVersion, of: "note", id.description, note.stream)
        let events = try changes.command().decide(note, in: reader)
        return .changed(events) { [id] in try $0.noteResponse(NoteID(id)) }
    }
}

extension NoteUpdateRequest {
    /// The command for the request.
    fileprivate func command() throws -> ChangeNote {
        var command = ChangeNote()
        command.title = title
        command.transcript = transcript
        command.summary = summary
        switch folderId {
        case .keep: break
        case .clear: command.filing = .unfiled
        case .set(let folder): command.filing = .folder(FolderID(folder))
        }
        command.tags = try tags.map { try [NoteTag](requested: $0) }
        command.isPinned = isPinned
        command.isArchived = isArchived
        return command
    }
}

extension LedgerReader {
    func noteResponse(_ id: NoteID) throws -> NoteResponse { NoteResponse(try shownNote(id.description)) }

    /// The recording of a live note that has this URL.
    fileprivate func recording(at url: String) throws -> NoteAudio {
        if let digest = NoteAudio.digest(ofURL: url) {
            var found: NoteAudio?
            try forEachNote(matching: NoteFilter()) { note in
                if let audio = note.fields.audio, audio.content == digest { found = audio }
                return found == nil
            }
            if let found { return found }
        }
        throw DomainError.invalid(
            field: "audio_url", reason: "no note has a recording of that name; a recording comes in by its bytes")
    }
}
