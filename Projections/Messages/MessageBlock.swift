internal import SQLiteDatabase

/// The messages of one block of numbers, and the dates between which they lie: the rows of `message_block`.
enum MessageBlock {
    /// A block has 256 numbers, about as many as are read for a page.
    private static let bits: Int64 = 8
    static let size: Int64 = 1 << bits

    static func number(of message: Int64) -> Int64 { message >> bits }

    /// The number of blocks that a count of numbers fills.
    static func count(of numbers: Int64) -> Int { Int((numbers + size - 1) >> bits) }

    static func ids(of block: Int64) -> ClosedRange<Int64> {
        block << bits...((block + 1) << bits) - 1
    }

    /// Widens a block for a message in it, by its block and its date in µs.
    static func widening(on connection: Connection) throws -> Statement {
        try connection.prepare(
            """
            INSERT INTO message_block (block, earliest, latest) VALUES (?1, ?2, ?2)
            ON CONFLICT (block) DO UPDATE SET earliest = min(earliest, ?2), latest = max(latest, ?2)
            WHERE ?2 NOT BETWEEN earliest AND latest
            """)
    }

    /// Recomputes the dates of a block after a message was removed from it.
    static func settle(_ block: Int64, on connection: Connection) throws {
        let ids = ids(of: block)
        try connection.run("DELETE FROM message_block WHERE block = \(bind: block)")
        try connection.run(
            """
            INSERT INTO message_block SELECT \(bind: block), min(sort_date), max(sort_date) FROM message
            WHERE id BETWEEN \(bind: ids.lowerBound) AND \(bind: ids.upperBound) HAVING count(*) > 0
            """)
    }
}
