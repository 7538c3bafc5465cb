public import EventLog

/// Moves an action from one stage to the next.
public enum AdvanceAction: Hashable, Sendable {
    /// Somebody means to do it, or another service has it.
    case accept
    /// It was done, with this result.
    case execute(ActionExecution)
    /// It was tried, and this went wrong.
    case fail(String)
    /// It is given up.
    case cancel

    private var stage: ActionStage {
        switch self {
        case .accept: .created
        case .execute: .executed
        case .fail: .failed
        case .cancel: .cancelled
        }
    }

    /// Decides on one event, and on none if the action is at that stage already; an executed action is never executed
    /// again.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` if the stage cannot follow the present one.
    public func decide(_ action: ActionState) throws -> [ProposedEvent] {
        try action.requireLive()
        let new = try progress()
        let isExecution = if case .execute = self { true } else { false }
        if new == action.progress, !isExecution { return [] }
        let stage = action.progress.stage
        guard stage.leads(to: new.stage) else {
            throw DomainError.conflict(
                "the action \(action.fields.title) is \(stage.rawValue) and cannot become \(new.stage.rawValue)")
        }
        return ActionStatusChanged(action: action.id, from: action.progress, to: new).map { [action.event($0)] } ?? []
    }

    private func progress() throws(DomainError) -> ActionProgress {
        switch self {
        case .accept, .cancel: return ActionProgress(stage: stage)
        case .execute(let execution):
            if let service = execution.service { try TextCheck.line(service, "service", maximum: 255) }
            return ActionProgress(stage: stage, execution: execution)
        case .fail(let error):
            guard !error.isEmpty else { throw TextCheck.fault("error", .isEmpty) }
            try TextCheck.text(error, "error", maximum: 2_000)
            return ActionProgress(stage: stage, error: error)
        }
    }
}
