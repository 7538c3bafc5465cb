internal import CivilTime
internal import SQLiteDatabase

/// The tables `recorded` and `recorded_type` of a views database.
///
/// They have the time and the actor of each transaction, and its number of events by type, with indexes that the log
/// does not pay for. An erasure replaces the views, and so also removes the name of an actor whose header is erased.
enum RecordedTransactions {
    static func createTable(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE recorded (
                first INTEGER PRIMARY KEY,   -- the position of its first event
                last INTEGER NOT NULL,
                time INTEGER NOT NULL,       -- µs since 1970 UTC
                actor TEXT COLLATE NOCASE,   -- NULL where its header is erased
                begins INTEGER NOT NULL      -- 1 for the first transaction of its operation
            ) STRICT;

            CREATE TABLE recorded_type (
                first INTEGER NOT NULL,      -- of the transaction
                type TEXT NOT NULL,          -- of events, as in mail.message-added
                count INTEGER NOT NULL,
                PRIMARY KEY (first, type)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE INDEX recorded_by_time ON recorded (time);
            CREATE INDEX recorded_by_actor ON recorded (actor);
            CREATE INDEX recorded_type_by_type ON recorded_type (type, first);
            """)
    }

    /// Adds the transactions of a log behind one transaction, up to another.
    ///
    /// - Parameters:
    ///   - types: The number of events of each type, by transaction.
    ///   - tell: Called for each transaction.
    static func add(
        after start: Int64, through end: Int64, with types: TypeCounts, of store: any LogReading,
        to connection: Connection, _ tell: (TransactionOrigin) throws -> Void
    ) throws {
        guard start < end else { return }
        let insertion = try connection.prepare("INSERT INTO recorded VALUES (?, ?, ?, ?, ?)")
        let typeInsertion = try connection.prepare("INSERT INTO recorded_type VALUES (?, ?, ?)")
        try store.forEachTransaction(from: start + 1, isBackward: false) { transaction in
            guard transaction.number <= end else { return false }
            let origin = try TransactionOrigin(of: transaction, in: store)
            try insertion.run(
                transaction.firstPosition.rawValue, transaction.lastPosition.rawValue,
                transaction.recordedAt.microseconds, origin.actor, origin.beginsOperation)
            for (type, count) in types.counts[transaction.number] ?? [:] {
                try typeInsertion.run(transaction.firstPosition.rawValue, type, count)
            }
            try tell(origin)
            return true
        }
    }

    /// Counts the events of transactions by type, in the order in which they come.
    struct TypeCounts {
        private(set) var counts: [Int64: [String: Int]] = [:]
        // Neighbours are mostly of one transaction and type: a look-up for each would cost a rebuild more.
        private var run: (transaction: Int64, type: String, count: Int) = (0, "", 0)

        mutating func add(_ type: String, of transaction: Int64) {
            if run.transaction == transaction, run.type == type {
                run.count += 1
            } else {
                finish()
                run = (transaction, type, 1)
            }
        }

        mutating func finish() {
            guard run.count > 0 else { return }
            counts[run.transaction, default: [:]][run.type, default: 0] += run.count
            run.count = 0
        }
    }
}
