import Cryptography

extension MerkleTree {
    /// Returns the proof that the tree of a size contains a leaf (RFC 6962 section 2.1.1).
    ///
    /// - Complexity: O(log *N*) tiles read and hashes returned.
    public func inclusionProof(of leafIndex: Int64, atSize size: Int64) throws -> InclusionProof {
        guard (0...self.size).contains(size), (0..<size).contains(leafIndex) else { throw MerkleError.outOfRange }
        var reader = TileReader(self)
        var path: [SHA256Digest] = []
        var range = 0..<size
        while range.count > 1 {
            let middle = range.middleOfTree
            if leafIndex < middle {
                path.append(try reader.hash(of: middle..<range.upperBound))
                range = range.lowerBound..<middle
            } else {
                path.append(try reader.hash(of: range.lowerBound..<middle))
                range = middle..<range.upperBound
            }
        }
        return InclusionProof(leafIndex: leafIndex, treeSize: size, hashes: path.reversed())
    }

    /// Returns the proof that the tree of one size is the beginning of the tree of another (RFC 6962 section 2.1.2).
    ///
    /// From the empty tree, and from a size to itself, nothing needs proving and the proof is empty.
    ///
    /// - Complexity: O(log *N*) tiles read and hashes returned.
    public func consistencyProof(from oldSize: Int64, to newSize: Int64) throws -> ConsistencyProof {
        guard (0...size).contains(newSize), (0...newSize).contains(oldSize) else { throw MerkleError.outOfRange }
        var path: [SHA256Digest] = []
        if oldSize > 0 {
            var reader = TileReader(self)
            var range = 0..<newSize
            // SUBPROOF(m, D, b): b says that the old tree is a whole subtree, whose root the verifier knows.
            while range.upperBound != oldSize {
                let middle = range.middleOfTree
                if oldSize <= middle {
                    path.append(try reader.hash(of: middle..<range.upperBound))
                    range = range.lowerBound..<middle
                } else {
                    path.append(try reader.hash(of: range.lowerBound..<middle))
                    range = middle..<range.upperBound
                }
            }
            if range.lowerBound > 0 { path.append(try reader.hash(of: range)) }
        }
        return ConsistencyProof(oldSize: oldSize, newSize: newSize, hashes: path.reversed())
    }
}
