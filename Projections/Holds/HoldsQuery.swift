public import CivilTime
public import EventLog
public import Mail
public import SQLite

/// A hold as it is listed.
public struct HoldRow: Sendable, Hashable, Identifiable {
    /// What a hold covers.
    public enum Target: Sendable, Hashable {
        case message(MessageID)
        case account(AccountID)
        case query(String)
    }

    public let id: HoldID
    public let stream: StreamID
    public let name: String
    public let target: Target
    /// The stream of the account that it covers or that its message is of; ``StreamID/none`` for a query.
    public let accountStream: StreamID
    public let added: Timestamp
    public let isRemoved: Bool
}

/// Asks for holds.
public struct HoldsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the holds that are in force, or all, in the order of recording.
    public func all(includingRemoved: Bool = false) throws -> [HoldRow] {
        let condition: SQL = includingRemoved ? "TRUE" : "ended IS NULL"
        return try connection.rows(
            """
            SELECT id, uuid, name, message, account, query, account_stream, added, ended FROM hold
            WHERE \(condition) ORDER BY id
            """
        ) { row in
            let target: HoldRow.Target =
                if let message = row.optionalBlob(3) {
                    .message(try MessageID(blob: message))
                } else if let account = row.optionalBlob(4) {
                    .account(try AccountID(blob: account))
                } else {
                    .query(row.optionalText(5) ?? "")
                }
            return HoldRow(
                id: try HoldID(blob: row.blob(1)), stream: StreamID(row.integer(0)), name: row.text(2), target: target,
                accountStream: StreamID(row.integer(6)), added: Timestamp(microseconds: row.integer(7)),
                isRemoved: !row.isNull(8))
        }
    }
}
