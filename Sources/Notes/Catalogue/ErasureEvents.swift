public import Domain
public import EventLog

/// The erasure of a note, whose events were blanked in the log. Each of its actions has an event of its own.
public struct NoteErased: Event, Hashable {
    public static let type = EventType("notes.note-erased", schema: 1)

    public let note: NoteID
    /// The number of blanked events in its stream.
    public let events: Int

    public init(note: NoteID, events: Int) {
        self.note = note
        self.events = events
    }
}

/// The erasure of an action, with its note or its message.
public struct ActionErased: Event, Hashable {
    public static let type = EventType("notes.action-erased", schema: 1)

    public let action: ActionID
    /// The number of blanked events in its stream.
    public let events: Int

    public init(action: ActionID, events: Int) {
        self.action = action
        self.events = events
    }
}

extension NoteErased: ErasingEvent {
    public static let kind = "note"
    public var erasedID: UniqueID { note.uniqueID }
    public var erasedFrom: AccountID? { nil }
}

extension ActionErased: ErasingEvent {
    public static let kind = "action"
    public var erasedID: UniqueID { action.uniqueID }
    public var erasedFrom: AccountID? { nil }
}
