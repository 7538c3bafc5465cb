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
/// The algorithm is fetched once for the whole process and the context is reused, which OpenSSL's manual advises:
/// <https://docs.openssl.org/3.0/man7/crypto/#performance>
@safe
public struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer
    private static let algorithm = unsafe FetchedAlgorithm(pointer: EVP_MD_fetch(nil, "SHA256", nil))

    /// Starts with no bytes.
    public init() {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("OpenSSL could not allocate a digest") }
        unsafe self.context = context
        reset()
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Appends bytes to the input.
    public mutating func update(_ bytes: borrowing Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let succeeded = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
            precondition(succeeded == 1, "OpenSSL refused to update a digest")
        }
    }

    /// Appends bytes to the input.
    public mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// Ends the input, returns its digest and starts anew.
    public mutating func finalize() -> SHA256Digest {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: SHA256Digest.byteCount) { buffer, count in
            let succeeded = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(succeeded == 1, "OpenSSL refused to finish a digest")
            count = SHA256Digest.byteCount
        }
        reset()
        guard let digest = SHA256Digest(bytes: bytes) else { preconditionFailure("SHA-256 makes 32 bytes") }
        return digest
    }

    /// Returns the digest of one piece.
    public static func digest(of bytes: [UInt8]) -> SHA256Digest {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        return hasher.finalize()
    }

    private func reset() {
        let succeeded = unsafe EVP_DigestInit_ex(context, Self.algorithm.pointer, nil)
        precondition(succeeded == 1, "OpenSSL has no SHA-256")
    }
}

/// An algorithm of OpenSSL's, which is immutable once fetched and may be used from any thread
/// (<https://docs.openssl.org/3.0/man3/EVP_DigestInit/#notes>).
@safe
private struct FetchedAlgorithm: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer?
}
