internal import CivilTime
internal import EventLog
internal import JSONCoding
package import LedgerHistory

/// A row of a read model that differs between two moments.
public struct DifferenceForm: Encodable, Sendable {
    let table: String
    let kind: String
    let entity: String
    let id: String
    let account: String?
    let name: String?
    let key: JSONValue
    let columns: [ColumnForm]
    let events: [EventForm]

    struct ColumnForm: Encodable {
        let column: String
        let old: JSONValue
        let new: JSONValue
        let oldText: String?
        let newText: String?
        let position: Int64
    }

    struct EventForm: Encodable {
        let position: Int64
        let type: String
        let transaction: Int64
        let operation: String
        let time: String
        let actor: String?
        let osUser: String?
        let host: String?
        let reason: String?
        let command: String?
    }

    /// Takes the paths of folders by their ids, so that a column has both.
    package init(_ row: RowDifference, folders: [String: String]) {
        table = row.table
        kind = ChangeForm.word(for: row.kind)
        entity = row.entity
        id = row.id.description
        account = row.account
        name = row.name
        var object = JSONObject()
        for (name, value) in row.key.sorted(by: { $0.key < $1.key }) { object[name] = value }
        key = .object(object)
        columns = row.columns.map { column in
            ColumnForm(
                column: column.name, old: column.old, new: column.new,
                oldText: column.old.text(isTime: column.isTime, folders),
                newText: column.new.text(isTime: column.isTime, folders),
                position: column.position.rawValue)
        }
        events = row.causes.map { cause in
            EventForm(
                position: cause.position.rawValue, type: cause.type.name, transaction: cause.transaction,
                operation: cause.operation.description, time: cause.time.iso8601, actor: cause.actor,
                osUser: cause.osUser, host: cause.host, reason: cause.reason, command: cause.command)
        }
    }
}

extension JSONValue {
    /// The words beside a value: of a time by the clock, of a folder's id its path; nil for other values.
    func text(isTime: Bool, _ folders: [String: String]) -> String? {
        switch self {
        case .integer(let number) where isTime: Timestamp(microseconds: number).iso8601
        case .string(let id): folders[id]
        default: nil
        }
    }
}
