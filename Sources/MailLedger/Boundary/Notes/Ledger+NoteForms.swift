internal import CivilTime
internal import Domain
public import EventLog
public import Notes
internal import Projections
public import WireModels

extension LedgerReader {
    /// Returns a live note with its actions.
    public func noteResponse(_ id: NoteID) throws -> NoteResponse {
        NoteResponse(try shownNote(id.description))
    }

    /// Returns a page of the notes that are asked for: pinned ones first, then those that changed last.
    public func notePage(_ params: NoteSearchParams = NoteSearchParams()) throws -> NoteListResponse {
        let filter = try NoteFilter(params)
        let range = params.range
        return NoteListResponse(
            items: try notes(matching: filter, limit: range.limit, offset: range.offset).map { NoteListItem($0) },
            total: try countNotes(matching: filter), page: params.page, perPage: params.perPage)
    }
}

extension Ledger {
    /// Adds a note as a program asks.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` for an `audio_url` that no recording of a live note has: bytes come in by
    ///   ``attachAudio(_:fileName:mediaType:to:context:dryRun:)``.
    public func createNote(_ request: NoteCreateRequest, context: OperationContext) throws -> NoteResponse {
        var fields = NoteFields(
            title: request.title, transcript: request.transcript, summary: request.summary,
            duration: request.duration, folder: request.folderId.map(FolderID.init(_:)),
            tags: try [NoteTag](requested: request.tags))
        // Its bytes cannot be collected before the new note names them: the note that has them does.
        fields.audio = try request.audioUrl.map { url in try read { try $0.recording(at: url) } }
        let added = try addNote(AddNote(fields), context: context)
        return try read { try $0.noteResponse(added.id) }
    }

    /// Changes a note as a program asks.
    public func updateNote(
        _ id: NoteID, _ request: NoteUpdateRequest, context: OperationContext
    ) throws -> NoteResponse {
        try changeNote(id.description, request.command(), context: context)
        return try read { try $0.noteResponse(id) }
    }
}

extension NoteUpdateRequest {
    /// The command that it stands for.
    public func command() throws -> ChangeNote {
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

extension NoteFilter {
    /// Takes the notes that a program asks for; archived ones, too, unless it says otherwise.
    init(_ params: NoteSearchParams) throws {
        self.init(words: (params.q ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        folder = params.folderId.map(FolderID.init(_:))
        tags = try [NoteTag](requested: params.tags ?? [])
        isPinned = params.isPinned
        isArchived = params.isArchived
        since = params.startDate?.timestamp
        // The last moment belongs to it.
        until = params.endDate.map { Timestamp(microseconds: $0.timestamp.microseconds + 1) }
    }
}

extension LedgerReader {
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
