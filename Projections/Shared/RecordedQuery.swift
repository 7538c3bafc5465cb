public import CivilTime
public import EventLog
public import SQLiteDatabase

/// Asks which transactions were recorded: when, by whom, with events of which types.
public struct RecordedQuery {
    /// Conditions on a transaction; those that are nil do not apply.
    public struct Conditions {
        public var actor: String?
        public var from: Timestamp?
        public var before: Timestamp?
        /// Some event of it is of one of these types.
        public var types: Set<String>?

        public init(
            actor: String? = nil, from: Timestamp? = nil, before: Timestamp? = nil, types: Set<String>? = nil
        ) {
            self.actor = actor
            self.from = from
            self.before = before
            self.types = types
        }
    }

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Counts the events of the transactions that begin between two positions by their types, in the order of the first of each.
    /// - Complexity: O(transactions): no event is read.
    public func types(from first: Position, through last: Position) throws -> [(type: String, count: Int)] {
        try connection.rows(
            """
            SELECT type, sum(count) FROM recorded_type
            WHERE first BETWEEN \(bind: first.rawValue) AND \(bind: last.rawValue) GROUP BY type ORDER BY min(first), type
            """
        ) { try ($0.next(String.self), $0.next(Int.self)) }
    }

    /// Returns the first positions of the transactions that meet conditions, the latest first; nil if none is set, and where
    /// there are more than a limit.
    public func transactions(_ conditions: Conditions, limit: Int) throws -> [Position]? {
        var parts: [SQL] = []
        if let actor = conditions.actor { parts.append("actor = \(bind: actor) COLLATE NOCASE") }
        if let from = conditions.from { parts.append("time >= \(bind: from.microseconds)") }
        if let before = conditions.before { parts.append("time < \(bind: before.microseconds)") }
        if let types = conditions.types {
            let names = types.sorted().map { "\(bind: $0)" as SQL }
            parts.append(
                names.isEmpty
                    ? "FALSE"
                    : "first IN (SELECT first FROM recorded_type WHERE type IN (\(names.joined(separator: ", "))))")
        }
        guard !parts.isEmpty else { return nil }
        let found = try connection.rows(
            """
            SELECT first FROM recorded WHERE \(parts.joined(separator: " AND "))
            ORDER BY first DESC LIMIT \(bind: limit + 1)
            """
        ) { try $0.next(Position.self) }
        return found.count > limit ? nil : found
    }
}
