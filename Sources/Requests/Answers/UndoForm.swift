package import EventLog
package import LedgerContexts

/// The effects of an undo, or of a dry run.
public struct UndoForm: Encodable, Sendable {
    let undone: String
    let command: String
    let operations: [Operation]
    let events: Int
    let changes: [Planned]?
    let obstacles: [String]
    let operation: String?
    package let isDryRun: Bool

    package let plan: UndoPlan
    package let receipt: Receipt?
    /// The changes of the plan, thing by thing, as far as they were requested.
    package let planned: [PlannedChange]
    /// The number of things that it would change.
    package let changedThings: Int

    private enum CodingKeys: CodingKey {
        case undone, command, operations, events, changes, obstacles, operation, isDryRun
    }

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
        _ plan: UndoPlan, _ planned: [PlannedChange]?, of count: Int? = nil, _ receipt: Receipt?, isDryRun: Bool,
        folders: [String: String]
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
        self.plan = plan
        self.receipt = receipt
        self.planned = planned ?? []
        changedThings = count ?? self.planned.count
    }
}
