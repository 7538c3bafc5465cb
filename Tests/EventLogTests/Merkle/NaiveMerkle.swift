import Cryptography
import EventLog

/// The definitions of RFC 6962 section 2.1, word for word; only what was computed once is not computed again.
struct NaiveMerkle {
    private let leaves: [SHA256Digest]
    private var known: [Range<Int>: SHA256Digest] = [:]

    init(_ leaves: [SHA256Digest]) {
        self.leaves = leaves
    }

    /// Returns the root over the first leaves.
    mutating func root(_ size: Int) -> SHA256Digest {
        var hasher = MerkleHasher()
        return root(0..<size, &hasher)
    }

    private mutating func root(_ range: Range<Int>, _ hasher: inout MerkleHasher) -> SHA256Digest {
        if range.isEmpty { return SHA256Hasher.digest(of: []) }
        if range.count == 1 { return leaves[range.lowerBound] }
        if let root = known[range] { return root }
        var half = 1
        while half * 2 < range.count { half *= 2 }
        let middle = range.lowerBound + half
        let left = root(range.lowerBound..<middle, &hasher)
        let right = root(middle..<range.upperBound, &hasher)
        let root = hasher.nodeHash(left, right)
        known[range] = root
        return root
    }

    /// Leaf hashes of the entries "0", "1", "2"…
    static func leaves(_ count: Int) -> [SHA256Digest] {
        var hasher = MerkleHasher()
        return (0..<count).map { hasher.leafHash(of: Array(String($0).utf8)) }
    }

    /// 66,000 leaves and the tree over them, which has three levels of tiles.
    static let manyLeaves = leaves(66_000)
    static let largeTree = Result { try tree(manyLeaves) }

    /// A tree over such leaves.
    static func tree(_ leaves: [SHA256Digest]) throws -> MerkleTree<InMemoryTiles> {
        var tree = MerkleTree(InMemoryTiles())
        try tree.append(leaves)
        return tree
    }
}
