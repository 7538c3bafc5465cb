public import Cryptography

/// Shows that a tree is the beginning of a larger one, both of whose roots are known.
public struct ConsistencyProof: Hashable, Sendable, Codable {
    /// The number of leaves of the smaller tree.
    public let oldSize: Int64
    /// The number of leaves of the larger tree.
    public let newSize: Int64
    /// The hashes that lead to both roots.
    public let hashes: [SHA256Digest]

    /// Makes a proof of parts that came from elsewhere.
    public init(oldSize: Int64, newSize: Int64, hashes: [SHA256Digest]) {
        self.oldSize = oldSize
        self.newSize = newSize
        self.hashes = hashes
    }

    /// Returns whether the proof leads to both roots (RFC 9162 section 2.1.4.2).
    ///
    /// The empty tree is the beginning of every tree, and a tree of itself alone; both need an empty proof.
    public func verifies(oldRoot: SHA256Digest, newRoot: SHA256Digest) -> Bool {
        guard oldSize >= 0, oldSize <= newSize else { return false }
        if oldSize == newSize {
            return hashes.isEmpty && oldRoot == newRoot && (oldSize > 0 || oldRoot == MerkleHasher.emptyRoot)
        }
        if oldSize == 0 { return hashes.isEmpty && oldRoot == MerkleHasher.emptyRoot }
        let isPowerOfTwo = oldSize & (oldSize - 1) == 0
        var path = (isPowerOfTwo ? [oldRoot] : [])[...] + hashes
        guard !hashes.isEmpty, let seed = path.popFirst() else { return false }
        var hasher = MerkleHasher()
        var node = oldSize - 1
        var last = newSize - 1
        while node & 1 == 1 {
            node >>= 1
            last >>= 1
        }
        var old = seed
        var new = seed
        for hash in path {
            if last == 0 { return false }
            if node & 1 == 1 || node == last {
                old = hasher.nodeHash(hash, old)
                new = hasher.nodeHash(hash, new)
                while node & 1 == 0, node != 0 {
                    node >>= 1
                    last >>= 1
                }
            } else {
                new = hasher.nodeHash(new, hash)
            }
            node >>= 1
            last >>= 1
        }
        return last == 0 && old == oldRoot && new == newRoot
    }
}
