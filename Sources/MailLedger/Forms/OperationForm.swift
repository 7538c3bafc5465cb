internal import CivilTime
internal import EventLog

public struct OperationForm: Encodable, Sendable {
    let operation: String
    let time: String
    let actor: String?
    let reason: String?
    let command: String?
    let cause: String?
    let firstPosition: Int64
    let lastPosition: Int64
    let events: Int
    let transactions: [Int64]
    let cascades: [CascadeForm]

    package init(_ row: OperationRow) {
        operation = row.operation.description
        time = row.time.iso8601
        actor = row.actor
        reason = row.reason
        command = row.command
        cause = row.cause
        firstPosition = row.firstPosition.rawValue
        lastPosition = row.lastPosition.rawValue
        events = row.events
        transactions = row.transactionNumbers
        cascades = row.cascades.map(CascadeForm.init)
    }

    enum CodingKeys: String, CodingKey {
        case operation, time, actor, reason, command, cause
        case firstPosition = "first_position"
        case lastPosition = "last_position"
        case events, transactions, cascades
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(operation, forKey: .operation)
        try container.encode(time, forKey: .time)
        try container.encode(actor, forKey: .actor)
        try container.encode(reason, forKey: .reason)
        try container.encode(command, forKey: .command)
        try container.encode(cause, forKey: .cause)
        try container.encode(firstPosition, forKey: .firstPosition)
        try container.encode(lastPosition, forKey: .lastPosition)
        try container.encode(events, forKey: .events)
        try container.encode(transactions, forKey: .transactions)
        try container.encode(cascades, forKey: .cascades)
    }
}
