internal import CivilTime
internal import Hashing
internal import SQLite

extension SQLiteEventStore {
    static let transactionColumns: SQL =
        """
        SELECT number, first_position, event_count, operation, recorded_at, header, salt, digest, idempotency
        FROM transactions
        """

    static let eventColumns: SQL =
        """
        events.position, events.stream, events.version, events.type, events."schema", events."transaction",
        events.account, events.payload, events.salt, events.digest
        """

    static func storedTransaction(_ row: borrowing Row) throws -> StoredTransaction {
        guard let operation = OperationID(row.text(3)), let digest = SHA256Digest(bytes: row.blob(7)) else {
            throw EventLogError.corrupt("transaction \(row.integer(0)) has no valid operation or digest")
        }
        return StoredTransaction(
            number: row.integer(0), firstPosition: Position(row.integer(1)), eventCount: Int(row.integer(2)),
            operation: operation, recordedAt: Timestamp(microseconds: row.integer(4)), header: row.optionalBlob(5),
            salt: row.optionalBlob(6), digest: digest,
            idempotency: row.optionalBlob(8).flatMap { SHA256Digest(bytes: $0) })
    }

    static func storedEvent(_ row: borrowing Row) throws -> StoredEvent {
        guard let digest = SHA256Digest(bytes: row.blob(9)) else {
            throw EventLogError.corrupt("event \(row.integer(0)) has no valid digest")
        }
        return StoredEvent(
            position: Position(row.integer(0)), stream: StreamID(row.integer(1)), version: Int(row.integer(2)),
            type: EventType(row.text(3), schema: Int(row.integer(4))), transaction: row.integer(5),
            account: StreamID(row.integer(6)), payload: row.optionalBlob(7), salt: row.optionalBlob(8), digest: digest)
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
            SELECT \(SQLiteEventStore.eventColumns) FROM events
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(key) \(order)
            """
    }
}
