public import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Notes
internal import Projections
public import WireModels

/// An action of a note, in the form that programs exchange.
public struct GetAction: LedgerQuery, WireRequest {
    public static let name = "get-action"
    public typealias Answer = ActionResponse
    public var id: UniqueID

    public init(id: UniqueID) {
        self.id = id
    }

    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)`` for an action of a message, too.
    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.actionResponse(ActionID(id))
    }
}

/// Changes an action as a program asks: its status and its fields, in one transaction.
///
/// - Throws: ``DomainError/conflict(_:hint:)`` for a status that cannot follow. To execute an action, use
///   ``PerformAction``, since an execution has a result.
public struct UpdateAction: LedgerCommand, WireRequest {
    public static let name = "update-action"
    public typealias Answer = Made<ActionResponse>
    public var id: UniqueID
    public var changes: ActionUpdateRequest
    /// The version that the caller knows; the command is refused where the action has another one.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case id, changes
        case expectedVersion = "expected_version"
    }

    public init(id: UniqueID, changes: ActionUpdateRequest, expectedVersion: Int? = nil) {
        self.id = id
        self.changes = changes
        self.expectedVersion = expectedVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let action = try reader.action(id.description).state
        try reader.require(version: expectedVersion, of: "action", id.description, action.stream)
        var events = try changes.change.decide(checkingAddressesOf: action)
        if let status = changes.status { events += try Self.advance(status, of: action) }
        return .changed(events) { [id] in try $0.actionResponse(ActionID(id)) }
    }

    private static func advance(_ status: ActionStatus, of action: ActionState) throws -> [ProposedEvent] {
        guard status != action.progress.stage else { return [] }
        let command: AdvanceAction? =
            switch status {
            case .created: .accept
            case .cancelled: .cancel
            case .failed: .fail("no reason was given")
            case .pending, .executed: nil
            }
        guard let command else {
            throw DomainError.conflict(
                status == .executed
                    ? "the action \(action.fields.title) is executed by a request of its own, which makes what it says"
                    : "the action \(action.fields.title) is \(action.progress.stage.rawValue), and no change makes it pending"
            )
        }
        return try command.decide(action)
    }
}

/// Executes an action of a note, at the request of a program.
public struct PerformAction: LedgerWork, WireRequest {
    public static let name = "perform-action"
    public typealias Answer = Made<ActionExecuteResponse>
    public var id: UniqueID
    /// The way of doing it; the ledger's own way if it is nil.
    public var request: ActionExecuteRequest?

    public init(id: UniqueID, request: ActionExecuteRequest? = nil) {
        self.id = id
        self.request = request
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let executed = try ledger.notes.executeAction(id.description, service: request?.service, call)
        guard !call.isDryRun else {
            let look = OutcomeForm(matched: 1, changed: 1, operation: nil, isDryRun: true)
            return CommandResult(.look(look), operation: nil)
        }
        let (kind, fields) = (executed.action.kind, executed.action.fields)
        let message =
            switch kind {
            case .calendar: "The calendar file is made."
            case .email: "The draft is made."
            case .reminder, .nextStep: "It is done."
            }
        let response = ActionExecuteResponse(
            success: true, actionId: id, externalId: fields.externalID, externalService: fields.externalService,
            externalUrl: fields.externalURL, message: message)
        return CommandResult(.done(response), operation: executed.receipt?.operation)
    }
}

extension ActionUpdateRequest {
    /// The changes beside the status.
    fileprivate var change: ChangeAction {
        var change = ChangeAction()
        change.title = title
        change.description = description
        change.priority = priority
        change.scheduledDate = scheduledDate?.timestamp
        change.scheduledEndDate = scheduledEndDate?.timestamp
        change.location = location
        change.attendees = attendees
        change.emailTo = emailTo
        change.emailSubject = emailSubject
        change.emailBody = emailBody
        return change
    }
}

extension LedgerReader {
    /// A live action of a note.
    func actionResponse(_ id: ActionID) throws -> ActionResponse {
        guard let response = ActionResponse(try action(id.description)) else {
            throw DomainError.notFound(kind: "action", name: id.description, place: "the notes")
        }
        return response
    }
}
