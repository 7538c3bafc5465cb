internal import CivilTime
internal import EventLog
package import JSONCoding

public struct HistoryForm: Encodable, Sendable {
    let position: Int64
    let time: String
    let actor: String?
    let reason: String?
    let operation: String
    let command: String?
    let cause: String?
    let type: String
    let entity: String
    let id: String?
    let changes: [ChangeForm]
    let cascade: CascadeForm?
    let joined: [JoinedThreadForm]

    package struct ChangeForm: Encodable, Sendable {
        package let field: String
        package let old: JSONValue
        package let new: JSONValue
        let oldText: String?
        let newText: String?

        init(_ change: FieldChange, folders: [String: String]) {
            field = change.field
            old = change.old
            new = change.new
            oldText = Self.text(of: change.old, isTime: change.isTime, folders)
            newText = Self.text(of: change.new, isTime: change.isTime, folders)
        }

        private static func text(of value: JSONValue, isTime: Bool, _ folders: [String: String]) -> String? {
            switch value {
            case .integer(let number) where isTime: Timestamp(microseconds: number).iso8601
            case .string(let id): folders[id]
            default: nil
            }
        }

        enum CodingKeys: String, CodingKey {
            case field, old, new
            case oldText = "old_text"
            case newText = "new_text"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(field, forKey: .field)
            try container.encode(old, forKey: .old)
            try container.encode(new, forKey: .new)
            try container.encode(oldText, forKey: .oldText)
            try container.encode(newText, forKey: .newText)
        }
    }

    /// Takes the paths of folders by their ids, so that a change tells both.
    package init(_ entry: HistoryEntry, folders: [String: String]) {
        position = entry.position.rawValue
        time = entry.time.iso8601
        actor = entry.actor
        reason = entry.reason
        operation = entry.operation.description
        command = entry.command
        cause = entry.cause
        type = entry.type.name
        entity = entry.entity
        id = entry.id
        changes = entry.changes.map { ChangeForm($0, folders: folders) }
        cascade = entry.cascade.map(CascadeForm.init)
        joined = entry.joined.map(JoinedThreadForm.init)
    }

    enum CodingKeys: CodingKey {
        case position, time, actor, reason, operation, command, cause, type, entity, id, changes, cascade, joined
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try container.encode(time, forKey: .time)
        try container.encode(actor, forKey: .actor)
        try container.encode(reason, forKey: .reason)
        try container.encode(operation, forKey: .operation)
        try container.encode(command, forKey: .command)
        try container.encode(cause, forKey: .cause)
        try container.encode(type, forKey: .type)
        try container.encode(entity, forKey: .entity)
        try container.encode(id, forKey: .id)
        try container.encode(changes, forKey: .changes)
        try container.encode(cascade, forKey: .cascade)
        try container.encode(joined, forKey: .joined)
    }
}
