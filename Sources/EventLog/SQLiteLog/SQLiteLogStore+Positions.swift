internal import SQLiteDatabase

extension SQLiteLogStore {
    package func positions(of stream: StreamID, through end: Position) throws -> [Position] {
        try mappingErrors {
            try connection.rows(EventPlace.positions(of: stream, through: end)) { try $0.next() }
        }
    }

    package func version(of stream: StreamID) throws -> Int {
        try mappingErrors {
            try connection.first("SELECT max(version) FROM events WHERE stream = \(bind: stream.rawValue)") {
                try $0.next(Int?.self)
            } ?? nil
        } ?? 0
    }

    package func firstTransaction(withTypesBeside names: Set<String>, through end: Position) throws -> Int64? {
        let list = names.sorted().map { "\(bind: $0)" as SQL }.joined(separator: ", ")
        return try mappingErrors {
            try connection.first(
                """
                SELECT "transaction" FROM events
                WHERE type NOT IN (\(list)) AND payload IS NOT NULL AND position <= \(bind: end.rawValue)
                ORDER BY position LIMIT 1
                """
            ) { try $0.next() }
        }
    }

    package func laterEvents(
        after place: (stream: StreamID, version: Int), through end: Position, limit: Int
    ) throws -> [StoredEvent] {
        try mappingErrors {
            try connection.rows(
                """
                SELECT \(StoredEvent.columns) FROM events INDEXED BY events_by_stream
                WHERE (stream, version) > (\(bind: place.stream.rawValue), \(bind: place.version)) AND version > 1
                    AND position <= \(bind: end.rawValue)
                ORDER BY stream, version LIMIT \(bind: limit)
                """, row: StoredEvent.init(from:))
        }
    }

    package func place(of position: Position) throws -> EventPlace? {
        try mappingErrors { try connection.first(EventPlace.place(of: position), row: EventPlace.init(from:)) }
    }

    package func places(in stream: StreamID, through end: Position, typeEndingIn suffix: String) throws -> [EventPlace]
    {
        try mappingErrors {
            try connection.rows(
                EventPlace.places(in: stream, through: end, typeEndingIn: suffix), row: EventPlace.init(from:))
        }
    }

    package func typeNames(afterTransaction number: Int64, but operation: OperationID?) throws -> Set<String> {
        let own = operation?.description ?? ""
        return try mappingErrors {
            Set(
                try connection.rows(
                    """
                    SELECT DISTINCT events.type FROM transactions
                    JOIN events ON events.position >= first_position AND events.position < first_position + event_count
                    WHERE number > \(bind: number) AND operation <> \(bind: own)
                    """
                ) { try $0.next(String.self) })
        }
    }

    package func planOfReading(_ stream: StreamID) throws -> [String] {
        let (end, position) = (Position(.max), Position(stream.rawValue))
        let one = EventSelection(after: .start, through: position)
        return try [
            EventPlace.positions(of: stream, through: end), EventPlace.place(of: position), one.sql,
            EventPlace.places(in: stream, through: end, typeEndingIn: ""),
        ].flatMap { sql in try connection.plan(of: sql) }
    }
}

extension EventPlace {
    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            position: row.next(), stream: row.next(), type: row.next(), transaction: row.next(), account: row.next())
    }

    private static let columns: SQL = "SELECT position, stream, type, \"transaction\", account FROM events"

    fileprivate static func positions(of stream: StreamID, through end: Position) -> SQL {
        """
        SELECT position FROM events WHERE stream = \(bind: stream.rawValue) AND position <= \(bind: end.rawValue)
        ORDER BY version
        """
    }

    fileprivate static func place(of position: Position) -> SQL {
        "\(columns) WHERE position = \(bind: position.rawValue)"
    }

    fileprivate static func places(in stream: StreamID, through end: Position, typeEndingIn suffix: String) -> SQL {
        """
        \(columns) WHERE stream = \(bind: stream.rawValue) AND position <= \(bind: end.rawValue)
            AND substr(type, length(type) - length(\(bind: suffix)) + 1) = \(bind: suffix) ORDER BY version
        """
    }
}
