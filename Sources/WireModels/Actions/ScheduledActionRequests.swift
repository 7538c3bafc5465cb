public import EventLog
public import Notes

/// A request to make a calendar entry.
@dynamicMemberLookup
public struct CalendarActionCreateRequest: Codable, Hashable, Sendable {
    public private(set) var base: ActionCreateRequest
    public var scheduledDate: WireTime
    public var scheduledEndDate: WireTime?
    public var location: String?
    public var attendees: [String]

    enum CodingKeys: String, CodingKey {
        case scheduledDate = "scheduled_date"
        case scheduledEndDate = "scheduled_end_date"
        case location, attendees
    }

    public init(
        noteId: UniqueID, title: String, description: String? = nil, priority: ActionPriority = .medium,
        scheduledDate: WireTime, scheduledEndDate: WireTime? = nil, location: String? = nil, attendees: [String] = []
    ) {
        base = ActionCreateRequest(
            noteId: noteId, actionType: .calendar, title: title, description: description, priority: priority)
        self.scheduledDate = scheduledDate
        self.scheduledEndDate = scheduledEndDate
        self.location = location
        self.attendees = attendees
    }

    public init(from decoder: any Decoder) throws {
        base = try ActionCreateRequest(from: decoder, fixed: .calendar)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        scheduledDate = try container.decode(WireTime.self, forKey: .scheduledDate)
        scheduledEndDate = try container.decodeIfPresent(WireTime.self, forKey: .scheduledEndDate)
        location = try container.decodeIfPresent(String.self, forKey: .location)
        attendees = try container.decodeIfPresent([String].self, forKey: .attendees) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        try base.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(scheduledDate, forKey: .scheduledDate)
        try container.encodeIfPresent(scheduledEndDate, forKey: .scheduledEndDate)
        try container.encodeIfPresent(location, forKey: .location)
        try container.encode(attendees, forKey: .attendees)
    }

    public subscript<Value>(dynamicMember field: KeyPath<ActionCreateRequest, Value>) -> Value { base[keyPath: field] }
}

/// A request to make a reminder.
@dynamicMemberLookup
public struct ReminderActionCreateRequest: Codable, Hashable, Sendable {
    public private(set) var base: ActionCreateRequest
    public var scheduledDate: WireTime

    enum CodingKeys: String, CodingKey {
        case scheduledDate = "scheduled_date"
    }

    public init(
        noteId: UniqueID, title: String, description: String? = nil, priority: ActionPriority = .medium,
        scheduledDate: WireTime
    ) {
        base = ActionCreateRequest(
            noteId: noteId, actionType: .reminder, title: title, description: description, priority: priority)
        self.scheduledDate = scheduledDate
    }

    public init(from decoder: any Decoder) throws {
        base = try ActionCreateRequest(from: decoder, fixed: .reminder)
        scheduledDate = try decoder.container(keyedBy: CodingKeys.self).decode(WireTime.self, forKey: .scheduledDate)
    }

    public func encode(to encoder: any Encoder) throws {
        try base.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(scheduledDate, forKey: .scheduledDate)
    }

    public subscript<Value>(dynamicMember field: KeyPath<ActionCreateRequest, Value>) -> Value { base[keyPath: field] }
}
