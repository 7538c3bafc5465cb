internal import SQLiteDatabase

extension SQLiteLogStore {
    package func tally(
        from first: Position, through last: Position, places: [String: String]
    ) throws -> [EventTally] {
        let cases = places.sorted { $0.key < $1.key }.reduce("CASE type" as SQL) { cases, place in
            "\(cases) WHEN \(bind: place.key) THEN json_extract(payload, \(bind: place.value))"
        }
        let said: SQL = places.isEmpty ? "NULL" : "\(cases) END"
        return try mappingErrors {
            do {
                return try connection.rows(
                    """
                    SELECT type, count(*), min(position), said IS NOT NULL FROM (
                        SELECT type, position, \(said) AS said FROM events
                        WHERE position BETWEEN \(bind: first.rawValue) AND \(bind: last.rawValue)
                    ) GROUP BY type, said ORDER BY min(position)
                    """
                ) { row in
                    try EventTally(type: row.next(), count: row.next(), first: row.next(), isAlike: row.next())
                }
            } catch let error as SQLiteError where error.isMalformedJSON {
                try requirePayloads(from: first, through: last)
                throw error
            }
        }
    }

    /// Reads payloads one by one, to name the event whose payload is no JSON.
    private func requirePayloads(from first: Position, through last: Position) throws {
        try forEach(EventSelection(after: Position(first.rawValue - 1), through: last)) { event in
            _ = try payload(of: event)
            return true
        }
    }
}
