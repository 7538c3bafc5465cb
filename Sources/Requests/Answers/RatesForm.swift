internal import CivilTime
internal import EventLog
package import LedgerKernel

/// The growth of a ledger.
public struct RatesForm: Encodable, Sendable {
    package let rates: LedgerRates

    /// A number of events on a day or of a type.
    private struct Count: Encodable {
        let name: String
        let events: Int64
    }

    private struct Month: Encodable {
        let month: String
        let messages: Int
    }

    enum CodingKeys: CodingKey {
        case events, transactions, firstRecordedAt, lastRecordedAt, eventsPerSecond, eventsPerDay, busiestDay, types,
            months, bytesPerMessage, bytesPerEvent
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rates.log.events, forKey: .events)
        try container.encode(rates.log.transactions, forKey: .transactions)
        try container.encode(rates.log.span?.lowerBound.iso8601, forKey: .firstRecordedAt)
        try container.encode(rates.log.span?.upperBound.iso8601, forKey: .lastRecordedAt)
        try container.encode(rates.eventsPerSecond, forKey: .eventsPerSecond)
        try container.encode(rates.eventsPerDay, forKey: .eventsPerDay)
        try container.encode(
            rates.log.busiestDay.map { Count(name: String($0.key.iso8601.prefix { $0 != "T" }), events: $0.events) },
            forKey: .busiestDay)
        try container.encode(rates.log.types.map { Count(name: $0.key, events: $0.events) }, forKey: .types)
        try container.encode(rates.months.map { Month(month: $0.name, messages: $0.messages) }, forKey: .months)
        try container.encode(rates.bytesPerMessage, forKey: .bytesPerMessage)
        try container.encode(rates.bytesPerEvent, forKey: .bytesPerEvent)
    }
}
