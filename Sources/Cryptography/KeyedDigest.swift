/// Computes HMAC-SHA256, a digest that only the owner of the key can compute (RFC 2104).
public enum KeyedDigest {
    /// The number of bytes of a block of SHA-256.
    private static let blockSize = 64

    /// Returns the digest of some bytes under a key of any length.
    public static func digest(of bytes: [UInt8], key: [UInt8]) -> SHA256Digest {
        var block = key.count > blockSize ? SHA256Hasher.digest(of: key).bytes : key
        block += [UInt8](repeating: 0, count: blockSize - block.count)
        let inner = SHA256Hasher.digest(of: block.map { $0 ^ 0x36 } + bytes)
        return SHA256Hasher.digest(of: block.map { $0 ^ 0x5c } + inner.bytes)
    }
}
