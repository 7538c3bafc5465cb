public import EventLog
internal import SQLiteDatabase

extension ChangesQuery {
    /// Returns the positions from one to another at which a message ended.
    /// - Complexity: O(the changes between them).
    public func endsOfMessages(from first: Position, through last: Position) throws -> Set<Position> {
        Set(
            try connection.rows(
                """
                SELECT position FROM changes WHERE position BETWEEN \(bind: first.rawValue) AND \(bind: last.rawValue)
                    AND entity = \(bind: Entity.message) AND kind = \(bind: RowChange.Kind.destroyed.rawValue)
                """
            ) { try $0.next(Position.self) })
    }
}
