/// The kind of a follow-up.
public enum ActionKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Something at a time; executed, it becomes a file of the calendar.
    case calendar
    /// A message to be written; executed, it becomes a draft in the ledger.
    case email
    /// Something to be reminded of at a time.
    case reminder
    /// A next step without a time.
    case nextStep = "next_step"

    /// The fields without which there is no such action, in the words of the JSON forms.
    public var requiredFields: [String] {
        switch self {
        case .calendar, .reminder: ["scheduled_date"]
        case .email: ["email_to", "email_subject", "email_body"]
        case .nextStep: []
        }
    }
}

/// The urgency of an action.
public enum ActionUrgency: String, Codable, Hashable, Sendable, CaseIterable {
    case low
    case medium
    case high
}
