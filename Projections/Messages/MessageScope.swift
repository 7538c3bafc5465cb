public import CivilTime
public import EventLog
package import SQLiteDatabase

/// The live messages of an account, of a folder, read or not; a nil condition does not apply, and all others must be
/// met.
public struct MessageScope: Sendable, Hashable {
    public var account: StreamID?
    /// A folder without those below it.
    public var folder: StreamID?
    /// Whether the messages carry `$seen`.
    public var isRead: Bool?
    /// Only what sorts before this time.
    public var before: Timestamp?
    /// Only what comes behind this message in the order of the list.
    package var behind: DatedMessage?

    public init(
        account: StreamID? = nil, folder: StreamID? = nil, isRead: Bool? = nil, before: Timestamp? = nil
    ) {
        self.account = account
        self.folder = folder
        self.isRead = isRead
        self.before = before
    }
}

/// Lists by scope: each is a walk along one index that has the order of the list, however large the mailbox is.
extension MessagesQuery {
    /// Returns the messages of a scope, the latest first; equal dates are in the order of recording.
    public func all(
        in scope: MessageScope, order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0
    ) throws -> [MessageRow] {
        var rows: [MessageRow] = []
        try forEach(in: scope, order: order, limit: limit, offset: offset) { row in
            rows.append(row)
            return true
        }
        return rows
    }

    /// Lends the messages of a scope that a filter takes, too; the closure returns false to stop early.
    package func forEach(
        in scope: MessageScope, matching filter: SQL = "TRUE", order: ListOrder = .newestFirst, limit: Int? = nil,
        offset: Int = 0, _ body: (MessageRow) throws -> Bool
    ) throws {
        try lend(connection.cursor(select(MessageRow.columns, scope, filter, order, limit, offset)), body)
    }

    /// Counts the messages of a scope.
    public func count(in scope: MessageScope) throws -> Int {
        let walk = Self.walk(scope, .newestFirst)
        return try connection.first(
            """
            SELECT count(*) FROM \(walk.tables) CROSS JOIN account ON account.id = message.account
            WHERE account.ended IS NULL AND \(walk.conditions)
            """
        ) { try $0.next() } ?? 0
    }

    /// SQLite's plan for finding the messages of a scope (<https://www.sqlite.org/eqp.html>).
    package func plan(
        of scope: MessageScope, order: ListOrder = .newestFirst, limit: Int? = nil, offset: Int = 0
    ) throws -> [String] {
        try connection.plan(of: select(MessageRow.columns, scope, "TRUE", order, limit, offset))
    }

    private func select(
        _ columns: SQL, _ scope: MessageScope, _ filter: SQL, _ order: ListOrder, _ limit: Int?, _ offset: Int
    ) -> SQL {
        let walk = Self.walk(scope, order)
        let isNewestFirst =
            switch order {
            case .newestFirst: true
            case .oldestFirst: false
            }
        let sorting: SQL =
            isNewestFirst ? "\(walk.date) DESC, \(walk.message) DESC" : "\(walk.date), \(walk.message)"
        return """
            SELECT \(columns) FROM \(walk.tables) \(Self.joins)
            WHERE account.ended IS NULL AND \(walk.conditions) AND \(filter)
            ORDER BY \(sorting) LIMIT \(bind: limit ?? -1) OFFSET \(bind: offset)
            """
    }

    /// The tables of the walk, the conditions on their rows, and the columns by which the index is sorted.
    private typealias Walk = (tables: SQL, conditions: SQL, date: SQL, message: SQL)

    private static func walk(_ scope: MessageScope, _ order: ListOrder) -> Walk {
        var conditions: [SQL] = ["message.is_live"]
        if let account = scope.account { conditions.append("message.account = \(bind: account.rawValue)") }
        switch scope.isRead {
        case true?: conditions.append("message.is_seen = 1")
        case false?: conditions.append("message.is_seen = 0")
        case nil: break
        }
        if let folder = scope.folder, scope.isRead != false {
            if let before = scope.before { conditions.append("copy.sort_date < \(bind: before.microseconds)") }
            if let message = scope.behind {
                conditions.append(order.isBehind(message, date: "copy.sort_date", id: "copy.message"))
            }
            // A message with two copies in the folder is listed once.
            let conditions: SQL = """
                copy.folder = \(bind: folder.rawValue) AND copy.is_live AND \(conditions.joined(separator: " AND "))
                    AND NOT EXISTS (SELECT 1 FROM copy AS earlier WHERE earlier.message = copy.message
                        AND earlier.number < copy.number AND earlier.folder = copy.folder AND earlier.is_live)
                """
            return (
                "copy INDEXED BY copy_by_folder_and_date CROSS JOIN message ON message.id = copy.message", conditions,
                "copy.sort_date", "copy.message"
            )
        }
        if let before = scope.before { conditions.append("message.sort_date < \(bind: before.microseconds)") }
        if let message = scope.behind {
            conditions.append(order.isBehind(message, date: "message.sort_date", id: "message.id"))
        }
        if let folder = scope.folder {
            // Unread messages are few compared with a folder: they are walked, and tested for being in it.
            conditions.append(
                """
                message.account = (SELECT account FROM folder WHERE id = \(bind: folder.rawValue))
                    AND EXISTS (SELECT 1 FROM copy
                        WHERE copy.message = message.id AND copy.folder = \(bind: folder.rawValue) AND copy.is_live)
                """)
        }
        let isOfOneAccount = scope.account != nil || scope.folder != nil
        let table: SQL =
            switch (isOfOneAccount, scope.isRead) {
            case (true, false?): "message INDEXED BY unseen_message_by_account_and_date"
            case (true, _): "message INDEXED BY message_by_account_and_date"
            case (false, false?): "message INDEXED BY unseen_message_by_date"
            case (false, _): "message INDEXED BY message_by_date"
            }
        return (table, conditions.joined(separator: " AND "), "message.sort_date", "message.id")
    }
}
