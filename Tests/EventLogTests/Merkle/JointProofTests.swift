import Cryptography
import EventLog
import TestSupport
import Testing

@Suite struct `A joint proof` {
    @Test func `becomes the proofs that each leaf has by itself, and no change of it does`() throws {
        var generator = SeededGenerator()
        let leaves = NaiveMerkle.leaves(700)
        let tree = try NaiveMerkle.tree(leaves)
        for round in 0..<120 {
            let size = Int64.random(in: 1...(round.isMultiple(of: 2) ? 12 : 700), using: &generator)
            let share = Int.random(in: 1...10, using: &generator)
            var chosen = (0..<size).filter { _ in Int.random(in: 1...10, using: &generator) <= share }
            if chosen.isEmpty { chosen = [size - 1] }
            let joint = try tree.jointProof(of: chosen, atSize: size)
            let hashes = chosen.map { leaves[Int($0)] }
            let proofs = try #require(joint.inclusionProofs(of: hashes))
            #expect(try proofs == chosen.map { try tree.inclusionProof(of: $0, atSize: size) })
            let root = try tree.root(atSize: size)
            var others = hashes
            others[Int.random(in: 0..<others.count, using: &generator)] = SHA256Hasher.digest(of: [7])
            let spoilt = try #require(joint.inclusionProofs(of: others))
            #expect(!zip(spoilt, others).allSatisfy { $0.verifies(leafHash: $1, root: root) })
            func changed(_ indices: [Int64], _ hashes: [SHA256Digest]) -> [InclusionProof]? {
                JointProof(leafIndices: indices, treeSize: size, hashes: hashes)
                    .inclusionProofs(of: indices.map { leaves[Int(max(0, min($0, 699)))] })
            }
            #expect(changed(chosen, joint.hashes + [root]) == nil)
            #expect(joint.hashes.isEmpty || changed(chosen, Array(joint.hashes.dropLast())) == nil)
            #expect(changed(chosen + [size], joint.hashes) == nil && changed([-1] + chosen, joint.hashes) == nil)
            #expect(changed(chosen + [chosen[0]], joint.hashes) == nil)
        }
    }
}
