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
}
