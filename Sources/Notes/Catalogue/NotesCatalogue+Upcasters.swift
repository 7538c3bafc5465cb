public import EventLog
internal import JSONCoding

/// The upcasters from older shapes of notes to today's: pure functions, none of which ever changes.
extension NotesCatalogue {
    public static let upcasters: [Upcaster] = [noteChangedFrom1]

    /// Version 1 had all tags, before and after, and always the whole transcript, as version 2 may have it.
    private static let noteChangedFrom1 = Upcaster(from: EventType("notes.note-changed", schema: 1)) { old in
        guard case .object(var event) = old else { throw Upcaster.Malformed() }
        if let tags = event["tags"] { event["tags"] = try Upcaster.listChange(of: tags) }
        return [Upcaster.Form(EventType("notes.note-changed", schema: 2), .object(event))]
    }
}
