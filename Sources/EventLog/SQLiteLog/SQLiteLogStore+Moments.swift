package import CivilTime
internal import SQLiteDatabase

/// The transactions at moments that people name.
extension SQLiteLogStore {
    package func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy? {
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

    package func transaction(holding position: Position) throws -> StoredTransaction? {
        let number = try mappingErrors {
            try connection.first(
                """
                SELECT "transaction" FROM events WHERE position = \(bind: position.rawValue)
                """
            ) { try $0.next(Int64.self) }
        }
        return try number.flatMap(transaction)
    }

    package func erasureCount() throws -> Int64 {
        try mappingErrors { try connection.first("SELECT count(*) FROM erasures") { try $0.next(Int64.self) } ?? 0 }
    }
}
