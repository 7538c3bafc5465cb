internal import CCrypto

/// An Ed25519 key under a passphrase: PKCS #8 (RFC 5958) with PBES2 (RFC 8018), scrypt (RFC 7914) and AES-256.
///
/// `openssl pkey` reads it: <https://docs.openssl.org/3.0/man3/PKCS8_encrypt/>.
enum EncryptedPrivateKey {
    /// The cost of each guess: 16 MiB of memory, five times over. OpenSSL allows itself no more memory by default.
    private static let scrypt: (cost: UInt64, blockSize: UInt64, parallelization: UInt64) = (1 << 14, 8, 5)
    private static let saltByteCount: Int32 = 16

    /// Encrypts a private key with a new random salt and initialisation vector, and returns DER.
    static func encrypt(_ privateKey: [UInt8], under passphrase: Passphrase) -> [UInt8] {
        let key = unsafe privateKey.withUnsafeBufferPointer {
            unsafe openssl.EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, $0.baseAddress, $0.count)
        }
        defer { unsafe openssl.EVP_PKEY_free(key) }
        let information = unsafe openssl.EVP_PKEY2PKCS8(key)
        defer { unsafe openssl.PKCS8_PRIV_KEY_INFO_free(information) }
        let algorithm = unsafe openssl.PKCS5_pbe2_set_scrypt(
            openssl.EVP_aes_256_cbc(), nil, saltByteCount, nil, scrypt.cost, scrypt.blockSize, scrypt.parallelization)
        // The encrypted key takes ownership of the algorithm.
        let encrypted = unsafe passphrase.withCharacters {
            unsafe openssl.PKCS8_set0_pbe($0, $1, information, algorithm)
        }
        defer { unsafe openssl.X509_SIG_free(encrypted) }
        let count = unsafe openssl.i2d_X509_SIG(encrypted, nil)
        precondition(count > 0, "OpenSSL could not encrypt a key")
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var end = buffer.baseAddress
            written = unsafe Int(openssl.i2d_X509_SIG(encrypted, &end))
        }
    }

    /// Decrypts the output of ``encrypt(_:under:)``; nil for another passphrase, or if it contains no Ed25519 key.
    static func decrypt(_ bytes: [UInt8], under passphrase: Passphrase) -> [UInt8]? {
        let encrypted = unsafe bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe openssl.d2i_X509_SIG(nil, &start, buffer.count)
        }
        guard let encrypted = unsafe encrypted else { return nil }
        defer { unsafe openssl.X509_SIG_free(encrypted) }
        guard let information = unsafe passphrase.withCharacters({ unsafe openssl.PKCS8_decrypt(encrypted, $0, $1) })
        else {
            return nil
        }
        defer { unsafe openssl.PKCS8_PRIV_KEY_INFO_free(information) }
        guard let key = unsafe openssl.EVP_PKCS82PKEY(information) else { return nil }
        defer { unsafe openssl.EVP_PKEY_free(key) }
        guard unsafe openssl.EVP_PKEY_get_id(key) == EVP_PKEY_ED25519 else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: Ed25519.keyByteCount) { buffer, count in
            count = Ed25519.keyByteCount
            let succeeded = unsafe openssl.EVP_PKEY_get_raw_private_key(key, buffer.baseAddress, &count)
            precondition(succeeded == 1 && count == Ed25519.keyByteCount, "OpenSSL gave no Ed25519 key")
        }
    }
}
