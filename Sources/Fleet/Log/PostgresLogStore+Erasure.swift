package import Cryptography
package import EventLog
internal import LibPQ

extension ErasureScope {
    fileprivate var condition: PostgresStatement {
        switch self {
        case .stream(let stream): "stream = \(.stream(stream))"
        case .account(let account): "account = \(.stream(account))"
        }
    }
}

extension PostgresLogStore {
    /// Makes the rest of the transaction run as the role that may blank and remove.
    static let asEraser: PostgresStatement =
        """
        SELECT set_config('role', 'mailledger_eraser', true)
        WHERE NOT pg_has_role(current_user, 'mailledger_eraser', 'USAGE')
        """
    static let asNode: PostgresStatement = "SELECT set_config('role', 'none', true)"

    package func blank(
        _ scopes: [ErasureScope], before position: Position, includingSharedHeaders: Bool
    ) throws -> Blanked {
        try withWriterLock {
            var blanked: [(position: Int64, transaction: Int64)] = []
            for scope in scopes {
                let places: PostgresStatement = """
                    event.ledger = \(id) AND \(scope.condition) AND position < \(.position(position))
                        AND payload IS NOT NULL AND type NOT LIKE '%-erased'
                    """
                let answers = try writeAll([
                    """
                    INSERT INTO mailledger.erasure SELECT ledger, 'event', position FROM mailledger.event
                    WHERE \(places) ON CONFLICT DO NOTHING
                    """,
                    Self.asEraser,
                    "UPDATE mailledger.event SET payload = NULL, salt = NULL WHERE \(places) RETURNING position, transaction",
                    Self.asNode,
                ])
                blanked += try log.mapping { try answers[2].rows { try ($0.next(), $0.next()) } }
            }
            let touched = Set(blanked.map(\.transaction)).sorted()
            let headers =
                includingSharedHeaders
                ? touched
                : try rows(
                    """
                    SELECT number FROM mailledger.transaction t
                    WHERE ledger = \(id) AND number = ANY(\(.integers(touched))) AND NOT EXISTS (
                        SELECT 1 FROM mailledger.event e WHERE e.ledger = t.ledger AND payload IS NOT NULL
                            AND position BETWEEN first_position AND first_position + event_count - 1)
                    """
                ) { try $0.next(Int64.self) }
            let count = try blankHeaders(headers.sorted())
            if !blanked.isEmpty || count > 0 { try countErasure() }
            return Blanked(events: blanked.count, headers: count)
        }
    }

    /// Tells all nodes that something was erased.
    private func countErasure() throws {
        _ = try write("UPDATE mailledger.head SET erasures = erasures + 1 WHERE ledger = \(id)")
    }

    func writeAll(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
        try withWriterLock {
            unit?.keep(statements)
            return try ask(statements)
        }
    }

    @discardableResult
    package func blankHeaders(_ transactions: [Int64]) throws -> Int {
        guard !transactions.isEmpty else { return 0 }
        let answers = try writeAll([
            """
            INSERT INTO mailledger.erasure SELECT ledger, 'transaction', number
            FROM mailledger.head, unnest(\(.integers(transactions))) AS number WHERE ledger = \(id)
            ON CONFLICT DO NOTHING
            """,
            Self.asEraser,
            """
            UPDATE mailledger.transaction SET header = NULL, salt = NULL
            WHERE ledger = \(id) AND number = ANY(\(.integers(transactions))) AND header IS NOT NULL
            """,
            Self.asNode,
        ])
        return answers[2].affected
    }

    package func takeErasures(of source: any LogReading) throws -> Int {
        try withWriterLock {
            let end = try head()
            var known: Set<ErasedPlace> = []
            try forEachErasure { known.insert($0) }
            var events: [Int64] = []
            var headers: [Int64] = []
            try source.forEachErasure { place in
                guard !known.contains(place) else { return }
                switch place {
                case .event(let position) where position <= end.position: events.append(position.rawValue)
                case .header(let number) where number <= end.transaction: headers.append(number)
                default: break
                }
            }
            guard !events.isEmpty || !headers.isEmpty else { return 0 }
            _ = try writeAll([
                """
                INSERT INTO mailledger.erasure SELECT ledger, 'event', number
                FROM mailledger.head, unnest(\(.integers(events))) AS number WHERE ledger = \(id)
                """,
                Self.asEraser,
                """
                UPDATE mailledger.event SET payload = NULL, salt = NULL
                WHERE ledger = \(id) AND position = ANY(\(.integers(events)))
                """,
                Self.asNode,
            ])
            try blankHeaders(headers.sorted())
            try countErasure()
            try beginErasureWork(contents: [], viewsGeneration: 0)
            return events.count
        }
    }

    package func recordErasure(of place: ErasedPlace) throws {
        let (kind, number) =
            switch place {
            case .event(let position): ("event", position.rawValue)
            case .header(let number): ("transaction", number)
            }
        _ = try write(
            """
            INSERT INTO mailledger.erasure VALUES (\(id), \(.text(kind)), \(.integer(number))) ON CONFLICT DO NOTHING
            """)
    }

    package func erasureCount() throws -> Int64 {
        try first("SELECT count(*) FROM mailledger.erasure WHERE ledger = \(id)") { try $0.next(Int64.self) } ?? 0
    }

    package func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws {
        let places = try rows("SELECT kind = 'event', number FROM mailledger.erasure WHERE ledger = \(id)") {
            row -> ErasedPlace in
            try row.next(Bool.self) ? .event(Position(row.next())) : .header(row.next())
        }
        for place in places { try body(place) }
    }

    // MARK: What is left to do

    package func erasureWork() throws -> ErasureWork? {
        try first("SELECT steps, views_generation FROM mailledger.erasure_work WHERE ledger = \(id)") { row in
            try ErasureWork(steps: ErasureSteps(rawValue: row.next()), viewsGeneration: row.next())
        }
    }

    package func beginErasureWork(contents: Set<SHA256Digest>, viewsGeneration: Int64) throws {
        _ = try writeAll([
            """
            INSERT INTO mailledger.erasure_content SELECT ledger, digest
            FROM mailledger.head, unnest(\(.arrayOfBytes(contents.map(\.bytes)))) AS digest WHERE ledger = \(id)
            ON CONFLICT DO NOTHING
            """,
            """
            INSERT INTO mailledger.erasure_work
            VALUES (\(id), \(.integer(ErasureSteps.all.rawValue)), \(.integer(viewsGeneration)))
            ON CONFLICT (ledger) DO UPDATE SET steps = excluded.steps, views_generation = excluded.views_generation
            """,
        ])
    }

    package func erasureContents() throws -> [SHA256Digest] {
        try rows("SELECT digest FROM mailledger.erasure_content WHERE ledger = \(id) ORDER BY digest") {
            try $0.nextDigest()
        }.compactMap { $0 }
    }

    package func endErasureStep(_ step: ErasureSteps) throws {
        var statements: [PostgresStatement] = [
            "UPDATE mailledger.erasure_work SET steps = steps & ~\(.integer(step.rawValue)) WHERE ledger = \(id)",
            Self.asEraser,
            "DELETE FROM mailledger.erasure_work WHERE ledger = \(id) AND steps = 0",
        ]
        if step.contains(.contents) {
            statements.append("DELETE FROM mailledger.erasure_content WHERE ledger = \(id)")
        }
        _ = try writeAll(statements + [Self.asNode])
    }

    /// Lets the server reuse the room of blanked rows (<https://www.postgresql.org/docs/15/sql-vacuum.html>).
    ///
    /// A node does not own the tables, so that the server may leave that to its own worker. Write-ahead logs, archives,
    /// standbys and backups keep the bytes until their retention ends: `erase` says so.
    package func purge() throws {
        guard unit == nil else { return }
        _ = try ask(["VACUUM mailledger.event, mailledger.transaction"])
    }

    package func truncateJournal() throws -> Bool { true }
}
