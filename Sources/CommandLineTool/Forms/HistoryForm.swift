internal import EventLog
internal import JSONCoding
internal import MailLedger

struct HistoryForm: Encodable {
    let position: Int64
    let time: String
    let actor: String?
    let reason: String?
    let operation: String
    let type: String
    let changes: [ChangeForm]

    struct ChangeForm: Encodable {
        let field: String
        let old: JSONValue
        let new: JSONValue
    }

    init(_ entry: HistoryEntry) {
        position = entry.position.rawValue
        time = entry.time.iso8601
        actor = entry.actor
        reason = entry.reason
        operation = entry.operation.description
        type = entry.type.name
        changes = entry.changes.map { ChangeForm(field: $0.field, old: $0.old, new: $0.new) }
    }

    enum CodingKeys: CodingKey { case position, time, actor, reason, operation, type, changes }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try container.encode(time, forKey: .time)
        try container.encode(actor, forKey: .actor)
        try container.encode(reason, forKey: .reason)
        try container.encode(operation, forKey: .operation)
        try container.encode(type, forKey: .type)
        try container.encode(changes, forKey: .changes)
    }
}
