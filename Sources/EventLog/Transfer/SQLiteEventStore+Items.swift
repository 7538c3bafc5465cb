internal import Hashing
internal import SQLite

extension SQLiteEventStore {
    /// Lends all transactions from a position to another, each before its events, after holding them against their digests
    /// and the Merkle tree.
    ///
    /// - Parameter start: The last position of a transaction, or ``Position/start``.
    /// - Throws: ``LogFault`` for the first thing that does not hold, or what the closure throws.
    package func forEachItem(after start: Position, through end: Position, _ body: (LogItem) throws -> Void) throws {
        var hasher = SHA256Hasher()
        var leaves = RecordedLeaves(connection)
        var current: StoredTransaction?
        try forEach(EventSelection(after: start, through: end)) { event in
            if current?.number != event.transaction {
                guard let transaction = try transaction(event.transaction),
                    transaction.firstPosition == event.position
                else {
                    throw LogFault(position: event.position, reason: "its transaction does not begin here")
                }
                try transaction.check(with: &hasher)
                try body(.transaction(transaction))
                current = transaction
            }
            guard let transaction = current else { preconditionFailure("it was just set") }
            try event.check(with: &hasher)
            let leaf = Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher)
            guard try mappingErrors({ try leaves.leaf(at: event.position) }) == leaf else {
                throw LogFault(
                    position: event.position, reason: "the entry differs from its leaf in the Merkle tree")
            }
            try body(.event(event, leaf: leaf))
            return true
        }
    }

    /// Returns the transaction whose last event stands at a position; nil where a transaction goes on there.
    package func transaction(endingAt position: Position) throws -> LogHead? {
        guard position > .start else { return LogHead(position: .start, transaction: 0) }
        let found = try mappingErrors {
            try connection.first(
                """
                SELECT t.number FROM transactions t JOIN events e ON e."transaction" = t.number
                WHERE e.position = \(bind: position.rawValue)
                    AND t.first_position + t.event_count - 1 = \(bind: position.rawValue)
                """
            ) { try $0.next(Int64.self) }
        }
        return found.map { LogHead(position: position, transaction: $0) }
    }
}

/// The leaves that the tiles of a log hold, for a reader that goes from one to the next.
struct RecordedLeaves {
    private let tiles: SQLiteTiles
    private var index: Int64 = -1
    private var hashes: [UInt8] = []

    init(_ connection: Connection) {
        tiles = SQLiteTiles(connection)
    }

    /// Returns the leaf of a position, or nil when there is none.
    ///
    /// - Complexity: One row of 256 leaves is read for as many positions in turn.
    mutating func leaf(at position: Position) throws -> SHA256Digest? {
        let (tile, offset) = (position.rawValue - 1).quotientAndRemainder(dividingBy: TileID.width)
        if tile != index {
            hashes = try tiles.hashes(of: TileID(level: 0, index: tile)) ?? []
            index = tile
        }
        let start = Int(offset) * SHA256Digest.byteCount
        guard start + SHA256Digest.byteCount <= hashes.count else { return nil }
        return SHA256Digest(bytes: hashes[start..<start + SHA256Digest.byteCount])
    }
}
