internal import CCrypto

/// Ed25519 (RFC 8032 section 5.1) by OpenSSL: <https://docs.openssl.org/3.0/man7/EVP_SIGNATURE-ED25519/>.
enum Ed25519 {
    /// The number of bytes of a private and of a public key.
    static let keyByteCount = 32
    static let signatureByteCount = 64

    /// Returns the public key of a private one.
    static func publicKey(of privateKey: [UInt8]) -> [UInt8] {
        unsafe withKey(privateKey, openssl.EVP_PKEY_new_raw_private_key) { key in
            unsafe [UInt8](unsafeUninitializedCapacity: keyByteCount) { buffer, count in
                count = keyByteCount
                let succeeded = unsafe openssl.EVP_PKEY_get_raw_public_key(key, buffer.baseAddress, &count)
                precondition(succeeded == 1 && count == keyByteCount, "OpenSSL made no Ed25519 public key")
            }
        } ?? []
    }

    /// Signs a message; the same key and message give the same signature always.
    static func signature(of message: [UInt8], by privateKey: [UInt8]) -> [UInt8] {
        unsafe withKey(privateKey, openssl.EVP_PKEY_new_raw_private_key) { key in
            unsafe withContext { context in
                let succeeded = unsafe openssl.EVP_DigestSignInit(context, nil, nil, nil, key)
                precondition(succeeded == 1, "OpenSSL has no Ed25519")
                return unsafe [UInt8](unsafeUninitializedCapacity: signatureByteCount) { buffer, count in
                    count = signatureByteCount
                    let succeeded = unsafe message.withUnsafeBufferPointer { message in
                        unsafe openssl.EVP_DigestSign(
                            context, buffer.baseAddress, &count, message.baseAddress, message.count)
                    }
                    precondition(succeeded == 1 && count == signatureByteCount, "OpenSSL refused to sign")
                }
            }
        } ?? []
    }

    /// Returns whether the owner of a public key signed a message.
    static func isSignature(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        unsafe withKey(publicKey, openssl.EVP_PKEY_new_raw_public_key) { key in
            unsafe withContext { context in
                guard unsafe openssl.EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
                return unsafe signature.withUnsafeBufferPointer { signature in
                    unsafe message.withUnsafeBufferPointer { message in
                        unsafe openssl.EVP_DigestVerify(
                            context, signature.baseAddress, signature.count, message.baseAddress, message.count) == 1
                    }
                }
            }
        } ?? false
    }

    private typealias Making = (Int32, OpaquePointer?, UnsafePointer<UInt8>?, Int) -> OpaquePointer?

    /// Lends OpenSSL's form of a key, or returns nil if the bytes are none.
    private static func withKey<Output>(
        _ bytes: [UInt8], _ make: Making, _ body: (OpaquePointer) -> Output
    ) -> Output? {
        let made = unsafe bytes.withUnsafeBufferPointer { unsafe make(EVP_PKEY_ED25519, nil, $0.baseAddress, $0.count) }
        guard let key = unsafe made else { return nil }
        defer { unsafe openssl.EVP_PKEY_free(key) }
        return unsafe body(key)
    }

    private static func withContext<Output>(_ body: (OpaquePointer) -> Output) -> Output {
        guard let context = openssl.EVP_MD_CTX_new() else { preconditionFailure("OpenSSL could not allocate a digest") }
        defer { unsafe openssl.EVP_MD_CTX_free(context) }
        return unsafe body(context)
    }
}
