internal import CivilTime
internal import EventLog
package import JSONCoding
package import LedgerHistory
package import LedgerKernel

public struct HistoryForm: Encodable, Sendable {
    package let entry: HistoryEntry
    private let folders: [String: String]

    package struct ChangeForm: Encodable, Sendable {
        package let field: String
        package let old: JSONValue
        package let new: JSONValue
        let oldText: String?
        let newText: String?
        package let isPart: Bool

        enum CodingKeys: CodingKey {
            case field, old, new, oldText, newText, isPart
        }

        package init(_ change: FieldChange, folders: [String: String]) {
            field = change.field
            old = change.old
            new = change.new
            oldText = change.old.text(isTime: change.isTime, folders)
            newText = change.new.text(isTime: change.isTime, folders)
            isPart = change.isPart
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(field, forKey: .field)
            try container.encode(old, forKey: .old)
            try container.encode(new, forKey: .new)
            try container.encode(oldText, forKey: .oldText)
            try container.encode(newText, forKey: .newText)
            if isPart { try container.encode(true, forKey: .isPart) }
        }
    }

    /// Takes the paths of folders by their ids, so that a change has both.
    package init(_ entry: HistoryEntry, folders: [String: String]) {
        self.entry = entry
        self.folders = folders
    }

    enum CodingKeys: CodingKey {
        case position, time, actor, osUser, host, reason, operation, command, cause, type, entity, id, changes, cascade,
            joined
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.position.rawValue, forKey: .position)
        try container.encode(entry.time.iso8601, forKey: .time)
        try container.encode(entry.actor, forKey: .actor)
        try container.encode(entry.osUser, forKey: .osUser)
        try container.encode(entry.host, forKey: .host)
        try container.encode(entry.reason, forKey: .reason)
        try container.encode(entry.operation.description, forKey: .operation)
        try container.encode(entry.command, forKey: .command)
        try container.encode(entry.cause, forKey: .cause)
        try container.encode(entry.type.name, forKey: .type)
        try container.encode(entry.entity, forKey: .entity)
        try container.encode(entry.id, forKey: .id)
        try container.encode(entry.changes.map { ChangeForm($0, folders: folders) }, forKey: .changes)
        try container.encode(entry.cascade.map(CascadeForm.init), forKey: .cascade)
        try container.encode(entry.joined.map(JoinedThreadForm.init), forKey: .joined)
    }
}
