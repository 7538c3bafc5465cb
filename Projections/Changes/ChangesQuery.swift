public import EventLog
public import SQLiteDatabase

/// A row of a read model that an event changed, named as people know it.
public struct EntityChange: Sendable, Hashable {
    /// The position of the event.
    public let position: Position
    /// `account`, `folder`, `message`, `thread`, …
    public let entity: String
    /// The id of the thing; of a thread, that of its first-recorded message.
    public let id: UniqueID
    /// The address of its account; empty once that is erased.
    public let account: String
    public let kind: RowChange.Kind
    /// Whether only the counts of a folder changed.
    public let isCountsOnly: Bool
}

extension EntityChange {
    fileprivate static func columns(_ things: [ThingKind]) -> SQL {
        """
        changes.position, changes.entity,
            coalesce(\(uuid(things)), (SELECT uuid FROM erasure WHERE erasure.stream = changes.id)) AS thing,
            account.address, changes.kind, changes.counts_only
        """
    }

    /// The id of a row's thing; for an attachment, that of its message.
    private static func uuid(_ things: [ThingKind]) -> SQL {
        let kinds = things.reduce("" as SQL) { cases, kind in
            "\(cases) WHEN \(bind: kind.name) THEN \(kind.uuid(ofStream: "changes.id"))"
        }
        return "CASE changes.entity\(kinds) ELSE (SELECT uuid FROM message WHERE message.id = changes.id) END"
    }

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            position: row.next(), entity: row.next(), id: row.next(), account: row.next(),
            kind: row.next(), isCountsOnly: row.next())
    }
}

/// Queries for changes.
public struct ChangesQuery {
    let connection: Connection
    private let things: [ThingKind]

    /// - Parameter added: Kinds of things of the program's own contexts, beside those that every ledger has.
    public init(on connection: Connection, adding added: [ThingKind] = []) {
        self.connection = connection
        things = added.isEmpty ? AllProjections.things : AllProjections.things + added
    }

    /// Returns the positions where messages ended or came back with their folders and accounts, or joined another thread.
    public func ends(with messages: [StreamID], through end: Position) throws -> Set<Position> {
        return Set(
            try connection.rows(
                """
                WITH wanted (id) AS MATERIALIZED (\(SQL.rows(messages.map(\.rawValue))))
                SELECT position FROM wanted CROSS JOIN changes ON changes.id = wanted.id
                WHERE changes.entity = 'message' AND changes.position <> changes.id AND position <= \(bind: end.rawValue)
                UNION
                SELECT changes.position FROM wanted CROSS JOIN message ON message.id = wanted.id
                    CROSS JOIN changes ON changes.id = message.account
                WHERE changes.entity = 'account' AND changes.kind <> 2 AND changes.position > message.id
                    AND changes.position <= \(bind: end.rawValue)
                """
            ) { try $0.next(Position.self) })
    }

    /// Returns where messages ended, came back or joined another thread, and where their accounts ended or came back.
    public func endsAndReturns(
        after start: Position, through end: Position
    ) throws -> [(position: Position, thing: StreamID, isOfAccount: Bool)] {
        try connection.rows(
            """
            SELECT position, id, entity = 'account' FROM changes
            WHERE position > \(bind: start.rawValue) AND position <= \(bind: end.rawValue)
                AND (entity = 'message' AND position <> id OR entity = 'account' AND kind <> 2)
            """
        ) { try ($0.next(), $0.next(), $0.next()) }
    }

    /// Returns the position of the last change of a kind of things of an account; nil if nothing ever changed.
    package func last(of entity: String, in account: StreamID) throws -> Position? {
        try connection.first(
            """
            SELECT position FROM change_head WHERE account = \(bind: account.rawValue) AND entity = \(bind: entity)
            """
        ) { try $0.next() }
    }

    /// Returns the last position within a span that changed something of a kind of an account; nil if none did.
    package func last(
        of entity: String, in account: StreamID, from first: Position, through last: Position
    ) throws -> Position? {
        try connection.first(
            """
            SELECT position FROM changes
            WHERE position BETWEEN \(bind: first.rawValue) AND \(bind: last.rawValue)
                AND account = \(bind: account.rawValue) AND entity = \(bind: entity)
            ORDER BY position DESC LIMIT 1
            """
        ) { try $0.next() }
    }

    /// Returns the first of these messages of each account.
    public func firstMessages(among messages: [StreamID]) throws -> [StreamID: StreamID] {
        return Dictionary(
            uniqueKeysWithValues: try connection.rows(
                """
                SELECT message.account, min(message.id) FROM (\(SQL.rows(messages.map(\.rawValue)))) AS wanted
                    CROSS JOIN message ON message.id = wanted.value
                GROUP BY message.account
                """
            ) { try ($0.next(), $0.next()) })
    }

    /// Lends the changes behind a position, in order; the closure returns false to stop early.
    public func forEach(
        after start: Position, through end: Position, _ body: (EntityChange) throws -> Bool
    ) throws {
        try connection.lend(
            """
            SELECT \(EntityChange.columns(things)) FROM changes LEFT JOIN account ON account.id = changes.account
            WHERE changes.position > \(bind: start.rawValue) AND changes.position <= \(bind: end.rawValue)
                AND (account.id IS NOT NULL OR thing IS NOT NULL)
            ORDER BY changes.position, changes.sub
            """, as: EntityChange.init(from:), to: body)
    }
}
