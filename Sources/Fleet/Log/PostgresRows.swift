internal import CivilTime
internal import Cryptography
internal import EventLog
internal import LibPQ

extension StoredTransaction {
    static let columns: PostgresStatement = """
        number, first_position, event_count, operation, recorded_at, header, salt, digest, idempotency
        """

    init(from row: inout PostgresRow) throws {
        let (number, first, count) = try (row.next(Int64.self), row.next(Int64.self), row.next(Int.self))
        let operation = try OperationID(row.next(String.self))
        let (time, header, salt) = try (row.next(Int64.self), row.next([UInt8]?.self), row.next([UInt8]?.self))
        guard let operation, let digest = try row.nextDigest() else {
            throw EventLogError.corrupt("transaction \(number) has no valid operation or digest")
        }
        try self.init(
            number: number, firstPosition: Position(first), eventCount: count, operation: operation,
            recordedAt: Timestamp(microseconds: time), header: header, salt: salt, digest: digest,
            idempotency: row.nextDigest())
    }
}

extension StoredEvent {
    static let columns: PostgresStatement = """
        event.position, event.stream, event.version, event.type, event.schema, event.transaction, event.account,
        event.payload, event.salt, event.digest
        """

    init(from row: inout PostgresRow) throws {
        let (position, stream, version) = try (row.next(Int64.self), row.next(Int64.self), row.next(Int.self))
        let type = try EventType(row.next(String.self), schema: row.next(Int.self))
        let (transaction, account) = try (row.next(Int64.self), row.next(Int64.self))
        let (payload, salt) = try (row.next([UInt8]?.self), row.next([UInt8]?.self))
        guard let digest = try row.nextDigest() else {
            throw EventLogError.corrupt("event \(position) has no valid digest")
        }
        self.init(
            position: Position(position), stream: StreamID(stream), version: version, type: type,
            transaction: transaction, account: StreamID(account), payload: payload, salt: salt, digest: digest)
    }
}

extension EventPlace {
    static let columns: PostgresStatement = "position, stream, type, transaction, account"

    init(from row: inout PostgresRow) throws {
        let (position, stream, type) = try (row.next(Int64.self), row.next(Int64.self), row.next(String.self))
        try self.init(
            position: Position(position), stream: StreamID(stream), type: type, transaction: row.next(),
            account: StreamID(row.next()))
    }
}

extension PostgresRow {
    /// Reads 32 bytes; nil for NULL and for anything else.
    mutating func nextDigest() throws -> SHA256Digest? {
        try nextBytes { bytes in
            guard let bytes else { return nil }
            return SHA256Digest(span: bytes)
        }
    }
}

extension PostgresValue {
    static func id(_ id: UniqueID) -> PostgresValue { .uuid(id.bytes) }
    static func position(_ position: Position) -> PostgresValue { .integer(position.rawValue) }
    static func stream(_ stream: StreamID) -> PostgresValue { .integer(stream.rawValue) }
    static func time(_ time: Timestamp) -> PostgresValue { .integer(time.microseconds) }
    static func digest(_ digest: SHA256Digest?) -> PostgresValue { .bytes(digest?.bytes) }
    static func digests(_ digests: [SHA256Digest]) -> PostgresValue { .arrayOfBytes(digests.map(\.bytes)) }
}
