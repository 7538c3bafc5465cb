internal import CivilTime
internal import Cryptography
internal import EventLog
internal import Notes
package import Projections

/// An action.
public struct ActionForm: Encodable, Sendable {
    package let row: ActionRow

    package init(_ row: ActionRow) {
        self.row = row
    }

    package var id: String { row.id.description }

    enum CodingKeys: CodingKey {
        case id, note, message, kind, status, priority, title, description, scheduledDate, scheduledEndDate,
            location, attendees, emailTo, emailSubject, emailBody, externalID, externalService, externalURL,
            service, draft, calendar, error, created, executed
    }

    public func encode(to encoder: any Encoder) throws {
        let (fields, progress) = (row.fields, row.progress)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.id.description, forKey: .id)
        try container.encode(row.holder.note?.description, forKey: .note)
        try container.encode(row.holder.message?.description, forKey: .message)
        try container.encode(row.kind.rawValue, forKey: .kind)
        try container.encode(progress.stage.rawValue, forKey: .status)
        try container.encode(fields.priority.rawValue, forKey: .priority)
        try container.encode(fields.title, forKey: .title)
        try container.encode(fields.description, forKey: .description)
        try container.encode(fields.scheduledDate?.iso8601, forKey: .scheduledDate)
        try container.encode(fields.scheduledEndDate?.iso8601, forKey: .scheduledEndDate)
        try container.encode(fields.location, forKey: .location)
        try container.encode(fields.attendees, forKey: .attendees)
        try container.encode(fields.emailTo, forKey: .emailTo)
        try container.encode(fields.emailSubject, forKey: .emailSubject)
        try container.encode(fields.emailBody, forKey: .emailBody)
        try container.encode(fields.externalID, forKey: .externalID)
        try container.encode(fields.externalService, forKey: .externalService)
        try container.encode(fields.externalURL, forKey: .externalURL)
        try container.encode(progress.execution?.service, forKey: .service)
        try container.encode(progress.execution?.draft?.description, forKey: .draft)
        try container.encode(progress.execution?.calendar?.hex, forKey: .calendar)
        try container.encode(progress.error, forKey: .error)
        try container.encode(row.created.iso8601, forKey: .created)
        try container.encode(row.executed?.iso8601, forKey: .executed)
    }
}
