internal import CivilTime
internal import Cryptography
internal import SQLiteDatabase

extension StoredTransaction {
    static let selection: SQL = """
        SELECT number, first_position, event_count, operation, recorded_at, header, salt, digest, idempotency
        FROM transactions
        """

    init(from row: inout RowReader) throws {
        let (number, first, count) = try (row.next(Int64.self), row.next(Position.self), row.next(Int.self))
        let operation = try OperationID(row.next(String.self))
        let (time, header, salt) = try (row.next(Timestamp.self), row.next([UInt8]?.self), row.next([UInt8]?.self))
        guard let operation, let digest = try row.nextBytes({ SHA256Digest(span: $0) }) else {
            throw EventLogError.corrupt("transaction \(number) has no valid operation or digest")
        }
        guard count > 0, count <= Int32.max, first > .start, first.rawValue <= .max - Int64(count) else {
            throw EventLogError.corrupt("transaction \(number) has no valid place")
        }
        try self.init(
            number: number, firstPosition: first, eventCount: count, operation: operation, recordedAt: time,
            header: header, salt: salt, digest: digest, idempotency: row.nextBytes { SHA256Digest(span: $0) })
    }
}

extension StoredEvent {
    static let columns: SQL = """
        events.position, events.stream, events.version, events.type, events."schema", events."transaction",
        events.account, events.payload, events.salt, events.digest
        """

    init(from row: inout RowReader) throws {
        let position = try row.next(Position.self)
        try self.init(
            position: position, stream: row.next(), version: row.next(),
            type: EventType(row.next(), schema: row.next()), transaction: row.next(), account: row.next(),
            payload: row.next(), salt: row.next(),
            digest: row.nextBytes { bytes in
                guard let digest = SHA256Digest(span: bytes) else {
                    throw EventLogError.corrupt("event \(position) has no valid digest")
                }
                return digest
            })
    }
}

extension EventSelection {
    var sql: SQL {
        var conditions: [SQL] = ["position > \(bind: after.rawValue)"]
        if let through { conditions.append("position <= \(bind: through.rawValue)") }
        if let stream { conditions.append("stream = \(bind: stream.rawValue)") }
        if let account { conditions.append("account = \(bind: account.rawValue)") }
        if let typeName { conditions.append("type = \(bind: typeName)") }
        let order: SQL = isBackward ? "DESC" : "ASC"
        // Within a stream the versions are in the order of the positions, and the index gives them so.
        let key: SQL = stream == nil ? "position" : "version"
        return """
            SELECT \(StoredEvent.columns) FROM events
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(key) \(order)
            """
    }
}
