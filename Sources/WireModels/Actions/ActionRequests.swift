public import EventLog

/// A request to change an action; omitted values stay unchanged.
public struct ActionUpdateRequest: Codable, Hashable, Sendable {
    public var title: String?
    public var description: String?
    public var status: ActionStatus?
    public var priority: ActionPriority?
    public var scheduledDate: WireTime?
    public var scheduledEndDate: WireTime?
    public var location: String?
    public var attendees: [String]?
    public var emailTo: String?
    public var emailSubject: String?
    public var emailBody: String?

    enum CodingKeys: String, CodingKey {
        case title, description, status, priority
        case scheduledDate = "scheduled_date"
        case scheduledEndDate = "scheduled_end_date"
        case location, attendees
        case emailTo = "email_to"
        case emailSubject = "email_subject"
        case emailBody = "email_body"
    }

    public init(
        title: String? = nil, description: String? = nil, status: ActionStatus? = nil,
        priority: ActionPriority? = nil, scheduledDate: WireTime? = nil, scheduledEndDate: WireTime? = nil,
        location: String? = nil, attendees: [String]? = nil, emailTo: String? = nil, emailSubject: String? = nil,
        emailBody: String? = nil
    ) {
        self.title = title
        self.description = description
        self.status = status
        self.priority = priority
        self.scheduledDate = scheduledDate
        self.scheduledEndDate = scheduledEndDate
        self.location = location
        self.attendees = attendees
        self.emailTo = emailTo
        self.emailSubject = emailSubject
        self.emailBody = emailBody
    }
}

/// A request to execute an action.
public struct ActionExecuteRequest: Codable, Hashable, Sendable {
    /// The service to do it, such as `google`; nil for the program's own way.
    public var service: String?

    public init(service: String? = nil) {
        self.service = service
    }
}

/// The result of a request to execute an action.
public struct ActionExecuteResponse: Codable, Hashable, Sendable {
    public var success: Bool
    public var actionId: UniqueID
    public var externalId: String?
    public var externalService: String?
    public var externalUrl: String?
    /// A sentence for people.
    public var message: String?

    enum CodingKeys: String, CodingKey {
        case success
        case actionId = "action_id"
        case externalId = "external_id"
        case externalService = "external_service"
        case externalUrl = "external_url"
        case message
    }

    public init(
        success: Bool, actionId: UniqueID, externalId: String? = nil, externalService: String? = nil,
        externalUrl: String? = nil, message: String? = nil
    ) {
        self.success = success
        self.actionId = actionId
        self.externalId = externalId
        self.externalService = externalService
        self.externalUrl = externalUrl
        self.message = message
    }
}
