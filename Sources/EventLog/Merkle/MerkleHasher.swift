public import Cryptography

/// Computes the hashes of an RFC 6962 tree; one hasher serves any number of them.
///
/// Leaves and nodes are hashed with different first bytes, so that no node can pass for a leaf (RFC 6962 section 2.1).
public struct MerkleHasher: ~Copyable {
    private static let leafPrefix: [UInt8] = [0x00]
    private static let nodePrefix: [UInt8] = [0x01]

    /// The root of the tree without leaves: SHA-256 of nothing.
    public static let emptyRoot = SHA256Hasher.digest(of: [])

    private var hasher = SHA256Hasher()

    /// Makes a hasher.
    public init() {}

    /// Returns the hash of a leaf: SHA-256(0x00 ‖ entry).
    public mutating func leafHash(of entry: borrowing Span<UInt8>) -> SHA256Digest {
        hasher.update(Self.leafPrefix)
        hasher.update(entry)
        return hasher.finalize()
    }

    /// Returns the hash of a leaf: SHA-256(0x00 ‖ entry).
    public mutating func leafHash(of entry: [UInt8]) -> SHA256Digest {
        leafHash(of: entry.span)
    }

    /// Returns the hash of an inner node: SHA-256(0x01 ‖ left ‖ right).
    public mutating func nodeHash(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
        hasher.update(Self.nodePrefix)
        hasher.update(left.bytes)
        hasher.update(right.bytes)
        return hasher.finalize()
    }

    /// Returns the root over a power of two of neighbouring hashes that lie packed in a tile.
    ///
    /// - Complexity: O(*n*) in the number of hashes.
    package mutating func root(ofPacked hashes: ArraySlice<UInt8>) throws -> SHA256Digest {
        let size = SHA256Digest.byteCount
        guard !hashes.isEmpty, hashes.count.isMultiple(of: size) else { throw MerkleError.damagedTile }
        // Each level takes the place of the one below it.
        var level = Array(hashes)
        var count = level.count / size
        guard count & (count - 1) == 0 else { throw MerkleError.damagedTile }
        while count > 1 {
            count /= 2
            for index in 0..<count {
                hasher.update(Self.nodePrefix)
                hasher.update(level.span.extracting(2 * index * size..<2 * (index + 1) * size))
                hasher.finalize().write(to: &level, at: index * size)
            }
        }
        guard let root = SHA256Digest(bytes: level.prefix(size)) else { throw MerkleError.damagedTile }
        return root
    }

    /// Joins the roots of full subtrees, largest and leftmost first, into the root over all of them.
    mutating func root(joining subtrees: [SHA256Digest]) -> SHA256Digest {
        guard var root = subtrees.last else { return Self.emptyRoot }
        for left in subtrees.dropLast().reversed() { root = nodeHash(left, root) }
        return root
    }
}
