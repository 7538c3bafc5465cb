public import Cryptography

/// Computes the root over leaves that stream by, keeping one hash a level and no tiles.
public struct MerkleRootAccumulator: ~Copyable {
    private var hasher = MerkleHasher()
    /// The roots of the full subtrees so far, largest first: one for each bit set in the size.
    private var subtrees: [SHA256Digest] = []
    /// The number of leaves so far.
    public private(set) var size: Int64 = 0

    /// Makes an accumulator without leaves.
    public init() {}

    /// Adds the next leaf.
    ///
    /// - Complexity: O(1) hashes on average, O(log *n*) memory.
    public mutating func append(_ leafHash: SHA256Digest) {
        var hash = leafHash
        var rest = size
        while rest & 1 == 1, let left = subtrees.popLast() {
            hash = hasher.nodeHash(left, hash)
            rest >>= 1
        }
        subtrees.append(hash)
        size += 1
    }

    /// Returns the root over the leaves so far; more may follow.
    public mutating func root() -> SHA256Digest {
        hasher.root(joining: subtrees)
    }
}
