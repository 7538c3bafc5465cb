import Cryptography

/// Computes hashes of subtrees from tiles, reading each tile once.
struct TileReader<Storage: TileReading>: ~Copyable {
    private let tree: MerkleTree<Storage>
    private var tiles: [TileID: [UInt8]] = [:]
    private var hasher = MerkleHasher()

    init(_ tree: MerkleTree<Storage>) {
        self.tree = tree
    }

    /// Returns MTH(D[range]) of RFC 6962 for a range that its definitions reach.
    ///
    /// The start of such a range is a multiple of the largest power of two within its length.
    mutating func hash(of range: Range<Int64>) throws -> SHA256Digest {
        var subtrees: [SHA256Digest] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let height = 63 - (range.upperBound - start).leadingZeroBitCount
            subtrees.append(try fullSubtree(from: start, height: height))
            start += Int64(1) << Int64(height)
        }
        return hasher.root(joining: subtrees)
    }

    /// Returns the root over 2^height leaves: the joint root of up to 128 hashes of one tile.
    private mutating func fullSubtree(from start: Int64, height: Int) throws -> SHA256Digest {
        let level = height / 8
        let first = start >> Int64(8 * level)
        let tile = TileID(level: level, index: first / TileID.width)
        let offset = Int(first % TileID.width)
        let count = 1 << (height % 8)
        let hashes = try hashes(of: tile, count: offset + count)
        let size = SHA256Digest.byteCount
        return try hasher.root(ofPacked: hashes[offset * size..<(offset + count) * size])
    }

    private mutating func hashes(of tile: TileID, count: Int) throws -> [UInt8] {
        let needed = count * SHA256Digest.byteCount
        if let known = tiles[tile], known.count >= needed { return known }
        guard let hashes = try tree.storage.hashes(of: tile), hashes.count >= needed else {
            throw MerkleError.missingTile(tile)
        }
        tiles[tile] = hashes
        return hashes
    }
}
