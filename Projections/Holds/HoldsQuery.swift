public import CivilTime
public import EventLog
public import Mail
public import SQLiteDatabase

/// A hold in a list.
public struct HoldRow: Sendable, Hashable, Identifiable {
    /// The scope of a hold.
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

extension HoldRow {
    fileprivate static let columns: SQL =
        "uuid, id, name, message, account, query, account_stream, added, ended IS NOT NULL"

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), name: row.next(), target: Target(from: &row), accountStream: row.next(),
            added: row.next(), isRemoved: row.next())
    }
}

extension HoldRow.Target {
    fileprivate init(from row: inout RowReader) throws {
        let (message, account, query) = try (
            row.next(MessageID?.self), row.next(AccountID?.self), row.next(String.self)
        )
        self = message.map(Self.message) ?? account.map(Self.account) ?? .query(query)
    }
}

/// Queries for holds.
public struct HoldsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the holds that are in force, or all, in the order of recording.
    public func all(includingRemoved: Bool = false) throws -> [HoldRow] {
        let condition: SQL = includingRemoved ? "TRUE" : "ended IS NULL"
        return try connection.rows(
            "SELECT \(HoldRow.columns) FROM hold WHERE \(condition) ORDER BY id", row: HoldRow.init(from:))
    }
}
