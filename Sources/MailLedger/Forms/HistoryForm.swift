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
}
