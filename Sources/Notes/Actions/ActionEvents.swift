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

    /// The fields of the action from the start.
    public var fields: ActionFields {
        ActionFields(
            title: title, priority: priority, description: description, scheduledDate: scheduledDate,
            scheduledEndDate: scheduledEndDate, location: location, attendees: attendees, emailTo: emailTo,
            emailSubject: emailSubject, emailBody: emailBody, externalID: externalID,
            externalService: externalService, externalURL: externalURL)
    }
}

/// Fields of an action changed; each changed field has its old and its new value, and the others are absent.
public struct ActionChanged: Event, Hashable {
    public static let type = EventType("notes.action-changed", schema: 1)

    public let action: ActionID
    public package(set) var priority: Change<ActionUrgency>?
    public package(set) var title: Change<String>?
    public package(set) var description: Change<String?>?
    public package(set) var scheduledDate: Change<Timestamp?>?
    public package(set) var scheduledEndDate: Change<Timestamp?>?
    public package(set) var location: Change<String?>?
    public package(set) var attendees: Change<[String]>?
    public package(set) var emailTo: Change<String?>?
    public package(set) var emailSubject: Change<String?>?
    public package(set) var emailBody: Change<String?>?
    public package(set) var externalID: Change<String?>?
    public package(set) var externalService: Change<String?>?
    public package(set) var externalURL: Change<String?>?

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

    /// The change that leads from one set of fields to another; nil if they are equal.
    public init?(action: ActionID, from old: ActionFields, to new: ActionFields) {
        guard old != new else { return nil }
        self.action = action
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<ActionFields, ActionChanged>] = [
        .init("title", \.title, \.title),
        .init("priority", \.priority, \.priority),
        .init("description", \.description, \.description),
        .init("scheduled_date", \.scheduledDate, \.scheduledDate),
        .init("scheduled_end_date", \.scheduledEndDate, \.scheduledEndDate),
        .init("location", \.location, \.location),
        .init("attendees", \.attendees, \.attendees),
        .init("email_to", \.emailTo, \.emailTo),
        .init("email_subject", \.emailSubject, \.emailSubject),
        .init("email_body", \.emailBody, \.emailBody),
        .init("external_id", \.externalID, \.externalID),
        .init("external_service", \.externalService, \.externalService),
        .init("external_url", \.externalURL, \.externalURL),
    ]
}

/// An action was taken on, executed, given up, or failed; or an undo took that back.
public struct ActionStatusChanged: Event, Hashable {
    public static let type = EventType("notes.action-status-changed", schema: 1)

    public let action: ActionID
    public package(set) var status: Change<ActionStage>?
    public package(set) var execution: Change<ActionExecution?>?
    public package(set) var error: Change<String?>?

    /// The change that leads from one progress to another; nil if they are equal.
    public init?(action: ActionID, from old: ActionProgress, to new: ActionProgress) {
        guard old != new else { return nil }
        self.action = action
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<ActionProgress, ActionStatusChanged>] = [
        .init("status", \.stage, \.status),
        .init("execution", \.execution, \.execution),
        .init("error", \.error, \.error),
    ]
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
