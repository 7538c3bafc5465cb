import Compression
public import Cryptography

/// A content that is ready to be stored.
public struct PackedContent: Sendable {
    public let digest: SHA256Digest
    /// In bytes, before compression.
    public let size: Int
    let frame: [UInt8]

    /// In bytes, compressed.
    public var storedSize: Int { frame.count }
}

/// A content to be stored together with others.
public enum NewContent: Sendable {
    /// Bytes with a known digest: under a wrong one they could never be read again.
    case bytes([UInt8], digest: SHA256Digest)
    case packed(PackedContent)

    public var digest: SHA256Digest {
        switch self {
        case .bytes(_, let digest): digest
        case .packed(let packed): packed.digest
        }
    }
}

/// Compresses contents before they are stored, so that another thread can do the slower half of the work.
///
/// Used by one thread.
public final class ContentPacker {
    private var compressor = FrameCompressor()
    /// Halves of the digests of recent contents: copies are mostly close together, and memory must not grow with the
    /// mailbox.
    private var packed: Set<UInt64> = []
    private static let remembered = 1 << 16

    /// The way in which one store compresses its rows.
    public struct Packing: Sendable {
        let dictionary: ContentDictionary?
    }

    /// Makes a packer for the store that the packing is of: others could not read its frames.
    public init(_ packing: Packing) {
        if let dictionary = packing.dictionary { compressor.load(dictionary: dictionary.bytes) }
    }

    /// Compresses bytes with a known digest: under a wrong one they could never be read again.
    ///
    /// - Returns: Nil if compression would be useless: the bytes were seen recently, or are too large for a row.
    public func pack(_ bytes: [UInt8], digest: SHA256Digest) -> PackedContent? {
        if packed.count == Self.remembered { packed.removeAll(keepingCapacity: true) }
        guard bytes.count <= ContentRow.largest, packed.insert(digest.leadingWords.0).inserted else { return nil }
        assert(SHA256Hasher.digest(of: bytes) == digest, "a content is stored under its own digest")
        let frame = compressor.frame(of: bytes)
        // The frame was made in a buffer for the worst case; while it waits it takes only its own size.
        var exact: [UInt8] = []
        exact.reserveCapacity(frame.count)
        exact += frame
        return PackedContent(digest: digest, size: bytes.count, frame: exact)
    }
}
