package import Cryptography
package import EventLog
internal import LibPQ

/// The Merkle tree: full tiles are rows; the growing tile of each level is made of the leaves, or of the roots below it.
///
/// A tile that grows with each append would be rewritten each time, and the standby would receive 8 KiB of it.
extension PostgresLogStore {
    package func hashes(of tile: TileID) throws -> [UInt8]? {
        let answers = try ask([
            """
            SELECT hashes FROM mailledger.tile
            WHERE ledger = \(id) AND level = \(.integer(Int64(tile.level))) AND number = \(.integer(tile.index))
            """,
            growing(tile, from: 0),
        ])
        return try log.mapping {
            if let full = try answers[0].rows({ try $0.next([UInt8].self) }).first { return full }
            let hashes = try answers[1].rows { try $0.next([UInt8].self) }.flatMap { $0 }
            return hashes.isEmpty ? nil : hashes
        }
    }

    package func recordedLeaf(at position: Position) throws -> SHA256Digest? {
        try rows("SELECT leaf FROM mailledger.event WHERE ledger = \(id) AND position = \(.position(position))") {
            try SHA256Digest(bytes: $0.next([UInt8].self)[...])
        }.first ?? nil
    }

    /// Asks for the hashes of a tile one by one, from the one with a number in it.
    private func growing(_ tile: TileID, from offset: Int64) -> PostgresStatement {
        let first = tile.index * TileID.width + offset
        let end = (tile.index + 1) * TileID.width
        guard tile.level > 0 else {
            return """
                SELECT leaf FROM mailledger.event
                WHERE ledger = \(id) AND position > \(.integer(first)) AND position <= \(.integer(end)) ORDER BY position
                """
        }
        return """
            SELECT root FROM mailledger.tile
            WHERE ledger = \(id) AND level = \(.integer(Int64(tile.level) - 1))
                AND number >= \(.integer(first)) AND number < \(.integer(end)) ORDER BY number
            """
    }

    /// Adds leaves to the tree, which has a size before: writes each tile that they complete, at every level.
    func growTree(by leaves: [SHA256Digest], from size: Int64) throws {
        var hasher = MerkleHasher()
        var added = leaves.map(\.bytes)
        var (level, size) = (0, size)
        while !added.isEmpty {
            let (index, offset) = size.quotientAndRemainder(dividingBy: TileID.width)
            guard offset + Int64(added.count) >= TileID.width else { return }
            var hashes: [[UInt8]] = []
            if offset > 0 {
                let known = try rows(growing(TileID(level: level, index: index), from: 0)) { try $0.next([UInt8].self) }
                hashes = Array(known.prefix(Int(offset)))
                guard hashes.count == Int(offset) else {
                    throw EventLogError.corrupt("the Merkle tree has no tile \(index) of level \(level)")
                }
            }
            hashes += added
            var roots: [[UInt8]] = []
            var number = index
            while hashes.count >= Int(TileID.width) {
                let tile = Array(hashes.prefix(Int(TileID.width)).joined())
                hashes.removeFirst(Int(TileID.width))
                let root = try hasher.root(ofPacked: tile[...]).bytes
                let statement: PostgresStatement = """
                    INSERT INTO mailledger.tile
                    VALUES (\(id), \(.integer(Int64(level))), \(.integer(number)), \(.bytes(tile)), \(.bytes(root)))
                    """
                _ = try write(statement)
                roots.append(root)
                number += 1
            }
            added = roots
            size = index
            level += 1
        }
    }
}
