internal import CNettle

/// Computes SHA-256 over bytes that arrive in pieces; one hasher serves any number of digests in turn.
///
/// ```swift
/// var hasher = SHA256Hasher()
/// hasher.update(header)
/// hasher.update(payload)
/// let digest = hasher.finalize()
/// ```
///
/// It uses Nettle (<https://www.lysator.liu.se/~nisse/nettle/nettle.html#Recommended-hash-functions>), which is ready in
/// a tenth of the time that OpenSSL needs. Most commands compute a few digests, and no more.
@safe
public struct SHA256Hasher: ~Copyable {
    private var context = sha256_ctx()
    // Many hashers are made for a change that never comes; Nettle need not be loaded for those.
    private var hasBegun = false

    /// Starts with no bytes.
    public init() {}

    /// Appends bytes to the input.
    public mutating func update(_ bytes: borrowing Span<UInt8>) {
        begin()
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe nettle.nettle_sha256_update(
                &context, buffer.count, buffer.baseAddress)
        }
    }

    /// Appends bytes to the input.
    public mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// Ends the input, returns its digest and starts the next.
    public mutating func finalize() -> SHA256Digest {
        begin()
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { buffer in
            unsafe nettle.nettle_sha256_digest(
                &context, buffer.count, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        hasBegun = false
        return SHA256Digest(bigEndian: words)
    }

    /// Returns the digest of one piece.
    public static func digest(of bytes: [UInt8]) -> SHA256Digest {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        return hasher.finalize()
    }

    private mutating func begin() {
        guard !hasBegun else { return }
        unsafe nettle.nettle_sha256_init(&context)
        hasBegun = true
    }
}
