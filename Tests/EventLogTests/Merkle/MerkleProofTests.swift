import Cryptography
import EventLog
import TestSupport
import Testing

struct MerkleProofTests {
    /// Every way to spoil a path: a changed, missing, additional or misplaced hash.
    func mutations(of path: [SHA256Digest], _ generator: inout SeededGenerator) -> [[SHA256Digest]] {
        let stranger = SHA256Hasher.digest(of: [1, 2, 3])
        var result = [path + [stranger], [stranger] + path]
        if !path.isEmpty {
            let place = Int.random(in: 0..<path.count, using: &generator)
            var changed = path
            changed[place] = stranger
            result += [changed, Array(path.dropLast()), Array(path.dropFirst())]
            if path.count > 1 { result.append(Array(path.dropFirst()) + [path[0]]) }
        }
        return result
    }

    @Test func `proofs hold for every leaf and size up to 40, and for no other leaf`() throws {
        let leaves = NaiveMerkle.leaves(40)
        let tree = try NaiveMerkle.tree(leaves)
        for size in 1...40 {
            let root = try tree.root(atSize: Int64(size))
            for index in 0..<size {
                let proof = try tree.inclusionProof(of: Int64(index), atSize: Int64(size))
                #expect(proof.verifies(leafHash: leaves[index], root: root))
                #expect(!proof.verifies(leafHash: leaves[(index + 1) % 40], root: root))
            }
            for old in 0...size {
                let proof = try tree.consistencyProof(from: Int64(old), to: Int64(size))
                #expect(proof.verifies(oldRoot: try tree.root(atSize: Int64(old)), newRoot: root))
            }
        }
    }

    @Test func `random inclusion proofs hold, and no mutation of them does`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("inclusion: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let leaves = NaiveMerkle.leaves(2000)
        let tree = try NaiveMerkle.tree(leaves)
        for _ in 0..<100 {
            let size = Int64.random(in: 1...2000, using: &generator)
            let index = Int64.random(in: 0..<size, using: &generator)
            let (leaf, root) = (leaves[Int(index)], try tree.root(atSize: size))
            let proof = try tree.inclusionProof(of: index, atSize: size)
            #expect(proof.verifies(leafHash: leaf, root: root), "seed \(seed)")
            for path in mutations(of: proof.hashes, &generator) {
                let other = InclusionProof(leafIndex: index, treeSize: size, hashes: path)
                #expect(!other.verifies(leafHash: leaf, root: root), "seed \(seed)")
            }
            for shift: Int64 in [-1, 1] {
                let other = InclusionProof(leafIndex: index + shift, treeSize: size, hashes: proof.hashes)
                #expect(!other.verifies(leafHash: leaf, root: root), "seed \(seed)")
            }
            #expect(!proof.verifies(leafHash: leaf, root: leaf) || size == 1)
        }
    }

    @Test func `random consistency proofs hold, and no mutation of them does`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("consistency: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let tree = try NaiveMerkle.tree(NaiveMerkle.leaves(2000))
        for _ in 0..<100 {
            let new = Int64.random(in: 2...2000, using: &generator)
            let old = Int64.random(in: 1..<new, using: &generator)
            let (oldRoot, newRoot) = (try tree.root(atSize: old), try tree.root(atSize: new))
            let proof = try tree.consistencyProof(from: old, to: new)
            #expect(proof.verifies(oldRoot: oldRoot, newRoot: newRoot), "seed \(seed)")
            #expect(!proof.verifies(oldRoot: newRoot, newRoot: oldRoot), "seed \(seed)")
            for path in mutations(of: proof.hashes, &generator) {
                let other = ConsistencyProof(oldSize: old, newSize: new, hashes: path)
                #expect(!other.verifies(oldRoot: oldRoot, newRoot: newRoot), "seed \(seed)")
            }
        }
    }

    @Test func `a fork has no consistency proof`() throws {
        let leaves = NaiveMerkle.leaves(1000)
        var forked = leaves
        forked[300] = leaves[301]
        let (honest, fork) = (try NaiveMerkle.tree(leaves), try NaiveMerkle.tree(forked))
        let proof = try fork.consistencyProof(from: 500, to: 1000)
        #expect(proof.verifies(oldRoot: try fork.root(atSize: 500), newRoot: try fork.root()))
        #expect(!proof.verifies(oldRoot: try honest.root(atSize: 500), newRoot: try fork.root()))
    }

    @Test func `degenerate proofs from outside are refused and never trap`() {
        let hash = SHA256Hasher.digest(of: [])
        let sizes: [Int64] = [.min, -1, 0, 1, 2, 3, .max - 1, .max]
        for one in sizes {
            for other in sizes {
                for hashes in [[], [hash], Array(repeating: hash, count: 70)] {
                    #expect(
                        !InclusionProof(leafIndex: one, treeSize: other, hashes: hashes).verifies(
                            leafHash: hash, root: hash)
                            || (one == 0 && other == 1 && hashes.isEmpty))
                    let consistency = ConsistencyProof(oldSize: one, newSize: other, hashes: hashes)
                    let isTrivial = hashes.isEmpty && one >= 0 && (one == other || (one == 0 && other >= 0))
                    #expect(consistency.verifies(oldRoot: hash, newRoot: hash) == isTrivial)
                }
            }
        }
    }

    @Test func `only the empty root is the beginning of everything`() throws {
        let leaves = NaiveMerkle.leaves(3)
        let proof = ConsistencyProof(oldSize: 0, newSize: 3, hashes: [])
        #expect(proof.verifies(oldRoot: MerkleHasher.emptyRoot, newRoot: leaves[0]))
        #expect(!proof.verifies(oldRoot: leaves[1], newRoot: leaves[0]))
        #expect(!ConsistencyProof(oldSize: 0, newSize: 0, hashes: []).verifies(oldRoot: leaves[0], newRoot: leaves[0]))
    }
}
