public import CivilTime
public import EventLog

/// Adds an action to a note or to a message.
public struct AddAction: Hashable, Sendable {
    public var kind: ActionKind
    public var fields: ActionFields

    public init(_ kind: ActionKind, _ fields: ActionFields) {
        self.kind = kind
        self.fields = fields
    }

    public func decide(on holder: ActionHolder, newID: () -> UniqueID) throws -> [ProposedEvent] {
        try fields.check(as: kind)
        let added = ActionAdded(id: ActionID(newID()), on: holder, kind: kind, fields: fields)
        return [ProposedEvent(added, target: .noStream, account: .none)]
    }
}

/// Changes the fields of an action; a value that is nil stays unchanged, and an empty text removes it.
public struct ChangeAction: Hashable, Sendable {
    public var title: String?
    public var priority: ActionUrgency?
    public var description: String?
    public var scheduledDate: Timestamp?
    public var scheduledEndDate: Timestamp?
    /// Whether the end goes; nothing else takes a time away.
    public var removesEndDate = false
    public var location: String?
    /// All that are to attend.
    public var attendees: [String]?
    public var emailTo: String?
    public var emailSubject: String?
    public var emailBody: String?
    public var externalID: String?
    public var externalService: String?
    public var externalURL: String?

    public init() {}

    /// The fields after it.
    public func applied(to fields: ActionFields) -> ActionFields {
        func set(_ text: String?, _ field: inout String?) {
            if let text { field = text.isEmpty ? nil : text }
        }
        var fields = fields
        if let title { fields.title = title }
        if let priority { fields.priority = priority }
        set(description, &fields.description)
        if let scheduledDate { fields.scheduledDate = scheduledDate }
        if removesEndDate { fields.scheduledEndDate = nil }
        if let scheduledEndDate { fields.scheduledEndDate = scheduledEndDate }
        set(location, &fields.location)
        if let attendees { fields.attendees = attendees }
        set(emailTo, &fields.emailTo)
        set(emailSubject, &fields.emailSubject)
        set(emailBody, &fields.emailBody)
        set(externalID, &fields.externalID)
        set(externalService, &fields.externalService)
        set(externalURL, &fields.externalURL)
        return fields
    }

    /// Decides on one event with every field that changes, and on none if nothing would change.
    ///
    /// An executed or cancelled action does not change any more, except for its ids and links at another service.
    public func decide(_ action: ActionState) throws -> [ProposedEvent] {
        try action.requireLive()
        let fields = applied(to: action.fields)
        guard let changed = ActionChanged(action: action.id, from: action.fields, to: fields) else { return [] }
        guard action.progress.stage.isOpen || changed.isExternalOnly else {
            throw DomainError.conflict("the action \(action.fields.title) is \(action.progress.stage.rawValue)")
        }
        try fields.check(as: action.kind)
        return [action.event(changed)]
    }
}

extension ActionChanged {
    /// Whether it changes only the ids and links of the action at another service.
    fileprivate var isExternalOnly: Bool {
        priority == nil && title == nil && description == nil && scheduledDate == nil && scheduledEndDate == nil
            && location == nil && attendees == nil && emailTo == nil && emailSubject == nil && emailBody == nil
    }
}

/// Ends an action.
public struct DeleteAction: Hashable, Sendable {
    public init() {}

    public func decide(_ action: ActionState) -> [ProposedEvent] {
        action.isDeleted ? [] : [action.event(ActionDeleted(action: action.id))]
    }
}

/// Brings back an action that was deleted.
public struct RestoreAction: Hashable, Sendable {
    public init() {}

    public func decide(_ action: ActionState) -> [ProposedEvent] {
        action.isDeleted ? [action.event(ActionRestored(action: action.id))] : []
    }
}
