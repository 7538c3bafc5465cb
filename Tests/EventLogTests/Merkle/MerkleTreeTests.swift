import Cryptography
import EventLog
import TestSupport
import Testing

struct MerkleTreeTests {
    /// Counts how often each tile is read and stored.
    struct CountingTiles: TileStorage {
        final class Counts {
            var read: [TileID: Int] = [:]
            var stored: [TileID: Int] = [:]
        }
        var tiles = InMemoryTiles()
        let counts = Counts()

        func hashes(of tile: TileID) -> [UInt8]? {
            counts.read[tile, default: 0] += 1
            return tiles.hashes(of: tile)
        }

        mutating func store(_ hashes: [UInt8], as tile: TileID) {
            counts.stored[tile, default: 0] += 1
            tiles.store(hashes, as: tile)
        }
    }

    @Test func `roots are those of the recursive definition for all sizes up to 600`() throws {
        let leaves = NaiveMerkle.leaves(600)
        var naive = NaiveMerkle(leaves)
        let tree = try NaiveMerkle.tree(leaves)
        var growing = MerkleTree(InMemoryTiles())
        var accumulator = MerkleRootAccumulator()
        for size in 0...600 {
            let expected = naive.root(size)
            #expect(try tree.root(atSize: Int64(size)) == expected)
            #expect(try growing.root() == expected)
            let accumulated = accumulator.root()
            #expect(accumulated == expected)
            if size < 600 {
                try growing.append([leaves[size]])
                accumulator.append(leaves[size])
            }
        }
    }

    @Test func `roots hold where a third level of tiles begins`() throws {
        let tree = try NaiveMerkle.largeTree.get()
        var naive = NaiveMerkle(NaiveMerkle.manyLeaves)
        for size in 65_535...65_537 {
            let expected = naive.root(size)
            #expect(try tree.root(atSize: Int64(size)) == expected)
        }
        #expect(Set(tree.storage.tiles.keys.map(\.level)) == [0, 1, 2])
        #expect(tree.storage.hashes(of: TileID(level: 0, index: 257))?.count == 208 * 32)
        #expect(tree.storage.hashes(of: TileID(level: 2, index: 0))?.count == 32)
    }

    @Test func `appends in random portions give the same tiles`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("random portions: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let leaves = NaiveMerkle.leaves(3000)
        let whole = try NaiveMerkle.tree(leaves)
        for _ in 0..<5 {
            var tree = MerkleTree(InMemoryTiles())
            var rest = leaves[...]
            while !rest.isEmpty {
                let portion = rest.prefix(Int.random(in: 0...700, using: &generator))
                rest = rest.dropFirst(portion.count)
                try tree.append(Array(portion))
            }
            #expect(tree.size == 3000)
            #expect(tree.storage.tiles == whole.storage.tiles, "seed \(seed)")
        }
    }

    @Test func `an append reads and stores only the right edge, each tile once`() throws {
        let leaves = NaiveMerkle.leaves(2000)
        var tree = MerkleTree(CountingTiles())
        try tree.append(Array(leaves[..<1000]))
        let storage = tree.storage
        storage.counts.read = [:]
        storage.counts.stored = [:]
        try tree.append(Array(leaves[1000...]))
        let edge = (3...7).map { TileID(level: 0, index: $0) } + [TileID(level: 1, index: 0)]
        #expect(storage.counts.stored == Dictionary(uniqueKeysWithValues: edge.map { ($0, 1) }))
        #expect(storage.counts.read == [TileID(level: 0, index: 3): 1, TileID(level: 1, index: 0): 1])
    }

    @Test func `a proof among 66,000 leaves reads few tiles`() throws {
        let storage = CountingTiles(tiles: try NaiveMerkle.largeTree.get().storage)
        let tree = MerkleTree(storage, size: 66_000)
        _ = try tree.inclusionProof(of: 54_321, atSize: 66_000)
        #expect(storage.counts.read.count <= 5)
        #expect(storage.counts.read.values.allSatisfy { $0 == 1 })
    }

    @Test func `a storage that holds more than the size is read as if it did not`() throws {
        let leaves = NaiveMerkle.leaves(700)
        let ahead = try NaiveMerkle.tree(leaves)
        var tree = MerkleTree(ahead.storage, size: 300)
        var naive = NaiveMerkle(leaves[..<300] + leaves.reversed())
        let (before, after) = (naive.root(300), naive.root(1000))
        #expect(try tree.root() == before)
        try tree.append(leaves.reversed())
        #expect(try tree.root() == after)
    }

    @Test func `a failing storage leaves the size alone`() throws {
        struct Full: Error {}
        struct FailingTiles: TileStorage {
            var tiles = InMemoryTiles()
            var room: Int
            func hashes(of tile: TileID) -> [UInt8]? { tiles.hashes(of: tile) }
            mutating func store(_ hashes: [UInt8], as tile: TileID) throws {
                room -= 1
                if room < 0 { throw Full() }
                tiles.store(hashes, as: tile)
            }
        }
        let leaves = NaiveMerkle.leaves(600)
        var tree = MerkleTree(FailingTiles(room: 3))
        try tree.append(Array(leaves[..<200]))
        #expect(throws: Full.self) { try tree.append(Array(leaves[200...])) }
        #expect(tree.size == 200)
        var naive = NaiveMerkle(leaves)
        let expected = naive.root(200)
        #expect(try tree.root() == expected)
    }

    @Test func `a missing or short tile is named, not guessed`() throws {
        let tile = TileID(level: 0, index: 1)
        let tree = MerkleTree(InMemoryTiles(), size: 300)
        #expect(throws: MerkleError.self) { try tree.root() }
        var short = try NaiveMerkle.tree(NaiveMerkle.leaves(300)).storage
        short.store(Array((short.hashes(of: tile) ?? []).dropLast()), as: tile)
        var damaged = MerkleTree(short, size: 300)
        #expect(throws: MerkleError.missingTile(tile)) { try damaged.root() }
        #expect(throws: MerkleError.missingTile(tile)) { try damaged.append(NaiveMerkle.leaves(1)) }
    }

    @Test func `sizes and indices outside of the tree are refused`() throws {
        let tree = try NaiveMerkle.tree(NaiveMerkle.leaves(5))
        #expect(throws: MerkleError.outOfRange) { try tree.root(atSize: 6) }
        #expect(throws: MerkleError.outOfRange) { try tree.root(atSize: -1) }
        #expect(throws: MerkleError.outOfRange) { try tree.inclusionProof(of: 5, atSize: 5) }
        #expect(throws: MerkleError.outOfRange) { try tree.inclusionProof(of: -1, atSize: 5) }
        #expect(throws: MerkleError.outOfRange) { try tree.inclusionProof(of: 0, atSize: 6) }
        #expect(throws: MerkleError.outOfRange) { try tree.consistencyProof(from: 3, to: 6) }
        #expect(throws: MerkleError.outOfRange) { try tree.consistencyProof(from: 4, to: 3) }
        #expect(throws: MerkleError.outOfRange) { try tree.consistencyProof(from: -1, to: 3) }
    }
}
