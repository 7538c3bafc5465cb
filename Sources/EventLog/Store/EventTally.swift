internal import SQLite

/// Events of one type that say the same at one place of their payload.
public struct EventTally: Hashable, Sendable {
    public let type: String
    public let count: Int
    /// The position of the first of them.
    public let first: Position
    /// Whether a place was asked for and their payloads have it, so that the first speaks for all of them.
    public let isAlike: Bool
}

extension SQLiteEventStore {
    /// Counts the events from one position to another by type, and by what they say at a place of their payload.
    ///
    /// - Parameter places: For a type, the path in its payload, such as `$.copy.folder`
    ///   (<https://www.sqlite.org/json1.html#path_arguments>); events of other types are told apart by their type alone.
    /// - Complexity: O(events between them); none is decoded.
    public func tally(
        from first: Position, through last: Position, places: [String: String] = [:]
    ) throws -> [EventTally] {
        let cases = places.sorted { $0.key < $1.key }.reduce("CASE type" as SQL) { cases, place in
            "\(cases) WHEN \(bind: place.key) THEN json_extract(payload, \(bind: place.value))"
        }
        let said: SQL = places.isEmpty ? "NULL" : "\(cases) END"
        return try mappingErrors {
            try connection.rows(
                """
                SELECT type, count(*), min(position), said IS NOT NULL FROM (
                    SELECT type, position, \(said) AS said FROM events
                    WHERE position BETWEEN \(bind: first.rawValue) AND \(bind: last.rawValue)
                ) GROUP BY type, said ORDER BY min(position)
                """
            ) { row in
                try EventTally(type: row.next(), count: row.next(), first: row.next(), isAlike: row.next())
            }
        }
    }
}
