package import EventLog
internal import LibPQ

/// The size of pages: small at first, since many readers end early.
struct PageSize {
    private(set) var count: Int64 = 64
    private static let largest: Int64 = 2_048

    mutating func grow() { count = min(2 * count, Self.largest) }
}

extension PostgresLogStore {
    package func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws {
        var selection = selection
        if selection.through == nil { selection.through = try head().position }
        var size = PageSize()
        while true {
            let page = try events(selection, limit: size.count)
            for event in page { guard try body(event) else { return } }
            guard Int64(page.count) == size.count, let last = page.last else { return }
            if selection.isBackward {
                selection.through = Position(last.position.rawValue - 1)
            } else {
                selection.after = last.position
            }
            size.grow()
        }
    }

    private func events(_ selection: EventSelection, limit: Int64) throws -> [StoredEvent] {
        var conditions: [PostgresStatement] = ["ledger = \(id)", "position > \(.position(selection.after))"]
        if let through = selection.through { conditions.append("position <= \(.position(through))") }
        if let stream = selection.stream { conditions.append("stream = \(.stream(stream))") }
        if let account = selection.account { conditions.append("account = \(.stream(account))") }
        if let name = selection.typeName { conditions.append("type = \(.text(name))") }
        // Within a stream the versions are in the order of the positions, and its index has them.
        let key: PostgresStatement = selection.stream == nil ? "position" : "version"
        let order: PostgresStatement = selection.isBackward ? "\(key) DESC" : "\(key)"
        return try rows(
            """
            SELECT \(StoredEvent.columns) FROM mailledger.event
            WHERE \(conditions.joinedByAnd()) ORDER BY \(order) LIMIT \(.integer(limit))
            """, StoredEvent.init(from:))
    }

    package func positions(of stream: StreamID, through end: Position) throws -> [Position] {
        try rows(
            """
            SELECT position FROM mailledger.event
            WHERE ledger = \(id) AND stream = \(.stream(stream)) AND position <= \(.position(end)) ORDER BY version
            """
        ) { try Position($0.next()) }
    }

    package func firstTransaction(withTypesBeside names: Set<String>, through end: Position) throws -> Int64? {
        try first(
            """
            SELECT transaction FROM mailledger.event
            WHERE ledger = \(id) AND NOT type = ANY(\(.texts(names.sorted()))) AND payload IS NOT NULL
                AND position <= \(.position(end))
            ORDER BY position LIMIT 1
            """
        ) { try $0.next() }
    }

    package func laterEvents(
        after place: (stream: StreamID, version: Int), through end: Position, limit: Int
    ) throws -> [StoredEvent] {
        try rows(
            """
            SELECT \(StoredEvent.columns) FROM mailledger.event
            WHERE ledger = \(id) AND (stream, version) > (\(.stream(place.stream)), \(.integer(Int64(place.version))))
                AND version > 1 AND position <= \(.position(end))
            ORDER BY stream, version LIMIT \(.integer(Int64(limit)))
            """, StoredEvent.init(from:))
    }

    package func version(of stream: StreamID) throws -> Int {
        try versions(of: [stream])[stream] ?? 0
    }

    /// Returns how many events each stream has; streams without any are left out.
    func versions(of streams: [StreamID]) throws -> [StreamID: Int] {
        guard !streams.isEmpty else { return [:] }
        // Those that this transaction wrote to are known here.
        var versions: [StreamID: Int] = [:]
        var unknown: [StreamID] = []
        for stream in streams {
            if let version = unit?.versions[stream] { versions[stream] = version } else { unknown.append(stream) }
        }
        guard !unknown.isEmpty else { return versions }
        let found = try rows(
            """
            SELECT stream, max(version) FROM mailledger.event
            WHERE ledger = \(id) AND stream = ANY(\(.integers(unknown.map(\.rawValue)))) GROUP BY stream
            """
        ) { try (StreamID($0.next()), $0.next(Int.self)) }
        return versions.merging(found) { $1 }
    }

    package func place(of position: Position) throws -> EventPlace? {
        try first(
            """
            SELECT \(EventPlace.columns) FROM mailledger.event WHERE ledger = \(id) AND position = \(.position(position))
            """, EventPlace.init(from:))
    }

    package func places(
        in stream: StreamID, through end: Position, typeEndingIn suffix: String
    ) throws -> [EventPlace] {
        try rows(
            """
            SELECT \(EventPlace.columns) FROM mailledger.event
            WHERE ledger = \(id) AND stream = \(.stream(stream)) AND position <= \(.position(end))
                AND right(type, length(\(.text(suffix)))) = \(.text(suffix)) ORDER BY version
            """, EventPlace.init(from:))
    }

    package func typeNames(afterTransaction number: Int64, but operation: OperationID?) throws -> Set<String> {
        Set(
            try rows(
                """
                SELECT DISTINCT event.type FROM mailledger.transaction t JOIN mailledger.event
                    ON event.ledger = t.ledger
                    AND event.position BETWEEN first_position AND first_position + event_count - 1
                WHERE t.ledger = \(id) AND number > \(.integer(number))
                    AND operation <> \(.text(operation?.description ?? ""))
                """
            ) { try $0.next(String.self) })
    }

    package func tally(
        from first: Position, through last: Position, places: [String: String]
    ) throws -> [EventTally] {
        let names = places.sorted { $0.key < $1.key }
        // A path such as $.copy.folder as the server takes it: {copy,folder}.
        let paths = names.map { "{\($0.value.split(separator: ".").dropFirst().joined(separator: ","))}" }
        return try rows(
            """
            SELECT type, count(*), min(position), said IS NOT NULL FROM (
                SELECT event.type, position, CASE WHEN asked.path IS NULL THEN NULL
                    ELSE mailledger.value(payload, asked.path::text[]) END AS said
                FROM mailledger.event LEFT JOIN unnest(\(.texts(names.map(\.key))), \(.texts(paths))) AS asked(type, path)
                    ON asked.type = event.type
                WHERE ledger = \(id) AND position BETWEEN \(.position(first)) AND \(.position(last))
            ) AS events GROUP BY type, said ORDER BY min(position)
            """
        ) { row in
            try EventTally(
                type: row.next(), count: row.next(), first: Position(row.next()), isAlike: row.next())
        }
    }

    /// The rows of this ledger without their indexes, reckoned from some hundreds of its events.
    package func storedBytes() throws -> Int64? {
        let end = try head().position.rawValue
        guard end > 0 else { return 0 }
        let sampled = (0..<min(end, 512)).map { $0 * end / min(end, 512) + 1 }
        return try first(
            """
            SELECT (\(.integer(end)) * avg(pg_column_size(event.*)))::int8
                + (SELECT (\(.integer(head().transaction)) * coalesce(avg(pg_column_size(t.*)), 0))::int8
                    FROM mailledger.transaction t WHERE t.ledger = \(id) AND number = ANY(
                        SELECT transaction FROM mailledger.event
                        WHERE ledger = \(id) AND position = ANY(\(.integers(sampled)))))
                + coalesce((SELECT sum(pg_column_size(tile.*)) FROM mailledger.tile WHERE ledger = \(id)), 0)::int8
            FROM mailledger.event WHERE ledger = \(id) AND position = ANY(\(.integers(sampled)))
            """
        ) { try $0.next(Int64.self) }
    }

    package func planOfReading(_ stream: StreamID) throws -> [String] {
        try rows(
            "EXPLAIN (COSTS OFF) SELECT 1 FROM mailledger.event WHERE ledger = \(id) AND stream = \(.stream(stream))"
        ) { try $0.next(String.self) }
    }
}
