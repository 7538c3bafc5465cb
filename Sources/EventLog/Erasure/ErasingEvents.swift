internal import SQLite

extension EventType {
    /// Whether an event of this type blanks what its stream, and the account whose stream that is, held before it.
    ///
    /// That the name tells it lets `verify`, and whoever reads the log without this program, hold what is blank against it.
    public var isErasing: Bool { name.hasSuffix("-erased") }
}

extension SQLiteEventStore {
    /// Holds what `erasures` lists against the events: to list a place and to blank it is no erasure, and to list one is none either.
    ///
    /// - Throws: ``LogFault`` for the first place that is listed and not blank, the first event that no later one erases, or the
    ///   first header without a blank event.
    /// - Complexity: O(erased events), and for each the events of its stream.
    package func verifyErasures() throws {
        let listed = try connection.first(
            """
            SELECT min(place) FROM (
                SELECT number AS place FROM erasures LEFT JOIN events ON events.position = erasures.number
                WHERE kind = 'event' AND (events.position IS NULL OR payload IS NOT NULL)
                UNION ALL
                SELECT ifnull(first_position, 0) FROM erasures
                    LEFT JOIN transactions ON transactions.number = erasures.number
                WHERE kind = 'transaction' AND (first_position IS NULL OR header IS NOT NULL))
            """
        ) { try $0.next(Int64?.self) }
        if let listed, let listed {
            throw LogFault(
                position: Position(listed), reason: "it is listed as erased, or its header is, and is not blank")
        }
        let event = try connection.first(
            """
            SELECT min(blank.position) FROM erasures JOIN events AS blank ON blank.position = erasures.number
            WHERE erasures.kind = 'event' AND blank.payload IS NULL AND NOT EXISTS (
                SELECT 1 FROM events AS later WHERE later.stream IN (blank.stream, blank.account)
                    AND later.position > blank.position AND later.type LIKE '%-erased')
            """
        ) { try $0.next(Int64?.self) }
        if let event, let event {
            throw LogFault(position: Position(event), reason: "it is blank, and no later event erases it")
        }
        let header = try connection.first(
            """
            SELECT min(first_position) FROM erasures JOIN transactions ON transactions.number = erasures.number
            WHERE erasures.kind = 'transaction' AND header IS NULL AND NOT EXISTS (
                SELECT 1 FROM events WHERE payload IS NULL
                    AND position BETWEEN first_position AND first_position + event_count - 1)
            """
        ) { try $0.next(Int64?.self) }
        if let header, let header {
            throw LogFault(
                position: Position(header), reason: "the header of its transaction is blank, and none of its events is")
        }
    }
}
