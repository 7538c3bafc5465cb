public import EventLog
public import Outbox
public import SQLiteDatabase

/// A thing and how far it has come to its server.
public struct OutboxRow: Sendable, Hashable {
    /// The kind of the thing: `message`, `folder`, …
    public let entity: String
    public let id: UniqueID
    public let stream: StreamID
    /// The address of its account; nil for a thing of none.
    public let account: String?
    public let state: OutboxState
}

extension OutboxRow {
    fileprivate static let columns: SQL =
        "outbox_state.entity, outbox_state.uuid, stream, account.address, \(OutboxState.columns)"

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            entity: row.next(), id: row.next(), stream: row.next(), account: row.next(), state: OutboxState(from: &row))
    }
}

extension OutboxState {
    fileprivate static let columns: SQL =
        "status, retry_count, last_attempt, last_synced, error, local_version, server_version"

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            status: row.next(), retryCount: row.next(), lastAttempt: row.next(), lastSynced: row.next(),
            error: row.next())
        let (local, server) = try (row.next(Int?.self), row.next(Int?.self))
        if let local, let server { versions = OutboxVersions(local: local, server: server) }
    }
}

/// Queries for things that wait for their server.
public struct OutboxQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns how a thing waits for its server; nil if no event recorded it.
    public func state(of thing: StreamID) throws -> OutboxState? {
        try connection.first(
            "SELECT \(OutboxState.columns) FROM outbox_state WHERE stream = \(bind: thing.rawValue)",
            row: OutboxState.init(from:))
    }

    /// Returns what waits to be carried, the thing that was recorded first before the others.
    ///
    /// Deleted things wait, too, and so do those of a deleted account: their server has to learn of it.
    ///
    /// - Parameters:
    ///   - includingHeldUp: Whether those are there, too, that failed too often, or that the server has another version of.
    ///   - account: Of which account; nil for all.
    public func waiting(
        includingHeldUp: Bool = false, account: StreamID? = nil, limit: Int? = nil
    ) throws -> [OutboxRow] {
        let waiting: SQL =
            includingHeldUp
            ? "status IN ('pending', 'failed', 'conflict')"
            : """
            status IN ('pending', 'failed', 'conflict')
                AND (status = 'pending' OR status = 'failed' AND retry_count < \(bind: OutboxState.retryLimit))
            """
        let scope: SQL = account.map { "outbox_state.account = \(bind: $0.rawValue)" } ?? "TRUE"
        return try connection.rows(
            """
            SELECT \(OutboxRow.columns) FROM outbox_state LEFT JOIN account ON account.id = outbox_state.account
            WHERE \(waiting) AND \(scope) ORDER BY stream LIMIT \(bind: limit ?? -1)
            """, row: OutboxRow.init(from:))
    }
}
