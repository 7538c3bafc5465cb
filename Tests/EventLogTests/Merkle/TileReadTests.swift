import Cryptography
import EventLog
import TestSupport
import Testing

/// How much of a large tree a proof reads.
struct TileReadTests {
    /// Tiles that count how often they are asked for.
    private final class CountingTiles: TileStorage {
        private var tiles = InMemoryTiles()
        private(set) var reads = 0

        func hashes(of tile: TileID) throws -> [UInt8]? {
            reads += 1
            return tiles.hashes(of: tile)
        }

        func store(_ hashes: [UInt8], as tile: TileID) throws {
            tiles.store(hashes, as: tile)
        }

        func count<Output>(_ body: () throws -> Output) rethrows -> Int {
            let before = reads
            _ = try body()
            return reads - before
        }
    }

    /// A million leaves lie in three levels of tiles: on each there is the tile of the leaf, and the one at the right edge.
    @Test func `a proof in a log of a million events reads six tiles at most`() throws {
        let size: Int64 = 1_000_000
        let storage = CountingTiles()
        var tree = MerkleTree(storage)
        var hasher = MerkleHasher()
        let seed = hasher.leafHash(of: [])
        var number: UInt64 = 0
        for _ in 0..<100 {
            let leaves = (0..<Int(size) / 100).map { _ -> SHA256Digest in
                number += 1
                let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
                return SHA256Digest(bytes: bytes + seed.bytes.dropFirst(8)) ?? seed
            }
            try tree.append(leaves)
        }
        let full = tree
        let root = try full.root()
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let index = Int64.random(in: 0..<size, using: &generator)
            #expect(try storage.count { try full.inclusionProof(of: index, atSize: size) } <= 6)
            let old = Int64.random(in: 1..<size, using: &generator)
            #expect(try storage.count { try full.consistencyProof(from: old, to: size) } <= 9)
            let proof = try full.inclusionProof(of: index, atSize: size)
            #expect(proof.hashes.count <= 20)
            let tile = try #require(try storage.hashes(of: TileID(level: 0, index: index / 256)))
            let leaf = try #require(SHA256Digest(bytes: tile[Int(index % 256) * 32..<Int(index % 256 + 1) * 32]))
            #expect(proof.verifies(leafHash: leaf, root: root))
        }
    }
}
