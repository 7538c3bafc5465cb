public import CivilTime
public import EventLog
public import Notes

/// A note as it is listed and shown.
public struct NoteRow: Sendable, Hashable, Identifiable {
    public let id: NoteID
    public let stream: StreamID
    /// What it says. Its folder is one that lives, else nil.
    public let fields: NoteFields
    /// The name of its notebook.
    public let folderName: String?
    /// What it is on and lives: a message, or a thread with some message.
    public let links: [NoteLink]
    public let created: Timestamp
    /// When it last changed; an undo is a change.
    public let updated: Timestamp
    /// How many live actions of each kind it has.
    public let actions: [ActionKind: Int]
    /// How many of them are pending or created.
    public let pendingActions: Int

    /// How many live actions it has.
    public var actionCount: Int { actions.values.reduce(0, +) }
}
