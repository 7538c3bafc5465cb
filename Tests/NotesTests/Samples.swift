import EventLog
import Notes

extension UniqueID {
    static func numbered(_ number: UInt8) -> UniqueID { .random { _ in Array(repeating: number, count: 16) } }
}

extension ActionID {
    static let sample = ActionID(.numbered(7))
}

extension NoteState {
    static func sample(_ fields: NoteFields = NoteFields(title: "Tides"), isDeleted: Bool = false) -> NoteState {
        NoteState(id: NoteID(.numbered(1)), stream: StreamID(1), fields: fields, isDeleted: isDeleted)
    }
}

extension ActionState {
    static func sample(
        _ kind: ActionKind = .nextStep, _ fields: ActionFields = ActionFields(title: "Oars"),
        at stage: ActionStage = .pending, isDeleted: Bool = false
    ) -> ActionState {
        ActionState(
            id: .sample, stream: StreamID(2), holder: .note(NoteID(.numbered(1))), kind: kind, fields: fields,
            progress: ActionProgress(
                stage: stage, execution: stage == .executed ? ActionExecution() : nil,
                error: stage == .failed ? "no wind" : nil), isDeleted: isDeleted)
    }

    /// The action after what was decided on it.
    func after(_ events: [ProposedEvent]) -> ActionState {
        var state = self
        for case let changed as ActionStatusChanged in events.map(\.event) {
            state.progress = ActionProgress(
                stage: changed.status?.new ?? progress.stage,
                execution: changed.execution.map(\.new) ?? progress.execution,
                error: changed.error.map(\.new) ?? progress.error)
        }
        return state
    }
}
