internal import Domain
public import Notes
public import WireModels

/// A form that makes an action of a note.
public protocol ActionCreation {
    /// What every kind says.
    var base: ActionCreateRequest { get }
    /// What the action says.
    var actionFields: ActionFields { get }
}

extension ActionCreation {
    /// The command that it stands for.
    public var command: AddAction { AddAction(base.actionType, actionFields) }
    /// What the action hangs off.
    public var holder: ActionHolder { .note(NoteID(base.noteId)) }
}

extension ActionCreateRequest: ActionCreation {
    public var base: ActionCreateRequest { self }
    public var actionFields: ActionFields {
        ActionFields(title: title, priority: priority, description: description)
    }
}

extension NextStepCreateRequest: ActionCreation {
    public var actionFields: ActionFields { base.actionFields }
}

extension ReminderActionCreateRequest: ActionCreation {
    public var actionFields: ActionFields {
        var fields = base.actionFields
        fields.scheduledDate = scheduledDate.timestamp
        return fields
    }
}

extension CalendarActionCreateRequest: ActionCreation {
    public var actionFields: ActionFields {
        var fields = base.actionFields
        fields.scheduledDate = scheduledDate.timestamp
        fields.scheduledEndDate = scheduledEndDate?.timestamp
        fields.location = location
        fields.attendees = attendees
        return fields
    }
}

extension EmailActionCreateRequest: ActionCreation {
    public var actionFields: ActionFields {
        var fields = base.actionFields
        fields.emailTo = emailTo
        fields.emailSubject = emailSubject
        fields.emailBody = emailBody
        return fields
    }
}
