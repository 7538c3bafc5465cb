internal import EventLog
internal import JSONCoding
public import LedgerHistory
public import LedgerKernel
internal import Notes
internal import Projections

extension LedgerReader {
    /// Returns the events that determined each field of a note, deleted or not, or one field.
    ///
    /// Changes of its notebook and its messages count, too: `folder` ends with the notebook, and `links` with the
    /// linked messages.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``, which lists the fields.
    public func why(note name: String, field: String? = nil) throws -> [ValueReason] {
        let note = try noteState(name, includingDeleted: true)
        var values = ValueHistory()
        if field == nil || field == "folder" || field == "links" {
            try NoteReferences(of: note.stream, self).forEachMoment { values.take($1, at: $0) }
        }
        return try why(note.stream, "a note", .note, field, values)
    }

    /// Returns the events that determined each field of an action, deleted or not, or one field.
    ///
    /// An action on a note ends and comes back with it, so `is_deleted` may lead to an event of the note.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``, which lists the fields.
    public func why(action name: String, field: String? = nil) throws -> [ValueReason] {
        let stream = try actionStream(name, includingDeleted: true)
        return try why(stream, "an action", .action, field, ValueHistory())
    }
}

extension ContainerValues {
    fileprivate static let note = ContainerValues(
        NoteAdded.type, fields: NoteChanged.fields.flatMap(\.names) + ["links"],
        defaults: [
            "tags": .array([]), "is_pinned": false, "is_archived": false, "ai_processed": false, "links": .array([]),
        ],
        referring: ["folder", "links"])

    fileprivate static let action: ContainerValues = {
        var fields = ["note", "message", "kind"] + ActionChanged.fields.flatMap(\.names)
        // The status comes before the fields that few actions have, and the outcome after them.
        let (status, outcome) = (ActionStatusChanged.fields[0].names, ActionStatusChanged.fields.dropFirst())
        fields.insert(contentsOf: status, at: 5)
        return ContainerValues(
            ActionAdded.type, fields: fields + outcome.flatMap(\.names),
            defaults: ["status": "pending", "attendees": .array([])])
    }()
}
