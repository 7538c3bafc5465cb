internal import CivilTime
internal import Content
public import EventLog
internal import SQLiteDatabase

/// The growth of a ledger, and average sizes.
public struct LedgerRates: Hashable, Sendable {
    public let log: LogRates
    /// The number of live messages of each month in UTC, as `2024-03`, the earliest first; years beyond 9999 are left
    /// out.
    public let months: [Month]
    /// Bytes on disk of a message's content and of an event on the average; nil if there are none, and as of a past moment.
    public let bytesPerMessage: Int64?
    public let bytesPerEvent: Int64?

    public struct Month: Hashable, Sendable {
        public let name: String
        public let messages: Int

        public init(name: String, messages: Int) {
            self.name = name
            self.messages = messages
        }
    }

    /// Events a second and a day, from the first time that was recorded to the last; nil if that is no time at all.
    public var eventsPerSecond: Double? {
        guard let span = log.span, span.lowerBound < span.upperBound else { return nil }
        // The difference of two times may be larger than an integer.
        let seconds = (Double(span.upperBound.microseconds) - Double(span.lowerBound.microseconds)) / 1_000_000
        return Double(log.events) / seconds
    }

    public var eventsPerDay: Double? { eventsPerSecond.map { $0 * 86_400 } }
}

extension LedgerReader {
    /// Returns the growth of the ledger.
    ///
    /// - Complexity: O(*n*) in the number of events, and of messages.
    package func rates() throws -> LedgerRates {
        let log = try store.rates(through: past?.position ?? store.head().position)
        let months = try connection.rows(
            """
            SELECT strftime('%Y-%m', shown / 1000000 - (shown % 1000000 < 0), 'unixepoch') AS month, count(*)
            FROM (SELECT ifnull(date, received) AS shown FROM message WHERE is_live) GROUP BY month HAVING month IS NOT NULL ORDER BY month
            """
        ) { try LedgerRates.Month(name: $0.next(), messages: $0.next()) }
        let statistics = try statistics()
        func average(_ bytes: Int64?, of count: Int64) -> Int64? { count > 0 ? bytes.map { $0 / count } : nil }
        return LedgerRates(
            log: log, months: months,
            bytesPerMessage: average(statistics.bytes?.content, of: Int64(statistics.messages)),
            bytesPerEvent: average(statistics.bytes?.log, of: statistics.events))
    }
}
