internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Notes
internal import Projections

/// Actions: those with a time first, the earliest first.
public struct ListActions: LedgerQuery {
    public static let name = "list-actions"
    public typealias Answer = Rows<ActionForm>
    public var matching: RequestedActions?
    public var limit: PageLimit
    public var offset: PageOffset

    public init(matching: RequestedActions? = nil, limit: Int? = nil, offset: Int = 0) {
        self.matching = matching
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = try (matching ?? RequestedActions()).filter(in: reader)
        return Rows(of: reader) { body in
            try reader.forEachAction(matching: filter, limit: limit.rows, offset: offset.rows) {
                try body(ActionForm($0))
            }
        }
    }
}

/// The number of actions.
public struct CountActions: LedgerQuery {
    public static let name = "count-actions"
    public typealias Answer = CountForm
    public var matching: RequestedActions?

    public init(matching: RequestedActions? = nil) {
        self.matching = matching
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = try (matching ?? RequestedActions()).filter(in: reader)
        let count = try reader.countActions(matching: filter)
        return CountForm(query: "", output: "actions", count: count)
    }
}

/// An action.
public struct ShowAction: LedgerQuery {
    public static let name = "show-action"
    public typealias Answer = ActionForm
    /// Its title, or the first digits of its id.
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        ActionForm(try reader.action(action))
    }
}

/// The events that gave an action, deleted or not, its values.
public struct WhyAction: LedgerQuery {
    public static let name = "why-action"
    public typealias Answer = [ValueReasonForm]
    public var action: String
    public var field: String?
    public var all: Bool?

    public init(action: String, field: String? = nil, all: Bool? = nil) {
        self.action = action
        self.field = field
        self.all = all
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.forms(of: reader.why(action: action, field: field), all)
    }
}
