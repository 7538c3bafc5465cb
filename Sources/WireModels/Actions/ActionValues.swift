/// What kind of thing is to be done.
public enum ActionType: String, Codable, Hashable, Sendable, CaseIterable {
    case calendar
    case email
    case reminder
    case nextStep = "next_step"
}

/// How far an action has come.
public enum ActionStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case pending
    case created
    case executed
    case failed
    case cancelled
}

/// How urgent an action is.
public enum ActionPriority: String, Codable, Hashable, Sendable, CaseIterable {
    case low
    case medium
    case high
}
