internal import CCrypto

/// Returns bytes from OpenSSL's cryptographically secure generator (RAND_bytes(3)).
public func randomBytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        let succeeded = unsafe openssl.RAND_bytes(buffer.baseAddress, Int32(count))
        precondition(succeeded == 1, "OpenSSL has no source of random bytes")
        initialized = count
    }
}
