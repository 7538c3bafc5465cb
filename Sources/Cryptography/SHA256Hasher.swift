internal import CCrypto

/// Computes SHA-256 over bytes that arrive in pieces; one hasher serves any number of digests in turn.
///
/// ```swift
/// var hasher = SHA256Hasher()
/// hasher.update(header)
/// hasher.update(payload)
/// let digest = hasher.finalize()
/// ```
///
/// It uses OpenSSL's functions for SHA-256 alone (<https://docs.openssl.org/3.0/man3/SHA256_Init/>). OpenSSL's general
/// interface looks up an algorithm and allocates its state, which for the few hundred bytes of an entry takes as long
/// as the hashing.
@safe
public struct SHA256Hasher: ~Copyable {
    private var context = SHA256_CTX()
    // Many hashers are made for a change that never comes; OpenSSL need not be loaded for those.
    private var hasBegun = false

    /// Starts with no bytes.
    public init() {}

    /// Appends bytes to the input.
    public mutating func update(_ bytes: borrowing Span<UInt8>) {
        begin()
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let succeeded = unsafe openssl.SHA256_Update(&context, buffer.baseAddress, buffer.count)
            precondition(succeeded == 1, "OpenSSL refused to update a digest")
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
            let succeeded = unsafe openssl.SHA256_Final(
                buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
            precondition(succeeded == 1, "OpenSSL refused to finish a digest")
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
        let succeeded = unsafe openssl.SHA256_Init(&context)
        precondition(succeeded == 1, "OpenSSL has no SHA-256")
        hasBegun = true
    }
}
