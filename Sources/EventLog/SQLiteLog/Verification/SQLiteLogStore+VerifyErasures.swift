internal import SQLiteDatabase

extension SQLiteLogStore {
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
