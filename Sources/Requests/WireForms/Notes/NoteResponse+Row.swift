internal import EventLog
public import LedgerContexts
internal import Mail
internal import Notes
public import Projections
public import WireModels

extension NoteResponse {
    /// Makes the form of a note with its actions. Its recording is named by its bytes (``Notes/NoteAudio/url``).
    public init(_ note: ShownNote) {
        let (row, fields) = (note.row, note.row.fields)
        self.init(
            id: row.id.uniqueID, title: fields.title, transcript: fields.transcript, summary: fields.summary,
            duration: fields.duration, audioUrl: fields.audio?.url, folderId: fields.folder?.uniqueID,
            folderName: row.folderName, tags: fields.tags.map(\.text), isPinned: fields.isPinned,
            isArchived: fields.isArchived, aiProcessed: fields.isAIProcessed,
            actions: note.actions.compactMap { ActionResponse($0) }, createdAt: WireTime(row.created),
            updatedAt: WireTime(row.updated))
    }
}

extension NoteListItem {
    /// Makes the line of a note; how many actions it has is counted already.
    public init(_ row: NoteRow) {
        let fields = row.fields
        self.init(
            id: row.id.uniqueID, title: fields.title,
            preview: String(fields.transcript.prefix(NoteResponse.excerptLength)), duration: fields.duration,
            folderId: fields.folder?.uniqueID, tags: fields.tags.map(\.text), isPinned: fields.isPinned,
            actionCount: row.actionCount, calendarCount: row.actions[.calendar] ?? 0,
            emailCount: row.actions[.email] ?? 0, reminderCount: row.actions[.reminder] ?? 0,
            createdAt: WireTime(row.created))
    }
}
