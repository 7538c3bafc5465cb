public import Cryptography

/// The Merkle tree of RFC 6962 (section 2.1) over a growing list of leaves, kept in tiles of 256 hashes.
///
/// ```swift
/// var tree = MerkleTree(tiles, size: head)
/// try tree.append([hasher.leafHash(of: entry)])
/// let root = try tree.root()
/// ```
///
/// The tree itself is its size and nothing else; all hashes lie in the storage. A storage that holds more than the size calls
/// for, as one does after an append that failed half-way, is read as if it did not.
public struct MerkleTree<Storage: TileReading> {
    /// The storage of the tiles.
    public fileprivate(set) var storage: Storage
    /// The number of leaves.
    public fileprivate(set) var size: Int64

    /// Opens the tree of a size over the tiles that were stored for it.
    public init(_ storage: Storage, size: Int64 = 0) {
        precondition(size >= 0, "a tree has no negative size")
        self.storage = storage
        self.size = size
    }

    // MARK: Roots

    /// Returns the root over all leaves.
    public func root() throws -> SHA256Digest {
        try root(atSize: size)
    }

    /// Returns the root that the tree had when it was smaller.
    ///
    /// - Complexity: O(log *N*) tiles read.
    public func root(atSize size: Int64) throws -> SHA256Digest {
        guard (0...self.size).contains(size) else { throw MerkleError.outOfRange }
        var reader = TileReader(self)
        return try reader.hash(of: 0..<size)
    }

    // MARK: Reading

    /// Returns the first hashes of a tile.
    func prefix(of tile: TileID, count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        guard let hashes = try storage.hashes(of: tile), hashes.count >= count * SHA256Digest.byteCount else {
            throw MerkleError.missingTile(tile)
        }
        return Array(hashes.prefix(count * SHA256Digest.byteCount))
    }
}

extension MerkleTree where Storage: TileStorage {
    // MARK: Growing

    /// Appends leaves; each tile at the right edge that changes is read at most once and stored once.
    ///
    /// If the storage throws, the tree keeps its size.
    ///
    /// - Complexity: O(*n* + log *N*) hashes for *n* new leaves beside *N* old ones.
    public mutating func append(_ leafHashes: [SHA256Digest]) throws {
        var hasher = MerkleHasher()
        var added: [UInt8] = []
        added.reserveCapacity(leafHashes.count * SHA256Digest.byteCount)
        for hash in leafHashes { added.append(contentsOf: hash.bytes) }
        var level = 0
        var first = size
        while !added.isEmpty {
            added = try extend(level: level, from: first, with: added, &hasher)
            first /= TileID.width
            level += 1
        }
        size += Int64(leafHashes.count)
    }

    /// Adds hashes to a level from an index on, and returns the roots of the tiles that are complete now.
    private mutating func extend(
        level: Int, from first: Int64, with added: [UInt8], _ hasher: inout MerkleHasher
    ) throws -> [UInt8] {
        let full = Int(TileID.width) * SHA256Digest.byteCount
        var index = first / TileID.width
        var tile = try prefix(of: TileID(level: level, index: index), count: Int(first % TileID.width))
        var rest = added[...]
        var roots: [UInt8] = []
        while !rest.isEmpty {
            let more = rest.prefix(full - tile.count)
            tile.append(contentsOf: more)
            rest = rest.dropFirst(more.count)
            try storage.store(tile, as: TileID(level: level, index: index))
            if tile.count == full {
                roots.append(contentsOf: try hasher.root(ofPacked: tile[...]).bytes)
                tile.removeAll()
                index += 1
            }
        }
        return roots
    }
}

extension MerkleTree: Sendable where Storage: Sendable {}
