internal import CivilTime
internal import EventLog
internal import MailLedger

/// How a ledger grew, for `stats --rates`.
struct RatesForm: Encodable {
    let events: Int64
    let transactions: Int64
    let firstRecordedAt: String?
    let lastRecordedAt: String?
    let eventsPerSecond: Double?
    let eventsPerDay: Double?
    let busiestDay: Count?
    let types: [Count]
    let months: [Month]
    let bytesPerMessage: Int64?
    let bytesPerEvent: Int64?

    /// A number of events on a day or of a type.
    struct Count: Encodable {
        let name: String
        let events: Int64
    }

    struct Month: Encodable {
        let month: String
        let messages: Int
    }

    init(_ rates: LedgerRates) {
        events = rates.log.events
        transactions = rates.log.transactions
        firstRecordedAt = rates.log.span?.lowerBound.iso8601
        lastRecordedAt = rates.log.span?.upperBound.iso8601
        eventsPerSecond = rates.eventsPerSecond
        eventsPerDay = rates.eventsPerDay
        busiestDay = rates.log.busiestDay.map {
            Count(name: String($0.key.iso8601.prefix { $0 != "T" }), events: $0.events)
        }
        types = rates.log.types.map { Count(name: $0.key, events: $0.events) }
        months = rates.months.map { Month(month: $0.name, messages: $0.messages) }
        bytesPerMessage = rates.bytesPerMessage
        bytesPerEvent = rates.bytesPerEvent
    }
}
