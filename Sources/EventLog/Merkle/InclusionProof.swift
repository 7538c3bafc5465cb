public import Cryptography

/// Shows that a tree with a known root contains a leaf.
public struct InclusionProof: Hashable, Sendable, Codable {
    /// The position of the leaf, from 0.
    public let leafIndex: Int64
    /// The number of leaves of the tree.
    public let treeSize: Int64
    /// The sibling hashes from the leaf up.
    public let hashes: [SHA256Digest]

    /// Makes a proof of parts that came from elsewhere.
    public init(leafIndex: Int64, treeSize: Int64, hashes: [SHA256Digest]) {
        self.leafIndex = leafIndex
        self.treeSize = treeSize
        self.hashes = hashes
    }

    /// Returns whether the proof leads from a leaf's hash to a root (RFC 9162 section 2.1.3.2).
    public func verifies(leafHash: SHA256Digest, root: SHA256Digest) -> Bool {
        guard leafIndex >= 0, leafIndex < treeSize else { return false }
        var hasher = MerkleHasher()
        var node = leafIndex
        var last = treeSize - 1
        var result = leafHash
        for hash in hashes {
            if last == 0 { return false }
            if node & 1 == 1 || node == last {
                result = hasher.nodeHash(hash, result)
                while node & 1 == 0, node != 0 {
                    node >>= 1
                    last >>= 1
                }
            } else {
                result = hasher.nodeHash(result, hash)
            }
            node >>= 1
            last >>= 1
        }
        return last == 0 && result == root
    }
}
