internal import EventLog
internal import JSONCoding
internal import Notes
internal import Projections

extension LedgerReader {
    /// Tells of each field of a note, deleted or not, or of one, which events made it what it is.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` that lists the fields.
    public func why(note name: String, field: String? = nil) throws -> [ValueReason] {
        let note = try noteState(name, includingDeleted: true)
        return try why(note.stream, "a note", .note, field, ValueHistory())
    }

    /// Tells of each field of an action, deleted or not, or of one, which events made it what it is.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` that lists the fields.
    public func why(action name: String, field: String? = nil) throws -> [ValueReason] {
        let stream = try actionStream(name, includingDeleted: true)
        return try why(stream, "an action", .action, field, ValueHistory())
    }
}

extension ContainerValues {
    fileprivate static let note = ContainerValues(
        NoteAdded.type,
        fields: [
            "title", "transcript", "summary", "duration", "folder", "tags", "is_pinned", "is_archived", "ai_processed",
            "audio",
        ], defaults: ["tags": .array([]), "is_pinned": false, "is_archived": false, "ai_processed": false])

    fileprivate static let action = ContainerValues(
        ActionAdded.type,
        fields: [
            "kind", "title", "priority", "status", "description", "scheduled_date", "scheduled_end_date", "location",
            "attendees", "email_to", "email_subject", "email_body", "external_id", "external_service", "external_url",
            "execution", "error",
        ], defaults: ["status": "pending", "attendees": .array([])])
}
