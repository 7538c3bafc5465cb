public import EventLog

/// All events of notes and actions.
public enum NotesCatalogue {
    public static let events: [any Event.Type] = [
        NoteAdded.self, NoteChanged.self, NoteLinked.self, NoteUnlinked.self, NoteDeleted.self, NoteRestored.self,
        NoteErased.self,
        ActionAdded.self, ActionChanged.self, ActionStatusChanged.self, ActionDeleted.self, ActionRestored.self,
        ActionErased.self,
    ]
}
