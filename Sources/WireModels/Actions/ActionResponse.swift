public import EventLog
public import Notes

/// Something to be done that hangs off a note.
public struct ActionResponse: Codable, Hashable, Sendable, Identifiable {
    public var id: UniqueID
    public var noteId: UniqueID
    public var actionType: ActionType
    public var status: ActionStatus
    public var priority: ActionPriority
    public var title: String
    public var description: String?

    public var scheduledDate: WireTime?
    public var scheduledEndDate: WireTime?
    public var location: String?
    public var attendees: [String]

    public var emailTo: String?
    public var emailSubject: String?
    public var emailBody: String?

    public var externalId: String?
    public var externalService: String?
    public var externalUrl: String?

    public var createdAt: WireTime
    public var executedAt: WireTime?

    enum CodingKeys: String, CodingKey {
        case id
        case noteId = "note_id"
        case actionType = "action_type"
        case status, priority, title, description
        case scheduledDate = "scheduled_date"
        case scheduledEndDate = "scheduled_end_date"
        case location, attendees
        case emailTo = "email_to"
        case emailSubject = "email_subject"
        case emailBody = "email_body"
        case externalId = "external_id"
        case externalService = "external_service"
        case externalUrl = "external_url"
        case createdAt = "created_at"
        case executedAt = "executed_at"
    }

    public init(
        id: UniqueID, noteId: UniqueID, actionType: ActionType, status: ActionStatus = .pending,
        priority: ActionPriority = .medium, title: String, description: String? = nil,
        scheduledDate: WireTime? = nil, scheduledEndDate: WireTime? = nil, location: String? = nil,
        attendees: [String] = [], emailTo: String? = nil, emailSubject: String? = nil, emailBody: String? = nil,
        externalId: String? = nil, externalService: String? = nil, externalUrl: String? = nil, createdAt: WireTime,
        executedAt: WireTime? = nil
    ) {
        self.id = id
        self.noteId = noteId
        self.actionType = actionType
        self.status = status
        self.priority = priority
        self.title = title
        self.description = description
        self.scheduledDate = scheduledDate
        self.scheduledEndDate = scheduledEndDate
        self.location = location
        self.attendees = attendees
        self.emailTo = emailTo
        self.emailSubject = emailSubject
        self.emailBody = emailBody
        self.externalId = externalId
        self.externalService = externalService
        self.externalUrl = externalUrl
        self.createdAt = createdAt
        self.executedAt = executedAt
    }
}

extension ActionResponse {
    /// Whether it is still to be done.
    public var isPending: Bool { status == .pending || status == .created }
    public var isCompleted: Bool { status == .executed }
    /// Whether it was not done and will not be.
    public var isFailed: Bool { status == .failed || status == .cancelled }
    public var hasExternalLink: Bool { externalUrl != nil }
}
