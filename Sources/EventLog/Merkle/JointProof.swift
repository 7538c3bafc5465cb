public import Cryptography

/// Shows that a tree with a known root contains several leaves, with each hash once.
///
/// Its hashes are those of the largest subtrees without any of the leaves, from left to right. So the path of one leaf
/// leads through hashes that were computed from the others.
public struct JointProof: Hashable, Sendable {
    /// The positions of the leaves, from 0, the smallest first and each once.
    public let leafIndices: [Int64]
    /// The number of leaves of the tree.
    public let treeSize: Int64
    public let hashes: [SHA256Digest]

    /// Makes a proof of parts that came from elsewhere.
    public init(leafIndices: [Int64], treeSize: Int64, hashes: [SHA256Digest]) {
        self.leafIndices = leafIndices
        self.treeSize = treeSize
        self.hashes = hashes
    }

    /// Returns the proof of each leaf by itself; nil if there are too few or too many hashes, or leaves out of order.
    ///
    /// - Complexity: O(*n* log *N*) hashes for *n* leaves in a tree of *N*.
    public func inclusionProofs(of leafHashes: [SHA256Digest]) -> [InclusionProof]? {
        guard leafHashes.count == leafIndices.count, let first = leafIndices.first, let last = leafIndices.last,
            first >= 0, last < treeSize, zip(leafIndices, leafIndices.dropFirst()).allSatisfy(<)
        else { return nil }
        var parting = Parting(proof: self, leafHashes: leafHashes)
        guard parting.root(of: 0..<treeSize, leaves: leafIndices.indices) != nil, parting.rest.isEmpty else {
            return nil
        }
        return zip(leafIndices, parting.paths).map {
            InclusionProof(leafIndex: $0, treeSize: treeSize, hashes: $1)
        }
    }

    /// Walks down to each leaf, and records the neighbouring hashes on the way back.
    private struct Parting: ~Copyable {
        let leafIndices: [Int64]
        let leafHashes: [SHA256Digest]
        var rest: ArraySlice<SHA256Digest>
        var paths: [[SHA256Digest]]
        var hasher = MerkleHasher()

        init(proof: JointProof, leafHashes: [SHA256Digest]) {
            leafIndices = proof.leafIndices
            self.leafHashes = leafHashes
            rest = proof.hashes[...]
            paths = Array(repeating: [], count: leafHashes.count)
        }

        mutating func root(of range: Range<Int64>, leaves: Range<Int>) -> SHA256Digest? {
            guard !leaves.isEmpty else { return rest.popFirst() }
            guard range.count > 1 else { return leafHashes[leaves.lowerBound] }
            let middle = range.middleOfTree
            let border = leaves.first { leafIndices[$0] >= middle } ?? leaves.upperBound
            guard let left = root(of: range.lowerBound..<middle, leaves: leaves.lowerBound..<border),
                let right = root(of: middle..<range.upperBound, leaves: border..<leaves.upperBound)
            else { return nil }
            for leaf in leaves { paths[leaf].append(leaf < border ? right : left) }
            return hasher.nodeHash(left, right)
        }
    }
}

extension MerkleTree {
    /// Returns the proof that the tree of a size contains some leaves.
    ///
    /// - Parameter leafIndices: The smallest first and each once.
    /// - Complexity: O(*n* log *N*) for *n* leaves; fewer tiles are read if they are neighbours.
    public func jointProof(of leafIndices: [Int64], atSize size: Int64) throws -> JointProof {
        guard (0...self.size).contains(size), leafIndices.allSatisfy({ (0..<size).contains($0) }) else {
            throw MerkleError.outOfRange
        }
        var reader = TileReader(self)
        var hashes: [SHA256Digest] = []
        func collect(_ range: Range<Int64>, _ leaves: ArraySlice<Int64>) throws {
            guard !leaves.isEmpty else { return hashes.append(try reader.hash(of: range)) }
            guard range.count > 1 else { return }
            let middle = range.middleOfTree
            let border = leaves.firstIndex { $0 >= middle } ?? leaves.endIndex
            try collect(range.lowerBound..<middle, leaves[..<border])
            try collect(middle..<range.upperBound, leaves[border...])
        }
        if !leafIndices.isEmpty { try collect(0..<size, leafIndices[...]) }
        return JointProof(leafIndices: leafIndices, treeSize: size, hashes: hashes)
    }
}

extension Range<Int64> {
    /// The place where RFC 6962 divides a range of two or more: after the largest power of two below its length.
    var middleOfTree: Int64 {
        lowerBound + Int64(1) << Int64(63 - (upperBound - lowerBound - 1).leadingZeroBitCount)
    }
}
