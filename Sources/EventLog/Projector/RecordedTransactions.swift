internal import CivilTime
internal import JSONCoding
internal import SQLite

/// The table `recorded` of a views database: when each transaction was recorded and by whom, with indexes that the log does not pay for.
///
/// The name of an actor whose header is erased goes with the views, which an erasure replaces.
enum RecordedTransactions {
    static func createTable(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE recorded (
                first INTEGER PRIMARY KEY,   -- the position of its first event
                last INTEGER NOT NULL,
                time INTEGER NOT NULL,       -- µs since 1970 UTC
                actor TEXT COLLATE NOCASE    -- NULL where its header is erased
            ) STRICT;
            """)
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE INDEX recorded_by_time ON recorded (time);
            CREATE INDEX recorded_by_actor ON recorded (actor);
            """)
    }

    /// Adds the transactions of a log behind one of them, up to another.
    static func add(
        after start: Int64, through end: Int64, of store: any EventStore, to connection: Connection
    ) throws {
        guard start < end else { return }
        let insertion = try connection.prepare("INSERT INTO recorded VALUES (?, ?, ?, ?)")
        try store.forEachTransaction(from: start + 1, isBackward: false) { transaction in
            guard transaction.number <= end else { return false }
            let actor = try transaction.header.map { try JSONBytesDecoder().decode(Actor.self, from: $0).actor }
            try insertion.run(
                transaction.firstPosition.rawValue, transaction.lastPosition.rawValue,
                transaction.recordedAt.microseconds, actor)
            return true
        }
    }

    /// What is read of a header.
    private struct Actor: Decodable {
        let actor: String
    }
}
