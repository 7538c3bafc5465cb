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

        enum CodingKeys: CodingKey { case operation, command }
    }

    struct Planned: Encodable {
        let entity: String
        let id: String
        let name: String?
        let changes: [HistoryForm.ChangeForm]

        enum CodingKeys: CodingKey { case entity, id, name, changes }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(entity, forKey: .entity)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(changes, forKey: .changes)
        }
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

    enum CodingKeys: String, CodingKey {
        case undone, command, operations, events, changes, obstacles, operation
        case isDryRun = "is_dry_run"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(undone, forKey: .undone)
        try container.encode(command, forKey: .command)
        try container.encode(operations, forKey: .operations)
        try container.encode(events, forKey: .events)
        try container.encode(changes, forKey: .changes)
        try container.encode(obstacles, forKey: .obstacles)
        try container.encode(operation, forKey: .operation)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}
