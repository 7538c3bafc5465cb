import Compression
public import Hashing

/// A content that is ready to be stored.
public struct PackedContent: Sendable {
    public let digest: SHA256Digest
    /// In bytes, unpacked.
    public let size: Int
    let frame: [UInt8]

    /// In bytes, packed.
    public var storedSize: Int { frame.count }
}

/// A content that is to be stored with others.
public enum NewContent: Sendable {
    /// Bytes whose digest is known: with a wrong one they can never be read again.
    case bytes([UInt8], digest: SHA256Digest)
    case packed(PackedContent)

    public var digest: SHA256Digest {
        switch self {
        case .bytes(_, let digest): digest
        case .packed(let packed): packed.digest
        }
    }
}

/// Compresses contents ahead of who stores them, which takes longer than to write them: so another thread can do it.
///
/// Used by one thread.
public final class ContentPacker {
    private var compressor = FrameCompressor()
    /// Halves of digests of what came lately: copies mostly stand near each other, and memory is not to grow with the mailbox.
    private var packed: Set<UInt64> = []
    private static let remembered = 1 << 16

    public init() {}

    /// Packs bytes whose digest is known: with a wrong one they can never be read again.
    ///
    /// - Returns: Nil where to pack them would help nobody: they came before, or are so many that they go to a file.
    public func pack(_ bytes: [UInt8], digest: SHA256Digest) -> PackedContent? {
        if packed.count == Self.remembered { packed.removeAll(keepingCapacity: true) }
        guard bytes.count <= ContentRow.largest, packed.insert(digest.leadingWords.0).inserted else { return nil }
        assert(SHA256Hasher.digest(of: bytes) == digest, "a content is stored under its own digest")
        let frame = compressor.frame(of: bytes)
        // It was made in memory for the worst case, and waits in as much as it needs.
        var exact: [UInt8] = []
        exact.reserveCapacity(frame.count)
        exact += frame
        return PackedContent(digest: digest, size: bytes.count, frame: exact)
    }
}
