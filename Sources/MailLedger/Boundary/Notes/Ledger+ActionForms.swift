internal import Domain
public import EventLog
public import Notes
internal import Projections
public import WireModels

extension LedgerReader {
    /// Returns a live action of a note.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:)`` for one of a message, too.
    public func actionResponse(_ id: ActionID) throws -> ActionResponse {
        guard let response = ActionResponse(try action(id.description)) else {
            throw DomainError.notFound(kind: "action", name: id.description, place: "the notes")
        }
        return response
    }
}

extension Ledger {
    /// Adds an action as a program asks.
    public func createAction(_ request: some ActionCreation, context: OperationContext) throws -> ActionResponse {
        let added = try addAction(request.command, on: request.holder, context: context)
        return try read { try $0.actionResponse(added.id) }
    }

    /// Changes an action as a program asks, its status and what it says in one transaction.
    ///
    /// - Throws: ``DomainError/conflict(_:)`` for a status that no change leads to: what is executed makes something, and is asked for by an
    ///   ``ActionExecuteRequest``.
    public func updateAction(
        _ id: ActionID, _ request: ActionUpdateRequest, context: OperationContext
    ) throws -> ActionResponse {
        _ = try changeSettings(context, dryRun: false) { reader in
            let action = try reader.action(id.description).state
            var events = try request.change.decide(action)
            try request.change.applied(to: action.fields).requireAddresses()
            if let status = request.status { events += try Self.advance(status, of: action) }
            return events
        }
        return try read { try $0.actionResponse(id) }
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

    /// Does what an action of a note says, as a program asks.
    public func executeAction(
        _ id: ActionID, _ request: ActionExecuteRequest, context: OperationContext
    ) throws -> ActionExecuteResponse {
        let action = try executeAction(id.description, service: request.service, context: context).action
        let message =
            switch action.kind {
            case .calendar: "The calendar file is made."
            case .email: "The draft is made."
            case .reminder, .nextStep: "It is done."
            }
        return ActionExecuteResponse(
            success: true, actionId: id.uniqueID, externalId: action.fields.externalID,
            externalService: action.fields.externalService, externalUrl: action.fields.externalURL, message: message)
    }
}

extension ActionUpdateRequest {
    /// What it changes beside the status.
    public var change: ChangeAction {
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
