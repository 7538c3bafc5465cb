internal import SQLite

extension EventType {
    /// Whether an event of this type blanks what its stream, and the account whose stream that is, held before it.
    ///
    /// That the name tells it lets `verify`, and whoever reads the log without this program, hold what is blank against it.
    public var isErasing: Bool { name.hasSuffix("-erased") }
}

extension SQLiteEventStore {
    /// Whether a later event of the stream or the account says that an event was erased.
    func isErasedByLaterEvent(_ event: StoredEvent) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM events WHERE position > \(bind: event.position.rawValue) AND type LIKE '%-erased'
                AND stream IN (\(bind: event.stream.rawValue), \(bind: event.account.rawValue))
            LIMIT 1
            """
        ) { _ in true } ?? false
    }

    /// Whether some event of a transaction is blank.
    func hasBlankEvent(_ transaction: StoredTransaction) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM events WHERE payload IS NULL
                AND position BETWEEN \(bind: transaction.firstPosition.rawValue)
                    AND \(bind: transaction.lastPosition.rawValue)
            LIMIT 1
            """
        ) { _ in true } ?? false
    }
}
