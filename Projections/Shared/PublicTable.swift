package import EventLog
public import SQLiteDatabase

/// A public table: an SQL view of the live things in the internal tables.
///
/// Those of the ledger's own read models are in no file, since each process that asks something would parse them:
/// ``createTemporary(on:)`` makes them for one connection.
public struct PublicTable: Sendable {
    public let name: String
    /// The kind of thing in its rows, as in the table `changes`.
    package let entity: String
    /// The columns that distinguish the rows of one thing; empty if a thing has one row.
    package let key: [String]
    /// Whether its column `account` is the address by which an account's things are named, as in most.
    package let namesAccount: Bool
    /// The whole SELECT; it ends with a condition.
    private let select: SQL
    /// The stream of the thing, in the terms of the SELECT.
    private let stream: SQL

    /// - Parameters:
    ///   - entity: The kind of thing that its rows are about.
    ///   - stream: The column of the SELECT's tables with the thing's stream.
    ///   - select: The whole SELECT, with names for all columns; it ends with a condition, as in `… WHERE ended IS NULL`.
    public init(
        _ name: String, of entity: String, stream: SQL, key: [String] = [], namesAccount: Bool = true, _ select: SQL
    ) {
        self.name = name
        self.entity = entity
        self.key = key
        self.namesAccount = namesAccount
        self.stream = stream
        self.select = select
    }

    /// Makes the view in the file; called by the projection of a program that adds its own tables.
    public func create(on connection: Connection) throws {
        try connection.run("CREATE VIEW \(.identifier(name)) AS \(select)")
    }

    /// The statement that makes the view for one connection.
    package var temporaryDefinition: SQL { "CREATE TEMP VIEW IF NOT EXISTS \(.identifier(name)) AS \(select)" }

    /// Selects all rows.
    package var rows: SQL { select }

    /// Selects the rows about one thing.
    package func rows(of thing: StreamID) -> SQL {
        "\(select) AND \(stream) = \(bind: thing.rawValue)"
    }
}

extension Sequence<PublicTable> {
    /// Makes the views for one connection, which may read only.
    package func createTemporary(on connection: Connection) throws {
        for table in self { try connection.run(table.temporaryDefinition) }
    }
}
