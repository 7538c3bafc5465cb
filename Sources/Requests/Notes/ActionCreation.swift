internal import Domain
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Notes
internal import Projections
public import WireModels

/// A form that makes an action of a note.
protocol ActionCreation: LedgerCommand, WireRequest where Answer == Made<ActionResponse> {
    /// The fields of every kind.
    var base: ActionCreateRequest { get }
    /// The fields of the action.
    var actionFields: ActionFields { get }
}

extension ActionCreation {
    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Made<ActionResponse>> {
        let note = try reader.note(base.noteId.description).id
        let id = ActionID(reader.environment.newID())
        let events = try AddAction(base.actionType, actionFields).decide(as: id, on: .note(note))
        return .made(events) { try $0.actionResponse(id) }
    }
}

extension ActionCreateRequest: ActionCreation {
    public static let name = "create-action"
    var base: ActionCreateRequest { self }
    var actionFields: ActionFields {
        ActionFields(title: title, priority: priority, description: description)
    }
}

extension NextStepCreateRequest: ActionCreation {
    public static let name = "create-next-step"
    var actionFields: ActionFields { base.actionFields }
}

extension ReminderActionCreateRequest: ActionCreation {
    public static let name = "create-reminder"
    var actionFields: ActionFields {
        var fields = base.actionFields
        fields.scheduledDate = scheduledDate.timestamp
        return fields
    }
}

extension CalendarActionCreateRequest: ActionCreation {
    public static let name = "create-calendar-action"
    var actionFields: ActionFields {
        var fields = base.actionFields
        fields.scheduledDate = scheduledDate.timestamp
        fields.scheduledEndDate = scheduledEndDate?.timestamp
        fields.location = location
        fields.attendees = attendees
        return fields
    }
}

extension EmailActionCreateRequest: ActionCreation {
    public static let name = "create-email-action"
    var actionFields: ActionFields {
        var fields = base.actionFields
        fields.emailTo = emailTo
        fields.emailSubject = emailSubject
        fields.emailBody = emailBody
        return fields
    }
}
