public import CivilTime
public import EventLog
public import Notes
internal import SQLiteDatabase

/// A selection of notes; each condition narrows it further.
public struct NoteFilter: Hashable, Sendable {
    /// Those in this notebook.
    public var folder: FolderID?
    /// Those in no notebook that lives.
    public var isUnfiled = false
    /// Those with all of these tags.
    public var tags: [NoteTag] = []
    public var isPinned: Bool?
    public var isArchived: Bool?
    /// Those that were made at this time or later.
    public var since: Timestamp?
    /// Those that were made before this time.
    public var until: Timestamp?
    /// Those on this message, or on its thread.
    public var message: StreamID?
    /// Those whose title, transcript, summary or tags have each of these, folded as the full text is.
    public var texts: [TextMatch] = []

    public init() {}
}

extension NoteFilter {
    /// Selects the notes that a query for mail can mean, too; nil if it has a condition that notes cannot meet.
    ///
    /// The conditions are words in any text, in the subject (here the title) and in the body; all of them have to be
    /// met.
    public init?(words filter: MessageFilter) {
        switch filter {
        case .text(.any, let match), .text(.subject, let match), .text(.body, let match): texts = [match]
        case .and(let parts):
            for part in parts {
                guard let inner = NoteFilter(words: part) else { return nil }
                texts += inner.texts
            }
            if parts.isEmpty { return nil }
        default: return nil
        }
    }

    /// The condition over a row of the table `note`, except the texts.
    var sql: SQL {
        var conditions: [SQL] = ["note.ended IS NULL"]
        if let folder { conditions.append("note.folder = \(bind: folder.blob) AND note.folder_is_live") }
        if isUnfiled { conditions.append("NOT note.folder_is_live") }
        for tag in tags {
            conditions.append("note.id IN (SELECT note FROM note_tag WHERE name = \(bind: tag.text))")
        }
        if let isPinned { conditions.append("note.is_pinned = \(bind: isPinned)") }
        if let isArchived { conditions.append("note.is_archived = \(bind: isArchived)") }
        if let since { conditions.append("note.created >= \(bind: since.microseconds)") }
        if let until { conditions.append("note.created < \(bind: until.microseconds)") }
        if let message { conditions.append("note.id IN (\(Self.notes(on: message)))") }
        return conditions.joined(separator: " AND ")
    }

    /// The notes on a message, and on the thread that it is in.
    private static func notes(on message: StreamID) -> SQL {
        """
        SELECT note_link.note FROM thread_member AS here
            JOIN thread_member AS there ON there.thread = here.thread
            JOIN message ON message.id = there.message
            JOIN note_link ON note_link.message = message.uuid
        WHERE here.message = \(bind: message.rawValue)
            AND (note_link.scope = 'thread' OR message.id = \(bind: message.rawValue))
        """
    }
}
