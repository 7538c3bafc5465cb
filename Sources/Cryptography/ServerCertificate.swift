internal import CCrypto

/// A chain of certificates and its key, as PEM, by which a server of TLS is known.
package struct ServerCertificate: Sendable {
    /// Which of the two cannot be used, and why.
    package struct Fault: Error {
        package enum Part: Sendable {
            case chain, key
        }

        package let part: Part
        /// The rest of a sentence about it.
        package let reason: String
    }

    /// When the last certificate of the chain begins to be valid, in seconds since 1970.
    package let start: Int64
    /// When the first one ends.
    package let end: Int64

    /// An RSA key of 2,048 bits is as strong (NIST SP 800-57 part 1, table 2). OpenSSL refuses a weaker one.
    private static let leastStrength: Int32 = 112

    /// Looks at both.
    ///
    /// - Throws: ``Fault``.
    package init(chain: [UInt8], key: [UInt8]) throws(Fault) {
        if let reason = Self.faultOfChain(chain) { throw Fault(part: .chain, reason: reason) }
        if let reason = Self.faultOfKey(key) { throw Fault(part: .key, reason: reason) }
        var functions = openssl
        let pair = unsafe chain.withUnsafeBytes { chain in
            unsafe key.withUnsafeBytes { key in
                unsafe ccrypto_look(
                    &functions, chain.baseAddress, Int32(clamping: chain.count), key.baseAddress,
                    Int32(clamping: key.count))
            }
        }
        guard pair.certificates > 0 else { throw Fault(part: .chain, reason: "has a certificate that cannot be read") }
        guard pair.has_key == 1 else { throw Fault(part: .key, reason: "has a key that cannot be read") }
        guard pair.belongs == 1 else { throw Fault(part: .key, reason: "is not the key of the first certificate") }
        guard pair.security_bits >= Self.leastStrength else {
            throw Fault(part: .key, reason: "has a key that is too short: one of RSA has 2048 bits at least")
        }
        (start, end) = (pair.start, pair.end)
    }

    private static func faultOfChain(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("CERTIFICATE-----") { return nil }
        return text.contains("PRIVATE KEY-----")
            ? "has a key and no certificate; are the two files swapped?"
            : faultOfForm(bytes) ?? "has no certificate"
    }

    private static func faultOfKey(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("PRIVATE KEY-----") else {
            return text.contains("CERTIFICATE-----")
                ? "has a certificate and no key; are the two files swapped?" : faultOfForm(bytes) ?? "has no key"
        }
        // As PKCS #8 (RFC 7468 section 11), and as OpenSSL wrote it before.
        let isLocked = text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED")
        return isLocked
            ? "is under a passphrase, which a server cannot ask for; 'openssl pkey' writes it without one" : nil
    }

    /// What is wrong with bytes that are no PEM (RFC 7468).
    private static func faultOfForm(_ bytes: [UInt8]) -> String? {
        if bytes.allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains($0) }) { return "is empty" }
        // DER begins with a SEQUENCE: its tag and its length (X.690 section 8.1).
        if bytes.count > 2, bytes[0] == 0x30, bytes[1] > 0x80 || Int(bytes[1]) == bytes.count - 2 {
            return "is DER; write it as PEM"
        }
        return String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ") ? nil : "is no PEM"
    }
}
