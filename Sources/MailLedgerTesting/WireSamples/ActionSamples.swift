public import Notes
public import WireModels

extension ActionResponse {
    /// An action of one kind, with the fields of that kind.
    public static func sample(_ type: ActionType = .calendar, status: ActionStatus = .pending) -> ActionResponse {
        var action = ActionResponse(
            id: WireSample.id(3), noteId: WireSample.id(2), actionType: type, status: status, priority: .high,
            title: "Meet about the engine", description: "Bring the drawings",
            createdAt: WireSample.time(minutes: 1))
        if type == .calendar || type == .reminder { action.scheduledDate = WireSample.time(minutes: 60) }
        if type == .calendar {
            action.scheduledEndDate = WireSample.time(minutes: 120)
            action.location = "Dorset Street 1"
            action.attendees = ["charles@example.org"]
        }
        if type == .email {
            action.emailTo = "charles@example.org"
            action.emailSubject = "The engine"
            action.emailBody = "When can we meet?"
        }
        if status == .executed {
            action.externalId = "ev-17"
            action.externalService = "google"
            action.externalUrl = "https://calendar.example.org/ev-17"
            action.executedAt = WireSample.time(minutes: 5)
        }
        return action
    }
}

extension ActionCreateRequest {
    public static func sample() -> ActionCreateRequest {
        ActionCreateRequest(noteId: WireSample.id(2), actionType: .reminder, title: "Order brass", priority: .low)
    }
}

extension CalendarActionCreateRequest {
    public static func sample() -> CalendarActionCreateRequest {
        CalendarActionCreateRequest(
            noteId: WireSample.id(2), title: "Meet about the engine", description: "Bring the drawings",
            scheduledDate: WireSample.time(minutes: 60), scheduledEndDate: WireSample.time(minutes: 120),
            location: "Dorset Street 1", attendees: ["charles@example.org"])
    }
}

extension EmailActionCreateRequest {
    public static func sample() -> EmailActionCreateRequest {
        EmailActionCreateRequest(
            noteId: WireSample.id(2), title: "Write to Charles", priority: .high, emailTo: "charles@example.org",
            emailSubject: "The engine", emailBody: "When can we meet?")
    }
}

extension ReminderActionCreateRequest {
    public static func sample() -> ReminderActionCreateRequest {
        ReminderActionCreateRequest(
            noteId: WireSample.id(2), title: "Order brass", scheduledDate: WireSample.time(minutes: 60))
    }
}

extension NextStepCreateRequest {
    public static func sample() -> NextStepCreateRequest {
        NextStepCreateRequest(noteId: WireSample.id(2), title: "Read the memoir", description: "Note G first")
    }
}

extension ActionUpdateRequest {
    public static func sample() -> ActionUpdateRequest {
        ActionUpdateRequest(
            title: "Meet", description: "At his house", status: .created, priority: .medium,
            scheduledDate: WireSample.time(minutes: 90), scheduledEndDate: WireSample.time(minutes: 150),
            location: "Dorset Street 1", attendees: [], emailTo: "charles@example.org", emailSubject: "Engine",
            emailBody: "Dear Charles")
    }
}

extension ActionExecuteRequest {
    public static func sample() -> ActionExecuteRequest { ActionExecuteRequest(service: "google") }
}

extension ActionExecuteResponse {
    public static func sample() -> ActionExecuteResponse {
        ActionExecuteResponse(
            success: true, actionId: WireSample.id(3), externalId: "ev-17", externalService: "google",
            externalUrl: "https://calendar.example.org/ev-17", message: "It is in the calendar")
    }
}
