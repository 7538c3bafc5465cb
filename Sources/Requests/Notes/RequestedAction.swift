internal import EventLog
public import Notes
public import WireModels

/// The fields of an action beside its kind; omitted values stay unchanged, and an empty text removes a value.
public struct RequestedAction: Codable, Hashable, Sendable {
    public var title: String?
    public var priority: ActionUrgency?
    public var description: String?
    /// When it begins, or when to be reminded.
    public var scheduledDate: WireTime?
    /// When it ends; null takes it away.
    public var scheduledEndDate: FieldUpdate<WireTime>
    public var location: String?
    /// All that are to attend.
    public var attendees: [String]?
    public var emailTo: String?
    public var emailSubject: String?
    public var emailBody: String?
    public var externalID: String?
    public var externalService: String?
    public var externalURL: String?

    enum CodingKeys: String, CodingKey {
        case title, priority, description
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

    public init(
        title: String? = nil, priority: ActionUrgency? = nil, description: String? = nil,
        scheduledDate: WireTime? = nil, scheduledEndDate: FieldUpdate<WireTime> = .keep, location: String? = nil,
        attendees: [String]? = nil, emailTo: String? = nil, emailSubject: String? = nil, emailBody: String? = nil,
        externalID: String? = nil, externalService: String? = nil, externalURL: String? = nil
    ) {
        self.title = title
        self.priority = priority
        self.description = description
        self.scheduledDate = scheduledDate
        self.scheduledEndDate = scheduledEndDate
        self.location = location
        self.attendees = attendees
        self.emailTo = emailTo
        self.emailSubject = emailSubject
        self.emailBody = emailBody
        self.externalID = externalID
        self.externalService = externalService
        self.externalURL = externalURL
    }

    var command: ChangeAction {
        var command = ChangeAction()
        command.title = title
        command.priority = priority
        command.description = description
        command.scheduledDate = scheduledDate?.timestamp
        switch scheduledEndDate {
        case .keep: break
        case .clear: command.removesEndDate = true
        case .set(let end): command.scheduledEndDate = end.timestamp
        }
        command.location = location
        command.attendees = attendees
        command.emailTo = emailTo
        command.emailSubject = emailSubject
        command.emailBody = emailBody
        command.externalID = externalID
        command.externalService = externalService
        command.externalURL = externalURL
        return command
    }
}
