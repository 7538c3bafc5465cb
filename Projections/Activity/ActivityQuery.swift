package import EventLog
package import SQLiteDatabase

/// Asks what was done on which days, and of which days the mail is.
package struct ActivityQuery {
    /// What numbers by day count.
    package enum Measure: Sendable, CaseIterable {
        /// Live messages by the day of their date.
        case dated
        /// By how much a day changed what counts as mail, what of it is unread, and the bytes of live messages.
        case total, unread, size
    }

    /// Which days, of which account and by whom; what is nil asks for nothing.
    package struct Scope: Sendable {
        /// In days since 1970 in UTC.
        package var days: Range<Int64>?
        package var account: StreamID?
        /// ASCII letters in any case.
        package var actor: String?

        package init(days: Range<Int64>? = nil, account: StreamID? = nil, actor: String? = nil) {
            self.days = days
            self.account = account
            self.actor = actor
        }
    }

    private let connection: Connection

    package init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the number of each day that has one, in order.
    /// - Complexity: O(rows of these days): one for each day, account, actor and command.
    package func numbers(of measure: Measure, _ scope: Scope) throws -> [(day: Int64, number: Int64)] {
        if measure == .dated {
            return try connection.rows(
                """
                SELECT day, sum(messages) FROM mail_day JOIN account ON account.id = mail_day.account
                WHERE account.ended IS NULL AND \(scope.conditions(account: "mail_day.account")) GROUP BY day ORDER BY day
                """
            ) { try ($0.next(Int64.self), $0.next(Int64.self)) }.filter { $0.1 != 0 }
        }
        return try connection.rows(
            "SELECT day, sum(\(measure.column)) FROM activity WHERE \(scope.conditions()) GROUP BY day ORDER BY day"
        ) { try ($0.next(Int64.self), $0.next(Int64.self)) }
    }

    /// Returns what the days before one of them add up to.
    package func sum(of measure: Measure, before day: Int64, account: StreamID?) throws -> Int64 {
        let scope = Scope(days: .min..<day, account: account)
        return try connection.first(
            "SELECT ifnull(sum(\(measure.column)), 0) FROM activity WHERE \(scope.conditions())"
        ) {
            try $0.next(Int64.self)
        } ?? 0
    }

    /// Returns the events of each day by actor, in order; an actor is nil where the header is erased.
    package func eventsByActor(_ scope: Scope) throws -> [(day: Int64, actor: String?, events: Int64)] {
        try connection.rows(
            """
            SELECT day, nullif(actor, ''), sum(events) FROM activity WHERE \(scope.conditions())
            GROUP BY day, actor ORDER BY day, actor
            """
        ) { try ($0.next(Int64.self), $0.next(String?.self), $0.next(Int64.self)) }
    }

    /// Returns the first and the last day on which something was recorded; nil where nothing was.
    package func span() throws -> ClosedRange<Int64>? {
        try connection.first("SELECT min(day), max(day) FROM activity") { row -> ClosedRange<Int64>? in
            let (first, last) = try (row.next(Int64?.self), row.next(Int64?.self))
            return first.flatMap { first in last.map { first...$0 } }
        } ?? nil
    }

    /// Some transactions in a row, as far as they are in the scope that was asked for.
    package struct Stretch: Sendable, Hashable {
        /// When it begins, in µs since 1970 UTC.
        package var time: Int64
        /// The last position of them.
        package var last: Position
        /// How many operations began in it.
        package var operations: Int
        package var events: Int
        /// The first position of the transaction with the most events, and how many these are.
        package var loudest: Position
        package var loudestEvents: Int

        /// Takes in what follows.
        package mutating func add(_ other: Stretch) {
            last = max(last, other.last)
            operations += other.operations
            events += other.events
            if other.loudestEvents > loudestEvents { (loudest, loudestEvents) = (other.loudest, other.loudestEvents) }
        }
    }

    /// Returns each day with what was done on it, in order.
    package func days(_ scope: Scope) throws -> [Stretch] {
        var days: [Stretch] = []
        // An operation counts once, whatever accounts it is about.
        let operations: SQL = scope.account == nil ? "begun" : "operations"
        try connection.lend(
            """
            SELECT day, last, \(operations), events, loudest, loudest_events FROM activity
            WHERE \(scope.conditions()) ORDER BY day, loudest
            """,
            as: {
                try Stretch(
                    time: $0.next(Int64.self) * 86_400_000_000, last: $0.next(), operations: $0.next(),
                    events: $0.next(), loudest: $0.next(), loudestEvents: $0.next())
            }
        ) { row in
            if days.last?.time == row.time { days[days.count - 1].add(row) } else { days.append(row) }
            return true
        }
        return days
    }

    /// Returns each transaction of a time, in order; nil where there are more than a limit.
    ///
    /// - Parameter times: In µs since 1970 UTC.
    package func transactions(in times: Range<Int64>, actor: String?, limit: Int) throws -> [Stretch]? {
        let ofActor: SQL = actor.map { "actor = \(bind: $0)" } ?? "TRUE"
        let found = try connection.rows(
            """
            SELECT time, last, begins, last - first + 1, first FROM recorded
            WHERE time >= \(bind: times.lowerBound) AND time < \(bind: times.upperBound) AND \(ofActor)
            ORDER BY first LIMIT \(bind: limit + 1)
            """
        ) { row in
            let (time, last, begins) = try (row.next(Int64.self), row.next(Position.self), row.next(Int.self))
            let events = try row.next(Int.self)
            return Stretch(
                time: time, last: last, operations: begins, events: events, loudest: try row.next(),
                loudestEvents: events)
        }
        return found.count > limit ? nil : found
    }

    /// Returns the first and the last time at which something was recorded, in µs since 1970 UTC; nil where nothing was.
    package func times() throws -> ClosedRange<Int64>? {
        try connection.first("SELECT min(time), max(time) FROM recorded") { row -> ClosedRange<Int64>? in
            let (first, last) = try (row.next(Int64?.self), row.next(Int64?.self))
            return first.flatMap { first in last.map { first...$0 } }
        } ?? nil
    }
}

extension ActivityQuery.Measure {
    fileprivate var column: SQL {
        switch self {
        case .dated: "messages"
        case .total: "total_delta"
        case .unread: "unread_delta"
        case .size: "size_delta"
        }
    }
}

extension ActivityQuery.Scope {
    fileprivate func conditions(account column: SQL = "account") -> SQL {
        var parts: [SQL] = []
        if let days { parts.append("day >= \(bind: days.lowerBound) AND day < \(bind: days.upperBound)") }
        if let account { parts.append("\(column) = \(bind: account.rawValue)") }
        if let actor { parts.append("actor = \(bind: actor) COLLATE NOCASE") }
        return parts.isEmpty ? "TRUE" : parts.joined(separator: " AND ")
    }
}
