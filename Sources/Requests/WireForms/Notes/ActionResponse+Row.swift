internal import Domain
internal import EventLog
internal import Notes
public import Projections
public import WireModels

extension ActionResponse {
    /// Makes the form of an action of a note; nil for one of a message, which this form has no place for.
    public init?(_ row: ActionRow) {
        guard let note = row.holder.note else { return nil }
        let fields = row.fields
        self.init(
            id: row.id.uniqueID, noteId: note.uniqueID, actionType: row.kind, status: row.progress.stage,
            priority: fields.priority, title: fields.title, description: fields.description,
            scheduledDate: fields.scheduledDate.map(WireTime.init(_:)),
            scheduledEndDate: fields.scheduledEndDate.map(WireTime.init(_:)), location: fields.location,
            attendees: fields.attendees, emailTo: fields.emailTo, emailSubject: fields.emailSubject,
            emailBody: fields.emailBody, externalId: fields.externalID, externalService: fields.externalService,
            externalUrl: fields.externalURL, createdAt: WireTime(row.created),
            executedAt: row.executed.map(WireTime.init(_:)))
    }
}
