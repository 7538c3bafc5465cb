internal import CivilTime
internal import EventLog
package import LedgerHistory

public struct OperationForm: Encodable, Sendable {
    package let row: OperationRow

    package init(_ row: OperationRow) {
        self.row = row
    }

    enum CodingKeys: CodingKey {
        case operation, time, actor, osUser, host, reason, reasons, command, cause, firstPosition, lastPosition, events,
            transactions, cascades, summary, effects
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.operation.description, forKey: .operation)
        try container.encode(row.time.iso8601, forKey: .time)
        try container.encode(row.actor, forKey: .actor)
        try container.encode(row.osUser, forKey: .osUser)
        try container.encode(row.host, forKey: .host)
        try container.encode(row.reason, forKey: .reason)
        try container.encode(row.reasons, forKey: .reasons)
        try container.encode(row.command, forKey: .command)
        try container.encode(row.cause, forKey: .cause)
        try container.encode(row.firstPosition.rawValue, forKey: .firstPosition)
        try container.encode(row.lastPosition.rawValue, forKey: .lastPosition)
        try container.encode(row.events, forKey: .events)
        try container.encode(row.transactionNumbers, forKey: .transactions)
        try container.encode(row.cascades.map(CascadeForm.init), forKey: .cascades)
        try container.encode(row.effects.text, forKey: .summary)
        try container.encode(row.effects.map(Effect.init), forKey: .effects)
    }

    private struct Effect: Encodable {
        let effect: String
        let entity: String
        let count: Int
        let word: String
        let fields: [String]
        let from: String?
        let to: String?
        let folders: [String]
        let name: String?

        init(_ effect: OperationEffect) {
            self.effect = effect.effect.rawValue
            entity = effect.entity
            count = effect.count
            word = effect.word
            fields = effect.fields
            from = effect.from
            to = effect.to
            folders = effect.folders
            name = effect.name
        }
    }
}
