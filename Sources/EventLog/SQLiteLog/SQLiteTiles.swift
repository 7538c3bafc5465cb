internal import SQLiteDatabase

/// Keeps the tiles of the Merkle tree beside the events, in the same transaction.
struct SQLiteTiles: TileStorage {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func hashes(of tile: TileID) throws -> [UInt8]? {
        try connection.first(
            "SELECT hashes FROM tiles WHERE level = \(bind: tile.level) AND number = \(bind: tile.index)"
        ) { try $0.next() }
    }

    mutating func store(_ hashes: [UInt8], as tile: TileID) throws {
        try connection.run(
            """
            INSERT INTO tiles VALUES (\(bind: tile.level), \(bind: tile.index), \(bind: hashes))
            ON CONFLICT DO UPDATE SET hashes = excluded.hashes
            """)
    }
}
