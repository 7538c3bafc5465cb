internal import Domain
internal import EventLog

/// The progress of an action, and its result.
public struct ActionProgress: Hashable, Sendable {
    public var stage: ActionStage
    /// There while the stage is ``ActionStage/executed``.
    public var execution: ActionExecution?
    /// Why it failed, while the stage is ``ActionStage/failed``.
    public var error: String?

    public init(stage: ActionStage = .pending, execution: ActionExecution? = nil, error: String? = nil) {
        self.stage = stage
        self.execution = execution
        self.error = error
    }

    /// Returns the progress with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: ActionStatusChanged) -> (progress: ActionProgress, stale: [String]) {
        let (progress, stale) = ActionStatusChanged.fields.takingBack(changed, in: self)
        return (progress, stale)
    }
}
