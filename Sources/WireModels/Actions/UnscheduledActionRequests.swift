public import EventLog
public import Notes

/// A request to make an e-mail that will be sent.
@dynamicMemberLookup
public struct EmailActionCreateRequest: Codable, Hashable, Sendable {
    public private(set) var base: ActionCreateRequest
    public var emailTo: String
    public var emailSubject: String
    public var emailBody: String

    enum CodingKeys: String, CodingKey {
        case emailTo = "email_to"
        case emailSubject = "email_subject"
        case emailBody = "email_body"
    }

    public init(
        noteId: UniqueID, title: String, description: String? = nil, priority: ActionPriority = .medium,
        emailTo: String, emailSubject: String, emailBody: String
    ) {
        base = ActionCreateRequest(
            noteId: noteId, actionType: .email, title: title, description: description, priority: priority)
        self.emailTo = emailTo
        self.emailSubject = emailSubject
        self.emailBody = emailBody
    }

    public init(from decoder: any Decoder) throws {
        base = try ActionCreateRequest(from: decoder, fixed: .email)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        emailTo = try container.decode(String.self, forKey: .emailTo)
        emailSubject = try container.decode(String.self, forKey: .emailSubject)
        emailBody = try container.decode(String.self, forKey: .emailBody)
    }

    public func encode(to encoder: any Encoder) throws {
        try base.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(emailTo, forKey: .emailTo)
        try container.encode(emailSubject, forKey: .emailSubject)
        try container.encode(emailBody, forKey: .emailBody)
    }

    public subscript<Value>(dynamicMember field: KeyPath<ActionCreateRequest, Value>) -> Value { base[keyPath: field] }
}

/// A request to make a next step.
@dynamicMemberLookup
public struct NextStepCreateRequest: Codable, Hashable, Sendable {
    public private(set) var base: ActionCreateRequest

    public init(
        noteId: UniqueID, title: String, description: String? = nil, priority: ActionPriority = .medium
    ) {
        base = ActionCreateRequest(
            noteId: noteId, actionType: .nextStep, title: title, description: description, priority: priority)
    }

    public init(from decoder: any Decoder) throws {
        base = try ActionCreateRequest(from: decoder, fixed: .nextStep)
    }

    public func encode(to encoder: any Encoder) throws {
        try base.encode(to: encoder)
    }

    public subscript<Value>(dynamicMember field: KeyPath<ActionCreateRequest, Value>) -> Value { base[keyPath: field] }
}
