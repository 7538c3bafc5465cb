public import CivilTime
internal import SQLite

/// How moments that people name lie in the log.
extension SQLiteEventStore {
    /// A place in the log that a time names.
    public struct RecordedBy: Sendable {
        public let transaction: StoredTransaction
        /// How many transactions before it bear a later time: some only where the clock ran backwards.
        public let laterTimesBefore: Int
    }

    /// Returns the last transaction that was recorded at a time or before it; nil when there is none.
    ///
    /// Last in the order of positions, whatever the clock said in between.
    /// - Complexity: O(transactions): their times are in no order that could be relied on.
    public func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy? {
        let number = try mappingErrors {
            try connection.first(
                "SELECT max(number) FROM transactions WHERE recorded_at <= \(bind: time.microseconds)"
            ) { try $0.next(Int64?.self) }
        }
        guard let number = number ?? nil, let transaction = try transaction(number) else { return nil }
        let later = try mappingErrors {
            try connection.first(
                """
                SELECT count(*) FROM transactions
                WHERE number < \(bind: number) AND recorded_at > \(bind: time.microseconds)
                """
            ) { try $0.next(Int.self) }
        }
        return RecordedBy(transaction: transaction, laterTimesBefore: later ?? 0)
    }

    /// Returns the transaction that brought the event at a position; nil when there is none.
    public func transaction(holding position: Position) throws -> StoredTransaction? {
        let number = try mappingErrors {
            try connection.first(
                """
                SELECT "transaction" FROM events WHERE position = \(bind: position.rawValue)
                """
            ) { try $0.next(Int64.self) }
        }
        return try number.flatMap(transaction)
    }

    /// Whether anything was blanked.
    package func hasErased() throws -> Bool {
        try mappingErrors { try connection.first("SELECT 1 FROM erasures LIMIT 1") { _ in true } ?? false }
    }

    /// Counts the payloads and headers that were blanked: it grows with each erasure.
    func erasureCount() throws -> Int64 {
        try mappingErrors { try connection.first("SELECT count(*) FROM erasures") { try $0.next(Int64.self) } ?? 0 }
    }
}
