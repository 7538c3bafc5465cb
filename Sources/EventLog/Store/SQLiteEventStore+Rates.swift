public import CivilTime
internal import SQLite

/// How a log grew.
public struct LogRates: Hashable, Sendable {
    /// A number of events under a name, or on a day.
    public struct Count<Key: Hashable & Sendable>: Hashable, Sendable {
        public let key: Key
        public let events: Int64
    }

    /// The earliest and the latest time at which something was recorded, in whatever order the clock told them; nil for an empty log.
    public let span: ClosedRange<Timestamp>?
    public let events: Int64
    public let transactions: Int64
    /// The day on which most was recorded, by its first instant in UTC; nil for an empty log.
    public let busiestDay: Count<Timestamp>?
    /// How many events of each stored type there are, the most frequent first.
    public let types: [Count<String>]
}

extension SQLiteEventStore {
    /// Returns how the log grew up to a position at the end of a transaction.
    ///
    /// - Complexity: O(*n*) in the number of events: each row is passed once.
    public func rates(through end: Position) throws -> LogRates {
        try mappingErrors {
            let transactions: SQL = "FROM transactions WHERE first_position <= \(bind: end.rawValue)"
            let totals = try connection.rows(
                "SELECT count(*), coalesce(sum(event_count), 0), min(recorded_at), max(recorded_at) \(transactions)"
            ) { row in
                try (
                    transactions: row.next(Int64.self), events: row.next(Int64.self), first: row.next(Timestamp?.self),
                    last: row.next(Timestamp?.self)
                )
            }.first
            // Of negative times the days are counted downwards: a division in SQL would cut towards zero.
            let day: Int64 = Timestamp.microsecondsPerDay
            let busiest = try connection.rows(
                """
                SELECT recorded_at - ((recorded_at % \(bind: day)) + \(bind: day)) % \(bind: day) AS day, sum(event_count) AS events
                \(transactions) GROUP BY day ORDER BY events DESC, day LIMIT 1
                """
            ) { try LogRates.Count<Timestamp>(key: $0.next(), events: $0.next()) }.first
            let types = try connection.rows(
                """
                SELECT type, count(*) AS events FROM events WHERE position <= \(bind: end.rawValue)
                GROUP BY type ORDER BY events DESC, type
                """
            ) { try LogRates.Count<String>(key: $0.next(), events: $0.next()) }
            var span: ClosedRange<Timestamp>?
            if let first = totals?.first, let last = totals?.last {
                span = first...last
            }
            return LogRates(
                span: span, events: totals?.events ?? 0, transactions: totals?.transactions ?? 0, busiestDay: busiest,
                types: types)
        }
    }
}
