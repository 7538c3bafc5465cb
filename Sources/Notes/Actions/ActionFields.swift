public import CivilTime
internal import Domain
internal import EventLog

/// The fields of an action; its kind determines which of them are required.
public struct ActionFields: Hashable, Sendable {
    public var title: String
    public var priority: ActionUrgency
    public var description: String?
    /// When it begins, or when to be reminded.
    public var scheduledDate: Timestamp?
    public var scheduledEndDate: Timestamp?
    public var location: String?
    /// Addresses or names.
    public var attendees: [String]
    /// One or more addresses, parted by commas.
    public var emailTo: String?
    public var emailSubject: String?
    public var emailBody: String?
    /// Its id in another service.
    public var externalID: String?
    public var externalService: String?
    public var externalURL: String?

    public init(
        title: String, priority: ActionUrgency = .medium, description: String? = nil, scheduledDate: Timestamp? = nil,
        scheduledEndDate: Timestamp? = nil, location: String? = nil, attendees: [String] = [], emailTo: String? = nil,
        emailSubject: String? = nil, emailBody: String? = nil, externalID: String? = nil,
        externalService: String? = nil, externalURL: String? = nil
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

    /// Throws for a value that no action of a kind may have, and for a field that one needs and that is missing.
    func check(as kind: ActionKind) throws(DomainError) {
        try TextCheck.title(title)
        let lines = [
            ("location", location), ("email_to", emailTo), ("email_subject", emailSubject),
            ("external_id", externalID), ("external_service", externalService),
        ]
        for case (let field, let text?) in lines { try TextCheck.line(text, field, maximum: 2_000) }
        for attendee in attendees { try TextCheck.line(attendee, "attendees", maximum: 320) }
        if attendees.count > 1_000 { throw .invalid(field: "attendees", reason: "an action has at most 1000") }
        if attendees.contains(where: \.isEmpty) { throw TextCheck.fault("attendees", .isEmpty) }
        if let description { try TextCheck.text(description, "description", maximum: NoteFields.maximumSummary) }
        if let emailBody { try TextCheck.text(emailBody, "email_body", maximum: NoteFields.maximumTranscript) }
        if let externalURL { try TextCheck.url(externalURL, "external_url") }
        for field in kind.requiredFields where isMissing(field) { throw TextCheck.fault(field, .isMissing) }
        if let end = scheduledEndDate {
            guard let start = scheduledDate else { throw TextCheck.fault("scheduled_date", .isMissing) }
            guard start <= end else {
                throw .invalid(field: "scheduled_end_date", reason: "it ends before it begins")
            }
        }
        for date in [scheduledDate, scheduledEndDate].compactMap(\.self) where !Self.dates.contains(date) {
            throw .invalid(field: "scheduled_date", reason: "a date lies in the years 1 to 9999")
        }
    }

    private static let dates =
        Timestamp(microseconds: -62_135_596_800_000_000)..<Timestamp(microseconds: 253_402_300_800_000_000)

    private func isMissing(_ field: String) -> Bool {
        switch field {
        case "scheduled_date": scheduledDate == nil
        case "email_to": emailTo?.isEmpty ?? true
        case "email_subject": emailSubject?.isEmpty ?? true
        case "email_body": emailBody?.isEmpty ?? true
        default: false
        }
    }
}

extension ActionFields {
    /// Returns the fields with a change undone, and names those that no longer have the value it gave them.
    public func undoing(_ changed: ActionChanged) -> (fields: ActionFields, stale: [String]) {
        let (fields, stale) = ActionChanged.fields.takingBack(changed, in: self)
        return (fields, stale)
    }
}
