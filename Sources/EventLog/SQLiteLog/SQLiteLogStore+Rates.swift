internal import CivilTime
internal import SQLiteDatabase

extension SQLiteLogStore {
    package func rates(through end: Position) throws -> LogRates {
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
            // Days of negative times are counted downwards: a division in SQL would round towards zero.
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
