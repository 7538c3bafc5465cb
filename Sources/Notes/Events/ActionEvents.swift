public import CivilTime
public import Domain
public import EventLog

/// An action came into being, pending, on a note or on a message.
public struct ActionAdded: Event, Hashable {
    public static let type = EventType("notes.action-added", schema: 1)

    public let id: ActionID
    /// One of `note` and `message` is there.
    public let note: NoteID?
    public let message: MessageID?
    public let kind: ActionKind
    public let priority: ActionUrgency
    public let title: String
    public let description: String?
    public let scheduledDate: Timestamp?
    public let scheduledEndDate: Timestamp?
    public let location: String?
    public let attendees: [String]
    public let emailTo: String?
    public let emailSubject: String?
    public let emailBody: String?
    public let externalID: String?
    public let externalService: String?
    public let externalURL: String?

    enum CodingKeys: String, CodingKey {
        case id, note, message
        case kind, priority, title, description
        case scheduledDate = "scheduled_date"
        case scheduledEndDate = "scheduled_end_date"
        case location, attendees
        case emailTo = "email_to"
        case emailSubject = "email_subject"
        case emailBody = "email_body"
        case externalID = "external_id"
        case externalService = "external_service"
        case externalURL = "external_url"
    }

    public init(id: ActionID, on holder: ActionHolder, kind: ActionKind, fields: ActionFields) {
        switch holder {
        case .note(let note): self.init(id: id, note: note, message: nil, kind: kind, fields: fields)
        case .message(let message): self.init(id: id, note: nil, message: message, kind: kind, fields: fields)
        }
    }

    public init(id: ActionID, note: NoteID?, message: MessageID?, kind: ActionKind, fields: ActionFields) {
        self.id = id
        self.note = note
        self.message = message
        self.kind = kind
        priority = fields.priority
        title = fields.title
        description = fields.description
        scheduledDate = fields.scheduledDate
        scheduledEndDate = fields.scheduledEndDate
        location = fields.location
        attendees = fields.attendees
        emailTo = fields.emailTo
        emailSubject = fields.emailSubject
        emailBody = fields.emailBody
        externalID = fields.externalID
        externalService = fields.externalService
        externalURL = fields.externalURL
    }

    /// What the action says from the start.
    public var fields: ActionFields {
        ActionFields(
            title: title, priority: priority, description: description, scheduledDate: scheduledDate,
            scheduledEndDate: scheduledEndDate, location: location, attendees: attendees, emailTo: emailTo,
            emailSubject: emailSubject, emailBody: emailBody, externalID: externalID,
            externalService: externalService, externalURL: externalURL)
    }
}

/// An action says something else; each field that changed has its old and its new value, and no other is there.
public struct ActionChanged: Event, Hashable {
    public static let type = EventType("notes.action-changed", schema: 1)

    public let action: ActionID
    public let priority: Change<ActionUrgency>?
    public let title: Change<String>?
    public let description: Change<String?>?
    public let scheduledDate: Change<Timestamp?>?
    public let scheduledEndDate: Change<Timestamp?>?
    public let location: Change<String?>?
    public let attendees: Change<[String]>?
    public let emailTo: Change<String?>?
    public let emailSubject: Change<String?>?
    public let emailBody: Change<String?>?
    public let externalID: Change<String?>?
    public let externalService: Change<String?>?
    public let externalURL: Change<String?>?

    enum CodingKeys: String, CodingKey {
        case action, priority, title, description
        case scheduledDate = "scheduled_date"
        case scheduledEndDate = "scheduled_end_date"
        case location, attendees
        case emailTo = "email_to"
        case emailSubject = "email_subject"
        case emailBody = "email_body"
        case externalID = "external_id"
        case externalService = "external_service"
        case externalURL = "external_url"
    }

    /// What leads from one set of fields to another; nil where they are equal.
    public init?(action: ActionID, from old: ActionFields, to new: ActionFields) {
        guard old != new else { return nil }
        self.action = action
        priority = Change(from: old.priority, to: new.priority)
        title = Change(from: old.title, to: new.title)
        description = Change(from: old.description, to: new.description)
        scheduledDate = Change(from: old.scheduledDate, to: new.scheduledDate)
        scheduledEndDate = Change(from: old.scheduledEndDate, to: new.scheduledEndDate)
        location = Change(from: old.location, to: new.location)
        attendees = Change(from: old.attendees, to: new.attendees)
        emailTo = Change(from: old.emailTo, to: new.emailTo)
        emailSubject = Change(from: old.emailSubject, to: new.emailSubject)
        emailBody = Change(from: old.emailBody, to: new.emailBody)
        externalID = Change(from: old.externalID, to: new.externalID)
        externalService = Change(from: old.externalService, to: new.externalService)
        externalURL = Change(from: old.externalURL, to: new.externalURL)
    }
}

/// An action was taken on, executed, given up, or failed; or an undo took that back.
public struct ActionStatusChanged: Event, Hashable {
    public static let type = EventType("notes.action-status-changed", schema: 1)

    public let action: ActionID
    public let status: Change<ActionStage>?
    public let execution: Change<ActionExecution?>?
    public let error: Change<String?>?

    /// What leads from one progress to another; nil where they are equal.
    public init?(action: ActionID, from old: ActionProgress, to new: ActionProgress) {
        guard old != new else { return nil }
        self.action = action
        status = Change(from: old.stage, to: new.stage)
        execution = Change(from: old.execution, to: new.execution)
        error = Change(from: old.error, to: new.error)
    }
}

/// An action ended.
public struct ActionDeleted: Event, Hashable {
    public static let type = EventType("notes.action-deleted", schema: 1)

    public let action: ActionID

    public init(action: ActionID) {
        self.action = action
    }
}

/// A deleted action came back.
public struct ActionRestored: Event, Hashable {
    public static let type = EventType("notes.action-restored", schema: 1)

    public let action: ActionID

    public init(action: ActionID) {
        self.action = action
    }
}
