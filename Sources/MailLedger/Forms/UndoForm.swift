package import EventLog

/// What an undo took back, or would.
public struct UndoForm: Encodable, Sendable {
    let undone: String
    let command: String
    let operations: [Operation]
    let events: Int
    let changes: [Planned]?
    let obstacles: [String]
    let operation: String?
    let isDryRun: Bool

    struct Operation: Encodable {
        let operation: String
        let command: String
    }

    struct Planned: Encodable {
        let entity: String
        let id: String
        let name: String?
        let changes: [HistoryForm.ChangeForm]
    }

    package init(
        _ plan: UndoPlan, _ planned: [PlannedChange]?, _ receipt: Receipt?, isDryRun: Bool, folders: [String: String]
    ) {
        undone = plan.operation.description
        command = plan.command
        operations = plan.operations.map { Operation(operation: $0.id.description, command: $0.command) }
        events = plan.count
        changes = planned?.map { change in
            Planned(
                entity: change.entity, id: change.id, name: change.name,
                changes: change.changes.map { HistoryForm.ChangeForm($0, folders: folders) })
        }
        obstacles = plan.obstacles
        operation = receipt?.operation.description
        self.isDryRun = isDryRun
    }
}
