internal import CivilTime
public import EventLog
public import Outbox
public import SQLite

/// A thing and how far it has come to its server.
public struct OutboxRow: Sendable, Hashable {
    /// What kind of thing it is: `message`, `folder`, …
    public let entity: String
    public let id: UniqueID
    public let stream: StreamID
    /// The address of its account; nil for a thing of none.
    public let account: String?
    public let state: OutboxState
}

/// Asks for what waits for its server.
public struct OutboxQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    private static let stateColumns: SQL =
        "status, retry_count, last_attempt, last_synced, error, local_version, server_version"

    /// Returns what is known of a thing; nil where nothing was ever said.
    public func state(of thing: StreamID) throws -> OutboxState? {
        try connection.first(
            "SELECT \(Self.stateColumns) FROM outbox_state WHERE stream = \(bind: thing.rawValue)"
        ) { Self.state($0, from: 0) }
    }

    /// Returns what waits to be carried, the thing that was recorded first before the others.
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
            SELECT \(Self.stateColumns), outbox_state.entity, outbox_state.uuid, stream, account.address
            FROM outbox_state LEFT JOIN account ON account.id = outbox_state.account
            WHERE \(waiting) AND \(scope) AND account.ended IS NULL ORDER BY stream LIMIT \(bind: limit ?? -1)
            """
        ) { row in
            guard let id = UniqueID(bytes: row.blob(8)) else {
                throw ProjectionError.malformed("an id has 16 bytes")
            }
            return OutboxRow(
                entity: row.text(7), id: id, stream: StreamID(row.integer(9)), account: row.optionalText(10),
                state: Self.state(row, from: 0))
        }
    }

    private static func state(_ row: borrowing Row, from column: Int) -> OutboxState {
        var versions: OutboxVersions?
        if let local = row.optionalInteger(column + 5), let server = row.optionalInteger(column + 6) {
            versions = OutboxVersions(local: Int(local), server: Int(server))
        }
        return OutboxState(
            status: row.optionalText(column).flatMap(OutboxStatus.init(rawValue:)),
            retryCount: Int(row.integer(column + 1)),
            lastAttempt: row.optionalInteger(column + 2).map(Timestamp.init(microseconds:)),
            lastSynced: row.optionalInteger(column + 3).map(Timestamp.init(microseconds:)),
            error: row.optionalText(column + 4), versions: versions)
    }
}
