internal import CivilTime
internal import Cryptography
internal import EventLog
package import LedgerContexts
internal import Notes
internal import Projections

/// A note with its actions.
public struct NoteForm: Encodable, Sendable {
    package let shown: ShownNote
    private var row: NoteRow { shown.row }

    package init(_ shown: ShownNote) {
        self.shown = shown
    }

    package var id: String { row.id.description }

    enum CodingKeys: String, CodingKey {
        case id, title, transcript, summary, duration, folder
        case folderName = "folder_name"
        case tags
        case isPinned = "is_pinned"
        case isArchived = "is_archived"
        case isAIProcessed = "ai_processed"
        case audio, links, actions
        case pendingActions = "pending_actions"
        case created, updated
    }

    public func encode(to encoder: any Encoder) throws {
        let fields = row.fields
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(fields.title, forKey: .title)
        try container.encode(fields.transcript, forKey: .transcript)
        try container.encode(fields.summary, forKey: .summary)
        try container.encode(fields.duration, forKey: .duration)
        try container.encode(fields.folder?.description, forKey: .folder)
        try container.encode(row.folderName, forKey: .folderName)
        try container.encode(fields.tags.map(\.text), forKey: .tags)
        try container.encode(fields.isPinned, forKey: .isPinned)
        try container.encode(fields.isArchived, forKey: .isArchived)
        try container.encode(fields.isAIProcessed, forKey: .isAIProcessed)
        try container.encode(fields.audio.map(NoteAudioForm.init), forKey: .audio)
        try container.encode(row.links.map(NoteLinkForm.init), forKey: .links)
        try container.encode(shown.actions.map(ActionForm.init), forKey: .actions)
        try container.encode(row.pendingActions, forKey: .pendingActions)
        try container.encode(row.created.iso8601, forKey: .created)
        try container.encode(row.updated.iso8601, forKey: .updated)
    }
}

/// The recording of a note.
struct NoteAudioForm: Encodable {
    private let audio: NoteAudio

    init(_ audio: NoteAudio) {
        self.audio = audio
    }

    enum CodingKeys: CodingKey { case content, mediaType, size, fileName }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(audio.content.hex, forKey: .content)
        try container.encode(audio.mediaType, forKey: .mediaType)
        try container.encode(audio.size, forKey: .size)
        try container.encode(audio.fileName, forKey: .fileName)
    }
}

/// An attachment of a note.
struct NoteLinkForm: Encodable {
    let message: String
    let scope: String

    init(_ link: NoteLink) {
        message = link.message.description
        scope = link.scope.rawValue
    }
}
